#include "fold.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "unicode.hpp"

namespace swvm {

namespace {

constexpr std::string_view kNumber = "0";
constexpr std::string_view kGreek = "\xCE\xB1";  // alpha
constexpr std::uint32_t kMicroSign = 0xB5;

constexpr std::string_view kGreekNames[] = {
    "alpha", "beta", "gamma",   "delta", "epsilon", "zeta",  "eta", "theta",   "iota", "kappa", "lambda", "mu",
    "nu",    "xi",   "omicron", "pi",    "rho",     "sigma", "tau", "upsilon", "phi",  "chi",   "psi",    "omega"};

enum class Run : std::uint8_t { kDigits, kGreek, kLetters, kOther };

bool is_greek(std::uint32_t code) {
  return (code >= 0x370 && code <= 0x3FF) || (code >= 0x1F00 && code <= 0x1FFF) || code == kMicroSign;
}

Run run_of(std::uint32_t code) {
  const std::uint8_t flags = unicode_record(code).flags;
  if (flags & kDecimal) return Run::kDigits;
  if (!(flags & kAlpha)) return Run::kOther;
  return is_greek(code) ? Run::kGreek : Run::kLetters;
}

// Takes as many of `letter` off the front as there are, at most three.
std::size_t take(std::string_view& text, char letter) {
  std::size_t count = 0;
  while (count < 3 && count < text.size() && text[count] == letter) ++count;
  text.remove_prefix(count);
  return count;
}

bool is_roman(std::string_view text) {
  if (text.empty()) return false;
  take(text, 'X');
  if (text == "IX" || text == "IV") return true;
  if (!text.empty() && text[0] == 'V') text.remove_prefix(1);
  take(text, 'I');
  return text.empty();
}

void append_lowered(std::string_view run, std::string& out) {
  for (std::size_t k = 0; k < run.size();) {
    const Decoded here = decode_utf8(run, k);
    if (here.code == kInvalid) {
      out += run[k];
    } else {
      append_lower(here.code, out);
    }
    k += here.size;
  }
}

// A run of letters that are not Greek: its name is looked for where it was just written.
void append_letters(std::string_view run, std::string& out) {
  if (is_roman(run)) {
    out += kNumber;
    return;
  }
  const std::size_t begin = out.size();
  append_lowered(run, out);
  const std::string_view lowered = std::string_view(out).substr(begin);
  if (std::find(std::begin(kGreekNames), std::end(kGreekNames), lowered) != std::end(kGreekNames)) {
    out.resize(begin);
    out += kGreek;
  }
}

void append_run(Run kind, std::string_view run, std::size_t characters, std::string& out) {
  if (kind == Run::kDigits) {
    out += kNumber;
  } else if (kind == Run::kGreek && characters == 1) {
    out += kGreek;
  } else if (kind == Run::kLetters) {
    append_letters(run, out);
  } else {
    append_lowered(run, out);
  }
}

struct CaseCounts {
  std::size_t upper = 0, lower = 0;
  bool first_is_upper = false, digit = false, mark = false;
};

CaseCounts count_cases(std::string_view word) {
  CaseCounts counts;
  for (std::size_t k = 0; k < word.size();) {
    const Decoded here = decode_utf8(word, k);
    const std::uint8_t flags = unicode_record(here.code).flags;
    const bool upper = flags & (kUpper | kTitle);
    if (upper && counts.upper + counts.lower == 0) counts.first_is_upper = true;
    counts.upper += upper;
    counts.lower += !upper && flags & kLower;
    counts.digit = counts.digit || flags & kDecimal;
    counts.mark = counts.mark || !(flags & (kAlpha | kDecimal));
    k += here.size;
  }
  return counts;
}

std::string_view case_name(const CaseCounts& counts) {
  if (counts.upper + counts.lower == 0) return "none";
  if (counts.upper == 0) return "lower";
  if (counts.lower == 0) return counts.upper == 1 ? "capital" : "upper";
  return counts.first_is_upper && counts.upper == 1 ? "title" : "mixed";
}

}  // namespace

void fold(std::string_view word, std::string& out) {
  out.clear();
  for (std::size_t begin = 0; begin < word.size();) {
    Decoded here = decode_utf8(word, begin);
    const Run kind = run_of(here.code);
    std::size_t end = begin, characters = 0;
    while (end < word.size() && run_of((here = decode_utf8(word, end)).code) == kind) {
      end += here.size;
      ++characters;
    }
    append_run(kind, word.substr(begin, end - begin), characters, out);
    begin = end;
  }
}

void letter_case(std::string_view word, std::string& out) {
  const CaseCounts counts = count_cases(word);
  out = case_name(counts);
  if (counts.digit) out += "+digit";
  if (counts.mark) out += "+mark";
}

}  // namespace swvm
