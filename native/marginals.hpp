// Marginals and leads of mentions for a whole encoded corpus, its sentences shared out to threads.
#pragma once
#include <cstdint>

#include "sums.hpp"

namespace swvm {

struct MarginalRequest {
  double temperature = 1.0;  // 0: the limit, in which sums are maxima
  Forced forced;             // by token
  int threads = 1;
  const LabelReading* reading = nullptr;  // marginals of what comes out in place of the chain's labels
  MentionRule rule;
  const std::int64_t* mentions = nullptr;  // [count, 4]: sentence (rising), first token, token behind the last, type
  std::int64_t mention_count = 0;
};

// Any of the results may be nullptr: totals [sentences]; marginals [tokens, L or outputs]; leads and their shares [2,
// mentions].
struct MarginalResult {
  double* totals = nullptr;
  double* marginals = nullptr;
  double* leads = nullptr;
};

void find_marginals(const Chain& chain, const float* weights, const Encoded& encoded, const MarginalRequest& request,
                    const MarginalResult& result);

}  // namespace swvm
