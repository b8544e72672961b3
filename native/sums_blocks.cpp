// The steps of `LabellingSums` between positions inside a sentence, as products of matrices: one exponential a state in
// place of one a clique. What the products lose, the steps of sums.cpp make again.
#include <algorithm>
#include <limits>

#include "elementary.hpp"
#include "sums.hpp"

namespace swvm {
namespace {

constexpr double kNothing = -std::numeric_limits<double>::infinity();
constexpr double kTiny = 1e-250;  // below this a sum of products may have lost terms that count

// products[c] = sum over k of exp(logs[k] - top) * matrix[k, c]; returns top.
double multiply(const std::vector<double>& logs, const double* matrix, std::int64_t columns,
                std::vector<double>* products) {
  double top = kNothing;
  for (const double one : logs) top = std::max(top, one);
  products->assign(static_cast<std::size_t>(columns), 0.0);
  if (top == kNothing) return top;
  double* out = products->data();
  for (const double one : logs) {
    const double factor = exp_below(one - top);
    for (std::int64_t c = 0; c < columns; ++c) out[c] += factor * matrix[c];
    matrix += columns;
  }
  return top;
}

}  // namespace

// In second order a block holds the kinds T_T and TTT alone; edges and nodes are added afterwards.
void LabellingSums::build_blocks(std::int64_t i) {
  if (shared_blocks_ && !features_) return;
  shared_blocks_ = !features_;
  const std::int64_t lanes = chain_.lanes();
  if (order_ == 1) {
    const float* edge = lattice_.edge() + i * lattice_.edge_stride();
    scores_.clear();
    for (std::int32_t p = 0; p < labels_; ++p) {
      for (std::int32_t t = 0; t < labels_; ++t) scores_.push_back(edge[p * lanes + t] * scale_);
    }
    return set_block(&blocks_[0], scores_, labels_);
  }
  const float *triple = lattice_.triples(i), *skip = lattice_.skips(i);
  for (std::int32_t q = 0; q < labels_; ++q) {
    scores_.clear();
    for (const PairContext& context : chain_.before(q)) {
      for (std::int32_t t = 0; t < labels_; ++t) {
        const float apart = skip == nullptr ? 0.0f : skip[context.first * lanes + t];
        scores_.push_back((triple[context.row * lanes + t] + apart) * scale_);
      }
    }
    set_block(&blocks_[q], scores_, static_cast<std::int64_t>(chain_.before(q).size()));
  }
}

void LabellingSums::set_block(Block* block, const std::vector<double>& scores, std::int64_t rows) {
  double top = kNothing;
  for (const double score : scores) top = std::max(top, score);
  block->shift = top == kNothing ? 0.0 : top;
  block->rows = rows;
  block->weights.resize(scores.size());
  block->transposed.resize(scores.size());
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t t = 0; t < labels_; ++t) {
      const double weight = exp_below(scores[r * labels_ + t] - block->shift);
      block->weights[r * labels_ + t] = block->transposed[t * rows + r] = weight;
    }
  }
}

void LabellingSums::blocks_forward(std::int64_t i) {
  build_blocks(i);
  const double* from = forward(i);
  double* to = forward(i + 1);
  std::fill(to, to + states_, kNothing);
  for (std::int32_t q = 0; q < static_cast<std::int32_t>(blocks_.size()); ++q) {
    const Block& block = blocks_[q];
    logs_.assign(from, from + (order_ == 1 ? labels_ : 0));
    if (order_ == 2) {
      for (const PairContext& context : chain_.before(q)) logs_.push_back(from[context.first * side_ + q]);
    }
    const double top = multiply(logs_, block.weights.data(), labels_, &mixed_);
    if (top == kNothing) continue;
    for (std::int32_t t = 0; t < labels_; ++t) {
      if (!permitted(i, t)) continue;
      const float apart = order_ == 1 ? 0.0f : lattice_.edge_score(i, q, t);
      const double own = (static_cast<double>(apart) + lattice_.node_score(i, t)) * scale_;
      to[state(q, t)] = mixed_[t] < kTiny ? into(i, from, q, t) : top + block.shift + log_of(mixed_[t]) + own;
    }
  }
}

void LabellingSums::blocks_backward(std::int64_t i) {
  build_blocks(i);
  const double* after = backward(i + 1);
  double* here = backward(i);
  std::fill(here, here + states_, kNothing);
  for (std::int32_t q = 0; q < static_cast<std::int32_t>(blocks_.size()); ++q) {
    const Block& block = blocks_[q];
    logs_.clear();
    for (std::int32_t t = 0; t < labels_; ++t) {
      const float apart = order_ == 1 ? 0.0f : lattice_.edge_score(i, q, t);
      const double own = (static_cast<double>(apart) + lattice_.node_score(i, t)) * scale_;
      logs_.push_back(permitted(i, t) ? after[state(q, t)] + own : kNothing);
    }
    const double top = multiply(logs_, block.transposed.data(), block.rows, &mixed_);
    if (top == kNothing) continue;
    for (std::int64_t r = 0; r < block.rows; ++r) {
      const std::int32_t p = order_ == 1 ? static_cast<std::int32_t>(r) : chain_.before(q)[r].first;
      const std::int64_t one = state(p, order_ == 1 ? p : q);
      if (forward(i)[one] == kNothing) continue;
      here[one] = mixed_[r] < kTiny ? out_of(i, p, order_ == 1 ? p : q) : top + block.shift + log_of(mixed_[r]);
    }
  }
}

}  // namespace swvm
