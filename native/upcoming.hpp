// The sentences that training reads next, in an order of its own. What it will read of them lies anywhere, and where
// says what lies elsewhere: each is asked for a sentence before it is needed to ask for the next.
#pragma once
#include <cstdint>

#include "chain.hpp"
#include "prefetch.hpp"

namespace swvm {

struct Upcoming {
  const std::int64_t* sentences;
  std::int64_t count;

  std::int64_t next() const { return count > 0 ? sentences[0] : -1; }
  Upcoming behind(std::int64_t some) const { return {sentences + some, count - some}; }
};

template <class T>
void fetch_lines(const T* first, std::int64_t size) {
  constexpr std::int64_t kLine = 64 / sizeof(T);
  for (std::int64_t k = 0; k < size; k += kLine) prefetch(first + k);
}

// The rows of the weights of the next sentence are fetched by the kernels; they need its ids.
inline void fetch_upcoming(const Encoded& encoded, const Upcoming& upcoming) {
  const Spans& words = encoded.spans[kT];
  if (upcoming.count > 3) prefetch(encoded.offsets + upcoming.sentences[3]);
  if (upcoming.count > 2) {
    const std::int64_t sentence = upcoming.sentences[2], first = encoded.offsets[sentence];
    fetch_lines(words.starts + first, encoded.length(sentence) + 1);
    fetch_lines(encoded.gold + first, encoded.length(sentence));
  }
  if (upcoming.count > 1) {
    const std::int64_t sentence = upcoming.sentences[1], first = words.starts[encoded.offsets[sentence]];
    fetch_lines(words.ids + first, words.starts[encoded.offsets[sentence + 1]] - first);
  }
}

}  // namespace swvm
