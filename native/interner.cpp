#include "interner.hpp"

#include <cstring>
#include <limits>
#include <stdexcept>

#include "feature_index.hpp"
#include "hash.hpp"

namespace swvm {

namespace {

constexpr std::size_t kFirstSlots = 64;

std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }

std::uint64_t load8(const char* p) {
  std::uint64_t word;
  std::memcpy(&word, p, 8);
  return word;
}

std::uint32_t load4(const char* p) {
  std::uint32_t word;
  std::memcpy(&word, p, 4);
  return word;
}

// memcmp without the call, for most words: two loads that may overlap cover 4 to 16 bytes.
bool equal(const char* a, const char* b, std::size_t size) {
  if (size > 16) return std::memcmp(a, b, size) == 0;
  if (size >= 8) return load8(a) == load8(b) && load8(a + size - 8) == load8(b + size - 8);
  if (size >= 4) return load4(a) == load4(b) && load4(a + size - 4) == load4(b + size - 4);
  if (size == 0) return true;
  return a[0] == b[0] && a[size / 2] == b[size / 2] && a[size - 1] == b[size - 1];
}

}  // namespace

Interner::Interner() : offsets_(1, 0), slots_(kFirstSlots, Slot{0, -1}) {}

std::uint64_t Interner::hash_of(std::string_view text) { return hash_bytes(text.data(), text.size()); }

void Interner::fetch(std::uint64_t hash) const {
  prefetch(slots_.data() + (static_cast<std::size_t>(hash) & (slots_.size() - 1)));
}

std::int32_t Interner::intern(std::string_view text, std::uint64_t hash) {
  const std::size_t place = locate(text, hash);
  const std::int32_t code = slots_[place].code;
  return code >= 0 ? code : insert(text, hash, place);
}

std::int32_t Interner::find(std::string_view text) const { return slots_[locate(text, hash_of(text))].code; }

// The slot that holds the text, or the empty one where it belongs.
std::size_t Interner::locate(std::string_view text, std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  const std::uint32_t tag = tag_of(hash);
  std::size_t place = static_cast<std::size_t>(hash) & mask;
  while (slots_[place].code >= 0) {
    if (slots_[place].tag == tag) {
      const std::string_view stored = get(slots_[place].code);
      if (stored.size() == text.size() && equal(stored.data(), text.data(), text.size())) break;
    }
    place = (place + 1) & mask;
  }
  return place;
}

std::int32_t Interner::insert(std::string_view text, std::uint64_t hash, std::size_t place) {
  if (size() == std::numeric_limits<std::int32_t>::max())
    throw std::length_error("more than 2^31 - 1 distinct strings");
  const std::int32_t code = size();
  blob_.insert(blob_.end(), text.begin(), text.end());
  offsets_.push_back(static_cast<std::int64_t>(blob_.size()));
  slots_[place] = {tag_of(hash), code};
  if (2 * offsets_.size() > slots_.size()) grow();
  return code;
}

void Interner::grow() {
  std::vector<Slot> slots(2 * slots_.size(), Slot{0, -1});
  const std::size_t mask = slots.size() - 1;
  for (std::int32_t code = 0; code < size(); ++code) {
    const std::uint64_t hash = hash_of(get(code));
    std::size_t place = static_cast<std::size_t>(hash) & mask;
    while (slots[place].code >= 0) place = (place + 1) & mask;
    slots[place] = {tag_of(hash), code};
  }
  slots_.swap(slots);
}

}  // namespace swvm
