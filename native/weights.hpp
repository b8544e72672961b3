// The weights with lazy averaging. Step j (from 1) adds Delta_j to w. Beside w stand the sums u:
//   u = sum over j of (j - 1) Delta_j,     the mean of the weights after each of J steps = w - u / J
#pragma once
#include <cstdint>
#include <vector>

#include "delta.hpp"

namespace swvm {

class Weights {
 public:
  // `sums` may be nullptr: no averaging.
  Weights(float* w, float* sums) : w_(w), sums_(sums) {}

  const float* data() const { return w_; }

  // w += scale * sum of alpha_k v_k, taken as step j (from 1).
  void move(const Normals& normals, const std::vector<double>& alpha, double scale, std::int64_t j) {
    normals.combine(alpha.data(), &change_);
    const auto before = static_cast<double>(j - 1);
    for (std::size_t slot = 0; slot < change_.size(); ++slot) {
      const std::int64_t cell = normals.cell(static_cast<std::int32_t>(slot));
      const auto change = static_cast<float>(scale * change_[slot]);
      w_[cell] += change;
      if (sums_ != nullptr) sums_[cell] += static_cast<float>(before * change);
    }
  }

 private:
  float* w_;
  float* sums_;
  std::vector<double> change_;
};

}  // namespace swvm
