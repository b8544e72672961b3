#include "sums.hpp"

#include <algorithm>
#include <limits>

#include "elementary.hpp"

namespace swvm {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();

double maximum(const std::vector<double>& terms) {
  double top = kNothing;
  for (const double term : terms) top = std::max(top, term);
  return top;
}

double log_sum(const std::vector<double>& terms) {
  const double top = maximum(terms);
  if (top == kNothing) return top;
  double sum = 0.0;
  for (const double term : terms) sum += exp_below(term - top);
  return top + log_of(sum);
}

}  // namespace

LabellingSums::LabellingSums(Lattice& lattice, double temperature)
    : lattice_(lattice),
      chain_(lattice.chain()),
      labels_(chain_.labels()),
      order_(chain_.order()),
      side_(labels_ + 1),
      states_(order_ == 1 ? side_ : side_ * side_),
      scale_(temperature > 0.0 ? 1.0 / temperature : 1.0),
      combine_(temperature > 0.0 ? log_sum : maximum),
      combine_blocks_(temperature > 0.0),
      blocks_(static_cast<std::size_t>(order_ == 1 ? 1 : labels_)) {}

void LabellingSums::share() { shared_blocks_ = false; }

bool LabellingSums::permitted(std::int64_t i, std::int32_t t) const {
  if (i == lattice_.length()) return t == labels_;
  if (t == labels_ || forced_.labels == nullptr || forced_.labels[i] < 0) return t < labels_;
  return forced_.labels[i] == (forced_.groups == nullptr ? t : forced_.groups[t]);
}

