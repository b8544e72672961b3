#include "decode.hpp"

#include <algorithm>
#include <memory>
#include <vector>

#include "crew.hpp"
#include "viterbi.hpp"

namespace swvm {
namespace {

constexpr std::int64_t kSentencesPerItem = 64;

class Reader {
 public:
  Reader(const Chain& chain, const float* weights, const Encoded& encoded, const DecodeRequest& request,
         std::int32_t* labels, double* scores)
      : weights_(weights),
        encoded_(encoded),
        request_(request),
        labels_(labels),
        scores_(scores),
        lattice_(chain),
        decoder_(lattice_) {
    lattice_.share(weights);
  }

  void read(std::int64_t sentence) {
    const std::int64_t offset = encoded_.offsets[sentence], n = encoded_.length(sentence);
    const std::int64_t next = sentence + 1 < encoded_.sentences ? sentence + 1 : -1;
    lattice_.fill(weights_, encoded_, sentence, next);
    decoder_.force(request_.forced == nullptr ? nullptr : request_.forced + offset, request_.groups);
    if (request_.k_best == 1) {
      double score = kForbidden;
      const bool found = decoder_.best(labels_ + offset, &score);
      scores_[sentence] = found ? score : kForbidden;
      if (!found) std::fill(labels_ + offset, labels_ + offset + n, -1);
      return;
    }
    decoder_.k_best(request_.k_best, &paths_);
    const std::int64_t tokens = encoded_.offsets[encoded_.sentences];
    for (std::int64_t k = 0; k < request_.k_best; ++k) {
      std::int32_t* out = labels_ + k * tokens + offset;
      const bool found = k < static_cast<std::int64_t>(paths_.size());
      scores_[k * encoded_.sentences + sentence] = found ? paths_[k].score : kForbidden;
      if (found) {
        std::copy(paths_[k].labels.begin(), paths_[k].labels.end(), out);
      } else {
        std::fill(out, out + n, -1);
      }
    }
  }

 private:
  const float* weights_;
  const Encoded& encoded_;
  const DecodeRequest& request_;
  std::int32_t* labels_;
  double* scores_;
  Lattice lattice_;
  Decoder decoder_;
  std::vector<Path> paths_;
};

}  // namespace

void decode(const Chain& chain, const float* weights, const Encoded& encoded, const DecodeRequest& request,
            std::int32_t* labels, double* scores) {
  const std::int64_t items = (encoded.sentences + kSentencesPerItem - 1) / kSentencesPerItem;
  Crew crew(static_cast<int>(std::max<std::int64_t>(1, std::min<std::int64_t>(request.threads, items))));
  std::vector<std::unique_ptr<Reader>> readers;
  for (int k = 0; k < crew.workers(); ++k) {
    readers.push_back(std::make_unique<Reader>(chain, weights, encoded, request, labels, scores));
  }
  crew.run(items, [&](int worker, std::int64_t item) {
    const std::int64_t last = std::min((item + 1) * kSentencesPerItem, encoded.sentences);
    for (std::int64_t sentence = item * kSentencesPerItem; sentence < last; ++sentence) {
      readers[worker]->read(sentence);
    }
  });
}

void score_paths(const Chain& chain, const float* weights, const Encoded& encoded, const std::int32_t* labels,
                 double* scores) {
  Lattice lattice(chain);
  lattice.share(weights);
  for (std::int64_t sentence = 0; sentence < encoded.sentences; ++sentence) {
    lattice.fill(weights, encoded, sentence, -1);
    scores[sentence] = lattice.score(labels + encoded.offsets[sentence]);
  }
}

}  // namespace swvm
