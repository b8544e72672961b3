#include "encoded.hpp"

#include <algorithm>
#include <stdexcept>

namespace nb = nanobind;

namespace swvm {

static void require(bool condition, const char* message) {
  if (!condition) throw std::invalid_argument(message);
}

// Rising from 0 to `last`.
static bool rising(const ArrayView<std::int64_t>& starts, std::int64_t last) {
  const std::int64_t* first = starts.data();
  const std::int64_t* end = first + starts.size();
  return starts.size() > 0 && first[0] == 0 && end[-1] == last && std::is_sorted(first, end);
}

EncodedArrays::EncodedArrays(ArrayView<std::int64_t> offsets, const std::vector<SpanTuple>& spans,
                             std::optional<ArrayView<std::int32_t>> gold, std::vector<DenseTuple> dense)
    : offsets_(std::move(offsets)), gold_(std::move(gold)), dense_(std::move(dense)) {
  require(offsets_.size() > 0, "offsets must hold at least one number");
  const std::int64_t tokens = offsets_(offsets_.size() - 1);
  require(rising(offsets_, tokens), "offsets must rise from 0");
  view_.offsets = offsets_.data();
  view_.sentences = static_cast<std::int64_t>(offsets_.size()) - 1;
  require(spans.size() == kKinds, "spans must hold four kinds");
  for (int kind = 0; kind < kKinds; ++kind) {
    const nb::tuple& span = spans[kind];
    require(span.size() == 2 || span.size() == 3, "a span holds starts, ids and perhaps values");
    SpanArrays arrays{nb::cast<ArrayView<std::int64_t>>(span[0]), nb::cast<ArrayView<std::uint32_t>>(span[1]), {}};
    if (span.size() == 3 && !span[2].is_none()) arrays.values = nb::cast<ArrayView<float>>(span[2]);
    spans_.push_back(std::move(arrays));
    check_span(kind);
  }
  check_dense();
  if (gold_) {
    require(static_cast<std::int64_t>(gold_->size()) == tokens, "gold must hold one label per token");
    view_.gold = gold_->data();
    for (std::size_t i = 0; i < gold_->size(); ++i) {
      smallest_gold_ = std::min(smallest_gold_, view_.gold[i]);
      largest_gold_ = std::max(largest_gold_, view_.gold[i]);
    }
  }
}

void EncodedArrays::check_span(int kind) {
  const SpanArrays& arrays = spans_[kind];
  const std::int64_t positions = tokens() + (kind == kT ? 0 : view_.sentences);
  const auto count = static_cast<std::int64_t>(arrays.ids.size());
  require(static_cast<std::int64_t>(arrays.starts.size()) == positions + 1,
          "starts must hold one number per position, and one");
  require(rising(arrays.starts, count), "starts must rise from 0 to the number of ids");
  require(!arrays.values || static_cast<std::int64_t>(arrays.values->size()) == count, "values must be as many as ids");
  const std::uint32_t* ids = arrays.ids.data();
  largest_id_[kind] = count > 0 ? static_cast<std::int64_t>(kernels_for(8).largest(ids, count)) : -1;
  view_.spans[kind] = {arrays.starts.data(), ids, arrays.values ? arrays.values->data() : nullptr, count == 0};
}

void EncodedArrays::check_dense() {
  for (const auto& [table, rows, first] : dense_) {
    const auto height = static_cast<std::int64_t>(table.shape(0)), width = static_cast<std::int64_t>(table.shape(1));
    require(static_cast<std::int64_t>(rows.size()) == tokens(), "a table of vectors needs a row number for each token");
    for (std::size_t i = 0; i < rows.size(); ++i) require(rows(i) >= -1 && rows(i) < height, "a vector is not there");
    require(first >= 0, "the first feature of a table of vectors is negative");
    largest_id_[kT] = std::max(largest_id_[kT], first + width - 1);
    view_.dense.push_back({table.data(), rows.data(), width, first});
  }
}

void EncodedArrays::check(const Chain& chain, bool gold) const {
  for (int kind = 0; kind < kKinds; ++kind) {
    require(largest_id_[kind] < chain.features(kind), "a feature id is beyond the features of the chain");
  }
  if (!gold) return;
  require(view_.gold != nullptr, "gold labels are needed here");
  require(smallest_gold_ >= 0 && largest_gold_ < chain.labels(), "a gold label is not one of the chain's");
}

}  // namespace swvm
