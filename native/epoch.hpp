// One pass over the sentences: decode, propose a step, take it. With batches, the sentences of a batch are decoded and
// their steps proposed in parallel from the same weights, then taken in order: the result does not depend on the
// threads.
#pragma once
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "learners/learner.hpp"
#include "weights.hpp"

namespace swvm {

// kAugmented decodes y' = argmax score + cost. kHopeFear does too, and moves towards argmax score - cost instead of
// gold.
enum class Search { kPlain, kAugmented, kHopeFear };

struct EpochSettings {
  const Learner* learner = nullptr;
  Search search = Search::kPlain;
  std::vector<float> cost;  // [L, L] by gold and predicted label; its diagonal is not read
  double C = 0.0;
  std::int64_t batch = 1;
  bool joint = false;  // one programme over all constraints of a batch
  int threads = 1;
  std::int64_t first_step = 0;             // sentences seen in earlier epochs
  const double* sample_weights = nullptr;  // per sentence of the corpus: how far its step moves
  std::function<bool()> interrupted;       // asked some ten times a second, between batches
  std::int64_t* done = nullptr;            // kept at the number of sentences whose steps were taken
};

// Returns what was counted. Stops early, after a whole batch, where `interrupted` says so: sentences < size then.
Counts run_epoch(const Chain& chain, const Encoded& encoded, const std::int64_t* order, std::int64_t size,
                 const EpochSettings& settings, Weights* weights);

}  // namespace swvm
