#include "lattice.hpp"

#include <algorithm>

#include "prefetch.hpp"

namespace swvm {

Lattice::Lattice(const Chain& chain)
    : chain_(chain),
      kernels_(kernels_for(chain.lanes())),
      lanes_(chain.lanes()),
      square_((chain.labels() + 1) * chain.lanes()) {}

void Lattice::share(const float* weights) {
  shared_edge_ = chain_.mask();
  for (const std::uint32_t id : chain_.constants(kTT)) {
    kernels_.add(shared_edge_.data(), weights + chain_.row(kTT, id, 0) * lanes_, square_);
  }
  if (chain_.order() == 1) return turn();
  const auto& pairs = chain_.pairs();
  const auto size = static_cast<std::int64_t>(pairs.size()) * lanes_;
  shared_triple_.assign(static_cast<std::size_t>(size), 0.0f);
  for (const std::uint32_t id : chain_.constants(kTTT)) {
    kernels_.add(shared_triple_.data(), weights + chain_.row(kTTT, id, 0) * lanes_, size);
  }
  for (const std::uint32_t id : chain_.constants(kT_T)) {
    for (std::size_t k = 0; k < pairs.size(); ++k) {
      const float* row = weights + chain_.row(kT_T, id, pairs[k].first) * lanes_;
      kernels_.add(shared_triple_.data() + static_cast<std::int64_t>(k) * lanes_, row, lanes_);
    }
  }
}

// The shared edges by the label that they lead to.
void Lattice::turn() {
  const std::int32_t labels = chain_.labels();
  if (into_.empty()) into_.assign(static_cast<std::size_t>(square_), kForbidden);
  for (std::int32_t t = 0; t <= labels; ++t) {
    for (std::int32_t p = 0; p < labels; ++p) into_[t * lanes_ + p] = shared_edge_[p * lanes_ + t];
  }
}

void Lattice::add_features(int kind, const float* weights, std::int64_t position, float* out) const {
  const Spans& spans = encoded_->spans[kind];
  const std::int64_t size = chain_.contexts(kind) * lanes_;
  // The rows of one position ahead: they lie anywhere, and there is a whole square of them.
  const std::int64_t end = encoded_->first(kind, sentence_) + length_ + 1;
  for (std::int64_t j = spans.starts[position + 1]; position + 1 < end && j < spans.starts[position + 2]; ++j) {
    fetch(weights + chain_.row(kind, spans.ids[j], 0) * lanes_, size);
  }
  for (std::int64_t j = spans.starts[position]; j < spans.starts[position + 1]; ++j) {
    const float* rows = weights + chain_.row(kind, spans.ids[j], 0) * lanes_;
    if (spans.values == nullptr) {
      kernels_.add(out, rows, size);
    } else {
      kernels_.add_scaled(out, rows, spans.values[j], size);
    }
  }
}

// What is read after the ids of a sentence: those of the next one, or of all that follow in the order of the corpus.
static Coming coming(const Encoded& encoded, std::int64_t sentence, std::int64_t next) {
  const Spans& words = encoded.spans[kT];
  const auto first = [&](std::int64_t one) { return words.starts[encoded.offsets[one]]; };
  if (next == sentence + 1) return {first(encoded.sentences), nullptr, 0};
  if (next < 0) return {first(sentence + 1), nullptr, 0};
  return {first(sentence + 1), words.ids + first(next), first(next + 1) - first(next)};
}

void Lattice::fill(const float* weights, const Encoded& encoded, std::int64_t sentence, std::int64_t next) {
  weights_ = weights;
  encoded_ = &encoded;
  sentence_ = sentence;
  length_ = encoded.length(sentence);
  edge_features_ = !encoded.spans[kTT].empty;
  skip_features_ = !encoded.spans[kT_T].empty;
  triple_features_ = !encoded.spans[kTTT].empty;

  const Spans& words = encoded.spans[kT];
  node_.resize(static_cast<std::size_t>(std::max<std::int64_t>(length_, 1) * lanes_));
  const std::int64_t* starts = words.starts + encoded.offsets[sentence];
  if (words.values == nullptr) {
    kernels_.emissions(weights, starts, words.ids, length_, lanes_, coming(encoded, sentence, next), node_.data());
    next = -1;  // its rows are on their way
  } else {
    kernels_.scaled_emissions(weights, starts, words.ids, words.values, length_, lanes_, node_.data());
  }
  for (const std::uint32_t id : chain_.constants(kT)) {
    for (std::int64_t i = 0; i < length_; ++i) {
      kernels_.add(node_.data() + i * lanes_, weights + chain_.row(kT, id, 0) * lanes_, lanes_);
    }
  }
  for (const Dense& block : encoded.dense) {
    kernels_.dense(weights + chain_.row(kT, block.first, 0) * lanes_, block.table,
                   block.rows + encoded.offsets[sentence], length_, block.width, lanes_, node_.data());
  }
  if (next >= 0) {
    const std::int64_t from = words.starts[encoded.offsets[next]];
    kernels_.prefetch(weights, words.ids + from, words.starts[encoded.offsets[next + 1]] - from, lanes_);
  }
  if (edge_features_) {
    edge_.resize(static_cast<std::size_t>((length_ + 1) * square_));
    for (std::int64_t i = 0; i <= length_; ++i) {
      float* here = edge_.data() + i * square_;
      std::copy(shared_edge_.begin(), shared_edge_.end(), here);
      add_features(kTT, weights, encoded.first(kTT, sentence) + i, here);
    }
  }
  if (skip_features_) {
    skip_.assign(static_cast<std::size_t>((length_ + 1) * square_), 0.0f);
    for (std::int64_t i = 0; i <= length_; ++i) {
      add_features(kT_T, weights, encoded.first(kT_T, sentence) + i, skip_.data() + i * square_);
    }
  }
}

const float* Lattice::triples(std::int64_t i) {
  if (!triple_features_) return shared_triple_.data();
  triple_ = shared_triple_;
  add_features(kTTT, weights_, encoded_->first(kTTT, sentence_) + i, triple_.data());
  return triple_.data();
}

// The same sums in the same order as decoding has them, for one cell: both give the same bits.
float Lattice::triple_score(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const {
  const std::int32_t row = chain_.pair(p, q);
  if (row < 0) return kForbidden;
  float sum = shared_triple_[row * lanes_ + t];
  const float skip = skip_features_ ? skip_[i * square_ + p * lanes_ + t] : 0.0f;
  if (!triple_features_) return sum + skip;
  const Spans& spans = encoded_->spans[kTTT];
  const std::int64_t position = encoded_->first(kTTT, sentence_) + i;
  for (std::int64_t j = spans.starts[position]; j < spans.starts[position + 1]; ++j) {
    const float weight = weights_[chain_.row(kTTT, spans.ids[j], row) * lanes_ + t];
    sum += spans.values == nullptr ? weight : spans.values[j] * weight;
  }
  return sum + skip;
}

double Lattice::clique(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const {
  double sum = edge_score(i, q, t);
  if (i < length_) sum += node_score(i, t);
  if (chain_.order() == 2) sum += triple_score(i, p, q, t);
  return sum;
}

double Lattice::score(const std::int32_t* path) const {
  double sum = 0.0;
  if (turned()) {  // the same cliques, without the questions
    std::int32_t q = chain_.start();
    for (std::int64_t i = 0; i < length_; q = path[i++]) {
      sum += static_cast<double>(shared_edge_[q * lanes_ + path[i]]) + node_[i * lanes_ + path[i]];
    }
    return chain_.closes() ? sum + shared_edge_[q * lanes_ + chain_.boundary()] : sum;
  }
  for (std::int64_t i = 0; i <= last(); ++i) {
    sum += clique(i, label(path, i - 2), label(path, i - 1), label(path, i));
  }
  return sum;
}

double Lattice::margin(const std::int32_t* gold, const std::int32_t* other, const std::int64_t* changed,
                       std::int64_t count) const {
  double sum = 0.0;
  std::int64_t next = 0;  // the first position whose cliques have not been counted yet
  for (std::int64_t k = 0; k < count; ++k) {
    const std::int64_t last = std::min(changed[k] + chain_.order(), this->last());
    for (std::int64_t i = std::max(changed[k], next); i <= last; ++i) {
      sum += clique(i, label(gold, i - 2), label(gold, i - 1), label(gold, i)) -
             clique(i, label(other, i - 2), label(other, i - 1), label(other, i));
    }
    next = last + 1;
  }
  return sum;
}

}  // namespace swvm
