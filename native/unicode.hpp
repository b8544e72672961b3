// UTF-8 and the classes of code points, as Python's str has them: lower(), isupper(), islower(), isalpha(),
// isdecimal().
//
// Left out: what depends on the neighbours (the final sigma of lower()), normalisation, grapheme clusters.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace swvm {

enum UnicodeFlag : std::uint8_t {
  kUpper = 1,
  kLower = 2,
  kTitle = 4,
  kAlpha = 8,
  kDecimal = 16,
  kAssigned = 32,
};

// What a code point is, and how far its lower case lies from it.
struct UnicodeRecord {
  std::int32_t lower_delta;
  std::uint8_t flags;
};

inline constexpr std::uint32_t kMaxCodePoint = 0x10FFFF;
inline constexpr std::uint32_t kInvalid = 0xFFFFFFFF;  // a byte that is no UTF-8; it stands for itself

// `code` may be anything; what is no code point has no class.
const UnicodeRecord& unicode_record(std::uint32_t code);

const char* unicode_version();

// Appends the lower case of one code point; U+0130 is the only one that becomes two.
void append_lower(std::uint32_t code, std::string& out);

struct Decoded {
  std::uint32_t code;  // or kInvalid
  std::uint32_t size;  // in bytes, at least 1
};

// The code point at text[k], k < text.size(). Never reads beyond the text.
Decoded decode_utf8(std::string_view text, std::size_t k);

void append_utf8(std::uint32_t code, std::string& out);

inline bool is_ascii(char byte) { return static_cast<unsigned char>(byte) < 0x80; }
inline bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

}  // namespace swvm
