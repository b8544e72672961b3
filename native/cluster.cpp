#include "cluster.hpp"

#include <algorithm>
#include <cmath>

namespace swvm {

namespace {

constexpr std::int64_t kTable = 1 << 20;  // most counts of neighbouring classes are far below

// log2 by the series of artanh, so that it has the same bits on every machine.
double log2_of(double x) {
  int exponent = 0;
  double m = std::frexp(x, &exponent);
  if (m < 0.7071067811865476) {
    m *= 2.0;
    --exponent;
  }
  const double t = (m - 1.0) / (m + 1.0), square = t * t;
  double sum = 0.0;
  for (int k = 25; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
  return exponent + 2.0 * t * sum * 1.4426950408889634;
}

}  // namespace

std::int64_t entropy_term(std::int64_t x) {
  if (x <= 1) return 0;
  const double bits = static_cast<double>(x) * log2_of(static_cast<double>(x));
  return static_cast<std::int64_t>(std::floor(bits * 1048576.0 + 0.5));
}

ClassModel::ClassModel(std::int32_t words, std::int32_t classes, const Neighbours& after, const Neighbours& before,
                       const std::int64_t* between, std::vector<std::int32_t> assignment)
    : words_(words),
      classes_(classes),
      side_(classes + 2),
      after_(after),
      before_(before),
      class_of_(std::move(assignment)),
      forward_(static_cast<std::size_t>(side_ * side_)),
      backward_(forward_.size()),
      totals_(static_cast<std::size_t>(side_)),
      sums_after_(static_cast<std::size_t>(side_)),
      sums_before_(static_cast<std::size_t>(side_)),
      gains_(static_cast<std::size_t>(classes)) {
  class_of_.push_back(classes);
  class_of_.push_back(classes + 1);
  for (std::int32_t w = 0; w < words; ++w)
    for (std::int64_t k = after.starts[w]; k < after.starts[w + 1]; ++k)
      forward_[class_of_[w] * side_ + class_of_[after.ids[k]]] += after.counts[k];
  for (std::int32_t w = 0; w < words; ++w)  // what follows a context is known from its successors
    for (std::int64_t k = before.starts[w]; k < before.starts[w + 1]; ++k)
      if (before.ids[k] >= words) forward_[class_of_[before.ids[k]] * side_ + class_of_[w]] += before.counts[k];
  for (int p = 0; p < 2; ++p)
    for (int q = 0; q < 2; ++q) forward_[(classes + p) * side_ + classes + q] += between[2 * p + q];
  std::int64_t largest = 0;
  for (std::int64_t g = 0; g < side_; ++g)
    for (std::int64_t k = 0; k < side_; ++k) {
      backward_[k * side_ + g] = forward_[g * side_ + k];
      totals_[g] += forward_[g * side_ + k];
    }
  for (const std::int64_t total : totals_) largest += total;
  table_.resize(static_cast<std::size_t>(std::min(largest + 1, kTable)));
  for (std::size_t x = 0; x < table_.size(); ++x) table_[x] = entropy_term(static_cast<std::int64_t>(x));
}

void ClassModel::collect(std::int32_t word, const Neighbours& side, std::vector<std::int64_t>* sums,
                         std::vector<std::int32_t>* touched) {
  for (const std::int32_t g : *touched) (*sums)[g] = 0;
  touched->clear();
  for (std::int64_t k = side.starts[word]; k < side.starts[word + 1]; ++k) {
    if (side.ids[k] == word) continue;
    const std::int32_t g = class_of_[side.ids[k]];
    if ((*sums)[g] == 0) touched->push_back(g);
    (*sums)[g] += side.counts[k];
  }
}

void ClassModel::collect(std::int32_t word) {
  collect(word, after_, &sums_after_, &touched_after_);
  collect(word, before_, &sums_before_, &touched_before_);
  beside_itself_ = count_ = 0;
  for (std::int64_t k = after_.starts[word]; k < after_.starts[word + 1]; ++k) {
    count_ += after_.counts[k];
    if (after_.ids[k] == word) beside_itself_ = after_.counts[k];
  }
}

// Puts the word that was collected into a class (sign 1) or takes it out (-1).
void ClassModel::move(std::int32_t g, std::int64_t sign) {
  const auto add = [&](std::int32_t from, std::int32_t to, std::int64_t count) {
    forward_[from * side_ + to] += sign * count;
    backward_[to * side_ + from] += sign * count;
  };
  for (const std::int32_t k : touched_after_) add(g, k, sums_after_[k]);
  for (const std::int32_t k : touched_before_) add(k, g, sums_before_[k]);
  add(g, g, beside_itself_);
  totals_[g] += sign * count_;
}

void ClassModel::add_terms(const std::int64_t* counts, std::int64_t added) {
  const std::int64_t* table = table_.data();
  const auto size = static_cast<std::int64_t>(table_.size());
  std::int64_t* gains = gains_.data();
  for (std::int32_t g = 0; g < classes_; ++g) {
    const std::int64_t x = counts[g];
    gains[g] += x + added < size ? table[x + added] - table[x] : h(x + added) - h(x);
  }
}

// gains_[g] = what the objective gains where the collected word, which has no class now, goes into class g.
void ClassModel::score() {
  std::fill(gains_.begin(), gains_.end(), 0);
  for (const std::int32_t k : touched_after_) add_terms(row(backward_, k), sums_after_[k]);
  for (const std::int32_t k : touched_before_) add_terms(row(forward_, k), sums_before_[k]);
  for (std::int32_t g = 0; g < classes_; ++g) {
    gains_[g] -= 2 * (h(totals_[g] + count_) - h(totals_[g]));
    const std::int64_t x = forward_[g * side_ + g], after = sums_after_[g], before = sums_before_[g];
    if ((after > 0 && before > 0) || beside_itself_ > 0) {  // all of these fall into the one cell N(g, g)
      gains_[g] += h(x + after + before + beside_itself_) - h(x + after) - h(x + before) + h(x);
    }
  }
}

std::int32_t ClassModel::best(std::int32_t current) const {
  const auto largest = std::max_element(gains_.begin(), gains_.end());
  if (current < classes_ && gains_[current] == *largest) return current;
  return static_cast<std::int32_t>(largest - gains_.begin());
}

std::int64_t ClassModel::sweep(std::int32_t begin, std::int32_t end) {
  std::int64_t moved = 0;
  for (std::int32_t w = begin; w < end; ++w) {
    const std::int32_t current = class_of_[w];
    collect(w);
    move(current, -1);
    score();
    const std::int32_t chosen = best(current);
    move(chosen, 1);
    class_of_[w] = chosen;
    moved += chosen != current;
  }
  return moved;
}

std::vector<std::int64_t> ClassModel::gains(std::int32_t word) {
  collect(word);
  move(class_of_[word], -1);
  score();
  move(class_of_[word], 1);
  return gains_;
}

std::int64_t ClassModel::objective() const {
  std::int64_t sum = 0;
  for (const std::int64_t count : forward_) sum += h(count);
  for (const std::int64_t total : totals_) sum -= 2 * h(total);
  return sum;
}

}  // namespace swvm
