#include "words.hpp"

#include <array>
#include <utility>

#include "fold.hpp"
#include "hash.hpp"
#include "unicode.hpp"

namespace swvm {

namespace {

constexpr std::string_view kHolds = "1";

constexpr char lower_of(char byte) { return byte >= 'A' && byte <= 'Z' ? static_cast<char>(byte + 32) : byte; }
constexpr bool is_digit(char byte) { return byte >= '0' && byte <= '9'; }

constexpr char shape_of(char byte) {
  if (byte >= 'A' && byte <= 'Z') return 'X';
  if (byte >= 'a' && byte <= 'z') return 'x';
  return is_digit(byte) ? 'd' : byte;
}

using AsciiTable = std::array<char, 128>;

template <class Function>
constexpr AsciiTable ascii_table(Function of) {
  AsciiTable table{};
  for (int k = 0; k < 128; ++k) table[static_cast<std::size_t>(k)] = of(static_cast<char>(k));
  return table;
}

constexpr AsciiTable kLowerTable = ascii_table([](char byte) { return lower_of(byte); });
constexpr AsciiTable kShapeTable = ascii_table([](char byte) { return shape_of(byte); });
constexpr AsciiTable kDigitTable = ascii_table([](char byte) { return is_digit(byte) ? '0' : byte; });

std::uint8_t flags_of(std::uint32_t code) { return unicode_record(code).flags; }

// The letter that stands for a code point in a shape; 0 where it stands for itself.
char shape_class(std::uint32_t code) {
  const std::uint8_t flags = flags_of(code);
  if (flags & (kUpper | kTitle)) return 'X';
  if (flags & kLower) return 'x';
  if (flags & kDecimal) return 'd';
  return flags & kAlpha ? 'o' : 0;
}

// Maps ASCII by a table; `wide(code, bytes, out)` appends what becomes of any other character.
template <class Wide>
void map_word(std::string_view word, const AsciiTable& table, Wide wide, std::string& out) {
  out.resize(word.size());
  std::size_t k = 0;
  for (; k < word.size() && is_ascii(word[k]); ++k) out[k] = table[static_cast<unsigned char>(word[k])];
  out.resize(k);
  while (k < word.size()) {
    const Decoded here = decode_utf8(word, k);
    if (here.code < 0x80) {
      out += table[here.code];
    } else {
      wide(here.code, word.substr(k, here.size), out);
    }
    k += here.size;
  }
}

void lower(std::string_view word, std::string& out) {
  map_word(
      word, kLowerTable,
      [](std::uint32_t code, std::string_view bytes, std::string& to) {
        if (code == kInvalid) {
          to += bytes;
        } else {
          append_lower(code, to);
        }
      },
      out);
}

void shape(std::string_view word, std::string& out) {
  map_word(
      word, kShapeTable,
      [](std::uint32_t code, std::string_view bytes, std::string& to) {
        const char letter = shape_class(code);
        to += letter ? std::string_view(&letter, 1) : bytes;
      },
      out);
}

void digits(std::string_view word, std::string& out) {
  map_word(
      word, kDigitTable,
      [](std::uint32_t code, std::string_view bytes, std::string& to) {
        to += flags_of(code) & kDecimal ? std::string_view("0") : bytes;
      },
      out);
}

// Writes each run of one character once. In place: what is written is never ahead of what is read.
void squeeze(std::string& text) {
  std::size_t to = 0;
  std::size_t before = 0;  // the size of the character that ends at text[to]
  for (std::size_t k = 0; k < text.size();) {
    const std::size_t size = is_ascii(text[k]) ? 1 : decode_utf8(text, k).size;
    if (size != before || text.compare(to - before, before, text, k, size) != 0) {
      for (std::size_t j = 0; j < size; ++j) text[to++] = text[k + j];
      before = size;
    }
    k += size;
  }
  text.resize(to);
}

std::string_view prefix(std::string_view word, std::size_t length) {
  std::size_t end = 0;
  while (end < word.size() && length-- > 0) end += decode_utf8(word, end).size;
  return word.substr(0, end);
}

// The code point that ends before text[end]; a byte that is no UTF-8 counts as one.
std::size_t begin_of_last(std::string_view word, std::size_t end) {
  std::size_t begin = end - 1;
  while (begin > 0 && end - begin < 4 && is_continuation(word[begin])) --begin;
  return begin + decode_utf8(word, begin).size == end ? begin : end - 1;
}

std::string_view suffix(std::string_view word, std::size_t length) {
  std::size_t begin = word.size();
  while (begin > 0 && length-- > 0) begin = begin_of_last(word, begin);
  return word.substr(begin);
}

// The code points from number `place` on, counted from 1; false where the word has fewer than the n-gram takes.
bool ngram(std::string_view& word, std::size_t length, std::size_t place) {
  std::size_t begin = 0;
  while (--place > 0 && begin < word.size()) begin += decode_utf8(word, begin).size;
  std::size_t end = begin;
  for (; length > 0 && end < word.size(); --length) end += decode_utf8(word, end).size;
  word = word.substr(begin, end - begin);
  return length == 0;
}

bool is_number(std::string_view word) {
  bool any = false;
  for (std::size_t k = 0; k < word.size();) {
    const Decoded here = decode_utf8(word, k);
    const bool digit = flags_of(here.code) & kDecimal;
    if (!digit && (here.code >= 0x80 || std::string_view(",.-+/%:").find(word[k]) == std::string_view::npos)) {
      return false;
    }
    any = any || digit;
    k += here.size;
  }
  return any;
}

bool has_hyphen(std::string_view word) { return word.find('-') != std::string_view::npos; }

bool is_title(std::string_view word) {
  return !word.empty() && flags_of(decode_utf8(word, 0).code) & (kUpper | kTitle);
}

bool is_upper(std::string_view word) {
  bool any = false;
  for (std::size_t k = 0; k < word.size();) {
    const Decoded here = decode_utf8(word, k);
    const std::uint8_t flags = flags_of(here.code);
    if (flags & (kLower | kTitle)) return false;
    any = any || flags & kUpper;
    k += here.size;
  }
  return any;
}

constexpr std::pair<std::string_view, WordOpKind> kNames[] = {
    {"lower", WordOpKind::kLower},
    {"shape", WordOpKind::kShape},
    {"short_shape", WordOpKind::kShortShape},
    {"prefix", WordOpKind::kPrefix},
    {"suffix", WordOpKind::kSuffix},
    {"ngram", WordOpKind::kNgram},
    {"digits", WordOpKind::kDigits},
    {"fold", WordOpKind::kFold},
    {"case", WordOpKind::kCase},
    {"is_number", WordOpKind::kIsNumber},
    {"has_hyphen", WordOpKind::kHasHyphen},
    {"is_title", WordOpKind::kIsTitle},
    {"is_upper", WordOpKind::kIsUpper},
};

// A predicate keeps the value as kHolds or takes it away.
bool hold(bool held, std::string_view& value) {
  value = kHolds;
  return held;
}

}  // namespace

std::optional<WordOpKind> find_word_op(std::string_view name) {
  for (const auto& [known, kind] : kNames) {
    if (known == name) return kind;
  }
  return std::nullopt;
}

std::optional<std::string_view> WordEvaluator::operator()(std::string_view word) {
  for (const WordOp& op : program_.ops) {
    if (!apply(op, word)) return std::nullopt;
  }
  return word;
}

bool WordEvaluator::apply(const WordOp& op, std::string_view& value) {
  // The value may lie in one buffer, so the other one is written.
  std::string& out = buffers_[next_];
  switch (op.kind) {
    case WordOpKind::kPrefix:
      value = prefix(value, op.length);
      return true;
    case WordOpKind::kSuffix:
      value = suffix(value, op.length);
      return true;
    case WordOpKind::kNgram:
      return ngram(value, op.length, op.place);
    case WordOpKind::kIsNumber:
      return hold(is_number(value), value);
    case WordOpKind::kHasHyphen:
      return hold(has_hyphen(value), value);
    case WordOpKind::kIsTitle:
      return hold(is_title(value), value);
    case WordOpKind::kIsUpper:
      return hold(is_upper(value), value);
    case WordOpKind::kLower:
      lower(value, out);
      break;
    case WordOpKind::kDigits:
      digits(value, out);
      break;
    case WordOpKind::kFold:
      fold(value, out);
      break;
    case WordOpKind::kCase:
      letter_case(value, out);
      break;
    case WordOpKind::kShape:
      shape(value, out);
      break;
    case WordOpKind::kShortShape:
      shape(value, out);
      squeeze(out);
      break;
  }
  value = out;
  next_ = 1 - next_;
  return true;
}

bool run(const WordProgram& program, std::string_view word, std::string& out) {
  WordEvaluator evaluate(program);
  const std::optional<std::string_view> value = evaluate(word);
  if (value) out.assign(*value);
  return value.has_value();
}

void atom_hashes(const WordProgram& program, const Interner& interner, std::int32_t start, std::uint64_t* out) {
  WordEvaluator evaluate(program);
  for (std::int32_t code = start; code < interner.size(); ++code) {
    const std::optional<std::string_view> value = evaluate(interner.get(code));
    *out++ = value ? hash_bytes(value->data(), value->size()) : 0;
  }
}

}  // namespace swvm
