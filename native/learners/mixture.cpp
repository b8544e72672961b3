// From a rival to its weighted templates: build JJ_x, measure d_J, keep, weigh.
#include <algorithm>
#include <cmath>

#include "learner.hpp"

namespace swvm {

static bool is_identity(const Rival& rival, Positions J) {
  for (std::int64_t k = 0; k < J.count; ++k) {
    if (std::binary_search(rival.wrong.begin(), rival.wrong.end(), J.first[k])) return false;
  }
  return true;
}

// Keeps what the chain allows and the rule wants. A labelling that the chain forbids (d_J = infinity) is not in Y(x).
void Mixture::keep(const MixtureRule& rule, Example& example, const Rival& rival, Counts* counts) {
  kept_.clear();
  d_.clear();
  for (std::int64_t k = 0; k < all_.size(); ++k) {
    const Positions J{all_.begin(k), all_.count(k)};
    if (!rule.identity && is_identity(rival, J)) continue;
    const double d = example.margin(rival, J);
    if (!std::isfinite(d)) continue;
    ++counts->templates;
    if (d <= 0.0) ++counts->violations;
    if (rule.aggressive && d > 0.0) continue;
    kept_.positions.insert(kept_.positions.end(), J.first, J.first + J.count);
    kept_.close();
    d_.push_back(d);
  }
}

// J = all positions, so that m^J = y_k.
void Mixture::fall_back(const Rival& rival, Counts* counts) {
  ++counts->fallbacks;
  kept_.clear();
  kept_.positions = rival.wrong;
  kept_.close();
  d_.assign(1, rival.margin);
  gamma_.assign(1, 1.0);
}

void Mixture::build(const MixtureRule& rule, Example& example, const Rival& rival, Counts* counts) {
  const LabelPair pair{example.target(), rival.labels, example.length(), rival.wrong};
  if (rule.function) {
    rule.function(pair, example.sentence(), &all_);
  } else {
    build_templates(rule.set, pair, rule.tags, rule.identity, &all_);
  }
  keep(rule, example, rival, counts);
  norms_.clear();
  if (rule.gamma->wants_norms()) {
    Normals normals;
    for (std::int64_t k = 0; k < size(); ++k) {
      normals.clear();
      normals.begin_column();
      example.add_difference(rival, J(k), 1.0, &normals);
      double sum = 0.0;
      for (const Normals::Entry& entry : normals.entries()) sum += entry.value * entry.value;
      norms_.push_back(sum);
    }
  }
  gamma_.assign(d_.size(), 0.0);
  const GammaInput input{d_.data(),
                         size(),
                         rule.gamma->wants_norms() ? norms_.data() : nullptr,
                         kept_.positions.data(),
                         kept_.starts.data(),
                         example.sentence()};
  if (size() == 0 || !(*rule.gamma)(input, gamma_.data())) fall_back(rival, counts);
  ++counts->mixes;
  if (mean_d() > 0.0) ++counts->positive_mixes;
  for (const double gamma : gamma_) {
    if (gamma > 0.0) counts->entropy -= gamma * std::log(gamma);
  }
}

double Mixture::mean_d() const {
  double sum = 0.0;
  for (std::size_t k = 0; k < d_.size(); ++k) sum += gamma_[k] * d_[k];
  return sum;
}

void Mixture::add_normal(Example& example, const Rival& rival, double scale, Normals* normals) const {
  for (std::int64_t k = 0; k < size(); ++k) {
    if (gamma_[k] != 0.0) example.add_difference(rival, J(k), scale * gamma_[k], normals);
  }
}

}  // namespace swvm
