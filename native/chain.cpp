#include "chain.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace swvm {

static void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

Chain::Chain(std::int32_t labels, int order, std::array<std::int64_t, kKinds> features, std::vector<Constant> constants,
             std::vector<Pair> pairs, const std::vector<std::uint8_t>& allowed)
    : labels_(labels), start_(labels), order_(order), features_(features) {
  require(labels >= 1 && labels <= 32000, "a chain has 1 to 32,000 labels");
  require(order == 1 || order == 2, "the order of a chain is 1 or 2");
  require(order == 2 || pairs.empty(), "only a second-order chain has pairs");
  require(order == 2 || features[kT_T] + features[kTTT] == 0, "features of t[i-2] need a second-order chain");
  lanes_ = (labels + 1 + 7) / 8 * 8;
  if (order == 2) number_pairs(std::move(pairs));
  contexts_ = {1, labels + 1, labels + 1, static_cast<std::int64_t>(pairs_.size())};
  for (int kind = 0; kind < kKinds; ++kind) {
    require(features[kind] >= 0 && features[kind] < (std::int64_t{1} << 32), "a kind has at most 2^32 features");
    base_[kind] = rows_;
    rows_ += features[kind] * contexts_[kind];
  }
  for (const Constant& constant : constants) {
    require(constant.kind >= 0 && constant.kind < kKinds, "the kind of a constant is 0 to 3");
    require(constant.id < features[constant.kind], "a constant is not among the features of its kind");
    constants_[constant.kind].push_back(constant.id);
  }
  build_mask(allowed);
}

void Chain::open_with(std::int32_t label) {
  require(order_ == 1, "only a first-order chain can open with a label");
  require(label >= 0 && label < labels_, "the label before a sentence is not one of the chain's");
  start_ = label;
}

void Chain::number_pairs(std::vector<Pair> pairs) {
  const std::int32_t side = labels_ + 1;
  require(labels_ <= 1000, "a second-order chain has at most 1,000 labels");
  if (pairs.empty()) {
    for (std::int32_t p = 0; p < side; ++p) {
      for (std::int32_t q = 0; q < labels_; ++q) pairs.push_back({p, q});
    }
    pairs.push_back({labels_, labels_});
  }
  std::sort(pairs.begin(), pairs.end(),
            [](Pair a, Pair b) { return std::make_pair(a.first, a.second) < std::make_pair(b.first, b.second); });
  pairs_ = std::move(pairs);
  pair_rows_.assign(static_cast<std::size_t>(side) * side, -1);
  before_.assign(side, {});
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    const Pair pair = pairs_[k];
    require(pair.first >= 0 && pair.first < side && pair.second >= 0 && pair.second < side, "a pair names no label");
    std::int32_t& row = pair_rows_[pair.first * side + pair.second];
    require(row < 0, "a pair of the chain stands twice");
    row = static_cast<std::int32_t>(k);
    if (pair.first < labels_) before_[pair.second].push_back({pair.first, row});
  }
  require(pair(labels_, labels_) >= 0, "the chain lacks the pair of two boundaries, with which every sentence begins");
}

void Chain::build_mask(const std::vector<std::uint8_t>& allowed) {
  const std::int32_t side = labels_ + 1;
  require(allowed.empty() || allowed.size() == static_cast<std::size_t>(side) * side,
          "the mask of transitions is [L+1, L+1]");
  mask_.assign(static_cast<std::size_t>(side) * lanes_, 0.0f);
  for (std::int32_t p = 0; p < side; ++p) {
    for (std::int32_t q = 0; q < side; ++q) {
      const bool masked = !allowed.empty() && allowed[p * side + q] == 0;
      const bool lacking = order_ == 2 && q < labels_ && pair(p, q) < 0;
      if (masked || lacking) mask_[p * lanes_ + q] = kForbidden;
    }
  }
}

}  // namespace swvm
