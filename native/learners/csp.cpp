// CSP, the structured perceptron of Collins:  w += DeltaPhi(x, y, y*)
#include "learner.hpp"

namespace swvm {
namespace {

class Csp : public Learner {
 public:
  std::int64_t k_best() const override { return 1; }

  void propose(Example& example, Step* step, Counts*) const override {
    for (const Rival& rival : example.rivals()) {
      step->normals.begin_column();
      example.add_difference(rival, rival.all(), 1.0, &step->normals);
    }
  }
};

}  // namespace

std::unique_ptr<Learner> make_csp() { return std::make_unique<Csp>(); }

}  // namespace swvm
