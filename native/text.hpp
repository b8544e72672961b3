// Bytes of a corpus -> codes of its columns, sentence offsets.
//
// A block is a whole file or a part of it that ends at a sentence's end. A column file has one token a line, its
// columns separated by tabs or by runs of blanks, and a blank line after each sentence; plain text has one sentence a
// line. Errors are std::invalid_argument with the message "LINE: what was read; what was expected".
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "interner.hpp"

namespace swvm {

// How a column file is laid out.
struct Layout {
  char separator = '\t';      // '\t': exactly one tab; ' ': any run of spaces and tabs
  std::size_t n_columns = 0;  // of every row; 0: there is no row
  std::string comments;       // lines that begin so are skipped; empty: there are none
  bool skip_ranges = false;   // CoNLL-U: rows whose first column is 1-2 or 1.1 are no tokens
};

struct Parsed {
  std::vector<std::vector<std::int32_t>> codes;  // one list for each wanted column
  std::vector<std::int64_t> offsets;             // sentence s holds tokens offsets[s] .. offsets[s + 1]
  std::vector<std::int64_t> documents;           // the first sentence of each document; begins with 0
  std::vector<std::int64_t> line_ends;           // for each token, where its row ends in the block (column files)
};

// Finds the separator (unless it is given, not '\0') and the number of columns in the first row.
Layout find_layout(std::string_view block, char separator, const std::string& comments);

// `wanted` has an interner, or nullptr, for each column of the file.
Parsed parse_columns(std::string_view block, const Layout& layout, const std::vector<Interner*>& wanted,
                     std::int64_t first_line);

Parsed parse_sentences(std::string_view block, Interner& words, std::int64_t first_line);

// Where the last sentence of a column file ends (behind its blank line), or 0.
std::size_t last_sentence_end(std::string_view block);

// The block with a separator and a string added at the end of each token's row. Every code and line end must be
// valid: 0 <= code < strings.size(), line ends rising, none beyond the block.
std::string append_labels(std::string_view block, const std::int64_t* line_ends, const std::int32_t* codes,
                          std::size_t n_tokens, char separator, const std::vector<std::string>& strings);

}  // namespace swvm
