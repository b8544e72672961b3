#include "hildreth.hpp"

#include <algorithm>
#include <cmath>

namespace swvm {

static constexpr std::int64_t kMostSweeps = 10000;
static constexpr double kTolerance = 1e-9;

QuadraticResult hildreth(const std::vector<double>& gram, const std::vector<double>& residual, double C,
                         std::vector<double>* alpha) {
  const std::size_t n = residual.size();
  alpha->assign(n, 0.0);
  QuadraticResult result;
  // gap[k] = b_k - w.v_k at the current w
  std::vector<double> gap(residual);
  double scale = 1.0;
  for (const double r : residual) scale = std::max(scale, std::abs(r));
  for (result.sweeps = 0; result.sweeps < kMostSweeps;) {
    ++result.sweeps;
    double largest = 0.0;  // KKT residual met in this sweep: how far w.v_k moves
    for (std::size_t k = 0; k < n; ++k) {
      const double* row = gram.data() + k * n;
      if (row[k] <= 0.0) continue;
      const double moved = std::min(C, std::max(0.0, (*alpha)[k] + gap[k] / row[k]));
      const double step = moved - (*alpha)[k];
      if (step == 0.0) continue;
      (*alpha)[k] = moved;
      largest = std::max(largest, std::abs(step) * row[k]);
      for (std::size_t j = 0; j < n; ++j) gap[j] -= step * row[j];
    }
    if (n == 1 || largest <= kTolerance * scale) return result;
  }
  result.converged = false;
  return result;
}

}  // namespace swvm
