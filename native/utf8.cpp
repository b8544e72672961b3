#include "utf8.hpp"

#include <cstdint>
#include <cstring>

namespace swvm {

namespace {

constexpr std::uint64_t kHighBits = 0x8080808080808080ull;

bool continues(unsigned char byte) { return (byte & 0xC0) == 0x80; }

// The length of the well-formed sequence at p (Unicode, table 3-7), or 0.
std::size_t sequence_length(const unsigned char* p, std::size_t left) {
  const unsigned char lead = p[0];
  if (lead < 0x80) return 1;
  if (lead < 0xC2 || lead > 0xF4) return 0;
  const std::size_t length = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
  if (left < length) return 0;
  for (std::size_t k = 1; k < length; ++k) {
    if (!continues(p[k])) return 0;
  }
  if (lead == 0xE0 && p[1] < 0xA0) return 0;   // not the shortest form
  if (lead == 0xED && p[1] >= 0xA0) return 0;  // a surrogate
  if (lead == 0xF0 && p[1] < 0x90) return 0;   // not the shortest form
  if (lead == 0xF4 && p[1] >= 0x90) return 0;  // above U+10FFFF
  return length;
}

}  // namespace

std::size_t first_utf8_error(std::string_view bytes) {
  const auto* p = reinterpret_cast<const unsigned char*>(bytes.data());
  std::size_t k = 0;
  while (k < bytes.size()) {
    std::uint64_t word = kHighBits;
    if (k + 8 <= bytes.size()) std::memcpy(&word, p + k, 8);
    if ((word & kHighBits) == 0) {
      k += 8;
      continue;
    }
    const std::size_t length = sequence_length(p + k, bytes.size() - k);
    if (length == 0) return k;
    k += length;
  }
  return kValidUtf8;
}

}  // namespace swvm
