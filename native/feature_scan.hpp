// The loops over codes and tokens, written once for looking features up and for learning them. A resolver turns a key
// into an id: `prefetch(key)` and `operator()(key, kind, template) -> id or kAbsent`.
#pragma once
#include <algorithm>
#include <cstring>

#include "features.hpp"
#include "hash.hpp"

namespace swvm {

struct Finder {
  const FeatureIndex& index;
  void prefetch(std::uint64_t key) const { index.prefetch(key); }
  std::uint32_t operator()(std::uint64_t key, int kind, std::uint32_t) const { return index.find(key, kind); }
};

// Copies are made four ids at a time: tables and outputs have room for as many more at their ends.
inline constexpr std::size_t kSlack = 4;
// So many positions have their keys made and their slots prefetched before the first of them is looked up.
inline constexpr std::size_t kBlock = 32;

// The ids of one group for the rows from `first` on, whose atoms' hashes are `hashes[member][row]`.
template <class Resolver>
void fill_group(const Plan& plan, const Group& group, int kind, const std::vector<const std::uint64_t*>& hashes,
                std::size_t rows, std::size_t first, GroupTable& table, Resolver& resolver) {
  const std::size_t members = group.templates.size();
  std::vector<std::uint64_t> keys(kBlock * members);
  table.rows.resize((first + rows) * table.stride + kSlack);
  for (std::size_t begin = 0; begin < rows; begin += kBlock) {
    const std::size_t end = std::min(rows, begin + kBlock);
    for (std::size_t row = begin; row < end; ++row)
      for (std::size_t m = 0; m < members; ++m) {
        const std::uint64_t value = hashes[m][row];
        std::uint64_t& key = keys[(row - begin) * members + m];
        key = value == 0 ? 0 : nonzero(combine(plan.templates()[group.templates[m]].hash, value));
        if (key != 0) resolver.prefetch(key);
      }
    for (std::size_t row = begin; row < end; ++row) {
      std::uint32_t* out = table.rows.data() + (first + row) * table.stride;
      std::uint32_t count = 0;
      for (std::size_t m = 0; m < members; ++m) {
        const std::uint64_t key = keys[(row - begin) * members + m];
        const std::uint32_t id = key == 0 ? kAbsent : resolver(key, kind, group.templates[m]);
        if (id != kAbsent) out[++count] = id;
      }
      out[0] = count;
    }
  }
}

template <class Resolver>
void Memo::grow(const Plan& plan, const std::vector<View<std::uint64_t>>& hashes, Resolver& resolver) {
  const auto& columns = plan.atom_columns();
  const std::size_t boundaries = plan.boundaries();
  std::vector<std::size_t> more(codes_.size());
  for (std::size_t atom = 0; atom < columns.size(); ++atom) more[columns[atom]] = hashes[atom].size;
  for (const std::uint32_t atom : plan.conjoined_atoms()) {
    auto& known = hashes_[atom];
    if (known.empty()) known = plan.boundary_hashes();
    known.resize(boundaries + codes_[columns[atom]]);
    known.insert(known.end(), hashes[atom].data, hashes[atom].data + hashes[atom].size);
  }
  for (int kind = 0; kind < kKinds; ++kind)
    for (std::size_t c = 0; c < heads_[kind].size(); ++c) {
      const Template& one = plan.templates()[plan.kind(kind).conjunctions[c]];
      const std::uint32_t atom = one.observations[0].atom;
      auto& heads = heads_[kind][c];
      const auto add = [&](std::uint64_t value) {
        heads.push_back(value == 0 ? 0 : nonzero(combine(one.hash, value)));
      };
      if (heads.empty()) std::for_each(plan.boundary_hashes().begin(), plan.boundary_hashes().end(), add);
      heads.resize(boundaries + codes_[columns[atom]]);
      std::for_each(hashes[atom].data, hashes[atom].data + hashes[atom].size, add);
    }
  for (int kind = 0; kind < kKinds; ++kind)
    for (std::size_t g = 0; g < groups_[kind].size(); ++g) {
      const Group& group = plan.kind(kind).groups[g];
      GroupTable& table = groups_[kind][g];
      std::vector<const std::uint64_t*> members(group.templates.size(), plan.boundary_hashes().data());
      if (table.rows.empty()) fill_group(plan, group, kind, members, boundaries, 0, table, resolver);
      for (std::size_t m = 0; m < members.size(); ++m)
        members[m] = hashes[plan.templates()[group.templates[m]].observations[0].atom].data;
      const std::size_t first = boundaries + codes_[group.column];
      fill_group(plan, group, kind, members, more[group.column], first, table, resolver);
    }
  for (std::size_t column = 0; column < codes_.size(); ++column) codes_[column] += more[column];
}

// A sentence as rows of the tables, with the boundary values around it; and the hashes of the conjoined atoms.
class Padded {
 public:
  explicit Padded(const Plan& plan) : plan_(plan), rows_(plan.columns()), hashes_(plan.atom_columns().size()) {}

