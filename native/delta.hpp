// The normals v_k of the constraints of one step: sparse vectors over the cells of the weights, built one after
// another.
#pragma once
#include <cstdint>
#include <vector>

#include "buffer.hpp"
#include "chain.hpp"
#include "hash.hpp"

namespace swvm {

// A weight: a row of the weights and a lane of it.
struct Cell {
  std::int64_t row;
  std::int32_t lane;
};

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
  // Before adding: so many additions have room.
  void make_room(std::int64_t more);
  void add(Cell cell, double value) {
    const std::int32_t slot = slot_of(cell), column = columns_ - 1, latest = slots_[slot].latest;
    if (latest >= 0 && entries_[latest].column == column) {
      entries_[latest].value += value;
      return;
    }
    const std::size_t size = entries_.size();
    slots_[slot].latest = static_cast<std::int32_t>(size);
    entries_.resize(size + 1);
    entries_[size] = {slot, column, latest, value};
  }

  const Buffer<Entry>& entries() const { return entries_; }
  Cell cell(std::size_t slot) const { return slots_[slot].cell; }
  std::size_t size() const { return slots_.size(); }

  // gram[a][b] = v_a . v_b, [columns, columns].
  void gram(std::vector<double>* out) const;
  // out[k] = w . v_k, of weights [rows, lanes].
  void margins(const float* weights, std::int64_t lanes, std::vector<double>* out) const;
  // out[slot] = sum of alpha[k] v_k at the slot's cell.
  void combine(const double* alpha, std::vector<double>* out) const;
  // Appends the normals of another step as further columns.
  void append(const Normals& other);

 private:
  struct Slot {
    Cell cell;
    std::int32_t latest;  // the latest entry, or -1
  };
  struct Bucket {
    std::uint64_t key;  // of the cell
    std::uint32_t generation;
    std::int32_t slot;
  };

  std::int32_t slot_of(Cell cell) {
    const std::size_t mask = table_.size() - 1;
    const std::uint64_t key = key_of(cell);
    std::size_t k = home(key);
    for (; table_[k].generation == generation_; k = (k + 1) & mask) {
      if (table_[k].key == key) return table_[k].slot;
    }
    const std::size_t slot = slots_.size();
    table_[k] = {key, generation_, static_cast<std::int32_t>(slot)};
    slots_.resize(slot + 1);
    slots_[slot] = {cell, -1};
    return static_cast<std::int32_t>(slot);
  }
  void grow(int bits);
  // Labels have 15 bits, so lanes have 16.
  static std::uint64_t key_of(Cell cell) {
    return static_cast<std::uint64_t>(cell.row) << 16 | static_cast<std::uint32_t>(cell.lane);
  }
  std::size_t home(std::uint64_t key) const { return static_cast<std::size_t>((key * kHashMultiplier) >> shift_); }

  std::vector<Bucket> table_;
  int shift_ = 0;  // 64 less the bits of the table's size
  std::uint32_t generation_ = 0;
  Buffer<Slot> slots_;
  Buffer<Entry> entries_;
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
