// SWVP, the perceptron of Dror and Reichart:  w += sum over k and J of gamma_k(m^J) DeltaPhi(x, y, m^J)
#include <utility>

#include "learner.hpp"

namespace swvm {
namespace {

class Swvp : public Learner {
 public:
  Swvp(std::int64_t k_best, MixtureRule rule, bool one_by_one)
      : k_best_(k_best), rule_(std::move(rule)), one_by_one_(one_by_one) {}
  std::int64_t k_best() const override { return k_best_; }
  bool only_on_errors() const override { return true; }  // line 5 of the paper's Algorithm 1
  bool one_by_one() const override { return one_by_one_; }

  void propose(Example& example, Step* step, Counts* counts) const override {
    Mixture mixture;
    for (const Rival& rival : example.rivals()) {
      mixture.build(rule_, example, rival, counts);
      step->normals.begin_column();
      mixture.add_normal(example, rival, 1.0, &step->normals);
    }
  }

 private:
  std::int64_t k_best_;
  MixtureRule rule_;
  bool one_by_one_;
};

}  // namespace

std::unique_ptr<Learner> make_swvp(std::int64_t k_best, MixtureRule rule, bool one_by_one) {
  return std::make_unique<Swvp>(k_best, std::move(rule), one_by_one);
}

}  // namespace swvm
