// Columns that are derived from others: look-ups in a table of keys, for each token alone or for phrases.
//
// A key is a hash of what is observed: of one or several columns around a token, or of the words of a phrase. What the
// numbers in the table mean is the caller's matter; 0 is "nothing".
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "feature_index.hpp"

namespace swvm {

// A column at an offset: the hash of each of its codes (0 where the value is absent), and the codes of the tokens.
struct SeenColumn {
  const std::uint64_t* hashes;
  const std::int32_t* codes;
  std::int32_t offset;
};

// Sentence s holds tokens offsets[s] .. offsets[s+1].
struct Sentences {
  const std::int64_t* offsets;
  std::size_t count;
};

// For each token the key of all that is seen, 0 where something of it is absent. What lies beyond the sentence has a
// hash of its own for each distance, as in features.
void conjunction_keys(const std::vector<SeenColumn>& seen, const Sentences& sentences, std::uint64_t* keys);

// For each token the key of the words from its sentence's begin up to it: what a table of phrases holds for each
// phrase. 0 from a word on that is absent.
void prefix_keys(const std::uint64_t* hashes, const std::int32_t* codes, const Sentences& sentences,
                 std::uint64_t* keys);

// The arrays of a table: the number of each key; of equal keys the first one's, and none of the key 0.
struct KeyArrays {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> numbers;
};
KeyArrays build_table(const std::uint64_t* keys, const std::uint32_t* numbers, std::size_t count);

// The number of each key in the table, 0 where it is not there.
void look_up(const FeatureIndex& table, const std::uint64_t* keys, std::size_t count, std::int32_t* numbers);

// Finds phrases from left to right, at each token the longest; phrases do not overlap. The table holds the keys of all
// prefixes of all phrases; `values[number]` is above 0 where a phrase of this value ends. The token's result is 0, or
// 4 * (value - 1) + 1 (its begin), + 2 (inside), + 3 (its end), + 4 (a phrase of one token).
// Every number below table.counts()[0] has a value.
void match_phrases(const FeatureIndex& table, const std::int32_t* values, const std::uint64_t* hashes,
                   const std::int32_t* codes, const Sentences& sentences, std::int32_t* results);

}  // namespace swvm
