// The loops behind kernels.hpp, for BLOCKS lane blocks known at compile time; BLOCKS = 0 reads the width at run time.
// Included by one file per instruction set. Uses nothing of the standard library (see simd.hpp for the reason).
#pragma once
#include <math.h>

#include "kernels.hpp"
#include "simd.hpp"

namespace swvm {
namespace SWVM_ISA {

inline constexpr float kMinusInfinity = -HUGE_VALF;

// Rows are fetched so many bytes ahead of their use: half of a small first-level cache.
inline constexpr std::int64_t kAheadBytes = 24 << 10;

// All lines of a row, where the weights begin at a multiple of 64 bytes.
SWVM_INLINE void prefetch_row(const float* row, std::int64_t lanes) {
  for (std::int64_t k = 0; k < lanes; k += 16) SWVM_PREFETCH(row + k);
}

// One block of lanes of one token: the run-time path, and the shape of the compile-time one.
template <int BLOCKS>
struct Rows {
  F8 block[BLOCKS];
  SWVM_INLINE void fill(float x) {
    for (int b = 0; b < BLOCKS; ++b) block[b] = F8::all(x);
  }
  SWVM_INLINE void add(const float* row) {
    for (int b = 0; b < BLOCKS; ++b) block[b] = block[b] + F8::load(row + b * kLaneBlock);
  }
  SWVM_INLINE void add_scaled(const float* row, float value) {
    const F8 x = F8::all(value);
    for (int b = 0; b < BLOCKS; ++b) block[b] = block[b] + x * F8::load(row + b * kLaneBlock);
  }
  SWVM_INLINE void max_sum(float x, const float* row) {
    const F8 y = F8::all(x);
    for (int b = 0; b < BLOCKS; ++b) block[b] = max(block[b], y + F8::load(row + b * kLaneBlock));
  }
  SWVM_INLINE void max_sum(float x, const float* row, const float* other) {
    const F8 y = F8::all(x);
    for (int b = 0; b < BLOCKS; ++b) {
      const F8 sum = F8::load(row + b * kLaneBlock) + F8::load(other + b * kLaneBlock);
      block[b] = max(block[b], y + sum);
    }
  }
  SWVM_INLINE void store(float* out) const {
    for (int b = 0; b < BLOCKS; ++b) block[b].store(out + b * kLaneBlock);
  }
  SWVM_INLINE void store_sum(float* out, const float* other) const {
    for (int b = 0; b < BLOCKS; ++b) (F8::load(other + b * kLaneBlock) + block[b]).store(out + b * kLaneBlock);
  }
};

// Calls body(first lane) for each part of a row that fits in registers: the whole row, or one block after another.
template <int BLOCKS, typename Body>
SWVM_INLINE void for_parts(std::int64_t lanes, Body body) {
  if constexpr (BLOCKS > 0) {
    body(std::int64_t{0});
  } else {
    for (std::int64_t lane = 0; lane < lanes; lane += kLaneBlock) body(lane);
  }
}

template <int BLOCKS>
struct Width {
  static constexpr int kPart = BLOCKS > 0 ? BLOCKS : 1;
  static SWVM_INLINE std::int64_t of(std::int64_t lanes) { return BLOCKS > 0 ? BLOCKS * kLaneBlock : lanes; }
  static SWVM_INLINE std::int64_t rows_ahead(std::int64_t width) {
    return kAheadBytes / (width * static_cast<std::int64_t>(sizeof(float)));
  }

  // Between two calls the first rows of what comes are on their way: so many as are fetched ahead.
  static void emissions(const float* weights, const std::int64_t* starts, const std::uint32_t* ids, std::int64_t count,
                        std::int64_t lanes, const Coming& coming, float* out) {
    const std::int64_t width = of(lanes), ahead = rows_ahead(width);
    const std::int64_t own = coming.known - starts[0];
    if (own < ahead) prefetch(weights, coming.ids, coming.count < ahead - own ? coming.count : ahead - own, lanes);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t first = starts[i], last = starts[i + 1];
      for_parts<BLOCKS>(width, [&](std::int64_t lane) {
        Rows<kPart> sum;
        sum.fill(0.0f);
        if (last + ahead <= coming.known) {
          sum_rows(weights, ids, first, last, ids + ahead, width, lane, &sum);
        } else if (first + ahead >= coming.known && last + ahead - coming.known <= coming.count) {
          sum_rows(weights, ids, first, last, coming.ids + (ahead - coming.known), width, lane, &sum);
        } else {
          for (std::int64_t j = first; j < last; ++j) {
            const std::int64_t next = j + ahead - coming.known;
            if (next < coming.count) {
              const std::uint32_t id = next < 0 ? ids[j + ahead] : coming.ids[next];
              prefetch_row(weights + static_cast<std::int64_t>(id) * width, width);
            }
            sum.add(weights + static_cast<std::int64_t>(ids[j]) * width + lane);
          }
        }
        sum.store(out + i * width + lane);
      });
    }
  }

