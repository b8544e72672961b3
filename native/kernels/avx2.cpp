// The kernels for x86-64 with AVX2. On other machines this file is empty.
#if defined(__AVX2__) && !defined(SWVM_PLAIN_SIMD)
#include "kernels_impl.hpp"

namespace swvm {

const Kernels& avx2_kernels(std::int64_t lanes) { return SWVM_ISA::table(lanes); }

}  // namespace swvm
#endif
