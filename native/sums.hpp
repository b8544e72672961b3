// Sums over all labellings of a sentence, forward and backward: the log partition, marginals, the lead of a
// mention.
//
// A labelling has the weight exp(score / temperature). Temperature 0 is the limit, in which the sums are maxima.
// Everything is kept as logarithms, so that nothing overflows and what is far behind is not lost.
//
// Layers: layer 0 is the begin, layer i + 1 stands behind position i, layer n + 1 is the end. A state is what the next
// clique sees: t[i] in first order; the pair (t[i-1], t[i]), as t[i-1] * (L+1) + t[i], in second order.
#pragma once
#include <cstdint>
#include <vector>

#include "lattice.hpp"

namespace swvm {

// How labels are read as mentions: where one starts and ends, by label pairs [L+1, L+1] (L: the boundary), and the type
// of each label (-1: none).
struct MentionRule {
  const bool* starts = nullptr;
  const bool* ends = nullptr;
  const std::int32_t* types = nullptr;
};

// Labels of the chain read as those of another scheme: what a label comes out as depends on whether a mention begins
// with it (`begins`) and ends with it (`ends`), by label pairs [L+1, L+1].
struct LabelReading {
  const bool* begins = nullptr;
  const bool* ends = nullptr;
  const std::int32_t* table = nullptr;  // [L, 2, 2]: label, first, last -> what comes out; -1: cannot be
  std::int32_t outputs = 0;
};

// What may stand at the positions of a sentence: a label each, or one of a group of labels; -1 is free.
struct Forced {
  const std::int32_t* labels = nullptr;  // by position; nullptr: all free
  const std::int32_t* groups = nullptr;  // of each label; nullptr: each is its own
};

struct Mention {
  std::int64_t start, end;  // within the sentence; the end is not included
  std::int32_t type;
};

class LabellingSums {
 public:
  LabellingSums(Lattice& lattice, double temperature);

  // To be called when the lattice has read other label-only weights.
  void share();
  // Reads the sentence that the lattice holds.
  void run(const Encoded& encoded, Forced forced);

  // The log of the sum of all weights; -infinity where there is no labelling.
  double total() const { return total_; }
  // For each position and label the share of the labellings with it, [n, L]; with temperature 0, by how much the best
  // of them is behind the best of all.
  void labels(double* out);
  // The same of what comes out, [n, outputs].
  void read_labels(const LabelReading& reading, double* out);
  // log(sum of the labellings with the mention) - log(sum of those without it). With temperature 0: of the maxima.
  double lead(const MentionRule& rule, const Mention& mention);

 private:
  // exp(score / temperature - shift) of the cliques that share t[i-1] (in first order: of all), [rows, L].
  struct Block {
    std::vector<double> weights, transposed;
    double shift = 0.0;
    std::int64_t rows = 0;
  };
  using Combine = double (*)(const std::vector<double>&);

  double* forward(std::int64_t layer) { return forward_.data() + layer * states_; }
  double* backward(std::int64_t layer) { return backward_.data() + layer * states_; }
  std::int64_t state(std::int32_t previous, std::int32_t t) const { return order_ == 1 ? t : previous * side_ + t; }
  bool permitted(std::int64_t i, std::int32_t t) const;
  double clique(std::int64_t i, std::int32_t p, std::int32_t q, std::int32_t t) const;
  double arrive(std::int64_t i, const double* from, std::int32_t previous, std::int32_t t);
  double into(std::int64_t i, const double* from, std::int32_t previous, std::int32_t t);
  double out_of(std::int64_t i, std::int32_t p, std::int32_t q);
  double out_of_where(std::int64_t i, std::int32_t p, std::int32_t q, const bool* table, bool value);
  void shares(double* out, std::int32_t count) const;

  void step_forward(std::int64_t i);
  void step_backward(std::int64_t i);
  void blocks_forward(std::int64_t i);
  void blocks_backward(std::int64_t i);
  bool by_blocks(std::int64_t i) const { return combine_blocks_ && i >= order_ && i < lattice_.length(); }
  void build_blocks(std::int64_t i);
  void set_block(Block* block, const std::vector<double>& scores, std::int64_t rows);

  Lattice& lattice_;
  const Chain& chain_;
  const std::int32_t labels_;
  const std::int64_t order_, side_, states_;
  const double scale_;
  const Combine combine_;
  const bool combine_blocks_;
  bool shared_blocks_ = false, features_ = false;
  Forced forced_;
  double total_ = 0.0;
  std::vector<double> forward_, backward_, walk_, next_;
  std::vector<Block> blocks_;
  std::vector<double> terms_, inner_, outside_, logs_, mixed_, scores_;
  std::vector<std::vector<double>> read_;
};

}  // namespace swvm
