// Word classes by exchange (Martin, Liermann, Ney 1998), and the tree over them (Brown et al. 1992).
//
// The text is its distinct bigrams. Classes maximise the likelihood of the class bigram model: with N counts of
// neighbouring classes, the sum of h(N(g, g')) less twice that of h(N(g)), h(x) = x log2 x. h is a whole number of
// 2^-20 bits, so every sum is exact: its value does not depend on the order, the machine or its vectors.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace swvm {

// round(x log2(x) 2^20), of whole numbers from 0 on, by basic arithmetic alone.
std::int64_t entropy_term(std::int64_t x);

// The neighbours of each word: word w has the entries starts[w] .. starts[w + 1].
struct Neighbours {
  const std::int64_t* starts = nullptr;  // [words + 1]
  const std::int32_t* ids = nullptr;     // words, or a context that has no class of its own: >= words
  const std::int32_t* counts = nullptr;
};

// Words 0 .. words - 1 have classes 0 .. classes - 1, or wait in the class `classes + 1` to be placed. The two contexts
// are the sentence's boundary (id `words`, class `classes`) and all rare words (`words + 1`, `classes + 1`).
class ClassModel {
 public:
  // The arrays stay the caller's; the ids and classes in them must be in range. `between` are the bigrams of contexts:
  // [2, 2] by predecessor and successor.
  ClassModel(std::int32_t words, std::int32_t classes, const Neighbours& after, const Neighbours& before,
             const std::int64_t* between, std::vector<std::int32_t> assignment);

  // Moves each word in turn to its best class, or leaves it where none is better; returns how many were moved.
  std::int64_t sweep(std::int32_t begin, std::int32_t end);

  // The objective that exchange raises.
  std::int64_t objective() const;

  // What the objective gains where a word that has no class is put in each class. For tests.
  std::vector<std::int64_t> gains(std::int32_t word);

  const std::vector<std::int32_t>& assignment() const { return class_of_; }

  // The classes merged two by two, each time the pair whose merging costs least (of equal ones the first): the second
  // of a pair goes into the first.
  std::vector<std::pair<std::int32_t, std::int32_t>> merges() const;

 private:
  std::int64_t h(std::int64_t x) const {
    return x < static_cast<std::int64_t>(table_.size()) ? table_[static_cast<std::size_t>(x)] : entropy_term(x);
  }
  std::int64_t* row(std::vector<std::int64_t>& counts, std::int32_t g) const { return counts.data() + g * side_; }
  void collect(std::int32_t word);
  void collect(std::int32_t word, const Neighbours& side, std::vector<std::int64_t>* sums,
               std::vector<std::int32_t>* touched);
  void move(std::int32_t g, std::int64_t sign);
  void score();
  void add_terms(const std::int64_t* counts, std::int64_t added);
  std::int32_t best(std::int32_t current) const;

  std::int32_t words_, classes_;
  std::int64_t side_;  // classes and the two contexts
  Neighbours after_, before_;
  std::vector<std::int32_t> class_of_;
  std::vector<std::int64_t> forward_, backward_;  // [side, side]: N(g, g') and its transpose
  std::vector<std::int64_t> totals_;              // N(g)
  std::vector<std::int64_t> table_;               // h of small numbers
  // Of the word that is being moved: by class, how often it stands before and after; how often beside itself.
  std::vector<std::int64_t> sums_after_, sums_before_;
  std::vector<std::int32_t> touched_after_, touched_before_;
  std::int64_t beside_itself_ = 0, count_ = 0;
  std::vector<std::int64_t> gains_;
};

}  // namespace swvm
