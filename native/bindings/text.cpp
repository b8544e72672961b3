#include "text.hpp"

#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

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
  for (nb::handle text : texts) {
    Py_ssize_t size = 0;
    const char* data = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
    if (data == nullptr) throw nb::python_error();
    codes.push_back(interner.intern({data, static_cast<std::size_t>(size)}));
  }
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

std::string_view view(const nb::bytes& block) { return {block.c_str(), block.size()}; }

char one_separator(const std::string& separator) {
  if (separator != " " && separator != "\t") throw std::invalid_argument("the separator must be a space or a tab");
  return separator[0];
}

Layout make_layout(const std::string& separator, std::size_t n_columns, std::string comments, bool skip_ranges) {
  return {one_separator(separator), n_columns, std::move(comments), skip_ranges};
}

Layout find_layout_of(const nb::bytes& block, const std::string& separator, const std::string& comments) {
  return find_layout(view(block), separator.empty() ? '\0' : one_separator(separator), comments);
}

using Codes = std::vector<Array<std::int32_t>>;
using ParsedArrays = std::tuple<Codes, Array<std::int64_t>, Array<std::int64_t>, Array<std::int64_t>>;

ParsedArrays to_arrays(Parsed&& parsed) {
  Codes codes;
  for (auto& column : parsed.codes) codes.push_back(to_array(std::move(column)));
  return {std::move(codes), to_array(std::move(parsed.offsets)), to_array(std::move(parsed.documents)),
          to_array(std::move(parsed.line_ends))};
}

ParsedArrays parse_column_block(const nb::bytes& block, const Layout& layout,
                                const std::vector<std::optional<Interner*>>& given, std::int64_t first_line) {
  std::vector<Interner*> wanted;
  for (const auto& interner : given) wanted.push_back(interner.value_or(nullptr));
  Parsed parsed;
  {
    nb::gil_scoped_release release;
    parsed = parse_columns(view(block), layout, wanted, first_line);
  }
  return to_arrays(std::move(parsed));
}

ParsedArrays parse_sentence_block(const nb::bytes& block, Interner& words, std::int64_t first_line) {
  Parsed parsed;
  {
    nb::gil_scoped_release release;
    parsed = parse_sentences(view(block), words, first_line);
  }
  return to_arrays(std::move(parsed));
}

void check_labels(std::string_view block, const ArrayView<std::int64_t>& line_ends,
                  const ArrayView<std::int32_t>& codes, std::size_t n_strings) {
  if (line_ends.size() != codes.size()) throw std::invalid_argument("one label for each line end");
  std::int64_t before = 0;
  for (std::size_t k = 0; k < codes.size(); ++k) {
    const std::int64_t end = line_ends.data()[k];
    if (end < before || end > static_cast<std::int64_t>(block.size())) throw std::invalid_argument("a bad line end");
    if (codes.data()[k] < 0 || static_cast<std::size_t>(codes.data()[k]) >= n_strings) {
      throw std::invalid_argument("a label code without a string");
    }
    before = end;
  }
}

nb::bytes append_labels_to(const nb::bytes& block, const ArrayView<std::int64_t>& line_ends,
                           const ArrayView<std::int32_t>& codes, const std::string& separator,
                           const std::vector<std::string>& strings) {
  std::string out;
  const char between = one_separator(separator);
  {
    nb::gil_scoped_release release;
    check_labels(view(block), line_ends, codes, strings.size());
    out = append_labels(view(block), line_ends.data(), codes.data(), codes.size(), between, strings);
  }
  return nb::bytes(out.data(), out.size());
}

void bind_interner(nb::module_& m) {
  nb::class_<Interner>(m, "Interner", nb::is_weak_referenceable(),
                       "Strings and their codes, in order of first appearance.")
      .def(nb::init<>())
      .def("__len__", &Interner::size)
      .def(
          "__getitem__",
          [](const Interner& interner, std::int64_t code) { return interner.get(checked(interner, code)); },
          nb::arg("code"))
      .def("intern", &intern_all, nb::arg("texts"), "The codes of the texts; new ones get new codes.")
      .def("find", &Interner::find, nb::arg("text"), "The code of the text, or -1.")
      .def("strings", &strings_from, nb::arg("start") = 0, "All strings from the code `start` on.")
      .def_prop_ro(
          "n_bytes", [](const Interner& interner) { return interner.blob().size(); }, "The bytes of all strings.")
      .def("__getstate__", &state_of)
      .def("__setstate__", &restore);
}

void bind_layout(nb::module_& m) {
  nb::class_<Layout>(m, "Layout", "How a column file is laid out.")
      .def(
          "__init__",
          [](Layout* self, const std::string& separator, std::size_t n_columns, std::string comments,
             bool skip_ranges) {
            new (self) Layout(make_layout(separator, n_columns, std::move(comments), skip_ranges));
          },
          nb::arg("separator"), nb::arg("n_columns"), nb::arg("comments") = "", nb::arg("skip_ranges") = false)
      .def_prop_ro("separator", [](const Layout& layout) { return std::string(1, layout.separator); })
      .def_ro("n_columns", &Layout::n_columns)
      .def_ro("comments", &Layout::comments)
      .def_ro("skip_ranges", &Layout::skip_ranges);
}

}  // namespace

void bind_text(nb::module_& m) {
  bind_interner(m);
  bind_layout(m);
  m.def("find_layout", &find_layout_of, nb::arg("block"), nb::arg("separator") = "", nb::arg("comments") = "",
        "The layout of the first row; an empty separator is found.");
  m.def("parse_columns", &parse_column_block, nb::arg("block"), nb::arg("layout"), nb::arg("wanted"),
        nb::arg("first_line") = 1,
        "A column file: (codes of the wanted columns, sentence offsets, document starts, line ends). `wanted` has an "
        "Interner or None for each column of the file.");
  m.def("parse_sentences", &parse_sentence_block, nb::arg("block"), nb::arg("words"), nb::arg("first_line") = 1,
        "Plain text, one sentence a line: the same; without line ends.");
  m.def(
      "last_sentence_end", [](const nb::bytes& block) { return last_sentence_end(view(block)); }, nb::arg("block"),
      "Where the last sentence of a column file ends, behind its blank line, or 0.");
  m.def("append_labels", &append_labels_to, nb::arg("block"), nb::arg("line_ends"), nb::arg("codes"),
        nb::arg("separator"), nb::arg("strings"), "The block with a separator and a label at each line end.");
}

}  // namespace swvm
