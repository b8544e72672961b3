// The best path and the K best, first and second order, under hard constraints and added costs.
//
// The maxima are computed forwards, without back pointers. A path is read off backwards: given the labels to its right,
// the label at a position is the lowest of those that reach the maximum. The K best are found by Lawler's partition:
// every path found splits what is left by the rightmost position at which a later path leaves it.
#pragma once
#include <cstdint>
#include <vector>

#include "lattice.hpp"

namespace swvm {

struct Path {
  std::vector<std::int32_t> labels;
  double score = 0.0;  // of the lattice, costs left out
};

class Decoder {
 public:
  explicit Decoder(Lattice& lattice) : lattice_(lattice), chain_(lattice.chain()) {}

  // Labels forced at positions (-1: free), for the sentences decoded from now on; nullptr: none.
  // With groups (per label), a position is forced to any label of the group.
  void force(const std::int32_t* forced, const std::int32_t* groups = nullptr) {
    forced_ = forced;
    groups_ = groups;
  }
  // Adds cost[gold][t] to every label t that differs from gold; nullptr: none. [L, L] row-major.
  void augment(const std::int32_t* gold, const float* cost) {
    gold_ = gold;
    cost_ = cost;
  }

  // Both return false (or nothing) where the constraints leave no path.
  bool best(std::int32_t* labels, double* score);
  // At most k paths, best first; ties as in the architecture page.
  void k_best(std::int64_t k, std::vector<Path>* paths);

 private:
  // A path not found yet: the parent's labels to the right of `position`, `label` there, the best completion to the
  // left.
  struct Candidate {
    double total;  // of the maximisation, costs included
    std::int32_t parent;
    std::int32_t position;
    std::int32_t label;
  };
  // What is known of a path found: where it left its parent, and which labels others of its group have there.
  struct Origin {
    double total;
    std::int32_t position;
    std::vector<std::int32_t> excluded;
  };

  const float* nodes();
  void forward();
  void forward_pairs();
  // Scores of each label at position j, given the labels to the right in `path`; the best completion to the left
  // included.
  void choose(std::int64_t j, const std::int32_t* path, float* scores) const;
  std::int32_t lowest_best(const float* scores) const;
  void complete(std::int64_t j, std::int32_t* path);  // reads labels j, j-1, ..., 0
  void push_candidates(const std::vector<Path>& paths);
  bool before(const Candidate& a, const Candidate& b, const std::vector<Path>& paths);
  void labels_of(const Candidate& candidate, const std::vector<Path>& paths, std::vector<std::int32_t>* labels);

  Lattice& lattice_;
  const Chain& chain_;
  const std::int32_t* forced_ = nullptr;
  const std::int32_t* groups_ = nullptr;
  const std::int32_t* gold_ = nullptr;
  const float* cost_ = nullptr;
  std::vector<float> changed_node_, best_, last_, scores_;
  std::vector<Candidate> candidates_;
  std::vector<Origin> origins_;
  std::vector<std::int32_t> first_, second_;  // two candidates that tie, written out
};

}  // namespace swvm
