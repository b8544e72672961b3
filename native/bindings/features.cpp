#include "features.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <stdexcept>

#include "bindings.hpp"
#include "feature_names.hpp"

namespace nb = nanobind;

namespace swvm {

namespace {

template <class T>
using In = nb::ndarray<const T, nb::numpy, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
template <class T>
using Out = nb::ndarray<T, nb::numpy, nb::ndim<1>>;

using SpanArrays = std::tuple<Out<std::int64_t>, Out<std::uint32_t>, std::optional<Out<float>>>;
using OriginArrays = std::pair<Out<std::int64_t>, Out<std::uint16_t>>;

template <class T>
View<T> view(const In<T>& array) {
  if (reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) != 0)
    throw std::invalid_argument("an array is not aligned");
  return {array.data(), array.size()};
}

template <class T>
std::vector<View<T>> views(const std::vector<In<T>>& arrays) {
  std::vector<View<T>> result;
  for (const auto& array : arrays) result.push_back(view(array));
  return result;
}

// The array takes the buffer's memory over.
template <class T>
Out<T> hand_over(Buffer<T>& buffer) {
  const std::size_t size = buffer.size();
  T* data = buffer.release();
  nb::capsule owner(data, [](void* memory) noexcept { std::free(memory); });
  return Out<T>(data, {size}, owner);
}

std::array<SpanArrays, kKinds> hand_over(KindSpans& spans) {
  std::array<SpanArrays, kKinds> result;
  for (int kind = 0; kind < kKinds; ++kind) {
    SpanBuffers& one = spans[kind];
    auto values = one.valued ? std::optional(hand_over(one.values)) : std::nullopt;
    result[kind] = {hand_over(one.starts), hand_over(one.ids), std::move(values)};
  }
  return result;
}

// The column that is a bag, where each token's codes begin, and their values unless all are 1.
using BagArrays = std::tuple<std::size_t, In<std::int64_t>, std::optional<In<float>>>;

Tokens tokens_of(const std::vector<In<std::int32_t>>& codes, const In<std::int64_t>& offsets,
                 const std::vector<BagArrays>& bags) {
  Tokens tokens{views(codes), view(offsets), std::vector<Bag>(codes.size())};
  for (const auto& [column, starts, values] : bags) {
    if (column >= codes.size()) throw std::invalid_argument("a bag's column is out of range");
    tokens.bags[column] = {view(starts), values ? view(*values) : View<float>{}};
    if (values && values->size() != codes[column].size())
      throw std::invalid_argument("a bag does not have a value for each code");
  }
  return tokens;
}

// Keeps the arrays alive that the index reads.
struct BoundIndex {
  BoundIndex(In<std::uint64_t> key_array, In<std::uint32_t> id_array, Counts counts)
      : keys(std::move(key_array)), ids(std::move(id_array)), index(view(keys).data, view(ids).data, size(), counts) {}

  std::size_t size() const {
    if (keys.size() != ids.size()) throw std::invalid_argument("the keys and the ids differ in length");
    return keys.size();
  }

  In<std::uint64_t> keys;
  In<std::uint32_t> ids;
  FeatureIndex index;
};

// Any number of threads encode with one memo; one that makes it grow waits for them.
class BoundMemo {
 public:
  // The boundary values are known from the beginning: a vocabulary may have no codes at all.
  BoundMemo(const Plan& plan, const BoundIndex& index) : plan_(plan), index_(index.index), memo_(plan) {
    grow(std::vector<View<std::uint64_t>>(plan.atom_columns().size()));
  }

  const Plan& plan() const { return plan_; }

  std::vector<std::size_t> codes() const {
    const std::shared_lock lock(mutex_);
    return memo_.codes();
  }

  void grow(const std::vector<View<std::uint64_t>>& hashes) {
    const std::unique_lock lock(mutex_);
    grow_memo(plan_, index_, hashes, memo_);
  }

  KindSpans encode(const Tokens& tokens) const {
    const std::shared_lock lock(mutex_);
    check_tokens(plan_, memo_.codes(), tokens);
    return swvm::encode(plan_, memo_, index_, tokens);
  }

