// The small quadratic programme of a MIRA step, by Hildreth's method on the dual:
//   min |w - w_t|^2  s.t.  w.v_k >= b_k,  0 <= alpha_k <= C      w = w_t + sum of alpha_k v_k
#pragma once
#include <cstdint>
#include <vector>

namespace swvm {

struct QuadraticResult {
  std::int64_t sweeps = 0;
  bool converged = true;
};

// gram [k, k]; residual[k] = b_k - w_t.v_k; C may be infinite. Normals of zero length get alpha 0. k = 1 is closed
// form.
QuadraticResult hildreth(const std::vector<double>& gram, const std::vector<double>& residual, double C,
                         std::vector<double>* alpha);

}  // namespace swvm
