// The modification templates JJ_x of a gold and a predicted labelling: which positions each J changes.
#pragma once
#include <cstdint>
#include <utility>
#include <vector>

namespace swvm {

// What a label says of mentions; from the label scheme.
enum class Tag : std::uint8_t { kOutside, kBegin, kInside, kEnd, kSingle };

struct TagTable {
  std::vector<Tag> tags;            // per label
  std::vector<std::int32_t> types;  // per label; equal for labels of one mention type
};

// Sets of positions, each rising, laid one behind another.
struct Templates {
  std::vector<std::int64_t> positions;
  std::vector<std::int64_t> starts{0};

  std::int64_t size() const { return static_cast<std::int64_t>(starts.size()) - 1; }
  const std::int64_t* begin(std::int64_t k) const { return positions.data() + starts[k]; }
  std::int64_t count(std::int64_t k) const { return starts[k + 1] - starts[k]; }
  void clear() {
    positions.clear();
    starts.assign(1, 0);
  }
  void close() { starts.push_back(static_cast<std::int64_t>(positions.size())); }
};

enum class TemplateSet { kSingle, kDouble, kTriple, kRun, kSpan, kWhole };

struct LabelPair {
  const std::int32_t* gold;
  const std::int32_t* predicted;
  std::int64_t length;
  const std::vector<std::int64_t>& wrong;  // the positions where the two differ, rising
};

// `tags` is read by kSpan alone. With `identity`, kSingle has the right positions too, and kSpan the right mentions
// (m^J = y).
void build_templates(TemplateSet set, const LabelPair& pair, const TagTable& tags, bool identity, Templates* out);

// The mentions of a labelling, as conlleval counts them: [begin, end) pairs, rising.
std::vector<std::pair<std::int64_t, std::int64_t>> mentions(const std::int32_t* labels, std::int64_t length,
                                                            const TagTable& tags);

}  // namespace swvm
