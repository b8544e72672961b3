// The 64-bit hash behind feature keys. It is part of the model format: a change of one constant is a new format
// version.
#pragma once
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace swvm {

inline constexpr std::uint64_t kHashSeed = 0x9E3779B97F4A7C15ull;
inline constexpr std::uint64_t kHashMultiplier = 0xD6E8FEB86659FD93ull;

// Spreads every input bit over every output bit (a bijection on 64 bits).
inline std::uint64_t mix(std::uint64_t h) {
  h ^= h >> 32;
  h *= kHashMultiplier;
  h ^= h >> 29;
  h *= kHashMultiplier;
  h ^= h >> 32;
  return h;
}

// Ordered: combine(combine(s, a), b) != combine(combine(s, b), a).
inline std::uint64_t combine(std::uint64_t h, std::uint64_t value) { return mix((h ^ value) + kHashSeed); }

// Little-endian on every machine, so that a model travels.
inline std::uint64_t load_le(const unsigned char* p, std::size_t count) {
  std::uint64_t word = 0;
  for (std::size_t k = 0; k < count; ++k) word |= static_cast<std::uint64_t>(p[k]) << (8 * k);
  return word;
}

// The same word as load_le(p, count) for 1 <= count <= 7, by loads of fixed width that overlap: no loop.
inline std::uint64_t load_tail(const unsigned char* p, std::size_t count) {
  if (count >= 4) return load_le(p, 4) | load_le(p + count - 4, 4) << (8 * (count - 4));
  const std::size_t middle = count / 2;
  return static_cast<std::uint64_t>(p[0]) | static_cast<std::uint64_t>(p[middle]) << (8 * middle) |
         static_cast<std::uint64_t>(p[count - 1]) << (8 * (count - 1));
}

// Never 0: 0 means "absent" in tables of hashes.
inline std::uint64_t hash_bytes(const char* data, std::size_t size) {
  const auto* p = reinterpret_cast<const unsigned char*>(data);
  std::uint64_t h = kHashSeed + size;
  std::size_t k = 0;
  for (; k + 8 <= size; k += 8) h = mix((h ^ load_le(p + k, 8)) + kHashSeed);
  if (k < size) h = mix((h ^ load_tail(p + k, size - k)) + kHashSeed);
  h = mix(h);
  return h == 0 ? 1 : h;
}

}  // namespace swvm
