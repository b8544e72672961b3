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
#define SWVM_LOWEST_BIT(bits) __builtin_ctzll(bits)
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

// The number of the lowest bit that is set; there must be one.
#if !defined(SWVM_LOWEST_BIT)
SWVM_INLINE int lowest_bit(std::uint64_t bits) {
  int number = 0;
  for (; (bits & 1) == 0; bits >>= 1) ++number;
  return number;
}
#define SWVM_LOWEST_BIT(bits) lowest_bit(bits)
#endif

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
// A bit for each lane where a >= b.
SWVM_INLINE unsigned at_least(F8 a, F8 b) {
  return static_cast<unsigned>(_mm256_movemask_ps(_mm256_cmp_ps(a.v, b.v, _CMP_GE_OQ)));
}
// The largest lane, in all lanes.
SWVM_INLINE F8 top(F8 a) {
  __m256 x = _mm256_max_ps(a.v, _mm256_permute2f128_ps(a.v, a.v, 1));
  x = _mm256_max_ps(x, _mm256_shuffle_ps(x, x, _MM_SHUFFLE(1, 0, 3, 2)));
  return {_mm256_max_ps(x, _mm256_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1)))};
}

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
SWVM_INLINE unsigned at_least(F8 a, F8 b) {
  const int low = _mm_movemask_ps(_mm_cmpge_ps(a.low, b.low)), high = _mm_movemask_ps(_mm_cmpge_ps(a.high, b.high));
  return static_cast<unsigned>(low | high << 4);
}
SWVM_INLINE F8 top(F8 a) {
  __m128 x = _mm_max_ps(a.low, a.high);
  x = _mm_max_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 0, 3, 2)));
  x = _mm_max_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1)));
  return {x, x};
}

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
SWVM_INLINE unsigned at_least(F8 a, F8 b) {
  unsigned bits = 0;
  for (int k = 0; k < 8; ++k) bits |= static_cast<unsigned>(a.v[k] >= b.v[k]) << k;
  return bits;
}
SWVM_INLINE F8 top(F8 a) {
  for (int k = 1; k < 8; ++k) a.v[0] = a.v[0] > a.v[k] ? a.v[0] : a.v[k];
  return F8::all(a.v[0]);
}

#endif

}  // namespace SWVM_ISA
}  // namespace swvm
