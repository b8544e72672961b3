// The scores of every clique of one sentence. Label-only cliques are shared by all sentences and kept between them.
#pragma once
#include <cstdint>
#include <vector>

#include "chain.hpp"

namespace swvm {

class Lattice {
 public:
  explicit Lattice(const Chain& chain);

  // Reads the label-only weights; to be called again when they have changed.
  void share(const float* weights);
  // Reads the weights of one sentence's features. `next` (or -1) is the sentence to be fetched into the cache
  // meanwhile.
  void fill(const float* weights, const Encoded& encoded, std::int64_t sentence, std::int64_t next);

  const Chain& chain() const { return chain_; }
  std::int64_t length() const { return length_; }
  const float* node() const { return node_.data(); }  // [n, lanes]
  const float* edge() const { return edge_features_ ? edge_.data() : shared_edge_.data(); }
  std::int64_t edge_stride() const { return edge_features_ ? square_ : 0; }
  // The edges into each label from every label, [L+1, lanes], -infinity in the lanes behind the labels. nullptr: not
  // shared by positions.
  const float* into() const { return turned() ? into_.data() : nullptr; }

  // The last position where a clique ends: n is the end of the sentence.
  std::int64_t last() const { return chain_.closes() ? length_ : length_ - 1; }

  // The scores of kind TTT and of the label-only T_T at position i, [pairs, lanes]; valid until the next call.
  const float* triples(std::int64_t i);
  // The scores of observations with (t[i-2], t[i]), [L+1, lanes]; nullptr where there are none.
  const float* skips(std::int64_t i) const { return skip_features_ ? skip_.data() + i * square_ : nullptr; }

  float node_score(std::int64_t i, std::int32_t t) const { return node_[i * lanes_ + t]; }
  float edge_score(std::int64_t i, std::int32_t q, std::int32_t t) const {
    return edge()[i * edge_stride() + q * lanes_ + t];
  }
  // The sum of the kinds T_T and TTT. -infinity where the chain lacks the pair (p, q).
  float triple_score(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const;

  // The sum of all cliques that end at position i (0-based; i = n is the end).
  double clique(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const;
  double score(const std::int32_t* path) const;
  // w.(Phi(x, gold) - Phi(x, other)), where the two differ just at the `changed` positions (rising).
  double margin(const std::int32_t* gold, const std::int32_t* other, const std::int64_t* changed,
                std::int64_t count) const;

  std::int32_t label(const std::int32_t* path, std::int64_t i) const {
    return i < 0 ? chain_.start() : i >= length_ ? chain_.boundary() : path[i];
  }

 private:
  void turn();
  bool turned() const { return chain_.order() == 1 && !edge_features_; }
  void add_features(int kind, const float* weights, std::int64_t position, float* out) const;

  const Chain& chain_;
  const Kernels& kernels_;
  const std::int64_t lanes_, square_;  // square: [L+1, lanes]
  std::vector<float> shared_edge_, shared_triple_, into_;
  std::vector<float> node_, edge_, skip_, triple_;
  const float* weights_ = nullptr;
  const Encoded* encoded_ = nullptr;
  std::int64_t sentence_ = 0, length_ = 0;
  bool edge_features_ = false, skip_features_ = false, triple_features_ = false;
};

}  // namespace swvm
