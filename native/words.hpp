// Functions of one word, on its UTF-8 bytes: lower, shape, affixes, n-grams, predicates. Each maps a string to a string
// or to nothing; a predicate that holds gives "1".
//
// Bytes that are no UTF-8 are kept as they are: every function is defined on every input. Lengths count code points.
#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "interner.hpp"

namespace swvm {

enum class WordOpKind : std::uint8_t {
  kLower,
  kShape,
  kShortShape,
  kPrefix,
  kSuffix,
  kNgram,
  kDigits,
  kFold,
  kCase,
  kIsNumber,
  kHasHyphen,
  kIsTitle,
  kIsUpper,
};

struct WordOp {
  WordOpKind kind;
  std::size_t length = 0;  // of an affix or an n-gram
  std::size_t place = 1;   // which n-gram, counted from 1
};

// The op of this name, or nothing.
std::optional<WordOpKind> find_word_op(std::string_view name);

// Ops are applied from the first to the last; no ops give the word itself.
struct WordProgram {
  std::vector<WordOp> ops;
};

// Runs a program and keeps its buffers from word to word. For one thread; the program must live on.
class WordEvaluator {
 public:
  explicit WordEvaluator(const WordProgram& program) : program_(program) {}

  // The value, or nothing where a predicate does not hold. Good until the next call, and as long as the word.
  std::optional<std::string_view> operator()(std::string_view word);

 private:
  bool apply(const WordOp& op, std::string_view& value);

  const WordProgram& program_;
  std::string buffers_[2];
  int next_ = 0;
};

// The same for a single word: false where the value is absent. Safe from any number of threads.
bool run(const WordProgram& program, std::string_view word, std::string& out);

// hash_bytes of the value of every string with a code from `start` on, 0 where it is absent.
// `out` holds interner.size() - start values, 0 <= start <= size().
void atom_hashes(const WordProgram& program, const Interner& interner, std::int32_t start, std::uint64_t* out);

}  // namespace swvm
