// The kernels for any machine: SSE2 on x86-64, what the compiler makes of plain loops elsewhere.
#include "kernels_impl.hpp"

namespace swvm {

const Kernels& base_kernels(std::int64_t lanes) { return SWVM_ISA::table(lanes); }

}  // namespace swvm
