// Labels for a whole encoded corpus, its sentences shared out to threads.
#pragma once
#include <cstdint>

#include "chain.hpp"

namespace swvm {

struct DecodeRequest {
  std::int64_t k_best = 1;
  const std::int32_t* forced = nullptr;  // per token; -1: free
  int threads = 1;
  const std::int32_t* groups = nullptr;  // per label; with it, `forced` names groups of labels
};

// labels [k, tokens] (-1 where a sentence has fewer paths), scores [k, sentences] (-infinity there).
void decode(const Chain& chain, const float* weights, const Encoded& encoded, const DecodeRequest& request,
            std::int32_t* labels, double* scores);

// The scores of given labellings, [sentences]; -infinity for one that the chain does not allow.
void score_paths(const Chain& chain, const float* weights, const Encoded& encoded, const std::int32_t* labels,
                 double* scores);

}  // namespace swvm
