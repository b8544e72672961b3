#include "features.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string>

#include "feature_scan.hpp"
#include "hash.hpp"

namespace swvm {

namespace {

std::uint64_t boundary_hash(const char* prefix, std::size_t distance) {
  const std::string text = prefix + std::to_string(distance) + ">";
  return hash_bytes(text.data(), text.size());
}

void add_to_group(std::vector<Group>& groups, std::uint32_t column, std::int32_t offset, std::uint32_t number) {
  const auto found = std::find_if(groups.begin(), groups.end(),
                                  [&](const Group& g) { return g.column == column && g.offset == offset; });
  if (found != groups.end())
    found->templates.push_back(number);
  else
    groups.push_back({column, offset, {number}});
}

// Returns the number of codes that the bag has.
std::size_t check_bag(const Plan& plan, const Tokens& tokens, std::size_t column, std::size_t n) {
  const Bag& bag = tokens.bags[column];
  const auto& starts = bag.starts;
  if (starts.size != n + 1 || starts[0] != 0 || !std::is_sorted(starts.data, starts.data + starts.size))
    throw std::invalid_argument("the starts of a bag must rise from 0, one for each token and one");
  const auto size = static_cast<std::size_t>(starts[n]);
  if (bag.values.size != 0 && bag.values.size != size)
    throw std::invalid_argument("a bag does not have a value for each code");
  for (const std::uint32_t atom : plan.conjoined_atoms())
    if (plan.atom_columns()[atom] == column) throw std::invalid_argument("a bag stands alone in its template");
  return size;
}

}  // namespace

Plan::Plan(std::vector<Template> templates, std::vector<std::uint32_t> atom_columns, std::size_t columns)
    : templates_(std::move(templates)), atom_columns_(std::move(atom_columns)), columns_(columns) {
  check();
  compile();
}

void Plan::check() const {
  if (templates_.size() > 0xFFFF) throw std::invalid_argument("more than 65535 templates");
  for (const std::uint32_t column : atom_columns_)
    if (column >= columns_) throw std::invalid_argument("an atom's column is out of range");
  for (const Template& one : templates_) {
    if (one.kind >= kKinds) throw std::invalid_argument("a template's kind is out of range");
    for (const Observation& seen : one.observations) {
      if (seen.atom >= atom_columns_.size()) throw std::invalid_argument("a template's atom is out of range");
      if (seen.offset < -kMaxOffset || seen.offset > kMaxOffset)
        throw std::invalid_argument("an offset is beyond 1000 positions");
    }
  }
}

void Plan::compile() {
  std::vector<bool> conjoined(atom_columns_.size());
  std::int32_t before = 0, after = 1;
  for (std::uint32_t number = 0; number < templates_.size(); ++number) {
    const Template& one = templates_[number];
    KindPlan& plan = kinds_[one.kind];
    for (const Observation& seen : one.observations) {
      before = std::max(before, -seen.offset);
      after = std::max(after, seen.offset + 1);  // position n+1 looks one further
      if (one.observations.size() > 1) conjoined[seen.atom] = true;
    }
    if (one.observations.empty())
      plan.constants.push_back(number);
    else if (one.observations.size() == 1)
      add_to_group(plan.groups, atom_columns_[one.observations[0].atom], one.observations[0].offset, number);
    else
      plan.conjunctions.push_back(number);
  }
  before_ = static_cast<std::size_t>(before);
  after_ = static_cast<std::size_t>(after);
  for (std::size_t d = 1; d <= before_; ++d) boundary_hashes_.push_back(boundary_hash("<s-", d));
  for (std::size_t d = 1; d <= after_; ++d) boundary_hashes_.push_back(boundary_hash("<e+", d));
  for (std::uint32_t atom = 0; atom < conjoined.size(); ++atom)
    if (conjoined[atom]) conjoined_atoms_.push_back(atom);
}

Memo::Memo(const Plan& plan) : codes_(plan.columns()), hashes_(plan.columns()) {
  for (const std::uint32_t atom : plan.conjoined_atoms()) ++hashes_[plan.atom_columns()[atom]].stride;
  for (int kind = 0; kind < kKinds; ++kind) {
    ids_[kind].resize(plan.columns());
    for (const Group& group : plan.kind(kind).groups) {
      std::size_t& stride = ids_[kind][group.column].stride;
      places_[kind].push_back(stride);
      stride += group.templates.size() + 1;
    }
  }
}

void Memo::grow_hashes(const Plan& plan, const std::vector<View<std::uint64_t>>& hashes) {
  const auto& boundaries = plan.boundary_hashes();
  std::vector<std::size_t> places(codes_.size());
  for (const std::uint32_t atom : plan.conjoined_atoms()) {
    const std::uint32_t column = plan.atom_columns()[atom];
    CodeTable<std::uint64_t>& table = hashes_[column];
    const std::size_t place = places[column]++, known = boundaries.size() + codes_[column];
    table.rows.resize((known + hashes[atom].size) * table.stride);
    for (std::size_t row = 0; row < boundaries.size(); ++row) table.rows[row * table.stride + place] = boundaries[row];
    for (std::size_t k = 0; k < hashes[atom].size; ++k)
      table.rows[(known + k) * table.stride + place] = hashes[atom][k];
  }
}

void check_tokens(const Plan& plan, const std::vector<std::size_t>& codes, const Tokens& tokens) {
  if (tokens.codes.size() != plan.columns() || tokens.bags.size() != plan.columns())
    throw std::invalid_argument("the number of columns is wrong");
  const auto& offsets = tokens.offsets;
  if (offsets.size == 0 || offsets[0] != 0) throw std::invalid_argument("the offsets must begin with 0");
  for (std::size_t s = 1; s < offsets.size; ++s)
    if (offsets[s] < offsets[s - 1]) throw std::invalid_argument("the offsets must not fall");
  const auto n = static_cast<std::size_t>(offsets[offsets.size - 1]);
  for (std::size_t column = 0; column < tokens.codes.size(); ++column) {
    const auto& values = tokens.codes[column];
    const std::size_t size = tokens.bags[column].is() ? check_bag(plan, tokens, column, n) : n;
    if (values.size != size) throw std::invalid_argument("a column is not as long as the offsets say");
    std::uint32_t largest = 0;  // a negative code becomes large
    for (std::size_t i = 0; i < size; ++i) largest = std::max(largest, static_cast<std::uint32_t>(values[i]));
    if (size > 0 && largest >= codes[column]) throw std::invalid_argument("a code is not in the vocabulary");
  }
}

KindSpans encode(const Plan& plan, const Memo& memo, const FeatureIndex& index, const Tokens& tokens) {
  const Finder finder{index};
  return scan(plan, memo, tokens, finder);
}

void grow_memo(const Plan& plan, const FeatureIndex& index, const std::vector<View<std::uint64_t>>& hashes,
               Memo& memo) {
  Finder finder{index};
  memo.grow(plan, hashes, finder);
}

}  // namespace swvm
