// Which keys a table surely does not have, told by a byte for each of its slots: the table itself, twelve times as
// large, is then read for few keys in vain.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "prefetch.hpp"

namespace swvm {

class KeyFilter {
 public:
  KeyFilter() = default;
  // `capacity` is a power of two; the key 0 is none.
  KeyFilter(const std::uint64_t* keys, std::size_t capacity) : bytes_(capacity) {
    for (std::size_t slot = 0; slot < capacity; ++slot)
      if (keys[slot] != 0) bytes_[home(keys[slot])] |= bit(keys[slot]);
  }

  // True for every key of the table, and for some twelfth of all others.
  bool may_have(std::uint64_t key) const { return (bytes_[home(key)] & bit(key)) != 0; }
  void prefetch(std::uint64_t key) const { swvm::prefetch(bytes_.data() + home(key)); }

 private:
  // The low bits of a key are its home in the table too; the highest three are not needed there.
  std::size_t home(std::uint64_t key) const { return static_cast<std::size_t>(key) & (bytes_.size() - 1); }
  static std::uint8_t bit(std::uint64_t key) { return static_cast<std::uint8_t>(1u << (key >> 61)); }

  std::vector<std::uint8_t> bytes_;
};

}  // namespace swvm
