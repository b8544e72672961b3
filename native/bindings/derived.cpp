#include "derived.hpp"

#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"

namespace nb = nanobind;

namespace swvm {

namespace {

using Keys = ArrayView<std::uint64_t>;
using Numbers = ArrayView<std::uint32_t>;
using Codes = ArrayView<std::int32_t>;
using Offsets = ArrayView<std::int64_t>;

template <class T>
const T* aligned(const ArrayView<T>& array) {
  if (reinterpret_cast<std::uintptr_t>(array.data()) % alignof(T) != 0)
    throw std::invalid_argument("an array is not aligned");
  return array.data();
}

Sentences sentences_of(const Offsets& offsets, std::size_t tokens) {
  if (offsets.size() == 0) throw std::invalid_argument("offsets begin with 0");
  const std::int64_t* at = aligned(offsets);
  std::int64_t before = 0;
  for (std::size_t s = 0; s < offsets.size(); ++s) {
    if (at[s] < before) throw std::invalid_argument("offsets do not rise");
    before = at[s];
  }
  if (at[0] != 0 || before != static_cast<std::int64_t>(tokens))
    throw std::invalid_argument("offsets must reach from 0 to the number of tokens");
  return {at, offsets.size() - 1};
}

void check_codes(const Codes& codes, std::size_t count) {
  const std::int32_t* at = aligned(codes);
  bool fits = true;
  for (std::size_t k = 0; k < codes.size(); ++k) fits = fits && static_cast<std::uint32_t>(at[k]) < count;
  if (!fits) throw std::invalid_argument("a code without a hash");
}

// Keeps the arrays alive that the table reads.
class KeyTable {
 public:
  KeyTable(Keys keys, Numbers numbers, std::uint32_t count)
      : keys_(std::move(keys)),
        numbers_(std::move(numbers)),
        table_(aligned(keys_), aligned(numbers_), size(), Counts{count, 0, 0, 0}) {}

  const FeatureIndex& table() const { return table_; }

 private:
  std::size_t size() const {
    if (keys_.size() != numbers_.size()) throw std::invalid_argument("the keys and the numbers differ in length");
    return keys_.size();
  }

  Keys keys_;
  Numbers numbers_;
  FeatureIndex table_;
};

using SeenArrays = std::vector<std::tuple<Keys, Codes, std::int32_t>>;

Array<std::uint64_t> bound_conjunction(const SeenArrays& arrays, const Offsets& offsets) {
  if (arrays.empty()) throw std::invalid_argument("a conjunction observes something");
  const std::size_t tokens = std::get<1>(arrays[0]).size();
  const Sentences sentences = sentences_of(offsets, tokens);
  std::vector<SeenColumn> seen;
  for (const auto& [hashes, codes, offset] : arrays) {
    if (codes.size() != tokens) throw std::invalid_argument("the columns differ in length");
    check_codes(codes, hashes.size());
    seen.push_back({aligned(hashes), codes.data(), offset});
  }
  std::uint64_t* keys = nullptr;
  auto result = new_array(tokens, &keys);
  {
    const nb::gil_scoped_release unlocked;
    conjunction_keys(seen, sentences, keys);
  }
  return result;
}

Array<std::uint64_t> bound_prefixes(const Keys& hashes, const Codes& codes, const Offsets& offsets) {
  const Sentences sentences = sentences_of(offsets, codes.size());
  check_codes(codes, hashes.size());
  std::uint64_t* keys = nullptr;
  auto result = new_array(codes.size(), &keys);
  {
    const nb::gil_scoped_release unlocked;
    prefix_keys(aligned(hashes), codes.data(), sentences, keys);
  }
  return result;
}

std::pair<Array<std::uint64_t>, Array<std::uint32_t>> bound_build(const Keys& keys, const Numbers& numbers) {
  if (keys.size() != numbers.size()) throw std::invalid_argument("the keys and the numbers differ in length");
  const std::uint64_t* given = aligned(keys);
  const std::uint32_t* of = aligned(numbers);
  KeyArrays table;
  {
    nb::gil_scoped_release unlocked;
    table = build_table(given, of, keys.size());
  }
  return {to_array(std::move(table.keys)), to_array(std::move(table.numbers))};
}

Array<std::int32_t> bound_look_up(const KeyTable& table, const Keys& keys) {
  const std::uint64_t* wanted = aligned(keys);
  std::int32_t* numbers = nullptr;
  auto result = new_array(keys.size(), &numbers);
  {
    const nb::gil_scoped_release unlocked;
    look_up(table.table(), wanted, keys.size(), numbers);
  }
  return result;
}

Array<std::int32_t> bound_match(const KeyTable& table, const Codes& values, const Keys& hashes, const Codes& codes,
                                const Offsets& offsets) {
  if (values.size() < table.table().counts()[0]) throw std::invalid_argument("a number of the table has no value");
  const Sentences sentences = sentences_of(offsets, codes.size());
  check_codes(codes, hashes.size());
  const std::int32_t* of = aligned(values);
  std::int32_t* results = nullptr;
  auto result = new_array(codes.size(), &results);
  {
    const nb::gil_scoped_release unlocked;
    match_phrases(table.table(), of, aligned(hashes), codes.data(), sentences, results);
  }
  return result;
}

}  // namespace

void bind_derived(nb::module_& m) {
  nb::class_<KeyTable>(m, "KeyTable", "Numbers by 64-bit keys: the table behind a derived column, read in place.")
      .def(nb::init<Keys, Numbers, std::uint32_t>(), nb::arg("keys").noconvert(), nb::arg("numbers").noconvert(),
           nb::arg("count"))
      .def("look_up", &bound_look_up, nb::arg("keys"), "The number of each key, 0 where it is not there.")
      .def("match_phrases", &bound_match, nb::arg("values"), nb::arg("hashes"), nb::arg("codes"), nb::arg("offsets"),
           "For each token 0, or 4 * (value - 1) + 1, 2, 3, 4: begin, inside, end, single. Longest phrases first.");
  m.def("build_key_table", &bound_build, nb::arg("keys"), nb::arg("numbers"),
        "The two arrays of a `KeyTable`; of equal keys the first one's number, none of the key 0.");
  m.def("conjunction_keys", &bound_conjunction, nb::arg("seen"), nb::arg("offsets"),
        "The key of each token: `seen` has for each observation the hashes of the codes, the codes, the offset.");
  m.def("prefix_keys", &bound_prefixes, nb::arg("hashes"), nb::arg("codes"), nb::arg("offsets"),
        "The key of each token: of the words from its sentence's begin up to it.");
}

}  // namespace swvm