 private:
  const Plan& plan_;
  const FeatureIndex& index_;
  Memo memo_;
  mutable std::shared_mutex mutex_;
};

Plan make_plan(In<std::uint64_t> hashes, In<std::uint8_t> kinds, In<std::int64_t> starts, In<std::uint32_t> atoms,
               In<std::int32_t> offsets, In<std::uint32_t> atom_columns, std::size_t columns, std::size_t silent) {
  const std::size_t count = hashes.size();
  if (kinds.size() != count || starts.size() != count + 1 || atoms.size() != offsets.size())
    throw std::invalid_argument("the arrays of the templates differ in length");
  std::vector<Template> templates(count);
  for (std::size_t t = 0; t < count; ++t) {
    const std::int64_t begin = starts.data()[t], end = starts.data()[t + 1];
    if (begin < 0 || end < begin || static_cast<std::size_t>(end) > atoms.size())
      throw std::invalid_argument("the starts of the observations are wrong");
    templates[t] = {hashes.data()[t], kinds.data()[t], {}};
    for (std::int64_t k = begin; k < end; ++k)
      templates[t].observations.push_back({atoms.data()[k], offsets.data()[k]});
  }
  for (std::size_t t = count - std::min(silent, count); t < count; ++t) {
    if (templates[t].kind != 0 || !templates[t].observations.empty())
      throw std::invalid_argument("a silent template names t[i] alone");
    templates[t].silent = true;
  }
  return Plan(std::move(templates), {atom_columns.data(), atom_columns.data() + atom_columns.size()}, columns);
}

// One array for each atom; those of one column are equally long.
std::vector<View<std::uint64_t>> atom_views(const Plan& plan, const std::vector<In<std::uint64_t>>& arrays) {
  const auto& columns = plan.atom_columns();
  if (arrays.size() != columns.size()) throw std::invalid_argument("there must be one array of hashes for each atom");
  std::vector<std::int64_t> sizes(plan.columns(), -1);
  for (std::size_t atom = 0; atom < arrays.size(); ++atom) {
    const auto size = static_cast<std::int64_t>(arrays[atom].size());
    std::int64_t& known = sizes[columns[atom]];
    if (known >= 0 && known != size) throw std::invalid_argument("the atoms of a column differ in length");
    known = size;
  }
  return views(arrays);
}

using LearnedArrays =
    std::tuple<std::unique_ptr<BoundIndex>, std::array<SpanArrays, kKinds>, std::array<OriginArrays, kKinds>>;

LearnedArrays bound_learn(const Plan& plan, const BoundIndex* base, const std::vector<In<std::uint64_t>>& hashes,
                          const std::vector<In<std::int32_t>>& codes, In<std::int64_t> offsets, std::uint32_t minimum,
                          const std::vector<BagArrays>& bags) {
  const auto atoms = atom_views(plan, hashes);
  const Tokens tokens = tokens_of(codes, offsets, bags);
  Learned learned;
  {
    nb::gil_scoped_release unlocked;
    learned = learn(plan, base == nullptr ? nullptr : &base->index, atoms, tokens, minimum);
  }
  std::array<OriginArrays, kKinds> origins;
  for (int kind = 0; kind < kKinds; ++kind)
    origins[kind] = {hand_over(learned.origins[kind].positions), hand_over(learned.origins[kind].templates)};
  const auto keys = nb::cast<In<std::uint64_t>>(nb::cast(hand_over(learned.index.keys)));
  const auto ids = nb::cast<In<std::uint32_t>>(nb::cast(hand_over(learned.index.ids)));
  return {std::make_unique<BoundIndex>(keys, ids, learned.counts), hand_over(learned.spans), std::move(origins)};
}

std::array<SpanArrays, kKinds> bound_encode(const BoundMemo& memo, const std::vector<In<std::int32_t>>& codes,
                                            In<std::int64_t> offsets, const std::vector<BagArrays>& bags) {
  const Tokens tokens = tokens_of(codes, offsets, bags);
  KindSpans spans;
  {
    nb::gil_scoped_release unlocked;
    spans = memo.encode(tokens);
  }
  return hand_over(spans);
}

using NameArrays = std::tuple<Out<std::uint8_t>, Out<std::int64_t>, Out<std::uint16_t>>;
using Texts = std::pair<nb::bytes, In<std::int64_t>>;

NameArrays bound_names(const Plan& plan, const BoundIndex& index, int kind, const std::vector<Texts>& values,
                       std::vector<std::vector<std::string>> pieces, const std::vector<In<std::int32_t>>& codes,
                       In<std::int64_t> offsets, std::uint32_t first_id, In<std::int64_t> positions,
                       In<std::uint16_t> templates, const std::vector<BagArrays>& bags) {
  if (kind < 0 || kind >= kKinds) throw std::invalid_argument("a kind is 0, 1, 2 or 3");
  NameSources sources{{}, std::move(pieces)};
  for (const auto& [blob, ends] : values) sources.atoms.push_back({blob.c_str(), blob.size(), view(ends)});
  const Tokens tokens = tokens_of(codes, offsets, bags);
  const auto met = view(positions);
  const auto by = view(templates);
  Names names;
  {
    nb::gil_scoped_release unlocked;
    names = feature_names(plan, index.index, kind, sources, tokens, first_id, met, by);
  }
  return {hand_over(names.blob), hand_over(names.offsets), hand_over(names.templates)};
}

}  // namespace

