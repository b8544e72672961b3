// Sums over all labellings: marginals, the log partition, the lead of a mention.
#include "marginals.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <optional>
#include <stdexcept>

#include "bindings.hpp"
#include "encoded.hpp"

namespace nb = nanobind;

namespace swvm {
namespace {

// Which labels are mentions, and the mentions that are asked for.
class MentionArrays {
 public:
  MentionArrays(MatrixView<std::int64_t> mentions, MatrixView<bool> starts, MatrixView<bool> ends,
                ArrayView<std::int32_t> types)
      : mentions_(mentions), starts_(starts), ends_(ends), types_(types) {}

  void check(const Chain& chain, const Encoded& encoded) const {
    const std::size_t side = static_cast<std::size_t>(chain.labels()) + 1;
    for (const auto* table : {&starts_, &ends_}) {
      if (table->shape(0) != side || table->shape(1) != side) {
        throw std::invalid_argument("starts and ends must be [L+1, L+1]");
      }
    }
    if (types_.size() + 1 != side) throw std::invalid_argument("types must hold one number per label");
    if (mentions_.shape(1) != 4) throw std::invalid_argument("mentions must be [M, 4]");
    std::int64_t before = 0;
    for (std::size_t k = 0; k < mentions_.shape(0); ++k) {
      const std::int64_t sentence = mentions_(k, 0);
      if (sentence < before || sentence >= encoded.sentences) {
        throw std::invalid_argument("mentions must go by sentences, from the first to the last");
      }
      before = sentence;
      if (mentions_(k, 1) < encoded.offsets[sentence] || mentions_(k, 1) >= mentions_(k, 2) ||
          mentions_(k, 2) > encoded.offsets[sentence + 1]) {
        throw std::invalid_argument("a mention does not lie in its sentence");
      }
      if (mentions_(k, 3) < 0 || mentions_(k, 3) > INT32_MAX) throw std::invalid_argument("a mention has no type");
    }
  }

  std::size_t count() const { return mentions_.shape(0); }

  void hand_to(MarginalRequest* request) const {
    request->rule = {starts_.data(), ends_.data(), types_.data()};
    request->mentions = mentions_.data();
    request->mention_count = static_cast<std::int64_t>(count());
  }

 private:
  MatrixView<std::int64_t> mentions_;
  MatrixView<bool> starts_, ends_;
  ArrayView<std::int32_t> types_;
};

// How the labels of the chain are read as those of another scheme.
class ReadingArrays {
 public:
  ReadingArrays(MatrixView<bool> begins, MatrixView<bool> ends, MatrixView<std::int32_t> table, std::int32_t outputs)
      : begins_(begins), ends_(ends), table_(table), reading_{begins.data(), ends.data(), table.data(), outputs} {}

  const LabelReading& checked(const Chain& chain) const {
    const std::size_t side = static_cast<std::size_t>(chain.labels()) + 1;
    for (const auto* flags : {&begins_, &ends_}) {
      if (flags->shape(0) != side || flags->shape(1) != side) {
        throw std::invalid_argument("begins and ends must be [L+1, L+1]");
      }
    }
    if (table_.shape(0) + 1 != side || table_.shape(1) != 4) throw std::invalid_argument("the table must be [L, 4]");
    if (reading_.outputs < 1) throw std::invalid_argument("there must be a label that comes out");
    for (std::size_t k = 0; k < table_.size(); ++k) {
      if (table_.data()[k] < -1 || table_.data()[k] >= reading_.outputs) {
        throw std::invalid_argument("the table names a label that does not come out");
      }
    }
    return reading_;
  }

