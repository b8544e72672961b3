// Asks for memory before it is read; a hint, and nothing where the compiler has no word for it.
#pragma once
#include <cstdint>

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace swvm {

inline void fetch(const float* first, std::int64_t size) {
#if defined(__GNUC__)
  for (std::int64_t k = 0; k < size; k += 16) __builtin_prefetch(first + k);
#elif defined(_MSC_VER) && defined(_M_X64)
  for (std::int64_t k = 0; k < size; k += 16) _mm_prefetch(reinterpret_cast<const char*>(first + k), _MM_HINT_T0);
#else
  static_cast<void>(first);
  static_cast<void>(size);
#endif
}

}  // namespace swvm