  void load(const Memo& memo, const Tokens& tokens, std::size_t begin, std::size_t n) {
    begin_ = begin;
    length_ = n;
    for (std::size_t column = 0; column < rows_.size(); ++column)
      if (!tokens.bags[column].is()) load_rows(tokens.codes[column].data + begin, n, column);
    for (const std::uint32_t atom : plan_.conjoined_atoms()) {
      const auto& rows = rows_[plan_.atom_columns()[atom]];
      const auto& table = memo.hashes(atom);
      auto& values = hashes_[atom];
      values.resize(rows.size());
      for (std::size_t i = 0; i < rows.size(); ++i) values[i] = table[rows[i]];
    }
  }

  // Both may be read from `before` positions in front to `after` positions behind the sentence.
  const std::uint32_t* rows(std::size_t column) const { return rows_[column].data() + plan_.before(); }
  const std::uint64_t* hashes(std::size_t atom) const { return hashes_[atom].data() + plan_.before(); }
  // Where the sentence begins among the tokens, and its length.
  std::size_t begin() const { return begin_; }
  std::size_t length() const { return length_; }
  // The row of a boundary value; `place` lies outside the sentence.
  std::size_t boundary_row(std::ptrdiff_t place) const {
    if (place < 0) return static_cast<std::size_t>(-place) - 1;
    return plan_.before() + static_cast<std::size_t>(place) - length_;
  }

 private:
  void load_rows(const std::int32_t* codes, std::size_t n, std::size_t column) {
    const std::size_t before = plan_.before(), after = plan_.after();
    auto& rows = rows_[column];
    rows.resize(before + n + after);
    for (std::size_t d = 1; d <= before; ++d) rows[before - d] = static_cast<std::uint32_t>(d - 1);
    const auto shift = static_cast<std::uint32_t>(before + after);
    for (std::size_t i = 0; i < n; ++i) rows[before + i] = static_cast<std::uint32_t>(codes[i]) + shift;
    for (std::size_t d = 1; d <= after; ++d) rows[before + n + d - 1] = static_cast<std::uint32_t>(before + d - 1);
  }

  const Plan& plan_;
  std::size_t begin_ = 0, length_ = 0;
  std::vector<std::vector<std::uint32_t>> rows_;
  std::vector<std::vector<std::uint64_t>> hashes_;
};

// Writes the spans of one kind, sentence by sentence.
template <class Resolver>
class KindScan {
 public:
  KindScan(const Plan& plan, const Memo& memo, int kind, Resolver& resolver, const Tokens& tokens, SpanBuffers& out)
      : plan_(plan), kind_plan_(plan.kind(kind)), kind_(kind), resolver_(resolver), tokens_(tokens), out_(out) {
    for (std::size_t g = 0; g < kind_plan_.groups.size(); ++g) {
      const GroupTable& table = memo.group(kind, g);
      const std::uint32_t column = kind_plan_.groups[g].column;
      groups_.push_back({column, kind_plan_.groups[g].offset, table.stride, table.rows.data()});
      widest_ += kind_plan_.groups[g].templates.size();
      if (!tokens.bags[column].is()) continue;
      bags_ = true;
      out.valued |= tokens.bags[column].values.size > 0;
    }
    for (std::size_t c = 0; c < kind_plan_.conjunctions.size(); ++c) heads_.push_back(memo.heads(kind, c).data());
    if (kind == 0)
      for (const std::uint32_t number : kind_plan_.constants) {
        if (plan.templates()[number].silent) continue;
        const std::uint32_t id = resolver(nonzero(plan.templates()[number].hash), kind, number);
        if (id != kAbsent) constants_.push_back(id);
      }
    widest_ += constants_.size() + kind_plan_.conjunctions.size();
    keys_.resize(kBlock * kind_plan_.conjunctions.size());
  }

