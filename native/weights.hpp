// The weights with lazy averaging. Step j (from 1) adds Delta_j to w. Beside w stand the sums u:
//   u = sum over j of (j - 1) Delta_j,     the mean of the weights after each of J steps = w - u / J
// Most rows of w are never moved. So u has a row only for those that were, in the order of their first move.
#pragma once
#include <cstdint>
#include <vector>

#include "delta.hpp"
#include "prefetch.hpp"

namespace swvm {

struct Sums {
  float* rows = nullptr;           // nullptr: no averaging
  std::int32_t* places = nullptr;  // for each row of w: where its row of u is, or -1
  std::int32_t used = 0;

  float* row(std::int64_t of, std::int64_t lanes) {
    if (places[of] < 0) places[of] = used++;
    return rows + places[of] * lanes;
  }
};

class Weights {
 public:
  Weights(float* w, std::int64_t lanes, Sums sums) : w_(w), lanes_(lanes), sums_(sums) {}

  const float* data() const { return w_; }

  void margins(const Normals& normals, std::vector<double>* out) const { normals.margins(w_, lanes_, out); }

  // w += scale * sum of alpha_k v_k, taken as step j (from 1).
  void move(const Normals& normals, const std::vector<double>& alpha, double scale, std::int64_t j) {
    normals.combine(alpha.data(), &change_);
    const std::size_t size = change_.size();
    for (std::size_t slot = 0; slot < size; ++slot) {
      const Cell cell = normals.cell(slot);
      const auto change = static_cast<float>(scale * change_[slot]);
      w_[cell.row * lanes_ + cell.lane] += change;
      change_[slot] = change;
    }
    if (sums_.rows != nullptr) add_to_sums(normals, static_cast<double>(j - 1));
  }

 private:
  // The sums of a row lie anywhere: asks for where they are, then for them.
  void add_to_sums(const Normals& normals, double before) {
    const std::size_t size = normals.size();
    for (std::size_t slot = 0; slot < size; ++slot) prefetch(sums_.places + normals.cell(slot).row);
    for (std::size_t slot = 0; slot < size; ++slot) {
      const Cell cell = normals.cell(slot);
      prefetch(sums_.row(cell.row, lanes_) + cell.lane);
    }
    for (std::size_t slot = 0; slot < size; ++slot) {
      const Cell cell = normals.cell(slot);
      sums_.rows[sums_.places[cell.row] * lanes_ + cell.lane] += static_cast<float>(before * change_[slot]);
    }
  }

  float* w_;
  std::int64_t lanes_;
  Sums sums_;
  std::vector<double> change_;
};

}  // namespace swvm
