// The classes merged two by two. The cost of each pair is kept, and only what a merge changes is computed anew: C^2
// terms a merge, C^3 in all.
#include <algorithm>
#include <limits>

#include "cluster.hpp"

namespace swvm {

namespace {

class Merger {
 public:
  Merger(std::vector<std::int64_t> counts, std::vector<std::int64_t> totals, std::int32_t classes)
      : counts_(std::move(counts)),
        totals_(std::move(totals)),
        classes_(classes),
        side_(classes + 2),
        alive_(static_cast<std::size_t>(side_), 1),
        outside_(static_cast<std::size_t>(classes) * classes) {
    for (std::int32_t i = 0; i < classes_; ++i)
      for (std::int32_t j = i + 1; j < classes_; ++j) pair(i, j) = all_terms(i, j);
  }

  std::vector<std::pair<std::int32_t, std::int32_t>> run() {
    std::vector<std::pair<std::int32_t, std::int32_t>> merged;
    for (std::int32_t k = 1; k < classes_; ++k) {
      merged.push_back(cheapest());
      merge(merged.back().first, merged.back().second);
    }
    return merged;
  }

 private:
  std::int64_t n(std::int32_t g, std::int32_t k) const { return counts_[g * side_ + k]; }
  std::int64_t& pair(std::int32_t i, std::int32_t j) { return outside_[static_cast<std::int64_t>(i) * classes_ + j]; }

  static std::int64_t joined(std::int64_t x, std::int64_t y) {
    return x == 0 || y == 0 ? 0 : entropy_term(x + y) - entropy_term(x) - entropy_term(y);
  }

  // What a third class g brings when i and j are merged.
  std::int64_t term(std::int32_t i, std::int32_t j, std::int32_t g) const {
    return joined(n(i, g), n(j, g)) + joined(n(g, i), n(g, j));
  }

  std::int64_t all_terms(std::int32_t i, std::int32_t j) const {
    std::int64_t sum = 0;
    for (std::int32_t g = 0; g < side_; ++g)
      if (alive_[g] && g != i && g != j) sum += term(i, j, g);
    return sum;
  }

  // What the objective gains by merging i and j: never more than 0.
  std::int64_t gain(std::int32_t i, std::int32_t j) {
    const std::int64_t block = n(i, i) + n(i, j) + n(j, i) + n(j, j);
    const std::int64_t parts =
        entropy_term(n(i, i)) + entropy_term(n(i, j)) + entropy_term(n(j, i)) + entropy_term(n(j, j));
    return pair(i, j) + entropy_term(block) - parts - 2 * joined(totals_[i], totals_[j]);
  }

  std::pair<std::int32_t, std::int32_t> cheapest() {
    std::pair<std::int32_t, std::int32_t> found{-1, -1};
    std::int64_t largest = std::numeric_limits<std::int64_t>::min();
    for (std::int32_t i = 0; i < classes_; ++i)
      for (std::int32_t j = i + 1; alive_[i] && j < classes_; ++j) {
        if (!alive_[j]) continue;
        const std::int64_t one = gain(i, j);
        if (one > largest) {
          largest = one;
          found = {i, j};
        }
      }
    return found;
  }

  void merge(std::int32_t a, std::int32_t b) {
    add_terms_of(a, -1, a, b);
    add_terms_of(b, -1, a, b);
    for (std::int32_t g = 0; g < side_; ++g) counts_[a * side_ + g] += counts_[b * side_ + g];
    for (std::int32_t g = 0; g < side_; ++g) counts_[g * side_ + a] += counts_[g * side_ + b];
    totals_[a] += totals_[b];
    alive_[b] = 0;
    add_terms_of(a, 1, a, b);
    for (std::int32_t i = 0; i < classes_; ++i)
      if (alive_[i] && i != a) pair(std::min(i, a), std::max(i, a)) = all_terms(i, a);
  }

  // Adds to every pair, but for those of a and b, what the class g brings to it.
  void add_terms_of(std::int32_t g, std::int64_t sign, std::int32_t a, std::int32_t b) {
    for (std::int32_t i = 0; i < classes_; ++i) {
      if (!alive_[i] || i == a || i == b) continue;
      for (std::int32_t j = i + 1; j < classes_; ++j)
        if (alive_[j] && j != a && j != b) pair(i, j) += sign * term(i, j, g);
    }
  }

  std::vector<std::int64_t> counts_, totals_;
  std::int32_t classes_;
  std::int64_t side_;
  std::vector<char> alive_;
  std::vector<std::int64_t> outside_;  // [i, j], i < j: the terms of all other classes
};

}  // namespace

std::vector<std::pair<std::int32_t, std::int32_t>> ClassModel::merges() const {
  return Merger(forward_, totals_, classes_).run();
}

}  // namespace swvm