  // Adds the rows of ids[first .. last] and fetches those that `later` has at the same places.
  static SWVM_INLINE void sum_rows(const float* weights, const std::uint32_t* ids, std::int64_t first,
                                   std::int64_t last, const std::uint32_t* later, std::int64_t width, std::int64_t lane,
                                   Rows<kPart>* sum) {
    Rows<kPart> total = *sum;
    for (std::int64_t j = first; j < last; ++j) {
      prefetch_row(weights + static_cast<std::int64_t>(later[j]) * width, width);
      total.add(weights + static_cast<std::int64_t>(ids[j]) * width + lane);
    }
    *sum = total;
  }

  static void scaled_emissions(const float* weights, const std::int64_t* starts, const std::uint32_t* ids,
                               const float* values, std::int64_t count, std::int64_t lanes, float* out) {
    const std::int64_t width = of(lanes);
    for (std::int64_t i = 0; i < count; ++i) {
      for_parts<BLOCKS>(width, [&](std::int64_t lane) {
        Rows<kPart> sum;
        sum.fill(0.0f);
        for (std::int64_t j = starts[i]; j < starts[i + 1]; ++j) {
          sum.add_scaled(weights + static_cast<std::int64_t>(ids[j]) * width + lane, values[j]);
        }
        sum.store(out + i * width + lane);
      });
    }
  }

  // The weights of a block are read once for so many tokens; a row of many blocks fills the registers alone.
  static constexpr int kTogether = kPart <= 2 ? 4 : 1;

  template <int TOKENS>
  static SWVM_INLINE void dense_tokens(const float* weights, const float* const* vectors, float* const* outs,
                                       std::int64_t size, std::int64_t width) {
    for_parts<BLOCKS>(width, [&](std::int64_t lane) {
      Rows<kPart> sums[TOKENS];
      for (int k = 0; k < TOKENS; ++k) {
        sums[k].fill(0.0f);
        sums[k].add(outs[k] + lane);
      }
      for (std::int64_t j = 0; j < size; ++j) {
        for (int k = 0; k < TOKENS; ++k) sums[k].add_scaled(weights + j * width + lane, vectors[k][j]);
      }
      for (int k = 0; k < TOKENS; ++k) sums[k].store(outs[k] + lane);
    });
  }

  static void dense(const float* weights, const float* table, const std::int32_t* rows, std::int64_t count,
                    std::int64_t size, std::int64_t lanes, float* out) {
    const std::int64_t width = of(lanes);
    const float* vectors[kTogether];
    float* outs[kTogether];
    int waiting = 0;
    for (std::int64_t i = 0; i < count; ++i) {
      if (rows[i] < 0) continue;
      vectors[waiting] = table + rows[i] * size;
      outs[waiting] = out + i * width;
      if (++waiting < kTogether) continue;
      dense_tokens<kTogether>(weights, vectors, outs, size, width);
      waiting = 0;
    }
    for (int k = 0; k < waiting; ++k) dense_tokens<1>(weights, vectors + k, outs + k, size, width);
  }

  static void prefetch(const float* weights, const std::uint32_t* ids, std::int64_t count, std::int64_t lanes) {
    const std::int64_t width = of(lanes);
    if (count > rows_ahead(width)) count = rows_ahead(width);
    for (std::int64_t j = 0; j < count; ++j) prefetch_row(weights + static_cast<std::int64_t>(ids[j]) * width, width);
  }

  static void add(float* out, const float* in, std::int64_t size) {
    for (std::int64_t k = 0; k < size; k += kLaneBlock) (F8::load(out + k) + F8::load(in + k)).store(out + k);
  }

  static void add_scaled(float* out, const float* in, float scale, std::int64_t size) {
    const F8 x = F8::all(scale);
    for (std::int64_t k = 0; k < size; k += kLaneBlock) (F8::load(out + k) + x * F8::load(in + k)).store(out + k);
  }

