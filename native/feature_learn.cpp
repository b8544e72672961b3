// Learning feature ids: encode with provisional ids, count them, give the final ids, rewrite the spans in place.
#include <algorithm>
#include <cstring>

#include "feature_scan.hpp"
#include "features.hpp"

namespace swvm {

namespace {

struct Adder {
  GrowingIndex& index;
  std::uint32_t one(std::uint64_t key, int kind, std::uint32_t number) const {
    return index.find_or_add(key, kind, number);
  }
  template <class Numbers>
  void all(std::uint64_t* keys, std::size_t count, int kind, Numbers number, std::uint32_t* ids) const {
    for (std::size_t k = 0; k < count; ++k) index.prefetch(keys[k]);
    for (std::size_t k = 0; k < count; ++k) ids[k] = keys[k] == 0 ? kAbsent : one(keys[k], kind, number(k));
  }
};

// The new features of one kind: provisional id - base -> how often and where first; the order of first appearance.
struct Tally {
  std::vector<std::uint32_t> counts;
  std::vector<std::int64_t> first;
  std::vector<std::uint32_t> order;
};

Tally tally(const SpanBuffers& spans, std::uint32_t base, std::size_t added, std::size_t constants) {
  Tally result{std::vector<std::uint32_t>(added), std::vector<std::int64_t>(added), {}};
  result.order.reserve(added);
  for (std::uint32_t f = 0; f < constants; ++f) result.order.push_back(f);
  for (std::size_t p = 0; p + 1 < spans.starts.size(); ++p)
    for (std::int64_t k = spans.starts[p]; k < spans.starts[p + 1]; ++k) {
      const std::uint32_t id = spans.ids[static_cast<std::size_t>(k)];
      if (id < base) continue;
      const std::uint32_t f = id - base;
      if (result.counts[f]++ == 0) {
        result.first[f] = static_cast<std::int64_t>(p);
        if (f >= constants) result.order.push_back(f);
      }
    }
  return result;
}

// Drops the rare ones and sorts the others by falling count, without changing the order of equals.
std::vector<std::uint32_t> by_count(const Tally& tally, std::size_t constants, std::uint32_t minimum) {
  std::uint32_t largest = 0;
  for (const std::uint32_t count : tally.counts) largest = std::max(largest, count);
  std::vector<std::size_t> begins(static_cast<std::size_t>(largest) + 2);
  const auto kept = [&](std::uint32_t f) { return f >= constants && tally.counts[f] >= minimum; };
  for (const std::uint32_t f : tally.order)
    if (kept(f)) ++begins[largest - tally.counts[f] + 1];
  begins[0] = constants;
  for (std::size_t k = 1; k < begins.size(); ++k) begins[k] += begins[k - 1];
  std::vector<std::uint32_t> sorted(begins.back());
  for (std::uint32_t f = 0; f < constants; ++f) sorted[f] = f;
  for (const std::uint32_t f : tally.order)
    if (kept(f)) sorted[begins[largest - tally.counts[f]]++] = f;
  return sorted;
}

// `final_ids[provisional - base]`; kAbsent leaves the feature out.
void rewrite(SpanBuffers& spans, std::uint32_t base, const std::vector<std::uint32_t>& final_ids) {
  if (spans.ids.size() == 0) return;  // the starts are zeros that take no memory until they are written
  std::size_t out = 0;
  for (std::size_t p = 0; p + 1 < spans.starts.size(); ++p) {
    const auto begin = static_cast<std::size_t>(spans.starts[p]), end = static_cast<std::size_t>(spans.starts[p + 1]);
    spans.starts[p] = static_cast<std::int64_t>(out);
    for (std::size_t k = begin; k < end; ++k) {
      const std::uint32_t id = spans.ids[k];
      const std::uint32_t renamed = id < base ? id : final_ids[id - base];
      spans.ids[out] = renamed;
      if (spans.valued) spans.values[out] = spans.values[k];
      out += renamed != kAbsent;
    }
  }
  spans.starts[spans.starts.size() - 1] = static_cast<std::int64_t>(out);
  spans.ids.resize(out);
  spans.ids.shrink();
  if (!spans.valued) return;
  spans.values.resize(out);
  spans.values.shrink();
}

// The new features of a kind that are kept, in the order of their final ids.
std::vector<std::uint32_t> number(const GrowingIndex& index, int kind, std::size_t constants, std::uint32_t minimum,
                                  Learned& result) {
  const auto& added = index.added(kind);
  const std::uint32_t base = index.base()[kind];
  const Tally seen = tally(result.spans[kind], base, added.size(), constants);
  std::vector<std::uint32_t> kept = by_count(seen, constants, minimum);
  std::vector<std::uint32_t> final_ids(added.size(), kAbsent);
  Origins& origins = result.origins[kind];
  origins.positions.resize(kept.size());
  origins.templates.resize(kept.size());
  for (std::uint32_t rank = 0; rank < kept.size(); ++rank) {
    final_ids[kept[rank]] = base + rank;
    origins.positions[rank] = seen.first[kept[rank]];
    origins.templates[rank] = static_cast<std::uint16_t>(added[kept[rank]].source);
  }
  rewrite(result.spans[kind], base, final_ids);
  result.counts[kind] = base + static_cast<std::uint32_t>(kept.size());
  return kept;
}

// Constants come first, whatever they fire on. Returns how many of them are new.
std::size_t add_constants(const Plan& plan, int kind, GrowingIndex& index) {
  for (const std::uint32_t one : plan.kind(kind).constants)
    index.find_or_add(nonzero(plan.templates()[one].hash), kind, one);
  return index.added(kind).size();
}

IndexArrays final_index(const FeatureIndex* base, const GrowingIndex& index,
                        const std::array<std::vector<std::uint32_t>, kKinds>& kept) {
  std::size_t features = 0;
  if (base != nullptr) base->each([&](std::uint64_t, std::uint32_t) { ++features; });
  for (const auto& one : kept) features += one.size();
  IndexArrays result(features);
  if (base != nullptr) base->each([&](std::uint64_t key, std::uint32_t id) { result.insert(key, id); });
  for (int kind = 0; kind < kKinds; ++kind)
    for (std::uint32_t rank = 0; rank < kept[kind].size(); ++rank)
      result.insert(index.added(kind)[kept[kind][rank]].key, pack_id(index.base()[kind] + rank, kind));
  return result;
}

Learned learn_all(const Plan& plan, const FeatureIndex* base, const std::vector<View<std::uint64_t>>& hashes,
                  const Tokens& tokens, std::uint32_t minimum_count) {
  GrowingIndex index(base);
  Adder adder{index};
  Learned result;
  std::array<std::size_t, kKinds> constants;
  for (int kind = 0; kind < kKinds; ++kind) constants[kind] = add_constants(plan, kind, index);
  {
    Memo memo(plan);
    memo.grow(plan, hashes, adder);
    check_tokens(plan, memo.codes(), tokens);
    result.spans = scan(plan, memo, tokens, adder);
  }
  index.drop_table();
  std::array<std::vector<std::uint32_t>, kKinds> kept;
  for (int kind = 0; kind < kKinds; ++kind) kept[kind] = number(index, kind, constants[kind], minimum_count, result);
  result.index = final_index(base, index, kept);
  return result;
}

}  // namespace

Learned learn(const Plan& plan, const FeatureIndex* base, const std::vector<View<std::uint64_t>>& hashes,
              const Tokens& tokens, std::uint32_t minimum_count) {
  Learned result = learn_all(plan, base, hashes, tokens, minimum_count);
  give_back_memory();  // tables and counts took as much as what stays
  return result;
}

}  // namespace swvm
