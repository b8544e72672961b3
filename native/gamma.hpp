// SetGamma: the weight of every template, from d_J = w.DeltaPhi(x, y, m^J).
#pragma once
#include <cstdint>
#include <vector>

namespace swvm {

struct GammaInput {
  const double* d;                // d_J of each template
  std::int64_t size;              // how many templates
  const double* squared_norms;    // |DeltaPhi_J|^2, or nullptr where nobody asked for it
  const std::int64_t* positions;  // the positions of template J: positions[starts[J]] .. positions[starts[J + 1]]
  const std::int64_t* starts;
  std::int64_t sentence;  // for messages
};

// Writes gamma; false where the rule has no solution (the caller then falls back to the whole labelling).
class SetGamma {
 public:
  virtual ~SetGamma() = default;
  virtual bool operator()(const GammaInput& input, double* gamma) const = 0;
  virtual bool wants_norms() const { return false; }
};

// gamma ~ 1
class Uniform : public SetGamma {
 public:
  bool operator()(const GammaInput& input, double* gamma) const override;
};

// gamma ~ |min(d_J, 0)|^beta; uniform where no template violates
class WeightedMargin : public SetGamma {
 public:
  explicit WeightedMargin(double beta) : beta_(beta) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  double beta_;
};

// gamma ~ ((n - r) / n)^beta, r the rank of |d_J|, 1 for the largest; templates that tie share the mean of their
// weights
class WeightedMarginRank : public SetGamma {
 public:
  explicit WeightedMarginRank(double beta) : beta_(beta) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  double beta_;
};

// gamma ~ exp(sign * d_J / temperature): softmin has sign -1, softmax +1
class Softened : public SetGamma {
 public:
  Softened(double sign, double temperature) : sign_(sign), temperature_(temperature) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  double sign_, temperature_;
};

// max sum gamma d  s.t.  sum gamma d <= 0, gamma on the simplex; `worst` puts all on the smallest d_J instead
class Optimization : public SetGamma {
 public:
  explicit Optimization(bool worst) : worst_(worst) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  bool worst_;
};

// The released program's wm: gamma ~ |1 + d_J|^beta
class ReleasedMargin : public SetGamma {
 public:
  explicit ReleasedMargin(double beta) : beta_(beta) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  double beta_;
};

// The released program's wmr: gamma = ((n - r) / n)^beta / ((n - 1) / 2), r the rank of |1 + d_J|. It sums to 1 for
// beta = 1 alone, and is 0 for n = 1.
class ReleasedRank : public SetGamma {
 public:
  explicit ReleasedRank(double beta) : beta_(beta) {}
  bool operator()(const GammaInput& input, double* gamma) const override;

 private:
  double beta_;
};

}  // namespace swvm
