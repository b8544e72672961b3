// MIRA with the K best labellings:  min |w - w_t|^2  s.t.  w.DeltaPhi(x, y, y_k) >= L(y, y_k) for each k
#include <algorithm>

#include "learner.hpp"

namespace swvm {
namespace {

class Mira : public Learner {
 public:
  explicit Mira(std::int64_t k_best) : k_best_(k_best) {}
  std::int64_t k_best() const override { return k_best_; }

  void propose(Example& example, Step* step, Counts*) const override {
    const auto satisfied = [](const Rival& rival) { return rival.margin >= rival.loss; };
    const auto& rivals = example.rivals();
    if (std::all_of(rivals.begin(), rivals.end(), satisfied)) return;
    step->solve = true;
    for (const Rival& rival : rivals) {
      step->normals.begin_column();
      example.add_difference(rival, rival.all(), 1.0, &step->normals);
      step->bounds.push_back(rival.loss);
    }
  }

 private:
  std::int64_t k_best_;
};

}  // namespace

std::unique_ptr<Learner> make_mira(std::int64_t k_best) { return std::make_unique<Mira>(k_best); }

}  // namespace swvm
