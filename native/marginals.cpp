#include "marginals.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "crew.hpp"
#include "elementary.hpp"

namespace swvm {
namespace {

constexpr std::int64_t kSentencesPerItem = 64;
constexpr std::int64_t kMentionFields = 4;

class Reader {
 public:
  Reader(const Chain& chain, const float* weights, const Encoded& encoded, const MarginalRequest& request,
         const MarginalResult& result)
      : weights_(weights),
        encoded_(encoded),
        request_(request),
        result_(result),
        lattice_(chain),
        sums_(lattice_, request.temperature) {
    lattice_.share(weights);
    sums_.share();
  }

  void read(std::int64_t sentence) {
    const std::int64_t offset = encoded_.offsets[sentence];
    const std::int64_t next = sentence + 1 < encoded_.sentences ? sentence + 1 : -1;
    lattice_.fill(weights_, encoded_, sentence, next);
    Forced forced = request_.forced;
    if (forced.labels != nullptr) forced.labels += offset;
    sums_.run(encoded_, forced);
    result_.totals[sentence] = sums_.total();
    if (sums_.total() == kForbidden) return;  // no labelling: the caller sees it in the totals
    if (result_.marginals != nullptr && request_.reading == nullptr) {
      sums_.labels(result_.marginals + offset * lattice_.chain().labels());
    } else if (result_.marginals != nullptr) {
      sums_.read_labels(*request_.reading, result_.marginals + offset * request_.reading->outputs);
    }
    for (std::int64_t k = first_mention(sentence); k < request_.mention_count; ++k) {
      const std::int64_t* fields = request_.mentions + k * kMentionFields;
      if (fields[0] != sentence) break;
      const Mention mention{fields[1] - offset, fields[2] - offset, static_cast<std::int32_t>(fields[3])};
      const double lead = sums_.lead(request_.rule, mention);
      result_.leads[k] = lead;
      result_.leads[request_.mention_count + k] = share(lead);
    }
  }

 private:
  // 1 / (1 + exp(-lead)).
  static double share(double lead) {
    const double small = exp_below(lead > 0.0 ? -lead : lead);
    return (lead > 0.0 ? 1.0 : small) / (1.0 + small);
  }

  std::int64_t first_mention(std::int64_t sentence) const {
    std::int64_t low = 0, high = request_.mention_count;
    while (low < high) {
      const std::int64_t middle = (low + high) / 2;
      request_.mentions[middle * kMentionFields] < sentence ? low = middle + 1 : high = middle;
    }
    return low;
  }

  const float* weights_;
  const Encoded& encoded_;
  const MarginalRequest& request_;
  const MarginalResult& result_;
  Lattice lattice_;
  LabellingSums sums_;
};

}  // namespace

void find_marginals(const Chain& chain, const float* weights, const Encoded& encoded, const MarginalRequest& request,
                    const MarginalResult& result) {
  const std::int64_t items = (encoded.sentences + kSentencesPerItem - 1) / kSentencesPerItem;
  Crew crew(static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(request.threads, items))));
  std::vector<std::unique_ptr<Reader>> readers;
  for (int k = 0; k < crew.workers(); ++k) {
    readers.push_back(std::make_unique<Reader>(chain, weights, encoded, request, result));
  }
  crew.run(items, [&](int worker, std::int64_t item) {
    const std::int64_t last = std::min((item + 1) * kSentencesPerItem, encoded.sentences);
    for (std::int64_t sentence = item * kSentencesPerItem; sentence < last; ++sentence) {
      readers[worker]->read(sentence);
    }
  });
}

}  // namespace swvm
