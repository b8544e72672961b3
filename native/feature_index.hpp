// The table from feature keys to ids: open addressing, linear probing, the home slot of a key is its low bits. The
// arrays are those of the model file, read in place.
#pragma once
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "buffer.hpp"

namespace swvm {

inline constexpr int kKinds = 4;
inline constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;
// In the table an id carries its kind in its two highest bits.
inline constexpr int kKindShift = 30;
inline constexpr std::uint32_t kMaxFeatures = 1u << kKindShift;  // of one kind

inline std::uint32_t pack_id(std::uint32_t id, int kind) { return id | static_cast<std::uint32_t>(kind) << kKindShift; }

using Counts = std::array<std::uint32_t, kKinds>;

inline void prefetch(const void* address) {
#if defined(__GNUC__) || defined(__clang__)
  __builtin_prefetch(address);
#else
  static_cast<void>(address);
#endif
}

// The smallest power of two that leaves the table at most 0.75 full.
inline std::size_t index_capacity(std::size_t features) {
  std::size_t capacity = 2;
  while (features * 4 > capacity * 3) capacity *= 2;
  return capacity;
}

// A view of the two arrays: it owns nothing. The arrays may be hostile: a look-up ends because there is an empty slot,
// and never returns an id that is not below the count of its kind.
class FeatureIndex {
 public:
  FeatureIndex(const std::uint64_t* keys, const std::uint32_t* ids, std::size_t capacity, Counts counts)
      : keys_(keys), ids_(ids), mask_(capacity - 1), counts_(counts) {
    if (capacity == 0 || (capacity & (capacity - 1)) != 0)
      throw std::invalid_argument("the capacity is no power of two");
    for (const std::uint32_t count : counts)
      if (count > kMaxFeatures) throw std::invalid_argument("more than 2^30 features of one kind");
    std::size_t slot = 0;
    while (slot < capacity && keys[slot] != 0) ++slot;
    if (slot == capacity) throw std::invalid_argument("the index has no empty slot");
  }

  const Counts& counts() const { return counts_; }
  std::size_t capacity() const { return mask_ + 1; }

  void prefetch(std::uint64_t key) const {
    swvm::prefetch(keys_ + (key & mask_));
    swvm::prefetch(ids_ + (key & mask_));
  }

  // `key` is never 0.
  std::uint32_t find(std::uint64_t key, int kind) const {
    for (std::size_t slot = key & mask_;; slot = (slot + 1) & mask_) {
      if (keys_[slot] == key) {
        const std::uint32_t id = ids_[slot] ^ pack_id(0, kind);  // another kind leaves a high bit
        return id < counts_[kind] ? id : kAbsent;
      }
      if (keys_[slot] == 0) return kAbsent;
    }
  }

  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t slot = 0; slot <= mask_; ++slot)
      if (keys_[slot] != 0) visit(keys_[slot], ids_[slot]);
  }

 private:
  const std::uint64_t* keys_;
  const std::uint32_t* ids_;
  std::size_t mask_;
  Counts counts_;
};

// A table of its own memory; it has room for the features it was made for.
class IndexArrays {
 public:
  explicit IndexArrays(std::size_t features) {
    keys.zeros(index_capacity(features));
    ids.zeros(keys.size());
  }

  // The slot where `key` is, or the empty one where it belongs.
  std::size_t slot_of(std::uint64_t key) const {
    const std::size_t mask = keys.size() - 1;
    std::size_t slot = key & mask;
    while (keys[slot] != 0 && keys[slot] != key) slot = (slot + 1) & mask;
    return slot;
  }

  void insert(std::uint64_t key, std::uint32_t id) {
    const std::size_t slot = slot_of(key);
    keys[slot] = key;
    ids[slot] = id;
  }

  Buffer<std::uint64_t> keys;
  Buffer<std::uint32_t> ids;
};

// A feature that was met for the first time.
struct NewFeature {
  std::uint64_t key;
  std::uint32_t source;  // the number of its template
};

// Grows while a corpus is read. New features get provisional ids: from the base's count of their kind upwards.
class GrowingIndex {
 public:
  explicit GrowingIndex(const FeatureIndex* base) : table_(base ? base->capacity() / 2 : 1 << 15) {
    if (base == nullptr) return;
    base_ = base->counts();
    base->each([&](std::uint64_t key, std::uint32_t id) { add(key, id); });
  }

  const Counts& base() const { return base_; }
  const std::vector<NewFeature>& added(int kind) const { return added_[kind]; }

  void prefetch(std::uint64_t key) const {
    const std::size_t slot = key & (table_.keys.size() - 1);
    swvm::prefetch(table_.keys.data() + slot);
    swvm::prefetch(table_.ids.data() + slot);
  }

  // The id of `key`, made if it is new. An id that is not below its count is absent, as in FeatureIndex.
  std::uint32_t find_or_add(std::uint64_t key, int kind, std::uint32_t source) {
    const std::size_t slot = table_.slot_of(key);
    if (table_.keys[slot] == key) {
      const std::uint32_t id = table_.ids[slot] ^ pack_id(0, kind);
      return id < base_[kind] + added_[kind].size() ? id : kAbsent;
    }
    const std::size_t id = base_[kind] + added_[kind].size();
    if (id >= kMaxFeatures) throw std::length_error("more than 2^30 features of one kind");
    added_[kind].push_back({key, source});
    add(key, pack_id(static_cast<std::uint32_t>(id), kind));
    return static_cast<std::uint32_t>(id);
  }

  // Gives the table's memory back; the lists of new features stay.
  void drop_table() { table_ = IndexArrays(0); }

 private:
  void add(std::uint64_t key, std::uint32_t id) {
    if (index_capacity(used_ + 1) > table_.keys.size()) grow();
    table_.insert(key, id);
    ++used_;
  }

  void grow() {
    IndexArrays larger(used_ * 2);
    for (std::size_t slot = 0; slot < table_.keys.size(); ++slot)
      if (table_.keys[slot] != 0) larger.insert(table_.keys[slot], table_.ids[slot]);
    table_ = std::move(larger);
  }

  IndexArrays table_;
  std::size_t used_ = 0;
  Counts base_{};
  std::array<std::vector<NewFeature>, kKinds> added_;
};

}  // namespace swvm
