// The weights with lazy averaging. Beside w stand the sums  u = sum over steps of c_j Delta_j:
//   mean of all w:       c_j = j - 1,                 average = w - u / steps
//   the released mean:   c_j = (TN - j + 1) / TN,     W = u            (TN: all steps of the whole training)
#pragma once
#include <cstdint>
#include <vector>

#include "delta.hpp"

namespace swvm {

enum class Averaging { kNone, kMean, kReleased };

class Weights {
 public:
  // `sums` may be nullptr with kNone. `total` is TN.
  Weights(float* w, float* sums, Averaging averaging, double total)
      : w_(w), sums_(sums), averaging_(averaging), total_(total) {}

  const float* data() const { return w_; }

  // w += scale * sum of alpha_k v_k, taken as step j (from 1).
  void move(const Normals& normals, const std::vector<double>& alpha, double scale, std::int64_t j) {
    normals.combine(alpha.data(), &change_);
    const double share = averaging_ == Averaging::kReleased ? (total_ - static_cast<double>(j) + 1.0) / total_
                                                            : static_cast<double>(j - 1);
    for (std::size_t slot = 0; slot < change_.size(); ++slot) {
      const std::int64_t cell = normals.cell(static_cast<std::int32_t>(slot));
      const auto change = static_cast<float>(scale * change_[slot]);
      w_[cell] += change;
      if (averaging_ != Averaging::kNone) sums_[cell] += static_cast<float>(share * change);
    }
  }

 private:
  float* w_;
  float* sums_;
  Averaging averaging_;
  double total_;
  std::vector<double> change_;
};

}  // namespace swvm
