// Chooses the instruction set, once, when the first kernel is asked for.
#include <atomic>
#include <cstring>

#include "kernels.hpp"

#if defined(_MSC_VER) && defined(_M_X64)
#include <intrin.h>
#endif

namespace swvm {

const Kernels& base_kernels(std::int64_t lanes);

#if (defined(__x86_64__) || defined(_M_X64)) && !defined(SWVM_PLAIN_SIMD)

const Kernels& avx2_kernels(std::int64_t lanes);

static bool machine_has_avx2() {
#if defined(_MSC_VER)
  int leaf[4];
  __cpuid(leaf, 1);
  const bool saves_ymm = (leaf[2] & (1 << 27)) != 0 && (_xgetbv(0) & 6) == 6;
  __cpuidex(leaf, 7, 0);
  return saves_ymm && (leaf[1] & (1 << 5)) != 0;
#else
  return __builtin_cpu_supports("avx2") != 0;
#endif
}

#else

static const Kernels& avx2_kernels(std::int64_t lanes) { return base_kernels(lanes); }
static bool machine_has_avx2() { return false; }

#endif

static std::atomic<bool>& wide() {
  static std::atomic<bool> value{machine_has_avx2()};
  return value;
}

const Kernels& kernels_for(std::int64_t lanes) { return wide() ? avx2_kernels(lanes) : base_kernels(lanes); }

const char* instruction_set() { return wide() ? "avx2" : "base"; }

bool use_instruction_set(const char* name) {
  const bool asks_wide = std::strcmp(name, "avx2") == 0;
  if (!asks_wide && std::strcmp(name, "base") != 0) return false;
  if (asks_wide && !machine_has_avx2()) return false;
  wide() = asks_wide;
  return true;
}

}  // namespace swvm
