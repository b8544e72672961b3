#include "text.hpp"

#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>

#include <stdexcept>
#include <string_view>
#include <tuple>

#include "arrays.hpp"
#include "bindings.hpp"

namespace nb = nanobind;

namespace swvm {

namespace {

std::int32_t checked(const Interner& interner, std::int64_t code) {
  if (code < 0 || code >= interner.size()) throw nb::index_error("there is no string with this code");
  return static_cast<std::int32_t>(code);
}

Array<std::int32_t> intern_all(Interner& interner, const nb::typed<nb::list, nb::str>& texts) {
  std::vector<std::int32_t> codes;
  codes.reserve(texts.size());
  for (nb::handle text : texts) codes.push_back(interner.intern(nb::cast<std::string_view>(text)));
  return to_array(std::move(codes));
}

nb::typed<nb::list, nb::str> strings_from(const Interner& interner, std::int64_t start) {
  nb::list texts;
  for (std::int64_t code = start < 0 ? 0 : start; code < interner.size(); ++code) {
    texts.append(nb::cast(interner.get(static_cast<std::int32_t>(code))));
  }
  return nb::typed<nb::list, nb::str>(texts);
}

using State = std::tuple<nb::bytes, Array<std::int64_t>>;

State state_of(const Interner& interner) {
  const std::string_view blob = interner.blob();
  return {nb::bytes(blob.data(), blob.size()), to_array(std::vector<std::int64_t>(interner.offsets()))};
}

// The state may come from anywhere, so nothing in it is believed.
void restore(Interner& interner, const std::tuple<nb::bytes, ArrayView<std::int64_t>>& state) {
  const auto& [blob, ends] = state;
  Interner fresh;
  std::int64_t begin = 0;
  for (std::size_t k = 1; k < ends.size(); ++k) {
    const std::int64_t end = ends.data()[k];
    if (end < begin || end > static_cast<std::int64_t>(blob.size())) throw std::invalid_argument("offsets do not rise");
    const std::int32_t code = fresh.intern({blob.c_str() + begin, static_cast<std::size_t>(end - begin)});
    if (static_cast<std::size_t>(code) != k - 1) throw std::invalid_argument("a string occurs twice");
    begin = end;
  }
  new (&interner) Interner(std::move(fresh));
}

}  // namespace

void bind_text(nb::module_& m) {
  nb::class_<Interner>(m, "Interner", "Strings and their codes, in order of first appearance.")
      .def(nb::init<>())
      .def("__len__", &Interner::size)
      .def(
          "__getitem__",
          [](const Interner& interner, std::int64_t code) { return interner.get(checked(interner, code)); },
          nb::arg("code"))
      .def("intern", &intern_all, nb::arg("texts"), "The codes of the texts; new ones get new codes.")
      .def("find", &Interner::find, nb::arg("text"), "The code of the text, or -1.")
      .def("strings", &strings_from, nb::arg("start") = 0, "All strings from the code `start` on.")
      .def("__getstate__", &state_of)
      .def("__setstate__", &restore);
}

}  // namespace swvm
