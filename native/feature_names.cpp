#include "feature_names.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <string_view>

#include "hash.hpp"

namespace swvm {

namespace {

// The templates of a kind in the order in which they write a span.
std::vector<std::uint32_t> span_order(const KindPlan& plan) {
  std::vector<std::uint32_t> order = plan.constants;
  for (const Group& group : plan.groups) order.insert(order.end(), group.templates.begin(), group.templates.end());
  order.insert(order.end(), plan.conjunctions.begin(), plan.conjunctions.end());
  return order;
}

class Namer {
 public:
  Namer(const Plan& plan, const FeatureIndex& index, int kind, const NameSources& sources, const Tokens& tokens)
      : plan_(plan),
        index_(index),
        kind_(kind),
        sources_(sources),
        tokens_(tokens),
        order_(span_order(plan.kind(kind))) {
    check();
    for (std::size_t s = 0; s < tokens.offsets.size; ++s)
      begins_.push_back(tokens.offsets[s] + (kind == 0 ? 0 : static_cast<std::int64_t>(s)));
    for (std::size_t d = 1; d <= plan.before(); ++d) before_.push_back("<s-" + std::to_string(d) + ">");
    for (std::size_t d = 1; d <= plan.after(); ++d) after_.push_back("<e+" + std::to_string(d) + ">");
  }

  // Returns the template that was taken.
  std::uint32_t name(std::uint32_t id, std::int64_t position, std::uint32_t number, Buffer<std::uint8_t>& out) {
    if (number >= plan_.templates().size() || plan_.templates()[number].kind != kind_)
      throw std::invalid_argument("a feature's template is out of range");
    if (!plan_.templates()[number].observations.empty()) {
      find_sentence(position);
      number = choose(id, number);
    }
    const auto& observations = plan_.templates()[number].observations;
    const auto& pieces = sources_.pieces[number];
    append(pieces[0], out);
    for (std::size_t k = 0; k < observations.size(); ++k) {
      append(in_bag(observations[k]) ? held(number, id) : value(observations[k]), out);
      append(pieces[k + 1], out);
    }
    return number;
  }

 private:
  void check() const {
    std::vector<std::size_t> codes(plan_.columns());
    if (sources_.atoms.size() != plan_.atom_columns().size() || sources_.pieces.size() != plan_.templates().size())
      throw std::invalid_argument("the sources of names do not fit the plan");
    for (std::size_t atom = 0; atom < sources_.atoms.size(); ++atom) {
      const AtomValues& values = sources_.atoms[atom];
      const auto& offsets = values.offsets;
      if (offsets.size == 0 || offsets[0] < 0 || static_cast<std::size_t>(offsets[offsets.size - 1]) > values.size ||
          !std::is_sorted(offsets.data, offsets.data + offsets.size))
        throw std::invalid_argument("the offsets of an atom's values are wrong");
      std::size_t& known = codes[plan_.atom_columns()[atom]];
      known = known == 0 ? offsets.size - 1 : std::min(known, offsets.size - 1);
    }
    for (std::size_t t = 0; t < sources_.pieces.size(); ++t)
      if (sources_.pieces[t].size() != std::max<std::size_t>(plan_.templates()[t].observations.size() + 1, 1))
        throw std::invalid_argument("the pieces of a name do not fit its template");
    check_tokens(plan_, codes, tokens_);
  }

  void find_sentence(std::int64_t position) {
    if (position < 0 || position >= begins_.back()) throw std::invalid_argument("a position is out of range");
    const auto after = std::upper_bound(begins_.begin(), begins_.end(), position);
    const auto sentence = static_cast<std::size_t>(after - begins_.begin()) - 1;
    begin_ = tokens_.offsets[sentence];
    length_ = tokens_.offsets[sentence + 1] - begin_;
    place_ = position - begins_[sentence];
  }

  std::uint32_t choose(std::uint32_t id, std::uint32_t number) {
    const std::uint64_t hash = plan_.templates()[number].hash;
    const auto shares = [&](std::uint32_t other) { return plan_.templates()[other].hash == hash; };
    if (std::count_if(order_.begin(), order_.end(), shares) == 1) return number;
    for (const std::uint32_t other : order_)
      if (shares(other) && gives(other, id)) return other;
    return number;
  }

