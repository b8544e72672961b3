// The names of features, for inspection: rebuilt from the place where each was first met.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "features.hpp"

namespace swvm {

// The values of an atom, for each code: bytes offsets[code] .. offsets[code + 1].
struct AtomValues {
  const char* blob;
  std::size_t size;
  View<std::int64_t> offsets;
};

struct Names {
  Buffer<std::uint8_t> blob;
  Buffer<std::int64_t> offsets;
  Buffer<std::uint16_t> templates;
};

// `pieces[template]` is what stands before, between and behind the values: one more than it has observations.
struct NameSources {
  std::vector<AtomValues> atoms;
  std::vector<std::vector<std::string>> pieces;
};

// Names the features first_id, first_id + 1, ... of one kind, met at `positions` by `templates`. Where templates share
// their key, the first one that gives this feature at its position is taken. Throws std::invalid_argument on sources
// that do not fit.
Names feature_names(const Plan& plan, const FeatureIndex& index, int kind, const NameSources& sources,
                    const Tokens& tokens, std::uint32_t first_id, View<std::int64_t> positions,
                    View<std::uint16_t> templates);

}  // namespace swvm
