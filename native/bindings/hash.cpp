#include "hash.hpp"

#include <nanobind/stl/string_view.h>

#include <string_view>

#include "bindings.hpp"

namespace nb = nanobind;

namespace swvm {

void bind_hash(nb::module_& m) {
  m.def(
      "hash_bytes", [](nb::bytes data) { return hash_bytes(data.c_str(), data.size()); }, nb::arg("data"),
      "The 64-bit hash of a byte string, never 0.");
  m.def("combine", &combine, nb::arg("h"), nb::arg("value"), "Mixes a value into a hash; order matters.");
}

}  // namespace swvm
