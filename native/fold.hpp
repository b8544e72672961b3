// Two coarser views of a word: `fold` writes numbers, Roman numerals and Greek letters as one character each, `case`
// says how its letters are cased.
#pragma once
#include <string>
#include <string_view>

namespace swvm {

// Lower case, but for three things: a run of decimal digits is `0`, and so is a run of letters that is a Roman numeral
// of 1 to 39 in capitals; a Greek letter that stands alone, and a run of Latin letters that is the name of one, is `α`.
// A run of letters is of one script: Greek or another.
void fold(std::string_view word, std::string& out);

// lower, upper, capital (one letter alone), title, mixed or none, then "+digit" and "+mark" where there are decimal
// digits, and characters that are neither letters nor decimal digits.
void letter_case(std::string_view word, std::string& out);

}  // namespace swvm