  static void forward(const Steps& steps, std::int64_t count, std::int64_t labels, std::int64_t lanes, float* best) {
    const std::int64_t width = of(lanes);
    for_parts<BLOCKS>(width, [&](std::int64_t lane) {
      Rows<kPart> first;
      first.fill(0.0f);
      first.add(steps.edge + steps.start * width + lane);
      first.store_sum(best + lane, steps.node + lane);
    });
    for (std::int64_t i = 1; i < count; ++i) {
      const float* here = steps.edge + i * steps.edge_stride;
      const float* previous = best + (i - 1) * width;
      for_parts<BLOCKS>(width, [&](std::int64_t lane) {
        Rows<kPart> top;
        top.fill(kMinusInfinity);
        for (std::int64_t p = 0; p < labels; ++p) top.max_sum(previous[p], here + p * width + lane);
        top.store_sum(best + i * width + lane, steps.node + i * width + lane);
      });
    }
  }

  static void walk_back(const float* best, const float* into, std::int64_t last, std::int64_t labels,
                        std::int64_t lanes, std::int32_t* path) {
    const std::int64_t width = of(lanes);
    for (std::int64_t i = last; i >= 0; --i) {
      const std::int64_t found = lowest_best(best + i * width, into + path[i + 1] * width, width);
      path[i] = found < labels ? static_cast<std::int32_t>(found) : 0;  // beyond them only where weights are no numbers
    }
  }

  static SWVM_INLINE std::int64_t lowest_best(const float* a, const float* b, std::int64_t width) {
    F8 best = F8::load(a) + F8::load(b);
    for (std::int64_t k = kLaneBlock; k < width; k += kLaneBlock) best = max(best, F8::load(a + k) + F8::load(b + k));
    best = top(best);
    if constexpr (BLOCKS > 0) {  // one question for all blocks: which of them it is cannot be foreseen
      std::uint64_t bits = 0;
      for (int block = 0; block < BLOCKS; ++block) {
        const std::int64_t k = block * kLaneBlock;
        bits |= static_cast<std::uint64_t>(at_least(F8::load(a + k) + F8::load(b + k), best)) << k;
      }
      return bits == 0 ? 0 : static_cast<std::int64_t>(SWVM_LOWEST_BIT(bits));
    }
    for (std::int64_t k = 0; k < width; k += kLaneBlock) {
      const unsigned bits = at_least(F8::load(a + k) + F8::load(b + k), best);
      if (bits != 0) return k + static_cast<std::int64_t>(SWVM_LOWEST_BIT(bits));
    }
    return 0;  // only where weights are no numbers
  }

  template <bool SKIP>
  static void pair_step(const PairStep& step, const PairContext* contexts, std::int64_t count, std::int64_t lanes,
                        float* best) {
    const std::int64_t width = of(lanes);
    for_parts<BLOCKS>(width, [&](std::int64_t lane) {
      Rows<kPart> top;
      top.fill(kMinusInfinity);
      for (std::int64_t k = 0; k < count; ++k) {
        const std::int64_t p = contexts[k].first * width;
        const float* triple = step.triple + contexts[k].row * width + lane;
        if constexpr (SKIP) {
          top.max_sum(step.previous[p + step.q], triple, step.skip + p + lane);
        } else {
          top.max_sum(step.previous[p + step.q], triple);
        }
      }
      top.add(step.edge + lane);
      top.store_sum(best + lane, step.node + lane);
    });
  }

  static std::uint32_t largest(const std::uint32_t* ids, std::int64_t count) {
    constexpr int kSide = 16;  // as many running maxima, so that they can stand side by side in registers
    std::uint32_t top[kSide] = {};
    std::int64_t j = 0;
    for (; j + kSide <= count; j += kSide) {
      for (int k = 0; k < kSide; ++k) top[k] = ids[j + k] > top[k] ? ids[j + k] : top[k];
    }
    for (; j < count; ++j) top[0] = ids[j] > top[0] ? ids[j] : top[0];
    for (int k = 1; k < kSide; ++k) top[0] = top[k] > top[0] ? top[k] : top[0];
    return top[0];
  }

  static constexpr Kernels kTable{&emissions, &scaled_emissions, &dense,           &prefetch,  &add,    &add_scaled,
                                  &forward,   &pair_step<false>, &pair_step<true>, &walk_back, &largest};
};

inline const Kernels& table(std::int64_t lanes) {
  switch (lanes) {
    case 8:
      return Width<1>::kTable;
    case 16:
      return Width<2>::kTable;
    case 24:
      return Width<3>::kTable;
    case 32:
      return Width<4>::kTable;
    case 40:
      return Width<5>::kTable;
    case 48:
      return Width<6>::kTable;
    case 56:
      return Width<7>::kTable;
    case 64:
      return Width<8>::kTable;
    default:
      return Width<0>::kTable;
  }
}

}  // namespace SWVM_ISA
}  // namespace swvm
