// The loops over codes and tokens, written once for looking features up and for learning them. A resolver turns keys
// into ids: `one(key, kind, template)`, and `all(keys, count, kind, template of the k-th, ids)`, where the key 0 is
// absent and the keys may be overwritten.
#pragma once
#include <algorithm>
#include <cstring>

#include "features.hpp"
#include "hash.hpp"

namespace swvm {

struct Finder {
  const FeatureIndex& index;
  std::uint32_t one(std::uint64_t key, int kind, std::uint32_t) const { return index.find(key, kind); }
  template <class Numbers>
  void all(std::uint64_t* keys, std::size_t count, int kind, Numbers, std::uint32_t* ids) const {
    index.find_all(keys, count, kind, ids);
  }
};

// Copies are made four ids at a time: tables and outputs have room for as many more at their ends.
inline constexpr std::size_t kSlack = 4;
// So many positions are looked up together.
inline constexpr std::size_t kBlock = 32;
// A table of so many bytes stays in the cache by itself.
inline constexpr std::size_t kSmallTable = 16 << 10;
inline constexpr std::size_t kLineIds = 16;  // in a line of the cache

// The ids of one group for the rows from `first` on, whose atoms' hashes are `hashes[member][row]`.
template <class Resolver>
void fill_group(const Plan& plan, const Group& group, int kind, const std::vector<const std::uint64_t*>& hashes,
                std::size_t rows, std::size_t first, std::size_t place, CodeTable<std::uint32_t>& table,
                Resolver& resolver) {
  const std::size_t members = group.templates.size();
  std::vector<std::uint64_t> keys(kBlock * members);
  std::vector<std::uint32_t> ids(keys.size());
  const auto number = [&](std::size_t k) { return group.templates[k % members]; };
  for (std::size_t begin = 0; begin < rows; begin += kBlock) {
    const std::size_t end = std::min(rows, begin + kBlock);
    for (std::size_t row = begin; row < end; ++row)
      for (std::size_t m = 0; m < members; ++m) {
        const std::uint64_t value = hashes[m][row];
        keys[(row - begin) * members + m] =
            value == 0 ? 0 : nonzero(combine(plan.templates()[group.templates[m]].hash, value));
      }
    resolver.all(keys.data(), (end - begin) * members, kind, number, ids.data());
    for (std::size_t row = begin; row < end; ++row) {
      std::uint32_t* out = table.rows.data() + (first + row) * table.stride + place;
      const std::uint32_t* found = ids.data() + (row - begin) * members;
      out[0] = static_cast<std::uint32_t>(
          std::copy_if(found, found + members, out + 1, [](std::uint32_t id) { return id != kAbsent; }) - (out + 1));
    }
  }
}

template <class Resolver>
void Memo::grow(const Plan& plan, const std::vector<View<std::uint64_t>>& hashes, Resolver& resolver) {
  const auto& columns = plan.atom_columns();
  const std::size_t boundaries = plan.boundaries();
  std::vector<std::size_t> more(codes_.size());
  for (std::size_t atom = 0; atom < columns.size(); ++atom) more[columns[atom]] = hashes[atom].size;
  grow_hashes(plan, hashes);
  for (int kind = 0; kind < kKinds; ++kind)
    for (std::size_t g = 0; g < places_[kind].size(); ++g) {
      const Group& group = plan.kind(kind).groups[g];
      CodeTable<std::uint32_t>& table = ids_[kind][group.column];
      const std::size_t first = boundaries + codes_[group.column], place = places_[kind][g];
      table.rows.resize((first + more[group.column]) * table.stride + kSlack);
      std::vector<const std::uint64_t*> members(group.templates.size(), plan.boundary_hashes().data());
      if (codes_[group.column] == 0) fill_group(plan, group, kind, members, boundaries, 0, place, table, resolver);
      for (std::size_t m = 0; m < members.size(); ++m)
        members[m] = hashes[plan.templates()[group.templates[m]].observations[0].atom].data;
      fill_group(plan, group, kind, members, more[group.column], first, place, table, resolver);
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
    std::vector<std::size_t> places(rows_.size());
    for (const std::uint32_t atom : plan_.conjoined_atoms()) {
      const std::uint32_t column = plan_.atom_columns()[atom];
      load_hashes(memo.hashes(column), places[column]++, rows_[column], &hashes_[atom]);
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

  static void load_hashes(const CodeTable<std::uint64_t>& table, std::size_t place,
                          const std::vector<std::uint32_t>& rows, std::vector<std::uint64_t>* values) {
    values->resize(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) (*values)[i] = table.row(rows[i])[place];
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
    add_groups(memo);
    if (kind == 0)
      for (const std::uint32_t number : kind_plan_.constants) {
        if (plan.templates()[number].silent) continue;
        const std::uint32_t id = resolver.one(nonzero(plan.templates()[number].hash), kind, number);
        if (id != kAbsent) constants_.push_back(id);
      }
    widest_ += constants_.size() + kind_plan_.conjunctions.size();
    keys_.resize(kBlock * kind_plan_.conjunctions.size());
    found_.resize(keys_.size());
  }

  void reserve(std::size_t positions) { out_.starts.zeros(positions + 1); }

  void sentence(const Padded& padded, std::size_t positions) {
    if (widest_ == 0) return;  // every span is empty
    if (bags_) {
      make_room(padded, positions);
    } else {
      out_.ids.reserve(out_.ids.size() + positions * widest_ + kSlack);
    }
    for (ReadyGroup& group : groups_) group.at = padded.rows(group.column) + group.offset;
    for (std::size_t begin = 0; begin < positions; begin += kBlock) {
      const std::size_t end = std::min(positions, begin + kBlock);
      prefetch_rows(padded, begin, end);
      find_conjunctions(padded, begin, end);
      if (bags_) {
        write_with_bags(padded, begin, end);
      } else {
        write(begin, end);
      }
    }
  }

 private:
  struct ReadyGroup {
    std::uint32_t column;
    std::int32_t offset;
    std::size_t members;
    std::size_t stride;
    const std::uint32_t* rows;  // of the column's table, from the group's place on
    const std::uint32_t* at;    // of the sentence: the row at each position
  };

  // The rows of a column's table that the groups read around a position.
  struct ReadyTable {
    std::uint32_t column;
    std::int32_t first, last;  // offsets
    const CodeTable<std::uint32_t>* table;
  };

  void add_groups(const Memo& memo) {
    for (std::size_t g = 0; g < kind_plan_.groups.size(); ++g) {
      const Group& group = kind_plan_.groups[g];
      const auto& table = memo.ids(kind_, group.column);
      const std::size_t members = group.templates.size();
      groups_.push_back({group.column, group.offset, members, table.stride, table.row(0) + memo.place(kind_, g), {}});
      widest_ += members;
      if (tokens_.bags[group.column].is()) {
        bags_ = true;
        out_.valued |= tokens_.bags[group.column].values.size > 0;
      } else if (table.rows.size() * sizeof(std::uint32_t) > kSmallTable) {
        add_table(group, table);
      }
    }
  }

  void add_table(const Group& group, const CodeTable<std::uint32_t>& table) {
    for (ReadyTable& known : tables_) {
      if (known.column != group.column) continue;
      known.first = std::min(known.first, group.offset);
      known.last = std::max(known.last, group.offset);
      return;
    }
    tables_.push_back({group.column, group.offset, group.offset, &table});
  }

  void prefetch_rows(const Padded& padded, std::size_t begin, std::size_t end) const {
    for (const ReadyTable& one : tables_) {
      const std::uint32_t* rows = padded.rows(one.column);
      const auto last = static_cast<std::ptrdiff_t>(end) + one.last;
      for (std::ptrdiff_t i = static_cast<std::ptrdiff_t>(begin) + one.first; i < last; ++i) {
        const std::uint32_t* row = one.table->row(rows[i]);
        for (std::size_t k = 0; k < one.table->stride; k += kLineIds) prefetch(row + k);
        prefetch(row + one.table->stride - 1);
      }
    }
  }

  // keys_ and found_ hold all positions of the first conjunction, then those of the next.
  void find_conjunctions(const Padded& padded, std::size_t begin, std::size_t end) {
    const auto& numbers = kind_plan_.conjunctions;
    const std::size_t size = end - begin;
    if (numbers.empty()) return;
    for (std::size_t c = 0; c < numbers.size(); ++c)
      make_keys(plan_.templates()[numbers[c]], padded, begin, size, keys_.data() + c * size);
    const auto number = [&](std::size_t k) { return numbers[k / size]; };
    resolver_.all(keys_.data(), numbers.size() * size, kind_, number, found_.data());
  }

  static void make_keys(const Template& one, const Padded& padded, std::size_t begin, std::size_t size,
                        std::uint64_t* keys) {
    std::uint64_t there[kBlock];  // all bits where every observation is, else 0
    for (std::size_t k = 0; k < one.observations.size(); ++k) {
      const Observation& seen = one.observations[k];
      const std::uint64_t* values = padded.hashes(seen.atom) + static_cast<std::ptrdiff_t>(begin) + seen.offset;
      if (k == 0) {
        for (std::size_t i = 0; i < size; ++i) {
          there[i] = values[i] == 0 ? 0 : ~std::uint64_t{0};
          keys[i] = nonzero(combine(one.hash, values[i]));
        }
      } else {
        for (std::size_t i = 0; i < size; ++i) {
          there[i] = values[i] == 0 ? 0 : there[i];
          keys[i] = combine(keys[i], values[i]);
        }
      }
    }
    for (std::size_t i = 0; i < size; ++i) keys[i] = nonzero(keys[i]) & there[i];
  }

  void write(std::size_t begin, std::size_t end) {
    const std::size_t conjunctions = kind_plan_.conjunctions.size(), size = end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      std::uint32_t* out = out_.ids.data() + out_.ids.size();
      for (const std::uint32_t id : constants_) *out++ = id;
      for (const ReadyGroup& group : groups_) out = copy_row(group, group.at[i], out);
      const std::uint32_t* found = found_.data() + (i - begin);
      for (std::size_t c = 0; c < conjunctions; ++c, found += size) {
        *out = *found;
        out += *found != kAbsent;
      }
      out_.ids.resize(static_cast<std::size_t>(out - out_.ids.data()));
      out_.starts[++position_] = static_cast<std::int64_t>(out_.ids.size());
    }
  }

  // The number of copies is that of the group, not that of the row, so that it can be foreseen.
  static std::uint32_t* copy_row(const ReadyGroup& group, std::size_t at, std::uint32_t* out) {
    const std::uint32_t* row = group.rows + at * group.stride;
    for (std::size_t k = 0; k < group.members; k += kSlack) std::memcpy(out + k, row + 1 + k, kSlack * sizeof(*out));
    return out + row[0];
  }

  // What a bag holds at a position; outside the sentence a boundary value, as of any column.
  template <class Visit>
  void each(const ReadyGroup& group, const Padded& padded, std::size_t i, Visit visit) const {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(i) + group.offset;
    if (place < 0 || place >= static_cast<std::ptrdiff_t>(padded.length())) {
      visit(padded.boundary_row(place), 1.0f);
      return;
    }
    const Bag& bag = tokens_.bags[group.column];
    const auto token = padded.begin() + static_cast<std::size_t>(place);
    for (std::int64_t k = bag.starts[token]; k < bag.starts[token + 1]; ++k) {
      const auto code = static_cast<std::size_t>(tokens_.codes[group.column][static_cast<std::size_t>(k)]);
      const float value = bag.values.size > 0 ? bag.values[static_cast<std::size_t>(k)] : 1.0f;
      visit(plan_.boundaries() + code, value);
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
    const std::size_t conjunctions = kind_plan_.conjunctions.size(), size = end - begin;
    for (std::size_t i = begin; i < end; ++i) {
      const std::size_t before = out_.ids.size();
      std::uint32_t* const first = out_.ids.data() + before;
      float* const values = out_.valued ? out_.values.data() + before : nullptr;
      std::uint32_t* out = first;
      const auto take = [&](const ReadyGroup& group, std::size_t at, float value) {
        std::uint32_t* const next = copy_row(group, at, out);
        if (values != nullptr) std::fill(values + (out - first), values + (next - first), value);
        out = next;
      };
      for (const std::uint32_t id : constants_) *out++ = id;
      if (values != nullptr) std::fill_n(values, out - first, 1.0f);
      for (const ReadyGroup& group : groups_) {
        if (tokens_.bags[group.column].is()) {
          each(group, padded, i, [&](std::size_t at, float value) { take(group, at, value); });
        } else {
          take(group, group.at[i], 1.0f);
        }
      }
      for (std::size_t c = 0; c < conjunctions; ++c) {
        const std::uint32_t id = found_[c * size + (i - begin)];
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
  std::vector<ReadyTable> tables_;
  std::vector<std::uint32_t> constants_;
  std::vector<std::uint64_t> keys_;
  std::vector<std::uint32_t> found_;
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
