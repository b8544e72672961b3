#include "gamma.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace swvm {

// Divides by the sum; uniform where the sum is 0.
static void normalise(double* gamma, std::int64_t n) {
  const double sum = std::accumulate(gamma, gamma + n, 0.0);
  for (std::int64_t j = 0; j < n; ++j) gamma[j] = sum > 0.0 ? gamma[j] / sum : 1.0 / static_cast<double>(n);
}

// sizes^beta up to a factor; 0 stays 0, even for beta = 0. Divided by the largest first, so that nothing overflows.
static void power_weights(double* sizes, std::int64_t n, double beta) {
  const double largest = *std::max_element(sizes, sizes + n);
  if (largest <= 0.0) return;
  for (std::int64_t j = 0; j < n; ++j) sizes[j] = sizes[j] > 0.0 ? std::pow(sizes[j] / largest, beta) : 0.0;
}

bool Uniform::operator()(const GammaInput& input, double* gamma) const {
  std::fill(gamma, gamma + input.size, 1.0 / static_cast<double>(input.size));
  return true;
}

bool WeightedMargin::operator()(const GammaInput& input, double* gamma) const {
  for (std::int64_t j = 0; j < input.size; ++j) gamma[j] = std::max(-input.d[j], 0.0);
  power_weights(gamma, input.size, beta_);
  normalise(gamma, input.size);
  return true;
}

// gamma[j] = ((n - r) / n)^beta by the rank of size[j], ties at the mean of their weights.
static void rank_weights(const std::vector<double>& size, double beta, double* gamma) {
  const std::size_t n = size.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&size](std::size_t a, std::size_t b) { return size[a] > size[b]; });
  for (std::size_t first = 0; first < n;) {
    std::size_t last = first;
    double sum = 0.0;
    for (; last < n && size[order[last]] == size[order[first]]; ++last) {
      sum += std::pow(static_cast<double>(n - last - 1) / static_cast<double>(n), beta);
    }
    for (std::size_t k = first; k < last; ++k) gamma[order[k]] = sum / static_cast<double>(last - first);
    first = last;
  }
}

bool WeightedMarginRank::operator()(const GammaInput& input, double* gamma) const {
  std::vector<double> size(input.d, input.d + input.size);
  for (double& x : size) x = std::abs(x);
  rank_weights(size, beta_, gamma);
  normalise(gamma, input.size);  // n = 1 has the weight 0, and so 1
  return true;
}

bool Softened::operator()(const GammaInput& input, double* gamma) const {
  double largest = -std::numeric_limits<double>::infinity();
  for (std::int64_t j = 0; j < input.size; ++j) largest = std::max(largest, sign_ * input.d[j]);
  for (std::int64_t j = 0; j < input.size; ++j) {
    gamma[j] = std::exp((sign_ * input.d[j] - largest) / temperature_);
  }
  normalise(gamma, input.size);
  return true;
}

// All mass on the templates whose d equals `value`, in equal shares of `mass`.
static void share(const GammaInput& input, double value, double mass, double* gamma) {
  const auto count = std::count(input.d, input.d + input.size, value);
  for (std::int64_t j = 0; j < input.size; ++j) {
    if (input.d[j] == value) gamma[j] = mass / static_cast<double>(count);
  }
}

bool Optimization::operator()(const GammaInput& input, double* gamma) const {
  const double* end = input.d + input.size;
  std::fill(gamma, gamma + input.size, 0.0);
  const double smallest = *std::min_element(input.d, end);
  if (smallest > 0.0) return false;
  if (worst_) {
    share(input, smallest, 1.0, gamma);
    return true;
  }
  double below = smallest, above = std::numeric_limits<double>::infinity();
  for (const double* d = input.d; d != end; ++d) {
    if (*d <= 0.0) below = std::max(below, *d);
    if (*d > 0.0) above = std::min(above, *d);
  }
  if (below == 0.0 || std::isinf(above)) {
    share(input, below, 1.0, gamma);
    return true;
  }
  share(input, below, above / (above - below), gamma);
  share(input, above, -below / (above - below), gamma);
  return true;
}

bool ReleasedMargin::operator()(const GammaInput& input, double* gamma) const {
  for (std::int64_t j = 0; j < input.size; ++j) gamma[j] = std::abs(1.0 + input.d[j]);
  power_weights(gamma, input.size, beta_);
  normalise(gamma, input.size);
  return true;
}

bool ReleasedRank::operator()(const GammaInput& input, double* gamma) const {
  if (input.size == 1) {
    gamma[0] = 0.0;
    return true;
  }
  std::vector<double> size(input.d, input.d + input.size);
  for (double& x : size) x = std::abs(1.0 + x);
  rank_weights(size, beta_, gamma);
  for (std::int64_t j = 0; j < input.size; ++j) gamma[j] /= static_cast<double>(input.size - 1) / 2.0;
  return true;
}

}  // namespace swvm
