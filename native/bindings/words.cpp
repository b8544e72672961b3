#include "words.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "unicode.hpp"

namespace nb = nanobind;

namespace swvm {

namespace {

// Names and numbers (a length, and which n-gram), the innermost call first; numbers that a function lacks are ignored.
using Calls = std::vector<std::pair<std::string, std::vector<std::size_t>>>;
using MaybeStrings = nb::typed<nb::list, std::optional<std::string>>;

WordProgram compile(const Calls& calls) {
  WordProgram program;
  for (const auto& [name, numbers] : calls) {
    const std::optional<WordOpKind> kind = find_word_op(name);
    if (!kind) throw std::invalid_argument("no native word function is named " + name);
    WordOp op{*kind};
    if (!numbers.empty()) op.length = numbers[0];
    if (numbers.size() > 1) op.place = numbers[1];
    if (op.place == 0) throw std::invalid_argument("n-grams are counted from 1");
    program.ops.push_back(op);
  }
  return program;
}

MaybeStrings word_function(const Calls& calls, const nb::typed<nb::list, nb::str>& words) {
  const WordProgram program = compile(calls);
  WordEvaluator evaluate(program);
  nb::list values;
  for (nb::handle word : words) values.append(nb::cast(evaluate(nb::cast<std::string_view>(word))));
  return MaybeStrings(values);
}

// The lock is kept: the interner must not grow meanwhile.
Array<std::uint64_t> hashes_from(const Interner& interner, const Calls& calls, std::int32_t start) {
  if (start < 0 || start > interner.size()) throw std::invalid_argument("start lies beyond the last code");
  std::vector<std::uint64_t> hashes(static_cast<std::size_t>(interner.size() - start));
  atom_hashes(compile(calls), interner, start, hashes.data());
  return to_array(std::move(hashes));
}

Array<std::uint8_t> unicode_flags() {
  std::vector<std::uint8_t> flags(kMaxCodePoint + 1);
  for (std::uint32_t code = 0; code <= kMaxCodePoint; ++code) flags[code] = unicode_record(code).flags;
  return to_array(std::move(flags));
}

}  // namespace

void bind_words(nb::module_& m) {
  m.def("word_function", &word_function, nb::arg("calls"), nb::arg("words"),
        "The value of each word under the calls (name, numbers), the innermost first; None where it is absent.");
  m.def("atom_hashes", &hashes_from, nb::arg("interner"), nb::arg("calls"), nb::arg("start") = 0,
        "The hash of the value of each string of the interner from the code `start` on; 0 where it is absent.");
  m.def("unicode_version", &unicode_version, "The version of Unicode that the word functions know.");
  m.def("unicode_flags", &unicode_flags,
        "The classes of every code point: 1 upper, 2 lower, 4 title, 8 alpha, 16 decimal, 32 assigned.");
}

}  // namespace swvm
