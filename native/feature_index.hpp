// The table from feature keys to ids: open addressing, linear probing, the home slot of a key is its low bits. The
// arrays are those of the model file, read in place.
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include "buffer.hpp"
#include "key_filter.hpp"

namespace swvm {

inline constexpr int kKinds = 4;
inline constexpr std::uint32_t kAbsent = 0xFFFFFFFFu;
// In the table an id carries its kind in its two highest bits.
inline constexpr int kKindShift = 30;
inline constexpr std::uint32_t kMaxFeatures = 1u << kKindShift;  // of one kind

inline std::uint32_t pack_id(std::uint32_t id, int kind) { return id | static_cast<std::uint32_t>(kind) << kKindShift; }

using Counts = std::array<std::uint32_t, kKinds>;

// The smallest power of two that leaves the table at most 0.75 full.
inline std::size_t index_capacity(std::size_t features) {
  std::size_t capacity = 2;
  while (features * 4 > capacity * 3) capacity *= 2;
  return capacity;
}

// A view of the two arrays, with a filter of its own. The arrays may be hostile: a look-up ends because there is an
// empty slot, and never returns an id that is not below the count of its kind.
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
    filter_ = KeyFilter(keys, capacity);
  }

  const Counts& counts() const { return counts_; }
  std::size_t capacity() const { return mask_ + 1; }

  // `key` is never 0.
  std::uint32_t find(std::uint64_t key, int kind) const {
    if (!filter_.may_have(key)) return kAbsent;
    const std::size_t slot = slot_of(key);
    return keys_[slot] == 0 ? kAbsent : id_at(slot, kind);
  }

  // The ids of many keys at once: nothing waits for memory alone. The key 0 is absent; the keys are overwritten.
  void find_all(std::uint64_t* keys, std::size_t count, int kind, std::uint32_t* ids) const {
    for (std::size_t begin = 0; begin < count; begin += kTogether)
      find_some(keys + begin, std::min(kTogether, count - begin), kind, ids + begin);
  }

  template <class Visit>
  void each(Visit visit) const {
    for (std::size_t slot = 0; slot <= mask_; ++slot)
      if (keys_[slot] != 0) visit(keys_[slot], ids_[slot]);
  }

 private:
  static constexpr std::size_t kTogether = 512;

  // The slot where `key` is, or the empty one that ends the search.
  std::size_t slot_of(std::uint64_t key) const {
    std::size_t slot = key & mask_;
    while (keys_[slot] != key && keys_[slot] != 0) slot = (slot + 1) & mask_;
    return slot;
  }

  std::uint32_t id_at(std::size_t slot, int kind) const {
    const std::uint32_t id = ids_[slot] ^ pack_id(0, kind);  // another kind leaves a high bit
    return id < counts_[kind] ? id : kAbsent;
  }

  // Step by step for all of them: the filter, the key, the id. Each step asks for the memory of the next.
  void find_some(std::uint64_t* keys, std::size_t count, int kind, std::uint32_t* ids) const {
    std::uint32_t places[kTogether];
    std::size_t left = 0;
    for (std::size_t k = 0; k < count; ++k) filter_.prefetch(keys[k]);
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint64_t key = keys[k];
      ids[k] = kAbsent;
      places[left] = static_cast<std::uint32_t>(k);
      keys[left] = key;
      left += static_cast<std::size_t>(key != 0) & static_cast<std::size_t>(filter_.may_have(key));
    }
    for (std::size_t k = 0; k < left; ++k) prefetch(keys_ + (keys[k] & mask_));
    for (std::size_t k = 0; k < left; ++k) {
      const std::size_t slot = slot_of(keys[k]);
      prefetch(ids_ + slot);
      keys[k] = slot;
    }
    for (std::size_t k = 0; k < left; ++k)
      if (keys_[keys[k]] != 0) ids[places[k]] = id_at(keys[k], kind);
  }

  const std::uint64_t* keys_;
  const std::uint32_t* ids_;
  std::size_t mask_;
  Counts counts_;
  KeyFilter filter_;
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
