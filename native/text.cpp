#include "text.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <stdexcept>

#include "hash.hpp"
#include "utf8.hpp"

namespace swvm {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr std::string_view kDocument = "-DOCSTART-";
constexpr std::size_t kExcerpt = 60;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

bool starts_with(std::string_view text, std::string_view prefix) { return text.substr(0, prefix.size()) == prefix; }

[[noreturn]] void fail(std::int64_t line, const std::string& message) {
  throw std::invalid_argument(std::to_string(line) + ": " + message);
}

std::string quoted(std::string_view text) {
  if (text.size() <= kExcerpt) return "'" + std::string(text) + "'";
  std::size_t end = kExcerpt;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // not inside a character
  return "'" + std::string(text.substr(0, end)) + "...'";
}

std::string in_hex(unsigned char byte) {
  constexpr char digits[] = "0123456789ABCDEF";
  return {'0', 'x', digits[byte >> 4], digits[byte & 15]};
}

void check_utf8(std::string_view block, std::int64_t first_line) {
  const std::size_t bad = first_utf8_error(block);
  if (bad == kValidUtf8) return;
  const auto line = first_line + std::count(block.begin(), block.begin() + static_cast<std::ptrdiff_t>(bad), '\n');
  const std::size_t newline = bad == 0 ? std::string_view::npos : block.rfind('\n', bad - 1);
  const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
  fail(line, "byte " + std::to_string(bad - begin + 1) + " of this line (" +
                 in_hex(static_cast<unsigned char>(block[bad])) +
                 ") is not UTF-8; re-encode the file, e.g. iconv -f LATIN1 -t UTF-8");
}

// Lines of a block, without their ends: \n or \r\n, and blanks before them.
class Lines {
 public:
  Lines(std::string_view block, std::int64_t first_line)
      : begin_(block.data()), next_(begin_), end_(begin_ + block.size()), number_(first_line - 1) {
    if (first_line == 1 && starts_with(block, kByteOrderMark)) next_ += kByteOrderMark.size();
  }

  bool next(std::string_view& line) {
    if (next_ == end_) return false;
    const auto* newline = static_cast<const char*>(std::memchr(next_, '\n', static_cast<std::size_t>(end_ - next_)));
    const char* stop = newline == nullptr ? end_ : newline;
    const char* start = next_;
    next_ = newline == nullptr ? end_ : newline + 1;
    while (stop > start && is_blank(stop[-1])) --stop;
    line = {start, static_cast<std::size_t>(stop - start)};
    ++number_;
    return true;
  }

  std::int64_t number() const { return number_; }
  std::int64_t end_of(std::string_view line) const { return line.data() + line.size() - begin_; }

 private:
  const char* begin_;
  const char* next_;
  const char* end_;
  std::int64_t number_;
};

// The number of the lowest byte that is not 0; there must be one.
std::ptrdiff_t lowest_byte(std::uint64_t word) {
#if defined(__GNUC__)
  return __builtin_ctzll(word) / 8;
#else
  std::ptrdiff_t number = 0;
  for (; (word & 0xFF) == 0; word >>= 8) ++number;
  return number;
#endif
}

// Takes the columns off a line, one after another.
class Fields {
 public:
  // `readable` bytes from the line's beginning on can be read: its own, and what follows it in the block.
  Fields(std::string_view line, char separator, std::size_t readable)
      : p_(line.data()), end_(p_ + line.size()), limit_(p_ + readable), tabs_(separator == '\t') {
    if (!tabs_) skip_blanks();
  }
  Fields(std::string_view line, char separator) : Fields(line, separator, line.size()) {}

  bool next(std::string_view& field) {
    if (done_) return false;
    const char* start = p_;
    p_ = tabs_ ? find(kTabs) : find(kBlanks);
    field = {start, static_cast<std::size_t>(p_ - start)};
    done_ = p_ == end_;
    if (!done_) tabs_ ? static_cast<void>(++p_) : skip_blanks();
    return true;
  }

 private:
  void skip_blanks() {
    while (p_ != end_ && is_blank(*p_)) ++p_;
  }

  // Where the field that begins here ends. Eight bytes at a time: for most fields that is once, without a branch a
  // byte.
  template <std::size_t N>
  const char* find(const char (&stops)[N]) const {
    const char* p = p_;
    for (; limit_ - p >= 8; p += 8) {
      const std::uint64_t word = load_le(reinterpret_cast<const unsigned char*>(p), 8);
      std::uint64_t found = 0;
      for (const char stop : stops) found |= zeros(word ^ (kOnes * static_cast<unsigned char>(stop)));
      if (found != 0) return std::min(p + lowest_byte(found), end_);
      if (end_ - p <= 8) return end_;
    }
    while (p < end_ && std::find(stops, stops + N, *p) == stops + N) ++p;
    return std::min(p, end_);
  }