  void reserve(std::size_t positions) { out_.starts.zeros(positions + 1); }

  void sentence(const Padded& padded, std::size_t positions) {
    if (widest_ == 0) return;  // every span is empty
    if (bags_) {
      make_room(padded, positions);
    } else {
      out_.ids.reserve(out_.ids.size() + positions * widest_ + kSlack);
    }
    for (std::size_t begin = 0; begin < positions; begin += kBlock) {
      const std::size_t end = std::min(positions, begin + kBlock);
      make_keys(padded, begin, end);
      if (bags_) {
        write_with_bags(padded, begin, end);
        continue;
      }
      prefetch_rows(padded, begin, end);
      write(padded, begin, end);
    }
  }

 private:
  struct ReadyGroup {
    std::uint32_t column;
    std::int32_t offset;
    std::size_t stride;
    const std::uint32_t* rows;
  };

  void prefetch_rows(const Padded& padded, std::size_t begin, std::size_t end) const {
    for (const ReadyGroup& group : groups_) {
      const std::uint32_t* rows = padded.rows(group.column) + group.offset;
      for (std::size_t i = begin; i < end; ++i) {
        const std::uint32_t* row = group.rows + rows[i] * group.stride;
        prefetch(row);
        prefetch(row + group.stride);
      }
    }
  }

  void make_keys(const Padded& padded, std::size_t begin, std::size_t end) {
    const auto& numbers = kind_plan_.conjunctions;
    for (std::size_t c = 0; c < numbers.size(); ++c) {
      const auto& observations = plan_.templates()[numbers[c]].observations;
      const Observation& first = observations[0];
      const std::uint32_t* rows = padded.rows(plan_.atom_columns()[first.atom]) + first.offset;
      const std::uint64_t* heads = heads_[c];
      std::uint64_t* keys = keys_.data() + c;
      for (std::size_t i = begin; i < end; ++i) {
        std::uint64_t key = heads[rows[i]];
        bool absent = key == 0;
        for (std::size_t k = 1; k < observations.size(); ++k) {
          const Observation& seen = observations[k];
          const std::uint64_t value = padded.hashes(seen.atom)[static_cast<std::ptrdiff_t>(i) + seen.offset];
          absent |= value == 0;
          key = combine(key, value);
        }
        key = absent ? 0 : nonzero(key);
        resolver_.prefetch(key);
        keys[(i - begin) * numbers.size()] = key;
      }
    }
  }

  void write(const Padded& padded, std::size_t begin, std::size_t end) {
    const auto& numbers = kind_plan_.conjunctions;
    const std::uint64_t* keys = keys_.data();
    for (std::size_t i = begin; i < end; ++i, keys += numbers.size()) {
      std::uint32_t* out = out_.ids.data() + out_.ids.size();
      for (const std::uint32_t id : constants_) *out++ = id;
      for (const ReadyGroup& group : groups_) out = copy(group, padded, i, out);
      for (std::size_t c = 0; c < numbers.size(); ++c) {
        const std::uint32_t id = keys[c] == 0 ? kAbsent : resolver_(keys[c], kind_, numbers[c]);
        *out = id;
        out += id != kAbsent;
      }
      out_.ids.resize(static_cast<std::size_t>(out - out_.ids.data()));
      out_.starts[++position_] = static_cast<std::int64_t>(out_.ids.size());
    }
  }

  static std::uint32_t* copy(const ReadyGroup& group, const Padded& padded, std::size_t i, std::uint32_t* out) {
    const std::uint32_t at = padded.rows(group.column)[static_cast<std::ptrdiff_t>(i) + group.offset];
    return copy_row(group.rows + at * group.stride, out);
  }

  static std::uint32_t* copy_row(const std::uint32_t* row, std::uint32_t* out) {
    const std::uint32_t count = row[0];
    for (std::uint32_t k = 0; k < count; k += kSlack) std::memcpy(out + k, row + 1 + k, kSlack * sizeof(*out));
    return out + count;
  }

