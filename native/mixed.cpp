#include "mixed.hpp"

#include <algorithm>

namespace swvm {

static void subsets(const std::vector<std::int64_t>& wrong, std::size_t size, Templates* out) {
  const std::size_t n = wrong.size();
  for (std::size_t a = 0; a < n; ++a) {
    for (std::size_t b = a + 1; b < n; ++b) {
      if (size == 2) {
        out->positions.insert(out->positions.end(), {wrong[a], wrong[b]});
        out->close();
        continue;
      }
      for (std::size_t c = b + 1; c < n; ++c) {
        out->positions.insert(out->positions.end(), {wrong[a], wrong[b], wrong[c]});
        out->close();
      }
    }
  }
}

static void singles(const LabelPair& pair, bool identity, Templates* out) {
  if (!identity) {
    for (const std::int64_t i : pair.wrong) {
      out->positions.push_back(i);
      out->close();
    }
    return;
  }
  for (std::int64_t i = 0; i < pair.length; ++i) {
    out->positions.push_back(i);
    out->close();
  }
}

static void runs(const std::vector<std::int64_t>& wrong, Templates* out) {
  for (std::size_t k = 0; k < wrong.size(); ++k) {
    if (k > 0 && wrong[k] != wrong[k - 1] + 1) out->close();
    out->positions.push_back(wrong[k]);
  }
  if (!wrong.empty()) out->close();
}

// conlleval's rule: does a mention end between two labels, and does one begin?
static bool ends(Tag before, Tag after, bool same_type) {
  if (before == Tag::kOutside) return false;
  if (before == Tag::kEnd || before == Tag::kSingle) return true;
  return after == Tag::kOutside || after == Tag::kBegin || after == Tag::kSingle || !same_type;
}

static bool begins(Tag before, Tag after, bool same_type) {
  if (after == Tag::kOutside) return false;
  if (after == Tag::kBegin || after == Tag::kSingle) return true;
  return before == Tag::kOutside || before == Tag::kEnd || before == Tag::kSingle || !same_type;
}

std::vector<std::pair<std::int64_t, std::int64_t>> mentions(const std::int32_t* labels, std::int64_t length,
                                                            const TagTable& tags) {
  std::vector<std::pair<std::int64_t, std::int64_t>> found;
  Tag before = Tag::kOutside;
  std::int32_t type = -1;
  std::int64_t open = -1;
  for (std::int64_t i = 0; i <= length; ++i) {
    const Tag tag = i < length ? tags.tags[labels[i]] : Tag::kOutside;
    const std::int32_t here = i < length ? tags.types[labels[i]] : -1;
    if (open >= 0 && ends(before, tag, here == type)) {
      found.emplace_back(open, i);
      open = -1;
    }
    if (begins(before, tag, here == type)) open = i;
    before = tag;
    type = here;
  }
  return found;
}

static void spans(const LabelPair& pair, const TagTable& tags, bool identity, Templates* out) {
  auto all = mentions(pair.gold, pair.length, tags);
  const auto predicted = mentions(pair.predicted, pair.length, tags);
  all.insert(all.end(), predicted.begin(), predicted.end());
  std::sort(all.begin(), all.end());
  std::size_t k = 0;
  while (k < all.size()) {
    const std::int64_t begin = all[k].first;
    std::int64_t end = all[k].second;
    for (++k; k < all.size() && all[k].first < end; ++k) end = std::max(end, all[k].second);
    const bool differs = !std::equal(pair.gold + begin, pair.gold + end, pair.predicted + begin);
    if (!differs && !identity) continue;
    for (std::int64_t i = begin; i < end; ++i) out->positions.push_back(i);
    out->close();
  }
}

void build_templates(TemplateSet set, const LabelPair& pair, const TagTable& tags, bool identity, Templates* out) {
  out->clear();
  switch (set) {
    case TemplateSet::kSingle:
      return singles(pair, identity, out);
    case TemplateSet::kDouble:
      return subsets(pair.wrong, 2, out);
    case TemplateSet::kTriple:
      return subsets(pair.wrong, 3, out);
    case TemplateSet::kRun:
      return runs(pair.wrong, out);
    case TemplateSet::kSpan:
      return spans(pair, tags, identity, out);
    case TemplateSet::kWhole:
      out->positions = pair.wrong;
      if (!pair.wrong.empty()) out->close();
      return;
  }
}

}  // namespace swvm
