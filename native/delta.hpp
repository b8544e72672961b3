// The normals v_k of the constraints of one step: sparse vectors over the cells of the weights, built one after
// another.
#pragma once
#include <cstdint>
#include <vector>

#include "chain.hpp"

namespace swvm {

class Normals {
 public:
  struct Entry {
    std::int32_t slot;      // which cell
    std::int32_t column;    // which normal
    std::int32_t previous;  // the entry of the same cell in an earlier normal, or -1
    double value;
  };

  void clear();
  void begin_column() { ++columns_; }  // later additions go to a new normal
  std::int32_t columns() const { return columns_; }
  void add(std::int64_t cell, double value);

  const std::vector<Entry>& entries() const { return entries_; }
  std::int64_t cell(std::int32_t slot) const { return cells_[slot]; }
  std::size_t size() const { return cells_.size(); }

  // gram[a][b] = v_a . v_b, [columns, columns].
  void gram(std::vector<double>* out) const;
  // out[k] = w . v_k.
  void margins(const float* weights, std::vector<double>* out) const;
  // out[slot] = sum of alpha[k] v_k at the slot's cell.
  void combine(const double* alpha, std::vector<double>* out) const;
  // Appends the normals of another step as further columns.
  void append(const Normals& other);

 private:
  std::int32_t slot_of(std::int64_t cell);
  void grow();

  struct Bucket {
    std::int64_t cell;
    std::uint32_t generation;
    std::int32_t slot;
  };
  std::vector<Bucket> table_;
  std::uint32_t generation_ = 0;
  std::vector<std::int64_t> cells_;
  std::vector<std::int32_t> latest_;  // the latest entry of each slot
  std::vector<Entry> entries_;
  std::int32_t columns_ = 0;
};

// A sentence of an encoded corpus, seen as the features of its cliques.
class Cliques {
 public:
  Cliques(const Chain& chain, const Encoded& encoded) : chain_(chain), encoded_(encoded) {}

  // Adds scale * (Phi(x, gold) - Phi(x, other)) to the open column; the two differ just at the `changed` positions.
  void add_difference(std::int64_t sentence, const std::int32_t* gold, const std::int32_t* other,
                      const std::int64_t* changed, std::int64_t count, double scale, Normals* normals) const;

 private:
  void add(int kind, std::int64_t sentence, std::int64_t i, std::int64_t context, std::int32_t t, double scale,
           Normals* normals) const;

  const Chain& chain_;
  const Encoded& encoded_;
};

}  // namespace swvm