// The sum of all weights that (t[i-2], t[i-1], t[i]) = (p, q, t) uses, over the temperature.
double LabellingSums::clique(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const {
  return i > lattice_.last() ? 0.0 : lattice_.clique(i, p, q, t) * scale_;
}

// All that comes to t at position i with t[i-1] = previous.
double LabellingSums::arrive(std::int64_t i, const double* from, std::int32_t previous, std::int32_t t) {
  if (order_ == 1) return from[previous] == kNothing ? kNothing : from[previous] + clique(i, 0, previous, t);
  terms_.clear();
  for (std::int32_t p = 0; p < side_; ++p) {
    const double before = from[p * side_ + previous];
    if (before != kNothing) terms_.push_back(before + clique(i, p, previous, t));
  }
  return combine_(terms_);
}

// All that comes to the state (previous, t) behind position i; in first order `previous` is free.
double LabellingSums::into(std::int64_t i, const double* from, std::int32_t previous, std::int32_t t) {
  if (order_ == 2) return arrive(i, from, previous, t);
  inner_.clear();
  for (std::int32_t q = 0; q < side_; ++q) inner_.push_back(arrive(i, from, q, t));
  return combine_(inner_);
}

// All that goes on from the state (p, q) before position i to the end.
double LabellingSums::out_of(std::int64_t i, std::int32_t p, std::int32_t q) {
  const double* after = backward(i + 1);
  terms_.clear();
  for (std::int32_t t = 0; t < side_; ++t) {
    const double rest = after[state(q, t)];
    if (rest != kNothing && permitted(i, t)) terms_.push_back(rest + clique(i, p, q, t));
  }
  return combine_(terms_);
}

void LabellingSums::step_forward(std::int64_t i) {
  const double* from = forward(i);
  double* to = forward(i + 1);
  std::fill(to, to + states_, kNothing);
  for (std::int32_t t = 0; t < side_; ++t) {
    if (!permitted(i, t)) continue;
    for (std::int32_t previous = 0; previous < (order_ == 1 ? 1 : side_); ++previous) {
      to[state(previous, t)] = into(i, from, previous, t);
    }
  }
}

void LabellingSums::step_backward(std::int64_t i) {
  double* here = backward(i);
  for (std::int64_t one = 0; one < states_; ++one) {
    const bool reached = forward(i)[one] != kNothing;  // nothing asks for the others
    const auto p = static_cast<std::int32_t>(one / side_), q = static_cast<std::int32_t>(one % side_);
    here[one] = reached ? out_of(i, p, q) : kNothing;
  }
}

void LabellingSums::run(const Encoded& encoded, Forced forced) {
  const std::int64_t n = lattice_.length();
  forced_ = forced;
  features_ = order_ == 1 ? lattice_.edge_stride() != 0 : !encoded.spans[kT_T].empty || !encoded.spans[kTTT].empty;
  forward_.resize(static_cast<std::size_t>((n + 2) * states_));
  backward_.resize(forward_.size());
  std::fill(forward(0), forward(1), kNothing);
  forward(0)[state(chain_.start(), chain_.start())] = 0.0;
  for (std::int64_t i = 0; i <= n; ++i) by_blocks(i) ? blocks_forward(i) : step_forward(i);
  std::fill(backward(n + 1), backward(n + 1) + states_, 0.0);
  for (std::int64_t i = n; i >= 0; --i) by_blocks(i) ? blocks_backward(i) : step_backward(i);
  total_ = backward(0)[state(chain_.start(), chain_.start())];
}

void LabellingSums::labels(double* out) {
  for (std::int64_t i = 0; i < lattice_.length(); ++i, out += labels_) {
    const double *before = forward(i + 1), *after = backward(i + 1);
    for (std::int32_t t = 0; t < labels_; ++t) {
      inner_.clear();
      for (std::int32_t q = 0; q < (order_ == 1 ? 1 : side_); ++q) {
        const std::int64_t one = state(q, t);
        if (before[one] != kNothing) inner_.push_back(before[one] + after[one]);
      }
      out[t] = combine_(inner_);
    }
    shares(out, labels_);
  }
}

// Logarithms to shares of their sum; with temperature 0, to how far each is behind the largest.
void LabellingSums::shares(double* out, std::int32_t count) const {
  const double top = *std::max_element(out, out + count);
  if (!combine_blocks_) {
    for (std::int32_t t = 0; t < count; ++t) out[t] -= top;
    return;
  }
  double sum = 0.0;
  for (std::int32_t t = 0; t < count; ++t) sum += out[t] = exp_below(out[t] - top);
  for (std::int32_t t = 0; t < count; ++t) out[t] /= sum;
}

// As out_of, of those steps (q, t) alone for which the table has this value.
double LabellingSums::out_of_where(std::int64_t i, std::int32_t p, std::int32_t q, const bool* table, bool value) {
  const double* after = backward(i + 1);
  terms_.clear();
  for (std::int32_t t = 0; t < side_; ++t) {
    const double rest = after[state(q, t)];
    if (table[q * side_ + t] == value && rest != kNothing && permitted(i, t)) {
      terms_.push_back(rest + clique(i, p, q, t));
    }
  }
  return combine_(terms_);
}

void LabellingSums::read_labels(const LabelReading& reading, double* out) {
  for (std::int64_t i = 0; i < lattice_.length(); ++i, out += reading.outputs) {
    read_.assign(static_cast<std::size_t>(reading.outputs), {});
    for (std::int32_t t = 0; t < labels_; ++t) {
      if (!permitted(i, t)) continue;
      for (std::int32_t q = 0; q < side_; ++q) {
        const double before = arrive(i, forward(i), q, t);
        if (before == kNothing) continue;
        const bool first = reading.begins[(i == 0 ? labels_ : q) * side_ + t];
        const std::int32_t* comes = reading.table + (t * 2 + first) * 2;
        if (comes[0] == comes[1]) {
          if (comes[0] >= 0) read_[comes[0]].push_back(before + backward(i + 1)[state(q, t)]);
          continue;
        }
        for (const bool last : {false, true}) {
          const double after = comes[last] < 0 ? kNothing : out_of_where(i + 1, q, t, reading.ends, last);
          if (after != kNothing) read_[comes[last]].push_back(before + after);
        }
      }
    }
    for (std::int32_t o = 0; o < reading.outputs; ++o) out[o] = combine_(read_[o]);
    shares(out, reading.outputs);
  }
}

// The labellings without the mention are told apart by the first step at which they leave it.
double LabellingSums::lead(const MentionRule& rule, const Mention& mention) {
  walk_.assign(forward(mention.start), forward(mention.start) + states_);
  outside_.clear();
  for (std::int64_t i = mention.start; i <= mention.end; ++i) {
    next_.assign(static_cast<std::size_t>(states_), kNothing);
    for (std::int32_t t = 0; t < side_; ++t) {
      if (!permitted(i, t)) continue;
      inner_.clear();
      for (std::int32_t q = 0; q < side_; ++q) {
        const double value = arrive(i, walk_.data(), q, t);
        if (value == kNothing) continue;
        const std::int64_t step = (i == 0 ? labels_ : q) * side_ + t;
        const bool typed = t < labels_ && rule.types[t] == mention.type;
        const bool inside = i == mention.end     ? rule.ends[step]
                            : i == mention.start ? typed && rule.starts[step]
                                                 : typed && !rule.starts[step];
        if (!inside) {
          outside_.push_back(value + backward(i + 1)[state(q, t)]);
        } else if (order_ == 2) {
          next_[state(q, t)] = value;
        } else {
          inner_.push_back(value);
        }
      }
      if (order_ == 1) next_[t] = combine_(inner_);
    }
    walk_.swap(next_);
  }
  inner_.clear();
  for (std::int64_t one = 0; one < states_; ++one) {
    if (walk_[one] != kNothing) inner_.push_back(walk_[one] + backward(mention.end + 1)[one]);
  }
  const double with = combine_(inner_), without = combine_(outside_);
  return with == kNothing ? kNothing : with - without;
}

}  // namespace swvm
