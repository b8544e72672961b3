// Strings <-> codes. Every distinct string of a column is stored once; its code counts the order of first appearance.
//
// Writing is for one thread at a time, and no other thread may read meanwhile: a new string can move the storage, so
// a view got earlier is then stale. Reading alone is safe from any number of threads.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace swvm {

class Interner {
 public:
  Interner();

  // The code of the text, a new one if it was not seen before. Throws std::length_error beyond 2^31 - 1 strings.
  std::int32_t intern(std::string_view text) { return intern(text, hash_of(text)); }

  // The same in two steps, so that what the second one reads can be fetched between them.
  static std::uint64_t hash_of(std::string_view text);
  void fetch(std::uint64_t hash) const;
  std::int32_t intern(std::string_view text, std::uint64_t hash);

  // The code of the text, or -1.
  std::int32_t find(std::string_view text) const;

  // 0 <= code < size() is the caller's to check.
  std::string_view get(std::int32_t code) const {
    const auto k = static_cast<std::size_t>(code);
    return {blob_.data() + offsets_[k], static_cast<std::size_t>(offsets_[k + 1] - offsets_[k])};
  }

  std::int32_t size() const { return static_cast<std::int32_t>(offsets_.size() - 1); }

  // All strings one after another; string k is bytes offsets()[k] .. offsets()[k + 1].
  std::string_view blob() const { return {blob_.data(), blob_.size()}; }
  const std::vector<std::int64_t>& offsets() const { return offsets_; }

 private:
  struct Slot {
    std::uint32_t tag;  // upper half of the hash: most wrong slots are left without a look at their string
    std::int32_t code;  // -1: empty
  };

  std::size_t locate(std::string_view text, std::uint64_t hash) const;
  std::int32_t insert(std::string_view text, std::uint64_t hash, std::size_t place);
  void grow();

  std::vector<char> blob_;
  std::vector<std::int64_t> offsets_;
  std::vector<Slot> slots_;  // open addressing, linear probing, at most half full; the size is a power of two
};

}  // namespace swvm
