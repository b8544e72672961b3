#include "viterbi.hpp"

#include <algorithm>
#include <limits>

namespace swvm {

// The node scores that decoding sees: with forced labels and costs where there are any.
const float* Decoder::nodes() {
  if (forced_ == nullptr && cost_ == nullptr) return lattice_.node();
  const std::int64_t lanes = chain_.lanes(), n = lattice_.length();
  changed_node_.assign(lattice_.node(), lattice_.node() + std::max<std::int64_t>(n, 1) * lanes);
  for (std::int64_t i = 0; i < n; ++i) {
    float* row = changed_node_.data() + i * lanes;
    for (std::int32_t t = 0; t < chain_.labels(); ++t) {
      if (cost_ != nullptr && t != gold_[i]) row[t] += cost_[gold_[i] * chain_.labels() + t];
      const std::int32_t group = groups_ == nullptr ? t : groups_[t];
      if (forced_ != nullptr && forced_[i] >= 0 && group != forced_[i]) row[t] = kForbidden;
    }
  }
  return changed_node_.data();
}

void Decoder::forward() {
  const std::int64_t lanes = chain_.lanes(), n = lattice_.length();
  scores_.resize(static_cast<std::size_t>(lanes));
  if (chain_.order() == 2) return forward_pairs();
  best_.resize(static_cast<std::size_t>(std::max<std::int64_t>(n, 1) * lanes));
  const Steps steps{nodes(), lattice_.edge(), lattice_.edge_stride(), chain_.start()};
  kernels_for(lanes).forward(steps, n, chain_.labels(), lanes, best_.data());
}

// best_[i][q][t], t at position i and q before it.
void Decoder::forward_pairs() {
  const std::int64_t lanes = chain_.lanes(), n = lattice_.length();
  const std::int32_t labels = chain_.labels(), boundary = chain_.boundary();
  const std::int64_t square = (labels + 1) * lanes;
  const Kernels& kernels = kernels_for(lanes);
  const float* node = nodes();
  best_.assign(static_cast<std::size_t>(n * square), kForbidden);
  for (std::int64_t i = 0; i < n; ++i) {
    const float* triple = lattice_.triples(i);
    const float* edge = lattice_.edge() + i * lattice_.edge_stride();
    float* here = best_.data() + i * square;
    if (i == 0) {
      for (std::int32_t t = 0; t < labels; ++t) {
        const float start = lattice_.triple_score(0, boundary, boundary, t);
        here[boundary * lanes + t] = node[t] + (start + edge[boundary * lanes + t]);
      }
      continue;
    }
    PairStep step{here - square, 0, triple, lattice_.skips(i), nullptr, node + i * lanes};
    const auto kernel = step.skip == nullptr ? kernels.pair_step : kernels.pair_step_skip;
    for (std::int32_t q = 0; q < labels; ++q) {
      const PairContext begin{boundary, chain_.pair(boundary, q)};
      const PairContext* contexts = i == 1 ? &begin : chain_.before(q).data();
      const auto count = i == 1 ? std::int64_t{begin.row >= 0} : static_cast<std::int64_t>(chain_.before(q).size());
      step.q = q;
      step.edge = edge + q * lanes;
      kernel(step, contexts, count, lanes, here + q * lanes);
    }
  }
  // last_[q]: the best path that ends in q, its last clique included but for the edge to the end.
  last_.assign(static_cast<std::size_t>(lanes), kForbidden);
  for (std::int32_t q = 0; n > 0 && q < labels; ++q) {
    const float* previous = best_.data() + (n - 1) * square;
    for (std::int32_t p = 0; p <= labels; ++p) {
      if ((p == boundary) != (n == 1)) continue;
      last_[q] = std::max(last_[q], previous[p * lanes + q] + lattice_.triple_score(n, p, q, boundary));
    }
  }
}

void Decoder::choose(std::int64_t j, const std::int32_t* path, float* scores) const {
  const std::int64_t lanes = chain_.lanes(), n = lattice_.length();
  const std::int32_t labels = chain_.labels();
  const float* edge = lattice_.edge() + (j + 1) * lattice_.edge_stride();
  if (chain_.order() == 1) {
    const std::int32_t t = lattice_.label(path, j + 1);
    const float* best = best_.data() + j * lanes;
    if (j == lattice_.last()) {  // no clique reaches the end
      std::copy(best, best + labels, scores);
      return;
    }
    for (std::int32_t p = 0; p < labels; ++p) scores[p] = best[p] + edge[p * lanes + t];
    return;
  }
  if (j == n - 1) {
    for (std::int32_t q = 0; q < labels; ++q) scores[q] = last_[q] + edge[q * lanes + labels];
    return;
  }
  const std::int32_t q = path[j + 1], t = lattice_.label(path, j + 2);
  const float* best = best_.data() + (j + 1) * (labels + 1) * lanes;
  std::fill(scores, scores + labels, kForbidden);
  for (const PairContext& context : chain_.before(q)) {
    const std::int32_t p = context.first;
    scores[p] = best[p * lanes + q] + lattice_.triple_score(j + 2, p, q, t);
  }
}

std::int32_t Decoder::lowest_best(const float* scores) const {
  std::int32_t top = 0;
  for (std::int32_t p = 1; p < chain_.labels(); ++p) {
    if (scores[p] > scores[top]) top = p;
  }
  return top;
}

void Decoder::complete(std::int64_t j, std::int32_t* path) {
  if (j >= 0 && lattice_.into() != nullptr) {
    const std::int64_t lanes = chain_.lanes();
    return kernels_for(lanes).walk_back(best_.data(), lattice_.into(), j, chain_.labels(), lanes, path);
  }
  for (; j >= 0; --j) {
    choose(j, path, scores_.data());
    path[j] = lowest_best(scores_.data());
  }
}

bool Decoder::best(std::int32_t* labels, double* score) {
  forward();
  const std::int64_t n = lattice_.length();
  if (n > 0) {
    choose(n - 1, labels, scores_.data());
    labels[n - 1] = lowest_best(scores_.data());
    if (scores_[labels[n - 1]] == kForbidden) return false;
    complete(n - 2, labels);
  }
  if (score != nullptr || n == 0) {
    const double total = lattice_.score(labels);
    if (score != nullptr) *score = total;
    return total != kForbidden;
  }
  return true;
}

// For the path found last: a candidate at every position up to the one where it left its parent, with the best label
// there that no path of its group has.
void Decoder::push_candidates(const std::vector<Path>& paths) {
  const auto parent = static_cast<std::int32_t>(paths.size()) - 1;
  const std::vector<std::int32_t>& path = paths.back().labels;
  const Origin& origin = origins_.back();
  const auto worse = [this, &paths](const Candidate& a, const Candidate& b) { return before(b, a, paths); };
  for (std::int32_t j = 0; j <= origin.position; ++j) {
    choose(j, path.data(), scores_.data());
    const float own = scores_[path[j]];
    scores_[path[j]] = kForbidden;
    if (j == origin.position) {
      for (const std::int32_t label : origin.excluded) scores_[label] = kForbidden;
    }
    const std::int32_t label = lowest_best(scores_.data());
    if (scores_[label] == kForbidden) continue;
    const double loss = static_cast<double>(own) - static_cast<double>(scores_[label]);
    candidates_.push_back({origin.total - loss, parent, j, label});
    std::push_heap(candidates_.begin(), candidates_.end(), worse);
  }
}

void Decoder::labels_of(const Candidate& candidate, const std::vector<Path>& paths, std::vector<std::int32_t>* labels) {
  *labels = paths[candidate.parent].labels;
  (*labels)[candidate.position] = candidate.label;
  complete(candidate.position - 1, labels->data());
}

bool Decoder::before(const Candidate& a, const Candidate& b, const std::vector<Path>& paths) {
  if (a.total != b.total) return a.total > b.total;
  labels_of(a, paths, &first_);
  labels_of(b, paths, &second_);
  return std::lexicographical_compare(first_.rbegin(), first_.rend(), second_.rbegin(), second_.rend());
}

void Decoder::k_best(std::int64_t k, std::vector<Path>* paths) {
  const auto n = static_cast<std::int32_t>(lattice_.length());
  paths->clear();
  candidates_.clear();
  origins_.clear();
  if (k <= 0) return;
  Path first;
  first.labels.resize(static_cast<std::size_t>(n));
  if (!best(first.labels.data(), &first.score)) return;
  paths->push_back(std::move(first));
  if (n == 0) return;
  choose(n - 1, paths->front().labels.data(), scores_.data());
  origins_.push_back({scores_[paths->front().labels[n - 1]], n - 1, {}});
  const auto worse = [this, paths](const Candidate& a, const Candidate& b) { return before(b, a, *paths); };
  while (static_cast<std::int64_t>(paths->size()) < k) {
    push_candidates(*paths);
    if (candidates_.empty()) return;
    std::pop_heap(candidates_.begin(), candidates_.end(), worse);
    const Candidate next = candidates_.back();
    candidates_.pop_back();
    Path path;
    labels_of(next, *paths, &path.labels);
    path.score = lattice_.score(path.labels.data());
    const Origin& parent = origins_[next.parent];
    Origin origin{next.total, next.position, {}};
    if (next.position == parent.position) origin.excluded = parent.excluded;
    origin.excluded.push_back((*paths)[next.parent].labels[next.position]);
    origins_.push_back(std::move(origin));
    paths->push_back(std::move(path));
  }
}

}  // namespace swvm
