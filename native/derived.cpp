#include "derived.hpp"

#include <algorithm>
#include <string>

#include "hash.hpp"

namespace swvm {

namespace {

constexpr std::size_t kTogether = 512;
enum Place : std::int32_t { kBegin = 1, kInside = 2, kEnd = 3, kSingle = 4 };

std::uint64_t beyond(const char* side, std::int64_t distance) {
  const std::string text = side + std::to_string(distance) + ">";
  return hash_bytes(text.data(), text.size());
}

// The hash of a column at `place`, which may lie beyond the sentence.
std::uint64_t seen_at(const SeenColumn& one, std::int64_t place, std::int64_t begin, std::int64_t end) {
  if (place < begin) return beyond("<s-", begin - place);
  if (place >= end) return beyond("<e+", place - end + 1);
  return one.hashes[one.codes[place]];
}

constexpr std::uint64_t nonzero_key(std::uint64_t key) { return key == 0 ? 1 : key; }

std::uint64_t key_at(const std::vector<SeenColumn>& seen, std::int64_t token, std::int64_t begin, std::int64_t end) {
  std::uint64_t key = kHashSeed;
  for (const SeenColumn& one : seen) {
    const std::uint64_t hash = seen_at(one, token + one.offset, begin, end);
    if (hash == 0) return 0;
    key = combine(key, hash);
  }
  return nonzero_key(key);
}

struct Match {
  std::int64_t end;
  std::int32_t value;  // 0: none
};

// What a walk through the table needs; one for all tokens.
struct Walk {
  const FeatureIndex& table;
  const std::int32_t* values;
  const std::uint64_t* hashes;
  const std::int32_t* codes;

  Match longest(std::int64_t begin, std::int64_t end) const {
    Match best{begin, 0};
    std::uint64_t key = kHashSeed;
    for (std::int64_t token = begin; token < end; ++token) {
      const std::uint64_t hash = hashes[codes[token]];
      if (hash == 0) break;
      key = nonzero_key(combine(key, hash));
      const std::uint32_t number = table.find(key, 0);
      if (number == kAbsent) break;
      if (values[number] > 0) best = {token + 1, values[number]};
    }
    return best;
  }
};

void write_phrase(std::int64_t begin, const Match& match, std::int32_t* results) {
  const std::int32_t base = 4 * (match.value - 1);
  if (match.end == begin + 1) {
    results[begin] = base + kSingle;
    return;
  }
  std::fill(results + begin, results + match.end, base + kInside);
  results[begin] = base + kBegin;
  results[match.end - 1] = base + kEnd;
}

}  // namespace

void conjunction_keys(const std::vector<SeenColumn>& seen, const Sentences& sentences, std::uint64_t* keys) {
  for (std::size_t s = 0; s < sentences.count; ++s) {
    const std::int64_t begin = sentences.offsets[s], end = sentences.offsets[s + 1];
    for (std::int64_t token = begin; token < end; ++token) keys[token] = key_at(seen, token, begin, end);
  }
}

void prefix_keys(const std::uint64_t* hashes, const std::int32_t* codes, const Sentences& sentences,
                 std::uint64_t* keys) {
  for (std::size_t s = 0; s < sentences.count; ++s) {
    std::uint64_t key = kHashSeed;
    bool whole = true;
    for (std::int64_t token = sentences.offsets[s]; token < sentences.offsets[s + 1]; ++token) {
      const std::uint64_t hash = hashes[codes[token]];
      whole = whole && hash != 0;
      key = nonzero_key(combine(key, hash));
      keys[token] = whole ? key : 0;
    }
  }
}

KeyArrays build_table(const std::uint64_t* keys, const std::uint32_t* numbers, std::size_t count) {
  const std::size_t capacity = index_capacity(count);
  KeyArrays table{std::vector<std::uint64_t>(capacity), std::vector<std::uint32_t>(capacity)};
  for (std::size_t k = 0; k < count; ++k) {
    std::size_t slot = keys[k] & (capacity - 1);
    while (table.keys[slot] != 0 && table.keys[slot] != keys[k]) slot = (slot + 1) & (capacity - 1);
    if (keys[k] == 0 || table.keys[slot] == keys[k]) continue;
    table.keys[slot] = keys[k];
    table.numbers[slot] = numbers[k];
  }
  return table;
}

void look_up(const FeatureIndex& table, const std::uint64_t* keys, std::size_t count, std::int32_t* numbers) {
  std::uint64_t some[kTogether];
  std::uint32_t found[kTogether];
  for (std::size_t begin = 0; begin < count; begin += kTogether) {
    const std::size_t size = std::min(kTogether, count - begin);
    std::copy(keys + begin, keys + begin + size, some);
    table.find_all(some, size, 0, found);
    for (std::size_t k = 0; k < size; ++k)
      numbers[begin + k] = found[k] == kAbsent ? 0 : static_cast<std::int32_t>(found[k]);
  }
}

void match_phrases(const FeatureIndex& table, const std::int32_t* values, const std::uint64_t* hashes,
                   const std::int32_t* codes, const Sentences& sentences, std::int32_t* results) {
  const Walk walk{table, values, hashes, codes};
  for (std::size_t s = 0; s < sentences.count; ++s) {
    const std::int64_t end = sentences.offsets[s + 1];
    for (std::int64_t token = sentences.offsets[s]; token < end;) {
      const Match match = walk.longest(token, end);
      results[token] = 0;
      if (match.value > 0) write_phrase(token, match, results);
      token = match.value > 0 ? match.end : token + 1;
    }
  }
}

}  // namespace swvm
