// The arrays of swvm.features.Encoded as the core sees them: checked once, kept alive while they are in use.
#pragma once
#include <nanobind/nanobind.h>

#include <array>
#include <optional>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "chain.hpp"

namespace swvm {

using SpanTuple = nanobind::typed<nanobind::tuple, nanobind::object, nanobind::ellipsis>;

class EncodedArrays {
 public:
  struct SpanArrays {
    ArrayView<std::int64_t> starts;
    ArrayView<std::uint32_t> ids;
    std::optional<ArrayView<float>> values;
  };

  // A table, the row of each token in it, and the first of its features.
  using DenseTuple = std::tuple<MatrixView<float>, ArrayView<std::int32_t>, std::int64_t>;

  EncodedArrays(ArrayView<std::int64_t> offsets, const std::vector<SpanTuple>& spans,
                std::optional<ArrayView<std::int32_t>> gold, std::vector<DenseTuple> dense);

  const Encoded& view() const { return view_; }
  std::int64_t tokens() const { return view_.offsets[view_.sentences]; }
  // Throws where a feature or (with `gold`) a label is not one of the chain's.
  void check(const Chain& chain, bool gold) const;

 private:
  void check_span(int kind);
  void check_dense();

  ArrayView<std::int64_t> offsets_;
  std::vector<SpanArrays> spans_;
  std::optional<ArrayView<std::int32_t>> gold_;
  std::vector<DenseTuple> dense_;
  Encoded view_;
  std::array<std::int64_t, kKinds> largest_id_{-1, -1, -1, -1};
  std::int32_t smallest_gold_ = 0, largest_gold_ = -1;
};

}  // namespace swvm
