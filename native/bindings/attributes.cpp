// Tokens as dicts of attributes, the way of python-crfsuite -> codes and values. A dict of Python objects is read with
// the interpreter's lock held; each attribute is interned once, and nothing else is made of it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>

#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"
#include "interner.hpp"

namespace nb = nanobind;

namespace swvm {
namespace {

constexpr char kSeparator = ':';
constexpr int kDeepest = 50;

// What is wrong with a token; where it stands is added by those who know.
[[noreturn]] void refuse(const std::string& text) { throw std::invalid_argument(text); }

std::string shown(PyObject* object) { return nb::cast<std::string>(nb::repr(nb::handle(object))); }

std::string_view utf8(PyObject* text) {
  Py_ssize_t size = 0;
  const char* data = PyUnicode_AsUTF8AndSize(text, &size);
  if (data == nullptr) {
    PyErr_Clear();
    refuse("the text " + shown(text) + " has a lone surrogate, which no UTF-8 file can hold");
  }
  return {data, static_cast<std::size_t>(size)};
}

bool is_list(PyObject* object) { return PyList_Check(object) || PyTuple_Check(object) || PyAnySet_Check(object); }

class Flattener {
 public:
  Flattener(Interner& attributes, Interner& tokens) : attributes_(attributes), tokens_(tokens) {}

  void token(PyObject* token) {
    name_.clear();
    first_.clear();
    found_ = false;
    if (PyDict_Check(token)) {
      items(token, 0);
    } else if (is_list(token)) {
      list(token, 0);
    } else if (PyMapping_Check(token) && !PyUnicode_Check(token) && PyObject_HasAttrString(token, "items")) {
      const nb::object copy = nb::steal(PyDict_New());
      if (PyDict_Update(copy.ptr(), token) != 0) throw nb::python_error();
      items(copy.ptr(), 0);
    } else {
      refuse("it is " + shown(token) + "; a token is a dict of attributes, or a list or set of their names");
    }
    starts.push_back(static_cast<std::int64_t>(codes.size()));
    words.push_back(tokens_.intern(found_ || !first_.empty() ? first_ : std::string_view("_")));
  }

  std::vector<std::int64_t> starts{0};
  std::vector<std::int32_t> codes, words;
  std::vector<float> values;
  bool ones = true;

 private:
  void items(PyObject* dict, int depth) {
    if (depth > kDeepest) refuse("its dicts are nested too deeply");
    const std::size_t size = name_.size();
    Py_ssize_t at = 0;
    PyObject *key, *value;
    while (PyDict_Next(dict, &at, &key, &value)) {
      // A value's own __float__ could change the dict.
      const nb::object key_held = nb::borrow(key), value_held = nb::borrow(value);
      if (!PyUnicode_Check(key)) refuse("the name " + shown(key) + " is no text; the name of an attribute must be one");
      name_ += utf8(key);
      one(value, depth);
      name_.resize(size);
    }
  }

  void list(PyObject* names, int depth) {
    const std::size_t size = name_.size();
    const nb::object ordered = nb::steal(PySequence_List(names));
    if (!ordered.is_valid()) throw nb::python_error();
    // The order of a set is another in every process, and what is learned must not depend on it.
    if (PyAnySet_Check(names) && PyList_Sort(ordered.ptr()) != 0) {
      PyErr_Clear();
      refuse("the set " + shown(names) + " has something other than texts");
    }
    const nb::object iterator = nb::steal(PyObject_GetIter(ordered.ptr()));
    if (!iterator.is_valid()) throw nb::python_error();
    while (PyObject* next = PyIter_Next(iterator.ptr())) {
      const nb::object held = nb::steal(next);
      if (!PyUnicode_Check(next)) {
        const std::string whose = depth > 0 ? " of '" + name_.substr(0, size - 1) + "'" : "";
        refuse("the list" + whose + " has " + shown(next) + "; a list has texts alone, give values in a dict");
      }
      name_ += utf8(next);
      add(1.0f);
      name_.resize(size);
    }
    if (PyErr_Occurred()) throw nb::python_error();
  }

  // An attribute whose name is complete but for what its value adds.
  void one(PyObject* value, int depth) {
    if (PyUnicode_Check(value)) {
      const std::string_view text = utf8(value);
      if (depth == 0 && !found_) {
        first_ = text;
        found_ = true;
      }
      name_ += kSeparator;
      name_ += text;
      add(1.0f);
    } else if (PyDict_Check(value)) {
      name_ += kSeparator;
      items(value, depth + 1);
    } else if (is_list(value)) {
      name_ += kSeparator;
      list(value, depth + 1);
    } else {
      add(number(value));
    }
  }

  float number(PyObject* value) const {
    if (PyBool_Check(value)) return value == Py_True ? 1.0f : 0.0f;
    const double number = PyFloat_AsDouble(value);
    if (number == -1.0 && PyErr_Occurred()) {
      PyErr_Clear();
      refuse("the attribute '" + name_ + "' has the value " + shown(value) +
             "; it must be a text, a number, True or False, or a dict or list of such");
    }
    const auto narrow = static_cast<float>(number);
    if (!std::isfinite(narrow))
      refuse("the attribute '" + name_ + "' has the value " + shown(value) + "; a value must be a finite number");
    return narrow;
  }

  // A value of 0 is as good as no attribute.
  void add(float value) {
    if (value == 0.0f) return;
    if (first_.empty() && !found_) first_ = name_;
    codes.push_back(attributes_.intern(name_));
    values.push_back(value);
    ones = ones && value == 1.0f;
  }

  Interner& attributes_;
  Interner& tokens_;
  std::string name_, first_;
  bool found_ = false;  // whether `first_` is the first text among the values, else it is the first attribute
};

using Flattened = std::tuple<Array<std::int64_t>, Array<std::int64_t>, Array<std::int32_t>, std::optional<Array<float>>,
                             Array<std::int32_t>>;

Flattened flatten(Interner& attributes, Interner& tokens, const nb::typed<nb::sequence, nb::object>& sentences) {
  Flattener flat(attributes, tokens);
  std::vector<std::int64_t> offsets{0};
  std::int64_t inside = 0;
  try {
    for (const nb::handle sentence : sentences) {
      inside = 0;
      for (const nb::handle token : sentence) {
        ++inside;
        flat.token(token.ptr());
      }
      offsets.push_back(static_cast<std::int64_t>(flat.words.size()));
      if (offsets.size() % 1024 == 0 && PyErr_CheckSignals() != 0) throw nb::python_error();
    }
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument("sentence " + std::to_string(offsets.size()) + ", token " + std::to_string(inside) +
                                ": " + error.what());
  }
  auto values = flat.ones ? std::nullopt : std::optional(to_array(std::move(flat.values)));
  return {to_array(std::move(offsets)), to_array(std::move(flat.starts)), to_array(std::move(flat.codes)),
          std::move(values), to_array(std::move(flat.words))};
}

}  // namespace

void bind_attributes(nb::module_& m) {
  m.def("flatten_attributes", &flatten, nb::arg("attributes"), nb::arg("tokens"), nb::arg("sentences"),
        "Tokens as dicts: sentence offsets, where each token's attributes begin, their codes, their values unless all "
        "are 1, and the code of a text that stands for each token.");
}

}  // namespace swvm
