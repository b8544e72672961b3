// The label space and where the weight of each clique lies. Paths, scores and weights themselves are elsewhere.
#pragma once
#include <array>
#include <cstdint>
#include <limits>
#include <vector>

#include "kernels/kernels.hpp"

namespace swvm {

inline constexpr int kKinds = 4;
enum Kind : int { kT = 0, kTT = 1, kT_T = 2, kTTT = 3 };  // t[i]; t[i-1] t[i]; t[i-2] t[i]; t[i-2] t[i-1] t[i]

inline constexpr float kForbidden = -std::numeric_limits<float>::infinity();

struct Pair {
  std::int32_t first, second;  // t[i-2], t[i-1]
};

struct Constant {
  int kind;
  std::uint32_t id;
};

// A view of the arrays of swvm.features.Encoded.
struct Spans {
  const std::int64_t* starts = nullptr;
  const std::uint32_t* ids = nullptr;
  const float* values = nullptr;  // nullptr: every value is 1
  bool empty = true;              // no feature anywhere
};

// Vectors, for kind T: token i has the row rows[i] of a table (-1: none), whose numbers are the values of the features
// first, first + 1, ..., first + width - 1.
struct Dense {
  const float* table;
  const std::int32_t* rows;
  std::int64_t width;
  std::int64_t first;
};

struct Encoded {
  const std::int64_t* offsets = nullptr;
  std::int64_t sentences = 0;
  std::array<Spans, kKinds> spans;
  std::vector<Dense> dense;
  const std::int32_t* gold = nullptr;

  std::int64_t length(std::int64_t sentence) const { return offsets[sentence + 1] - offsets[sentence]; }
  // Where the positions of a sentence begin: n for kind T, n + 1 for the others.
  std::int64_t first(int kind, std::int64_t sentence) const {
    return kind == kT ? offsets[sentence] : offsets[sentence] + sentence;
  }
};

class Chain {
 public:
  // `pairs` empty: every pair. `allowed` empty: every transition; else [(L+1) * (L+1)], row L begin, column L end.
  Chain(std::int32_t labels, int order, std::array<std::int64_t, kKinds> features, std::vector<Constant> constants,
        std::vector<Pair> pairs, const std::vector<std::uint8_t>& allowed);

  // The released program's boundaries: an ordinary label stands before a sentence, and nothing behind it. First order.
  void open_with(std::int32_t label);

  std::int32_t labels() const { return labels_; }
  std::int32_t boundary() const { return labels_; }  // the virtual label before and after a sentence
  std::int32_t start() const { return start_; }      // what stands before a sentence: the boundary, or a label
  bool closes() const { return start_ == labels_; }  // whether cliques reach the end of a sentence
  std::int64_t lanes() const { return lanes_; }
  int order() const { return order_; }
  std::int64_t rows() const { return rows_; }
  std::int64_t base(int kind) const { return base_[kind]; }
  std::int64_t contexts(int kind) const { return contexts_[kind]; }
  std::int64_t features(int kind) const { return features_[kind]; }
  const std::vector<std::uint32_t>& constants(int kind) const { return constants_[kind]; }
  const std::vector<Pair>& pairs() const { return pairs_; }

  // The row of the pair (p, q) among the contexts of kind TTT; -1 where the chain does not have it.
  std::int32_t pair(std::int32_t p, std::int32_t q) const { return pair_rows_[p * (labels_ + 1) + q]; }
  // The labels p that may stand before q (real labels; the boundary is not among them), with their rows.
  const std::vector<PairContext>& before(std::int32_t q) const { return before_[q]; }
  // 0 or -infinity, [L+1, lanes]: transitions that the mask forbids and, in second order, pairs that the chain lacks.
  const std::vector<float>& mask() const { return mask_; }

  std::int64_t row(int kind, std::int64_t feature, std::int64_t context) const {
    return base_[kind] + feature * contexts_[kind] + context;
  }

 private:
  void number_pairs(std::vector<Pair> pairs);
  void build_mask(const std::vector<std::uint8_t>& allowed);

  std::int32_t labels_;
  std::int32_t start_;
  int order_;
  std::int64_t lanes_;
  std::int64_t rows_ = 0;
  std::array<std::int64_t, kKinds> features_, base_{}, contexts_{};
  std::array<std::vector<std::uint32_t>, kKinds> constants_;
  std::vector<Pair> pairs_;
  std::vector<std::int32_t> pair_rows_;
  std::vector<std::vector<PairContext>> before_;
  std::vector<float> mask_;
};

}  // namespace swvm
