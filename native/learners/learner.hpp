// A learner is only its update: from an example it makes a step. The loop, decoding and the weights are elsewhere.
#pragma once
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "example.hpp"
#include "gamma.hpp"
#include "mixed.hpp"

namespace swvm {

// What an epoch counts.
struct Counts {
  std::int64_t sentences = 0, tokens = 0;
  std::int64_t wrong_sentences = 0, wrong_tokens = 0;  // of the best labelling
  std::int64_t infeasible = 0;                         // sentences that the constraints leave no labelling
  std::int64_t updates = 0;
  std::int64_t templates = 0, violations = 0;  // templates looked at; those with d_J <= 0
  std::int64_t fallbacks = 0;                  // rivals with no template left: J = all positions
  std::int64_t positive_mixes = 0;             // w . sum of gamma DeltaPhi > 0: the second condition of DR16 fails
  std::int64_t mixes = 0;
  double entropy = 0.0;  // of gamma, summed over the mixes, in nats
  std::int64_t constraints = 0, active_constraints = 0;
  std::int64_t sweeps = 0, unconverged = 0;

  void add(const Counts& other);
};

// w += sum of alpha_k v_k. Without bounds every alpha is 1; with them alpha solves the quadratic programme.
struct Step {
  Normals normals;
  bool solve = false;
  std::vector<double> bounds;     // b_k
  std::vector<double> residuals;  // the released reading's b_k - sum of gamma d; else empty: b_k - w.v_k
  std::vector<double> scales;     // of each alpha_k, where the steps of several sentences are joined; else empty

  void clear() {
    normals.clear();
    solve = false;
    bounds.clear();
    residuals.clear();
    scales.clear();
  }
};

class Learner {
 public:
  virtual ~Learner() = default;
  virtual void propose(Example& example, Step* step, Counts* counts) const = 0;
  virtual std::int64_t k_best() const = 0;
  // Whether a sentence whose best labelling is right already is left alone, whatever the other K - 1 are.
  virtual bool only_on_errors() const { return false; }
  // One rival after another, each from the moved weights (the released SWVP).
  virtual bool one_by_one() const { return false; }
};

// JJ_x by a user's function; returns positions of each template, rising.
using TemplateFunction = std::function<void(const LabelPair&, std::int64_t sentence, Templates* out)>;

// How the templates of a rival are made and weighed: JJ_x, which of them stay, SetGamma.
struct MixtureRule {
  TemplateSet set = TemplateSet::kSingle;
  TemplateFunction function;  // if set, in place of `set`
  bool identity = false;      // keep templates with m^J = y
  bool aggressive = true;     // keep violations only
  TagTable tags;
  std::shared_ptr<const SetGamma> gamma;
};

// The templates of one rival with d_J and gamma(m^J).
class Mixture {
 public:
  void build(const MixtureRule& rule, Example& example, const Rival& rival, Counts* counts);

  std::int64_t size() const { return kept_.size(); }
  Positions J(std::int64_t k) const { return {kept_.begin(k), kept_.count(k)}; }
  double gamma(std::int64_t k) const { return gamma_[k]; }
  double d(std::int64_t k) const { return d_[k]; }
  double mean_d() const;  // sum of gamma d
  // Adds scale * sum of gamma DeltaPhi to the open column.
  void add_normal(Example& example, const Rival& rival, double scale, Normals* normals) const;

 private:
  void keep(const MixtureRule& rule, Example& example, const Rival& rival, Counts* counts);
  void fall_back(const Rival& rival, Counts* counts);

  Templates all_, kept_;
  std::vector<double> d_, gamma_, norms_;
};

// CSP: w += DeltaPhi(x, y, y*)
std::unique_ptr<Learner> make_csp();
// MIRA: min |w - w_t|^2  s.t.  w.DeltaPhi(x, y, y_k) >= L(y, y_k)
std::unique_ptr<Learner> make_mira(std::int64_t k_best);
// SWVP: w += sum over k and J of gamma_k(m^J) DeltaPhi(x, y, m^J)
std::unique_ptr<Learner> make_swvp(std::int64_t k_best, MixtureRule rule, bool one_by_one);
// SWVM: min |w - w_t|^2  s.t.  w.(sum over J of gamma_k(m^J) DeltaPhi(x, y, m^J)) >= b_k, in four readings
enum class Reading { kPaper, kMixLoss, kReleased, kEach };
std::unique_ptr<Learner> make_swvm(std::int64_t k_best, MixtureRule rule, Reading reading);

}  // namespace swvm
