// SWVM, the paper's Figure 2:  min |w - w_t|^2  s.t.  w.v_k >= b_k for each of the K best labellings y_k.
// The four readings differ in v_k and b_k alone; each is a function below.
#include <algorithm>
#include <utility>

#include "learner.hpp"

namespace swvm {
namespace {

// One constraint of the programme: adds its normal to the open column and returns whether w_t meets it already.
using Constrain = bool (*)(const Mixture&, Example&, const Rival&, Step*);

// v_k = sum of gamma DeltaPhi(m^J), b_k = L(y, y_k)
bool constrain_paper(const Mixture& mixture, Example& example, const Rival& rival, Step* step) {
  step->normals.begin_column();
  mixture.add_normal(example, rival, 1.0, &step->normals);
  step->bounds.push_back(rival.loss);
  return mixture.mean_d() >= rival.loss;
}

// v_k = sum of gamma DeltaPhi(m^J), b_k = sum of gamma L(y, m^J)
bool constrain_mix_loss(const Mixture& mixture, Example& example, const Rival& rival, Step* step) {
  step->normals.begin_column();
  mixture.add_normal(example, rival, 1.0, &step->normals);
  double loss = 0.0;
  for (std::int64_t k = 0; k < mixture.size(); ++k) loss += mixture.gamma(k) * example.loss(rival, mixture.J(k));
  step->bounds.push_back(loss);
  return mixture.mean_d() >= loss;
}

// v_k = DeltaPhi(y_k); gamma enters by the residual alone: L(y, y_k) - sum of gamma d in place of L(y, y_k) - w.v_k
bool constrain_released(const Mixture& mixture, Example& example, const Rival& rival, Step* step) {
  step->normals.begin_column();
  example.add_difference(rival, rival.all(), 1.0, &step->normals);
  step->bounds.push_back(rival.loss);
  step->residuals.push_back(rival.loss - mixture.mean_d());
  return step->residuals.back() <= 0.0;
}

// One constraint a template: v = DeltaPhi(m^J), b = L(y, m^J). The dual variables take the part of gamma.
bool constrain_each(const Mixture& mixture, Example& example, const Rival& rival, Step* step) {
  bool satisfied = true;
  for (std::int64_t k = 0; k < mixture.size(); ++k) {
    step->normals.begin_column();
    example.add_difference(rival, mixture.J(k), 1.0, &step->normals);
    step->bounds.push_back(example.loss(rival, mixture.J(k)));
    satisfied = satisfied && mixture.d(k) >= step->bounds.back();
  }
  return satisfied;
}

Constrain constrain_by(Reading reading) {
  switch (reading) {
    case Reading::kMixLoss:
      return constrain_mix_loss;
    case Reading::kReleased:
      return constrain_released;
    case Reading::kEach:
      return constrain_each;
    case Reading::kPaper:
      break;
  }
  return constrain_paper;
}

class Swvm : public Learner {
 public:
  Swvm(std::int64_t k_best, MixtureRule rule, Reading reading)
      : k_best_(k_best), rule_(std::move(rule)), constrain_(constrain_by(reading)) {}
  std::int64_t k_best() const override { return k_best_; }

  void propose(Example& example, Step* step, Counts* counts) const override {
    Mixture mixture;
    bool satisfied = true;
    for (const Rival& rival : example.rivals()) {
      mixture.build(rule_, example, rival, counts);
      satisfied = constrain_(mixture, example, rival, step) && satisfied;
    }
    step->solve = true;
    if (satisfied) step->clear();
  }

 private:
  std::int64_t k_best_;
  MixtureRule rule_;
  Constrain constrain_;
};

}  // namespace

std::unique_ptr<Learner> make_swvm(std::int64_t k_best, MixtureRule rule, Reading reading) {
  return std::make_unique<Swvm>(k_best, std::move(rule), reading);
}

}  // namespace swvm
