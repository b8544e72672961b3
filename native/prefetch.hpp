// Asks for memory before it is read; a hint, and nothing where the compiler has no word for it.
#pragma once
#include <cstdint>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace swvm {

inline void prefetch(const void* address) {
#if defined(__GNUC__)
  __builtin_prefetch(address);
#elif defined(_MSC_VER) && defined(_M_X64)
  _mm_prefetch(static_cast<const char*>(address), _MM_HINT_T0);
#else
  static_cast<void>(address);
#endif
}

// The lines of `size` numbers.
inline void fetch(const float* first, std::int64_t size) {
  for (std::int64_t k = 0; k < size; k += 16) prefetch(first + k);
}

}  // namespace swvm
