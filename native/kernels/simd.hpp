// Eight floats side by side. Included once per instruction set, inside that set's own namespace (SWVM_ISA), so that the
// linker can never mix code of two instruction sets. Every operation works lane by lane: the same bits everywhere.
// SWVM_PLAIN_SIMD leaves the intrinsics out, as on a processor that this file does not know.
#pragma once
#include <cstdint>

#if defined(__AVX2__) && !defined(SWVM_PLAIN_SIMD)
#define SWVM_F8_AVX2
#include <immintrin.h>
#define SWVM_ISA avx2
#elif (defined(__SSE2__) || defined(_M_X64)) && !defined(SWVM_PLAIN_SIMD)
#define SWVM_F8_SSE2
#include <emmintrin.h>
#define SWVM_ISA base
#else
#define SWVM_ISA base
#endif

#if defined(__GNUC__)
#define SWVM_INLINE inline __attribute__((always_inline))
#define SWVM_PREFETCH(address) __builtin_prefetch(address)
#elif defined(SWVM_F8_AVX2) || defined(SWVM_F8_SSE2)
#define SWVM_INLINE __forceinline
#define SWVM_PREFETCH(address) _mm_prefetch(reinterpret_cast<const char*>(address), _MM_HINT_T0)
#else
#define SWVM_INLINE inline
#define SWVM_PREFETCH(address) static_cast<void>(address)
#endif

namespace swvm {
namespace SWVM_ISA {

inline constexpr std::int64_t kLaneBlock = 8;

#if defined(SWVM_F8_AVX2)

struct F8 {
  __m256 v;
  static SWVM_INLINE F8 load(const float* p) { return {_mm256_loadu_ps(p)}; }
  static SWVM_INLINE F8 all(float x) { return {_mm256_set1_ps(x)}; }
  SWVM_INLINE void store(float* p) const { _mm256_storeu_ps(p, v); }
};
SWVM_INLINE F8 operator+(F8 a, F8 b) { return {_mm256_add_ps(a.v, b.v)}; }
SWVM_INLINE F8 operator*(F8 a, F8 b) { return {_mm256_mul_ps(a.v, b.v)}; }
SWVM_INLINE F8 max(F8 a, F8 b) { return {_mm256_max_ps(a.v, b.v)}; }

#elif defined(SWVM_F8_SSE2)

struct F8 {
  __m128 low, high;
  static SWVM_INLINE F8 load(const float* p) { return {_mm_loadu_ps(p), _mm_loadu_ps(p + 4)}; }
  static SWVM_INLINE F8 all(float x) { return {_mm_set1_ps(x), _mm_set1_ps(x)}; }
  SWVM_INLINE void store(float* p) const {
    _mm_storeu_ps(p, low);
    _mm_storeu_ps(p + 4, high);
  }
};
SWVM_INLINE F8 operator+(F8 a, F8 b) { return {_mm_add_ps(a.low, b.low), _mm_add_ps(a.high, b.high)}; }
SWVM_INLINE F8 operator*(F8 a, F8 b) { return {_mm_mul_ps(a.low, b.low), _mm_mul_ps(a.high, b.high)}; }
SWVM_INLINE F8 max(F8 a, F8 b) { return {_mm_max_ps(a.low, b.low), _mm_max_ps(a.high, b.high)}; }

#else

struct F8 {
  float v[8];
  static SWVM_INLINE F8 load(const float* p) {
    F8 r;
    for (int k = 0; k < 8; ++k) r.v[k] = p[k];
    return r;
  }
  static SWVM_INLINE F8 all(float x) {
    F8 r;
    for (int k = 0; k < 8; ++k) r.v[k] = x;
    return r;
  }
  SWVM_INLINE void store(float* p) const {
    for (int k = 0; k < 8; ++k) p[k] = v[k];
  }
};
SWVM_INLINE F8 operator+(F8 a, F8 b) {
  for (int k = 0; k < 8; ++k) a.v[k] += b.v[k];
  return a;
}
SWVM_INLINE F8 operator*(F8 a, F8 b) {
  for (int k = 0; k < 8; ++k) a.v[k] *= b.v[k];
  return a;
}
SWVM_INLINE F8 max(F8 a, F8 b) {
  for (int k = 0; k < 8; ++k) a.v[k] = a.v[k] > b.v[k] ? a.v[k] : b.v[k];
  return a;
}

#endif

}  // namespace SWVM_ISA
}  // namespace swvm