  // What a bag holds at a position; outside the sentence a boundary value, as of any column.
  template <class Visit>
  void each(const ReadyGroup& group, const Padded& padded, std::size_t i, Visit visit) const {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(i) + group.offset;
    if (place < 0 || place >= static_cast<std::ptrdiff_t>(padded.length())) {
      visit(group.rows + padded.boundary_row(place) * group.stride, 1.0f);
      return;
    }
    const Bag& bag = tokens_.bags[group.column];
    const auto token = padded.begin() + static_cast<std::size_t>(place);
    for (std::int64_t k = bag.starts[token]; k < bag.starts[token + 1]; ++k) {
      const auto code = static_cast<std::size_t>(tokens_.codes[group.column][static_cast<std::size_t>(k)]);
      const float value = bag.values.size > 0 ? bag.values[static_cast<std::size_t>(k)] : 1.0f;
      visit(group.rows + (plan_.boundaries() + code) * group.stride, value);
    }
  }

  // A bag fires no more than all that it holds in the sentence, and once at each place outside it.
  void make_room(const Padded& padded, std::size_t positions) {
    std::size_t most = positions * widest_ + kSlack;
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      const Bag& bag = tokens_.bags[groups_[g].column];
      if (!bag.is()) continue;
      const std::int64_t held = bag.starts[padded.begin() + padded.length()] - bag.starts[padded.begin()];
      most += static_cast<std::size_t>(held) * kind_plan_.groups[g].templates.size();
    }
    out_.ids.reserve(out_.ids.size() + most);
    if (out_.valued) out_.values.reserve(out_.ids.size() + most);
  }

  void write_with_bags(const Padded& padded, std::size_t begin, std::size_t end) {
    const auto& numbers = kind_plan_.conjunctions;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t before = out_.ids.size();
      std::uint32_t* const first = out_.ids.data() + before;
      float* const values = out_.valued ? out_.values.data() + before : nullptr;
      std::uint32_t* out = first;
      for (const std::uint32_t id : constants_) *out++ = id;
      if (values != nullptr) std::fill_n(values, out - first, 1.0f);
      for (const ReadyGroup& group : groups_) {
        const auto take = [&](const std::uint32_t* row, float value) {
          if (values != nullptr) std::fill_n(values + (out - first), row[0], value);
          out = copy_row(row, out);
        };
        if (tokens_.bags[group.column].is()) {
          each(group, padded, i, take);
        } else {
          take(group.rows + padded.rows(group.column)[static_cast<std::ptrdiff_t>(i) + group.offset] * group.stride,
               1.0f);
        }
      }
      for (std::size_t c = 0; c < numbers.size(); ++c) {
        const std::uint64_t key = keys_[(i - begin) * numbers.size() + c];
        const std::uint32_t id = key == 0 ? kAbsent : resolver_(key, kind_, numbers[c]);
        if (id == kAbsent) continue;
        if (values != nullptr) values[out - first] = 1.0f;
        *out++ = id;
      }
      out_.ids.resize(before + static_cast<std::size_t>(out - first));
      if (out_.valued) out_.values.resize(out_.ids.size());
      out_.starts[++position_] = static_cast<std::int64_t>(out_.ids.size());
    }
  }

  const Plan& plan_;
  const KindPlan& kind_plan_;
  int kind_;
  Resolver& resolver_;
  const Tokens& tokens_;
  SpanBuffers& out_;
  bool bags_ = false;
  std::vector<ReadyGroup> groups_;
  std::vector<const std::uint64_t*> heads_;
  std::vector<std::uint32_t> constants_;
  std::vector<std::uint64_t> keys_;
  std::size_t widest_ = 0;
  std::size_t position_ = 0;
};

template <class Resolver>
KindSpans scan(const Plan& plan, const Memo& memo, const Tokens& tokens, Resolver& resolver) {
  KindSpans spans;
  std::vector<KindScan<Resolver>> scans;
  const std::size_t sentences = tokens.offsets.size - 1;
  const auto n = static_cast<std::size_t>(tokens.offsets[sentences]);
  for (int kind = 0; kind < kKinds; ++kind) {
    scans.emplace_back(plan, memo, kind, resolver, tokens, spans[kind]);
    scans.back().reserve(kind == 0 ? n : n + sentences);
  }
  Padded padded(plan);
  for (std::size_t s = 0; s < sentences; ++s) {
    const auto begin = static_cast<std::size_t>(tokens.offsets[s]);
    const auto length = static_cast<std::size_t>(tokens.offsets[s + 1]) - begin;
    padded.load(memo, tokens, begin, length);
    for (int kind = 0; kind < kKinds; ++kind) scans[kind].sentence(padded, kind == 0 ? length : length + 1);
  }
  for (SpanBuffers& one : spans) {
    one.ids.shrink();
    one.values.shrink();
  }
  return spans;
}

}  // namespace swvm