  static constexpr char kTabs[1] = {'\t'}, kBlanks[3] = {' ', '\t', '\r'};
  static constexpr std::uint64_t kOnes = 0x0101010101010101ull;

  // The high bit of every byte up to the first that is 0; above it some may be wrong.
  static std::uint64_t zeros(std::uint64_t word) { return (word - kOnes) & ~word & (kOnes << 7); }

  const char* p_;
  const char* end_;
  const char* limit_;
  bool tabs_;
  bool done_ = false;
};

// Fields of rows whose slots are being fetched.
class Waiting {
 public:
  void add(std::string_view field, Interner& interner, std::vector<std::int32_t>& codes) {
    const std::uint64_t hash = Interner::hash_of(field);
    interner.fetch(hash);
    fields_[count_++] = {field, hash, &interner, &codes};
    if (count_ == kFields) flush();
  }

  void flush() {
    for (std::size_t k = 0; k < count_; ++k) {
      const Field& one = fields_[k];
      one.codes->push_back(one.interner->intern(one.text, one.hash));
    }
    count_ = 0;
  }

 private:
  static constexpr std::size_t kFields = 32;

  struct Field {
    std::string_view text;
    std::uint64_t hash;
    Interner* interner;
    std::vector<std::int32_t>* codes;
  };

  std::size_t count_ = 0;
  std::array<Field, kFields> fields_;
};

std::size_t count_fields(std::string_view line, char separator) {
  Fields fields(line, separator);
  std::string_view field;
  std::size_t count = 0;
  while (fields.next(field)) ++count;
  return count;
}

bool is_comment(std::string_view line, const std::string& comments) {
  return !comments.empty() && starts_with(line, comments);
}

bool is_document(std::string_view line) {
  return starts_with(line, kDocument) && (line.size() == kDocument.size() || is_blank(line[kDocument.size()]));
}

bool is_range(std::string_view line) {
  const std::size_t tab = line.find('\t');
  return line.substr(0, tab).find_first_of("-.") != std::string_view::npos;
}

// Grows the offsets: a sentence ends where a token came since the last end.
class Builder {
 public:
  explicit Builder(Parsed& parsed) : parsed_(parsed) {
    parsed_.offsets.push_back(0);
    parsed_.documents.push_back(0);
  }

  void token() { ++tokens_; }

  void end_sentence() {
    if (tokens_ > parsed_.offsets.back()) parsed_.offsets.push_back(tokens_);
  }

  void start_document() {
    end_sentence();
    const auto sentence = static_cast<std::int64_t>(parsed_.offsets.size()) - 1;
    if (sentence > parsed_.documents.back()) parsed_.documents.push_back(sentence);
  }

  void finish() {
    end_sentence();
    const auto sentences = static_cast<std::int64_t>(parsed_.offsets.size()) - 1;
    if (sentences > 0 && parsed_.documents.back() == sentences) parsed_.documents.pop_back();
  }

 private:
  Parsed& parsed_;
  std::int64_t tokens_ = 0;
};

[[noreturn]] void wrong_count(std::int64_t number, std::string_view line, const Layout& layout) {
  const std::size_t count = count_fields(line, layout.separator);
  fail(number, "this row has " + std::to_string(count) + (count == 1 ? " column" : " columns") +
                   ", the first row has " + std::to_string(layout.n_columns) + " (separated by " +
                   (layout.separator == '\t' ? "tabs" : "blanks") + "): " + quoted(line));
}

// A guess from the beginning of the block, a little too high for most files; the lists grow if it is too low.
std::size_t expected_rows(std::string_view block) {
  constexpr std::size_t kSample = 1 << 16;
  const std::string_view sample = block.substr(0, kSample);
  const auto rows = static_cast<std::size_t>(std::count(sample.begin(), sample.end(), '\n')) + 1;
  return sample.empty() ? 1 : rows * (block.size() / sample.size() + 1);
}

// One row of a column file.
class Row {
 public:
  Row(const Layout& layout, const std::vector<Interner*>& wanted, Parsed& parsed) : layout_(layout) {
    parsed.codes.resize(wanted.size() - static_cast<std::size_t>(std::count(wanted.begin(), wanted.end(), nullptr)));
    std::size_t k = 0;
    for (Interner* interner : wanted)
      targets_.push_back({interner, interner == nullptr ? nullptr : &parsed.codes[k++]});
  }