  bool gives(std::uint32_t number, std::uint32_t id) {
    std::uint64_t key = plan_.templates()[number].hash;
    for (const Observation& seen : plan_.templates()[number].observations) {
      if (in_bag(seen)) return held(number, id).data() != nullptr;
      const std::string_view text = value(seen);
      key = combine(key, hash_bytes(text.data(), text.size()));
    }
    return index_.find(nonzero(key), kind_) == id;
  }

  std::string_view value(const Observation& seen) const {
    const std::int64_t place = place_ + seen.offset;
    if (place < 0) return before_[static_cast<std::size_t>(-place - 1)];
    if (place >= length_) return after_[static_cast<std::size_t>(place - length_)];
    const std::uint32_t column = plan_.atom_columns()[seen.atom];
    return text_of(seen.atom, tokens_.codes[column][static_cast<std::size_t>(begin_ + place)]);
  }

  std::string_view text_of(std::uint32_t atom, std::int32_t code) const {
    const AtomValues& values = sources_.atoms[atom];
    const std::int64_t begin = values.offsets[static_cast<std::size_t>(code)];
    return {values.blob + begin, static_cast<std::size_t>(values.offsets[static_cast<std::size_t>(code) + 1] - begin)};
  }

  bool in_bag(const Observation& seen) const {
    const std::int64_t place = place_ + seen.offset;
    return place >= 0 && place < length_ && tokens_.bags[plan_.atom_columns()[seen.atom]].is();
  }

  // What the bag holds at this position that makes the feature; null where nothing does.
  std::string_view held(std::uint32_t number, std::uint32_t id) const {
    const Template& one = plan_.templates()[number];
    const Observation& seen = one.observations[0];
    const std::uint32_t column = plan_.atom_columns()[seen.atom];
    const auto token = static_cast<std::size_t>(begin_ + place_ + seen.offset);
    const auto& starts = tokens_.bags[column].starts;
    for (std::int64_t k = starts[token]; k < starts[token + 1]; ++k) {
      const std::string_view text = text_of(seen.atom, tokens_.codes[column][static_cast<std::size_t>(k)]);
      if (index_.find(nonzero(combine(one.hash, hash_bytes(text.data(), text.size()))), kind_) == id) return text;
    }
    return {};
  }

  static void append(std::string_view text, Buffer<std::uint8_t>& out) {
    const std::size_t size = out.size();
    out.resize(size + text.size());
    if (!text.empty()) std::memcpy(out.data() + size, text.data(), text.size());
  }

  const Plan& plan_;
  const FeatureIndex& index_;
  int kind_;
  const NameSources& sources_;
  const Tokens& tokens_;
  std::vector<std::uint32_t> order_;
  std::vector<std::int64_t> begins_;  // of the sentences, in the positions of the kind
  std::vector<std::string> before_, after_;
  std::int64_t begin_ = 0, length_ = 0, place_ = 0;  // of the sentence at hand
};

}  // namespace

Names feature_names(const Plan& plan, const FeatureIndex& index, int kind, const NameSources& sources,
                    const Tokens& tokens, std::uint32_t first_id, View<std::int64_t> positions,
                    View<std::uint16_t> templates) {
  if (positions.size != templates.size) throw std::invalid_argument("positions and templates differ in length");
  Namer namer(plan, index, kind, sources, tokens);
  Names names;
  names.offsets.resize(positions.size + 1);
  names.templates.resize(positions.size);
  names.offsets[0] = 0;
  for (std::size_t f = 0; f < positions.size; ++f) {
    const auto id = first_id + static_cast<std::uint32_t>(f);
    names.templates[f] = static_cast<std::uint16_t>(namer.name(id, positions[f], templates[f], names.blob));
    names.offsets[f + 1] = static_cast<std::int64_t>(names.blob.size());
  }
  return names;
}

}  // namespace swvm
