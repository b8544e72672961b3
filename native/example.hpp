// What a learner sees of a sentence: the labelling to reach, its rivals, and the three questions it may ask of a
// labelling m^J (margin, loss, difference of features). Learners know nothing of chains, lattices or features.
#pragma once
#include <cstdint>
#include <vector>

#include "delta.hpp"
#include "lattice.hpp"
#include "viterbi.hpp"

namespace swvm {

// Positions, rising: a template J, or all positions where two labellings differ.
struct Positions {
  const std::int64_t* first;
  std::int64_t count;
};

// One of the K best labellings that is neither the target nor gold.
struct Rival {
  const std::int32_t* labels;
  std::vector<std::int64_t> wrong;  // where it differs from the target
  double loss;                      // L(y, y_k), less that of the target where the target is not gold
  double margin;                    // w.DeltaPhi(x, target, y_k)

  Positions all() const { return {wrong.data(), static_cast<std::int64_t>(wrong.size())}; }
};

class Example {
 public:
  Example(const Chain& chain, const Encoded& encoded) : cliques_(chain, encoded) {}

  // `cost` [L, L] by gold and other label; `target` is the gold labelling but for hope and fear.
  void set(const Lattice& lattice, std::int64_t sentence, const std::int32_t* gold, const std::int32_t* target,
           const std::vector<float>& cost);
  void add_rival(const std::int32_t* labels);

  std::int64_t sentence() const { return sentence_; }
  std::int64_t length() const { return length_; }
  const std::int32_t* target() const { return target_; }
  const std::vector<Rival>& rivals() const { return rivals_; }

  // m^J is the rival's labels on J and the target's elsewhere.
  double margin(const Rival& rival, Positions J);
  double loss(const Rival& rival, Positions J) const;
  void add_difference(const Rival& rival, Positions J, double scale, Normals* normals);

 private:
  void mix(const Rival& rival, Positions J);
  void unmix(Positions J);
  double cost(std::int64_t i, std::int32_t label) const {
    return label == gold_[i] ? 0.0 : (*cost_)[gold_[i] * labels_ + label];
  }

  Cliques cliques_;
  const Lattice* lattice_ = nullptr;
  const std::vector<float>* cost_ = nullptr;
  std::int64_t sentence_ = 0, length_ = 0, labels_ = 0;
  const std::int32_t *gold_ = nullptr, *target_ = nullptr;
  std::vector<std::int32_t> mixed_;
  std::vector<Rival> rivals_;
};

}  // namespace swvm