void bind_features(nb::module_& m) {
  m.def("keep_freed_memory", &keep_freed_memory,
        "Lets this process keep freed memory for what it does next, where the C library has a say in that.");
  nb::class_<Plan>(m, "FeaturePlan", "Templates compiled for the encoder; kinds and observations in flat arrays.")
      .def(
          "__init__",
          [](Plan* self, In<std::uint64_t> hashes, In<std::uint8_t> kinds, In<std::int64_t> starts,
             In<std::uint32_t> atoms, In<std::int32_t> offsets, In<std::uint32_t> atom_columns, std::size_t columns,
             std::size_t silent) {
            new (self) Plan(make_plan(hashes, kinds, starts, atoms, offsets, atom_columns, columns, silent));
          },
          nb::arg("hashes"), nb::arg("kinds"), nb::arg("starts"), nb::arg("atoms"), nb::arg("offsets"),
          nb::arg("atom_columns"), nb::arg("columns"), nb::arg("silent") = 0);

  nb::class_<BoundIndex>(m, "FeatureIndex", "Keys and ids of an open-addressing table, read in place.")
      .def(nb::init<In<std::uint64_t>, In<std::uint32_t>, Counts>(), nb::arg("keys").noconvert(),
           nb::arg("ids").noconvert(), nb::arg("counts"))
      .def_ro("keys", &BoundIndex::keys)
      .def_ro("ids", &BoundIndex::ids)
      .def_prop_ro("counts", [](const BoundIndex& self) { return self.index.counts(); })
      .def(
          "find",
          [](const BoundIndex& self, std::uint64_t key, int kind) -> std::optional<std::uint32_t> {
            if (kind < 0 || kind >= kKinds) throw std::invalid_argument("a kind is 0, 1, 2 or 3");
            const std::uint32_t id = self.index.find(nonzero(key), kind);
            return id == kAbsent ? std::nullopt : std::optional<std::uint32_t>(id);
          },
          nb::arg("key"), nb::arg("kind"), "The id of a key, or None.");

  nb::class_<BoundMemo>(m, "FeatureMemo", "What an index says about one vocabulary; shared by threads.")
      .def(nb::init<const Plan&, const BoundIndex&>(), nb::arg("plan"), nb::arg("index"), nb::keep_alive<1, 2>(),
           nb::keep_alive<1, 3>())
      .def_prop_ro("codes", &BoundMemo::codes, "The number of codes known, for each column.")
      .def(
          "grow",
          [](BoundMemo& self, const std::vector<In<std::uint64_t>>& hashes) {
            const auto atoms = atom_views(self.plan(), hashes);
            nb::gil_scoped_release unlocked;
            self.grow(atoms);
          },
          nb::arg("hashes"), "Adds codes: for each atom the hashes of the codes not yet known.")
      .def("encode", &bound_encode, nb::arg("codes"), nb::arg("offsets"), nb::arg("bags") = std::vector<BagArrays>(),
           "For each kind: starts, ids, and values unless all are 1.");

  m.def("feature_names", &bound_names, nb::arg("plan"), nb::arg("index"), nb::arg("kind"), nb::arg("values"),
        nb::arg("pieces"), nb::arg("codes"), nb::arg("offsets"), nb::arg("first_id"), nb::arg("positions"),
        nb::arg("templates"), nb::arg("bags") = std::vector<BagArrays>(),
        "Names of features of one kind, from where they were first met: bytes, offsets, templates.");

  m.def(
      "learn_features", &bound_learn, nb::arg("plan"), nb::arg("base").none(), nb::arg("hashes"), nb::arg("codes"),
      nb::arg("offsets"), nb::arg("minimum_count"), nb::arg("bags") = std::vector<BagArrays>(),
      "Encodes and gives ids to unseen features: the index, the spans, the new features' first places and templates.");
}

}  // namespace swvm
