#include "unicode.hpp"

namespace swvm {

namespace {

#include "unicode_tables.inc"

constexpr UnicodeRecord kNothing{0, 0};
constexpr std::uint32_t kCapitalIWithDot = 0x130;

struct Form {
  std::uint32_t size;
  std::uint32_t bits;     // of the code point, in the first byte
  std::uint32_t minimum;  // less could be written shorter, which UTF-8 forbids
};

Form form_of(unsigned char first) {
  if (first >= 0xC2 && first < 0xE0) return {2, first & 0x1Fu, 0x80};
  if (first >= 0xE0 && first < 0xF0) return {3, first & 0x0Fu, 0x800};
  if (first >= 0xF0 && first < 0xF5) return {4, first & 0x07u, 0x10000};
  return {1, kInvalid, 0};
}

}  // namespace

const char* unicode_version() { return kUnicodeVersion; }

const UnicodeRecord& unicode_record(std::uint32_t code) {
  if (code > kMaxCodePoint) return kNothing;
  const std::size_t block = kBlockOf[code >> kBlockShift];
  return kRecords[kRecordOf[(block << kBlockShift) | (code & ((1u << kBlockShift) - 1))]];
}

Decoded decode_utf8(std::string_view text, std::size_t k) {
  const auto first = static_cast<unsigned char>(text[k]);
  if (first < 0x80) return {first, 1};
  const Form form = form_of(first);
  if (form.size == 1 || form.size > text.size() - k) return {kInvalid, 1};
  std::uint32_t code = form.bits;
  for (std::uint32_t j = 1; j < form.size; ++j) {
    if (!is_continuation(text[k + j])) return {kInvalid, 1};
    code = code << 6 | (static_cast<unsigned char>(text[k + j]) & 0x3Fu);
  }
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  if (code < form.minimum || code > kMaxCodePoint || surrogate) return {kInvalid, 1};
  return {code, form.size};
}

void append_utf8(std::uint32_t code, std::string& out) {
  const auto low = [code](int shift) { return static_cast<char>(0x80 | (code >> shift & 0x3F)); };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += {static_cast<char>(0xC0 | code >> 6), low(0)};
  } else if (code < 0x10000) {
    out += {static_cast<char>(0xE0 | code >> 12), low(6), low(0)};
  } else {
    out += {static_cast<char>(0xF0 | code >> 18), low(12), low(6), low(0)};
  }
}

void append_lower(std::uint32_t code, std::string& out) {
  if (code == kCapitalIWithDot) {
    out += "i\xCC\x87";  // i, combining dot above
    return;
  }
  append_utf8(code + static_cast<std::uint32_t>(unicode_record(code).lower_delta), out);
}

}  // namespace swvm
