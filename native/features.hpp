// Codes of columns + templates -> feature ids at each position.
//
// A column has a code a token, or is a bag: any number of codes a token, each with a value that its feature takes.
//
// An atom is a column seen through word functions: one 64-bit hash for each code, 0 where it is absent. Templates of
// one observation are grouped by kind, column and offset: the ids of a group are looked up once per code and copied per
// token (`Memo`). The other templates, conjunctions, are looked up per token. Within a position the ids stand in this
// order: constants of kind T, groups in the order of their first template, the other templates; each in template order.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "feature_index.hpp"

namespace swvm {

template <class T>
struct View {
  const T* data = nullptr;
  std::size_t size = 0;
  const T& operator[](std::size_t k) const { return data[k]; }
};

struct Observation {
  std::uint32_t atom;
  std::int32_t offset;
};

struct Template {
  std::uint64_t hash;  // of its text
  std::uint8_t kind;
  std::vector<Observation> observations;
  bool silent = false;  // has an id and is in no span: one number of a vector
};

// Templates of one observation that read the same column at the same offset.
struct Group {
  std::uint32_t column;
  std::int32_t offset;
  std::vector<std::uint32_t> templates;
};

struct KindPlan {
  std::vector<std::uint32_t> constants;     // no observation
  std::vector<Group> groups;                // one observation
  std::vector<std::uint32_t> conjunctions;  // two and more
};

// Templates, checked and sorted into the work of each kind.
class Plan {
 public:
  static constexpr std::int32_t kMaxOffset = 1000;

  Plan(std::vector<Template> templates, std::vector<std::uint32_t> atom_columns, std::size_t columns);

  const std::vector<Template>& templates() const { return templates_; }
  const std::vector<std::uint32_t>& atom_columns() const { return atom_columns_; }
  const std::vector<std::uint32_t>& conjoined_atoms() const { return conjoined_atoms_; }
  const KindPlan& kind(int k) const { return kinds_[k]; }
  std::size_t columns() const { return columns_; }

  // A row of a table is a boundary value or a code: the values before the sentence, then those after it, then the
  // codes.
  std::size_t before() const { return before_; }
  std::size_t after() const { return after_; }
  std::size_t boundaries() const { return before_ + after_; }
  // One hash for each boundary value: those of `<s-1>`, `<s-2>`, ..., `<e+1>`, `<e+2>`, ...
  const std::vector<std::uint64_t>& boundary_hashes() const { return boundary_hashes_; }

 private:
  void check() const;
  void compile();

  std::vector<Template> templates_;
  std::vector<std::uint32_t> atom_columns_;
  std::size_t columns_;
  std::array<KindPlan, kKinds> kinds_;
  std::vector<std::uint32_t> conjoined_atoms_;  // those that conjunctions read
  std::size_t before_ = 0, after_ = 0;
  std::vector<std::uint64_t> boundary_hashes_;
};

// The key of a feature: never 0, which marks an empty slot.
inline std::uint64_t nonzero(std::uint64_t key) { return key == 0 ? 1 : key; }

// A row for each boundary value and code of a column, in which things lie side by side that are read together.
template <class T>
struct CodeTable {
  std::size_t stride = 0;
  std::vector<T> rows;

  const T* row(std::size_t at) const { return rows.data() + at * stride; }
};

// What depends on the vocabulary: hashes of the atoms and ids of the groups, for each boundary value and code.
class Memo {
 public:
  explicit Memo(const Plan& plan);

  // The number of codes known, for each column.
  const std::vector<std::size_t>& codes() const { return codes_; }
  // The hashes of a column's conjoined atoms, in the order of `Plan::conjoined_atoms`.
  const CodeTable<std::uint64_t>& hashes(std::size_t column) const { return hashes_[column]; }
  // The ids of all groups of a kind that read a column: for each group how many, then the ids.
  const CodeTable<std::uint32_t>& ids(int kind, std::size_t column) const { return ids_[kind][column]; }
  // Where a group begins in a row of its column.
  std::size_t place(int kind, std::size_t group) const { return places_[kind][group]; }

  // Adds the codes from codes()[column] on: `hashes` has an array for each atom; those of one column are equally long.
  template <class Resolver>
  void grow(const Plan& plan, const std::vector<View<std::uint64_t>>& hashes, Resolver& resolver);

 private:
  void grow_hashes(const Plan& plan, const std::vector<View<std::uint64_t>>& hashes);

  std::vector<std::size_t> codes_;
  std::vector<CodeTable<std::uint64_t>> hashes_;
  std::array<std::vector<CodeTable<std::uint32_t>>, kKinds> ids_;
  std::array<std::vector<std::size_t>, kKinds> places_;
};

// What makes a column a bag: token i has the codes starts[i] .. starts[i+1], each with a value. Of an ordinary column
// both are empty, and token i has the code i.
struct Bag {
  View<std::int64_t> starts;  // N + 1
  View<float> values;         // as many as codes; empty: every value is 1

  bool is() const { return starts.size > 0; }
};

struct Tokens {
  std::vector<View<std::int32_t>> codes;  // for each column; every code is below Memo::codes()
  View<std::int64_t> offsets;             // S + 1
  std::vector<Bag> bags;                  // for each column
};

struct SpanBuffers {
  Buffer<std::int64_t> starts;
  Buffer<std::uint32_t> ids;
  Buffer<float> values;  // as many as ids where `valued`
  bool valued = false;
};
using KindSpans = std::array<SpanBuffers, kKinds>;

// Throws std::invalid_argument unless the offsets rise from 0 to the number of tokens and all codes are known.
void check_tokens(const Plan& plan, const std::vector<std::size_t>& codes, const Tokens& tokens);

KindSpans encode(const Plan& plan, const Memo& memo, const FeatureIndex& index, const Tokens& tokens);
void grow_memo(const Plan& plan, const FeatureIndex& index, const std::vector<View<std::uint64_t>>& hashes, Memo& memo);

// Where a feature was met first: what its name is rebuilt from.
struct Origins {
  Buffer<std::int64_t> positions;  // in the positions of its kind
  Buffer<std::uint16_t> templates;
};

struct Learned {
  IndexArrays index{0};
  Counts counts{};
  KindSpans spans;
  std::array<Origins, kKinds> origins;  // of the new features, by id
};

// Encodes, and gives ids to the features that `base` (may be null) does not have: after those of the base, constants
// first, then by falling count, ties by first appearance in the spans. Features met fewer than `minimum_count` times
// are left out; constants never.
Learned learn(const Plan& plan, const FeatureIndex* base, const std::vector<View<std::uint64_t>>& hashes,
              const Tokens& tokens, std::uint32_t minimum_count);

}  // namespace swvm
