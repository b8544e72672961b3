// The chain, decoding and the choice of kernels.
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <tuple>

#include "bindings.hpp"
#include "decode.hpp"
#include "encoded.hpp"

namespace nb = nanobind;

namespace swvm {
namespace {

using IntMatrix = MatrixView<std::int32_t>;

void build_chain(Chain* self, std::int32_t labels, int order, std::array<std::int64_t, kKinds> features,
                 const std::vector<std::tuple<int, std::uint32_t>>& constants, std::optional<IntMatrix> pairs,
                 std::optional<MatrixView<bool>> allowed, std::optional<std::int32_t> start) {
  std::vector<Constant> constant_list;
  for (const auto& [kind, id] : constants) constant_list.push_back({kind, id});
  std::vector<Pair> pair_list;
  if (pairs) {
    if (pairs->shape(1) != 2) throw std::invalid_argument("pairs must be [P, 2]");
    for (std::size_t k = 0; k < pairs->shape(0); ++k) pair_list.push_back({(*pairs)(k, 0), (*pairs)(k, 1)});
    if (pair_list.empty()) throw std::invalid_argument("pairs must not be empty");
  }
  std::vector<std::uint8_t> mask;
  if (allowed) mask.assign(allowed->data(), allowed->data() + allowed->size());
  Chain chain(labels, order, features, std::move(constant_list), std::move(pair_list), mask);
  if (start) chain.open_with(*start);
  new (self) Chain(std::move(chain));
}

void check_weights(const Chain& chain, const MatrixView<float>& weights) {
  if (static_cast<std::int64_t>(weights.shape(0)) != chain.rows() ||
      static_cast<std::int64_t>(weights.shape(1)) != chain.lanes()) {
    throw std::invalid_argument("the weights are not [rows, lanes] of the chain");
  }
}

void check_forced(const Chain& chain, const EncodedArrays& encoded, const ArrayView<std::int32_t>& forced,
                  const std::optional<ArrayView<std::int32_t>>& groups) {
  if (groups && static_cast<std::int32_t>(groups->size()) != chain.labels()) {
    throw std::invalid_argument("groups must hold one number per label");
  }
  if (static_cast<std::int64_t>(forced.size()) != encoded.tokens()) {
    throw std::invalid_argument("forced must hold one number per token");
  }
  for (std::size_t i = 0; i < forced.size(); ++i) {
    if (forced(i) < -1 || (!groups && forced(i) >= chain.labels()))
      throw std::invalid_argument("a forced label is not one of the chain's");
  }
}

nb::typed<nb::tuple, Matrix<std::int32_t>, Matrix<double>> decode_arrays(
    const Chain& chain, const MatrixView<float>& weights, const EncodedArrays& encoded, std::int64_t k_best,
    const std::optional<ArrayView<std::int32_t>>& forced, int threads,
    const std::optional<ArrayView<std::int32_t>>& groups) {
  check_weights(chain, weights);
  encoded.check(chain, false);
  if (k_best < 1) throw std::invalid_argument("k_best must be at least 1");
  if (forced) check_forced(chain, encoded, *forced, groups);
  std::int32_t* labels;
  double* scores;
  auto label_array = new_matrix<std::int32_t>(k_best, encoded.tokens(), &labels);
  auto score_array = new_matrix<double>(k_best, encoded.view().sentences, &scores);
  const DecodeRequest request{k_best, forced ? forced->data() : nullptr, threads, groups ? groups->data() : nullptr};
  {
    nb::gil_scoped_release release;
    decode(chain, weights.data(), encoded.view(), request, labels, scores);
  }
  return nb::typed<nb::tuple, Matrix<std::int32_t>, Matrix<double>>(nb::make_tuple(label_array, score_array));
}

Array<double> score_arrays(const Chain& chain, const MatrixView<float>& weights, const EncodedArrays& encoded,
                           const ArrayView<std::int32_t>& labels) {
  check_weights(chain, weights);
  encoded.check(chain, false);
  if (static_cast<std::int64_t>(labels.size()) != encoded.tokens()) {
    throw std::invalid_argument("labels must hold one number per token");
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (labels(i) < 0 || labels(i) >= chain.labels()) throw std::invalid_argument("a label is not one of the chain's");
  }
  double* scores;
  auto result = new_array<double>(encoded.view().sentences, &scores);
  {
    nb::gil_scoped_release release;
    score_paths(chain, weights.data(), encoded.view(), labels.data(), scores);
  }
  return result;
}

Matrix<std::int32_t> pair_array(const Chain& chain) {
  std::int32_t* data;
  auto result = new_matrix<std::int32_t>(chain.pairs().size(), 2, &data);
  for (const Pair& pair : chain.pairs()) {
    *data++ = pair.first;
    *data++ = pair.second;
  }
  return result;
}

using PerKind = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t>;

template <typename Value>
PerKind per_kind(Value value) {
  return {value(0), value(1), value(2), value(3)};
}

}  // namespace

void bind_engine(nb::module_& m) {
  m.def("instruction_set", &instruction_set, "The instruction set of the kernels: avx2 or base.");
  m.def(
      "use_instruction_set", [](const std::string& name) { return use_instruction_set(name.c_str()); }, nb::arg("name"),
      "Chooses the kernels of later calls; False where this machine does not have the set.");

  nb::class_<Chain>(m, "Chain", "The label space and where the weight of each clique lies.")
      .def("__init__", &build_chain, nb::arg("labels"), nb::arg("order"), nb::arg("features"),
           nb::arg("constants") = std::vector<std::tuple<int, std::uint32_t>>(), nb::arg("pairs") = nb::none(),
           nb::arg("allowed") = nb::none(), nb::arg("start") = nb::none())
      .def_prop_ro("labels", &Chain::labels)
      .def_prop_ro("order", &Chain::order)
      .def_prop_ro("lanes", &Chain::lanes)
      .def_prop_ro("boundary", &Chain::boundary)
      .def_prop_ro("rows", &Chain::rows)
      .def_prop_ro("pairs", &pair_array)
      .def_prop_ro("base", [](const Chain& c) { return per_kind([&c](int kind) { return c.base(kind); }); })
      .def_prop_ro("contexts", [](const Chain& c) { return per_kind([&c](int kind) { return c.contexts(kind); }); })
      .def_prop_ro("features", [](const Chain& c) { return per_kind([&c](int kind) { return c.features(kind); }); });

  nb::class_<EncodedArrays>(m, "EncodedArrays", "The arrays of an encoded corpus, checked.")
      .def(nb::init<ArrayView<std::int64_t>, const std::vector<SpanTuple>&, std::optional<ArrayView<std::int32_t>>,
                    std::vector<EncodedArrays::DenseTuple>>(),
           nb::arg("offsets"), nb::arg("spans"), nb::arg("gold") = nb::none(),
           nb::arg("dense") = std::vector<EncodedArrays::DenseTuple>());

  m.def("decode", &decode_arrays, nb::arg("chain"), nb::arg("weights"), nb::arg("encoded"), nb::arg("k_best") = 1,
        nb::arg("forced") = nb::none(), nb::arg("threads") = 1, nb::arg("groups") = nb::none(),
        "The best labellings: labels [k, tokens], -1 where there are fewer, and scores [k, sentences]. With groups (a "
        "number per label) `forced` names groups.");
  m.def("score_paths", &score_arrays, nb::arg("chain"), nb::arg("weights"), nb::arg("encoded"), nb::arg("labels"),
        "The score of a given labelling of each sentence.");
}

}  // namespace swvm
