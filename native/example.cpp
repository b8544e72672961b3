#include "example.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace swvm {

void Example::set(const Lattice& lattice, std::int64_t sentence, const std::int32_t* gold, const std::int32_t* target,
                  const std::vector<float>& cost) {
  lattice_ = &lattice;
  sentence_ = sentence;
  length_ = lattice.length();
  labels_ = lattice.chain().labels();
  gold_ = gold;
  target_ = target;
  cost_ = &cost;
  mixed_.assign(target, target + length_);
  rivals_.clear();
}

void Example::add_rival(const std::int32_t* labels) {
  Rival rival{labels, {}, 0.0, 0.0};
  for (std::int64_t i = 0; i < length_; ++i) {
    if (labels[i] != target_[i]) rival.wrong.push_back(i);
  }
  if (rival.wrong.empty() || std::equal(labels, labels + length_, gold_)) return;
  rival.loss = loss(rival, rival.all());
  rival.margin = lattice_->margin(target_, labels, rival.wrong.data(), rival.all().count);
  if (!std::isfinite(rival.margin)) return;  // a target that the chain forbids cannot be reached
  rivals_.push_back(std::move(rival));
}

void Example::mix(const Rival& rival, Positions J) {
  for (std::int64_t k = 0; k < J.count; ++k) mixed_[J.first[k]] = rival.labels[J.first[k]];
}

void Example::unmix(Positions J) {
  for (std::int64_t k = 0; k < J.count; ++k) mixed_[J.first[k]] = target_[J.first[k]];
}

double Example::margin(const Rival& rival, Positions J) {
  mix(rival, J);
  const double margin = lattice_->margin(target_, mixed_.data(), J.first, J.count);
  unmix(J);
  return margin;
}

double Example::loss(const Rival& rival, Positions J) const {
  double sum = 0.0;
  for (std::int64_t k = 0; k < J.count; ++k) {
    const std::int64_t i = J.first[k];
    sum += cost(i, rival.labels[i]) - cost(i, target_[i]);
  }
  return sum;
}

void Example::add_difference(const Rival& rival, Positions J, double scale, Normals* normals) {
  mix(rival, J);
  cliques_.add_difference(sentence_, target_, mixed_.data(), J.first, J.count, scale, normals);
  unmix(J);
}

}  // namespace swvm