  void reserve(std::size_t rows) {
    for (Target& target : targets_) {
      if (target.codes != nullptr) target.codes->reserve(rows);
    }
  }

  // `readable`: see Fields.
  void read(std::string_view line, std::int64_t number, std::size_t readable) {
    Fields fields(line, layout_.separator, readable);
    std::string_view field;
    std::size_t count = 0;
    while (fields.next(field)) {
      if (count == targets_.size()) wrong_count(number, line, layout_);
      const Target& target = targets_[count++];
      if (target.interner == nullptr) continue;
      if (field.empty()) fail(number, "column " + std::to_string(count) + " of this row is empty: " + quoted(line));
      waiting_.add(field, *target.interner, *target.codes);
    }
    if (count != targets_.size()) wrong_count(number, line, layout_);
  }

  // To be called behind the last row: then all codes are there.
  void finish() { waiting_.flush(); }

 private:
  struct Target {
    Interner* interner;
    std::vector<std::int32_t>* codes;
  };

  const Layout& layout_;
  std::vector<Target> targets_;
  Waiting waiting_;
};

}  // namespace

Layout find_layout(std::string_view block, char separator, const std::string& comments) {
  Layout layout{separator == '\0' ? ' ' : separator, 0, comments, false};
  Lines lines(block, 1);
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty() || is_comment(line, comments) || is_document(line)) continue;
    if (separator == '\0' && line.find('\t') != std::string_view::npos) layout.separator = '\t';
    layout.n_columns = count_fields(line, layout.separator);
    break;
  }
  return layout;
}

Parsed parse_columns(std::string_view block, const Layout& layout, const std::vector<Interner*>& wanted,
                     std::int64_t first_line) {
  if (wanted.size() != layout.n_columns) throw std::invalid_argument("one interner or None for each column");
  check_utf8(block, first_line);
  Parsed parsed;
  Builder builder(parsed);
  Row row(layout, wanted, parsed);
  const std::size_t rows = expected_rows(block);
  row.reserve(rows);
  parsed.line_ends.reserve(rows);

  Lines lines(block, first_line);
  std::string_view line;
  while (lines.next(line)) {
    if (line.empty()) {
      builder.end_sentence();
    } else if (is_document(line)) {
      builder.start_document();
    } else if (!is_comment(line, layout.comments) && !(layout.skip_ranges && is_range(line))) {
      row.read(line, lines.number(), static_cast<std::size_t>(block.data() + block.size() - line.data()));
      builder.token();
      parsed.line_ends.push_back(lines.end_of(line));
    }
  }
  row.finish();
  builder.finish();
  return parsed;
}

Parsed parse_sentences(std::string_view block, Interner& words, std::int64_t first_line) {
  check_utf8(block, first_line);
  Parsed parsed;
  parsed.codes.resize(1);
  Builder builder(parsed);
  Lines lines(block, first_line);
  std::string_view line;
  std::string_view word;
  while (lines.next(line)) {
    Fields fields(line, ' ');
    while (!line.empty() && fields.next(word)) {
      parsed.codes[0].push_back(words.intern(word));
      builder.token();
    }
    builder.end_sentence();
  }
  builder.finish();
  return parsed;
}

std::size_t last_sentence_end(std::string_view block) {
  constexpr std::size_t none = std::string_view::npos;
  std::size_t end = block.rfind('\n');
  while (end != none) {
    const std::size_t before = end == 0 ? none : block.rfind('\n', end - 1);
    const std::string_view line = block.substr(before + 1, end - before - 1);  // none + 1 is 0
    if (std::all_of(line.begin(), line.end(), is_blank)) return end + 1;
    end = before;
  }
  return 0;
}

std::string append_labels(std::string_view block, const std::int64_t* line_ends, const std::int32_t* codes,
                          std::size_t n_tokens, char separator, const std::vector<std::string>& strings) {
  std::size_t size = block.size() + n_tokens;
  for (std::size_t k = 0; k < n_tokens; ++k) size += strings[static_cast<std::size_t>(codes[k])].size();
  std::string out;
  out.reserve(size);
  std::size_t done = 0;
  for (std::size_t k = 0; k < n_tokens; ++k) {
    const auto end = static_cast<std::size_t>(line_ends[k]);
    out.append(block.data() + done, end - done);
    out += separator;
    out += strings[static_cast<std::size_t>(codes[k])];
    done = end;
  }
  out.append(block.data() + done, block.size() - done);
  return out;
}

}  // namespace swvm