 private:
  MatrixView<bool> begins_, ends_;
  MatrixView<std::int32_t> table_;
  LabelReading reading_;
};

using Labels = std::optional<ArrayView<std::int32_t>>;
using Results = nb::typed<nb::tuple, Array<double>, Matrix<double>, Matrix<double>>;

void check(const Chain& chain, const MatrixView<float>& weights, const EncodedArrays& encoded, double temperature,
           const Labels& forced, const Labels& groups) {
  if (static_cast<std::int64_t>(weights.shape(0)) != chain.rows() ||
      static_cast<std::int64_t>(weights.shape(1)) != chain.lanes()) {
    throw std::invalid_argument("the weights are not [rows, lanes] of the chain");
  }
  encoded.check(chain, false);
  if (!(temperature >= 0.0) || !std::isfinite(temperature)) {
    throw std::invalid_argument("the temperature must be a number from 0");
  }
  if (groups && static_cast<std::int64_t>(groups->size()) != chain.labels()) {
    throw std::invalid_argument("groups must hold one number per label");
  }
  if (!forced) return;
  if (static_cast<std::int64_t>(forced->size()) != encoded.tokens()) {
    throw std::invalid_argument("forced must hold one number per token");
  }
  for (std::size_t i = 0; i < forced->size(); ++i) {
    if (!groups && ((*forced)(i) < -1 || (*forced)(i) >= chain.labels())) {
      throw std::invalid_argument("a forced label is not one of the chain's");
    }
  }
}

Results marginal_arrays(const Chain& chain, const MatrixView<float>& weights, const EncodedArrays& encoded,
                        double temperature, const Labels& forced, const Labels& groups, const MentionArrays* mentions,
                        const ReadingArrays* reading, bool tokens, int threads) {
  check(chain, weights, encoded, temperature, forced, groups);
  if (mentions != nullptr) mentions->check(chain, encoded.view());
  MarginalRequest request;
  request.temperature = temperature;
  request.forced = {forced ? forced->data() : nullptr, groups ? groups->data() : nullptr};
  request.reading = reading == nullptr ? nullptr : &reading->checked(chain);
  request.threads = threads;
  if (mentions != nullptr) mentions->hand_to(&request);
  MarginalResult result;
  auto totals = new_array<double>(encoded.view().sentences, &result.totals);
  const std::int32_t width = reading == nullptr ? chain.labels() : request.reading->outputs;
  auto marginals = new_matrix<double>(tokens ? encoded.tokens() : 0, width, &result.marginals);
  auto leads = new_matrix<double>(2, request.mention_count, &result.leads);
  if (!tokens) result.marginals = nullptr;
  {
    nb::gil_scoped_release release;
    find_marginals(chain, weights.data(), encoded.view(), request, result);
  }
  return Results(nb::make_tuple(totals, marginals, leads));
}

}  // namespace

void bind_marginals(nb::module_& m) {
  nb::class_<MentionArrays>(m, "MentionArrays", "Mentions [M, 4] and the rule by which labels are read as mentions.")
      .def(nb::init<MatrixView<std::int64_t>, MatrixView<bool>, MatrixView<bool>, ArrayView<std::int32_t>>(),
           nb::arg("mentions"), nb::arg("starts"), nb::arg("ends"), nb::arg("types"));
  nb::class_<ReadingArrays>(m, "ReadingArrays", "How the labels of a chain come out as those of another scheme.")
      .def(nb::init<MatrixView<bool>, MatrixView<bool>, MatrixView<std::int32_t>, std::int32_t>(), nb::arg("begins"),
           nb::arg("ends"), nb::arg("table"), nb::arg("outputs"));
  m.def("marginals", &marginal_arrays, nb::arg("chain"), nb::arg("weights"), nb::arg("encoded"), nb::arg("temperature"),
        nb::arg("forced") = nb::none(), nb::arg("groups") = nb::none(), nb::arg("mentions") = nb::none(),
        nb::arg("reading") = nb::none(), nb::arg("tokens") = true, nb::arg("threads") = 1,
        "Log partitions [sentences], -infinity where there is no labelling; marginals [tokens, L]; leads of mentions "
        "and their shares [2, M]. With temperature 0: the best scores, how far each label is behind, leads of maxima.");
}

}  // namespace swvm
