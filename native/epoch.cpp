#include "epoch.hpp"

#include <algorithm>
#include <chrono>

#include "crew.hpp"
#include "hildreth.hpp"
#include "upcoming.hpp"

namespace swvm {

void Counts::add(const Counts& other) {
  sentences += other.sentences;
  tokens += other.tokens;
  wrong_sentences += other.wrong_sentences;
  wrong_tokens += other.wrong_tokens;
  infeasible += other.infeasible;
  updates += other.updates;
  templates += other.templates;
  violations += other.violations;
  fallbacks += other.fallbacks;
  positive_mixes += other.positive_mixes;
  mixes += other.mixes;
  entropy += other.entropy;
  constraints += other.constraints;
  active_constraints += other.active_constraints;
  sweeps += other.sweeps;
  unconverged += other.unconverged;
}

namespace {

// How often `interrupted` is asked, and how many tokens go by between two looks at the clock.
constexpr std::chrono::milliseconds kBetweenQuestions{100};
constexpr std::int64_t kTokensBetweenLooks = 256;

class Interruption {
 public:
  explicit Interruption(const std::function<bool()>& ask) : ask_(ask) {}

  // Called after every batch, with the tokens seen so far.
  bool came(std::int64_t tokens) {
    if (!ask_ || tokens < next_look_) return false;
    next_look_ = tokens + kTokensBetweenLooks;
    const auto now = Clock::now();
    if (now < next_question_) return false;
    next_question_ = now + kBetweenQuestions;
    return ask_();
  }

 private:
  using Clock = std::chrono::steady_clock;
  const std::function<bool()>& ask_;
  std::int64_t next_look_ = 0;
  Clock::time_point next_question_ = Clock::now() + kBetweenQuestions;
};

// What one thread needs to decode a sentence and to propose its step.
class Worker {
 public:
  Worker(const Chain& chain, const Encoded& encoded, const EpochSettings& settings)
      : encoded_(encoded), settings_(settings), lattice_(chain), decoder_(lattice_), example_(chain, encoded) {
    for (const float cost : settings.cost) relief_.push_back(-cost);
  }

  void share(const float* weights) { lattice_.share(weights); }
  void propose(const float* weights, std::int64_t sentence, const Upcoming& upcoming, Step* step, Counts* counts);
  // For learners that go one by one: the rivals are kept, what is asked of them is read from the moved weights.
  bool propose_next(const float* weights, std::int64_t sentence, Step* step, Counts* counts);

 private:
  const std::int32_t* target(const std::int32_t* gold);
  void look(const std::int32_t* gold, Counts* counts);

  const Encoded& encoded_;
  const EpochSettings& settings_;
  Lattice lattice_;
  Decoder decoder_;
  Example example_;
  std::vector<float> relief_;  // minus the cost
  std::vector<Path> paths_;
  std::vector<std::int32_t> hope_;
  std::size_t next_path_ = 0;
};

void Worker::look(const std::int32_t* gold, Counts* counts) {
  const std::int64_t n = lattice_.length(), k_best = settings_.learner->k_best();
  ++counts->sentences;
  counts->tokens += n;
  decoder_.augment(gold, settings_.search == Search::kPlain ? nullptr : settings_.cost.data());
  if (k_best == 1) {
    paths_.resize(1);
    paths_[0].labels.resize(static_cast<std::size_t>(n));
    if (!decoder_.best(paths_[0].labels.data(), nullptr)) paths_.clear();
  } else {
    decoder_.k_best(k_best, &paths_);
  }
  if (paths_.empty()) {
    ++counts->infeasible;
    return;
  }
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i) wrong += paths_[0].labels[i] != gold[i];
  counts->wrong_sentences += wrong > 0;
  counts->wrong_tokens += wrong;
}

const std::int32_t* Worker::target(const std::int32_t* gold) {
  if (settings_.search != Search::kHopeFear) return gold;
  hope_.resize(static_cast<std::size_t>(lattice_.length()));
  decoder_.augment(gold, relief_.data());
  return decoder_.best(hope_.data(), nullptr) ? hope_.data() : gold;
}

void Worker::propose(const float* weights, std::int64_t sentence, const Upcoming& upcoming, Step* step,
                     Counts* counts) {
  const std::int32_t* gold = encoded_.gold + encoded_.offsets[sentence];
  step->clear();
  fetch_upcoming(encoded_, upcoming);
  lattice_.fill(weights, encoded_, sentence, upcoming.next());
  look(gold, counts);
  next_path_ = paths_.size();
  if (paths_.empty()) return;
  const bool right = std::equal(gold, gold + lattice_.length(), paths_[0].labels.begin());
  if (right && (paths_.size() == 1 || settings_.learner->only_on_errors())) return;
  example_.set(lattice_, sentence, gold, target(gold), settings_.cost);
  if (settings_.learner->one_by_one()) {
    next_path_ = 0;
    return;
  }
  for (const Path& path : paths_) example_.add_rival(path.labels.data());
  if (!example_.rivals().empty()) settings_.learner->propose(example_, step, counts);
}

bool Worker::propose_next(const float* weights, std::int64_t sentence, Step* step, Counts* counts) {
  if (next_path_ >= paths_.size()) return false;
  const std::int32_t* gold = encoded_.gold + encoded_.offsets[sentence];
  step->clear();
  lattice_.share(weights);
  lattice_.fill(weights, encoded_, sentence, -1);
  example_.set(lattice_, sentence, gold, gold, settings_.cost);
  example_.add_rival(paths_[next_path_++].labels.data());
  if (!example_.rivals().empty()) settings_.learner->propose(example_, step, counts);
  return true;
}

// Takes proposed steps: solves what is to be solved at the weights as they are now, and moves them.
class Taker {
 public:
  Taker(const EpochSettings& settings, Weights* weights) : settings_(settings), weights_(weights) {}

  // Returns whether the weights moved.
  bool take(const Step& step, double scale, std::int64_t j, Counts* counts) {
    if (step.normals.columns() == 0) return false;
    alpha_.assign(static_cast<std::size_t>(step.normals.columns()), 1.0);
    if (step.solve) solve(step, counts);
    for (std::size_t k = 0; k < step.scales.size(); ++k) alpha_[k] *= step.scales[k];
    if (scale == 0.0 || std::all_of(alpha_.begin(), alpha_.end(), [](double alpha) { return alpha == 0.0; }))
      return false;
    weights_->move(step.normals, alpha_, scale, j);
    return true;
  }

 private:
  void solve(const Step& step, Counts* counts) {
    residuals_ = step.residuals;
    if (residuals_.empty()) {
      weights_->margins(step.normals, &residuals_);
      for (std::size_t k = 0; k < residuals_.size(); ++k) residuals_[k] = step.bounds[k] - residuals_[k];
    }
    step.normals.gram(&gram_);
    const QuadraticResult result = hildreth(gram_, residuals_, settings_.C, &alpha_);
    counts->constraints += static_cast<std::int64_t>(alpha_.size());
    for (const double alpha : alpha_) counts->active_constraints += alpha > 0.0;
    counts->sweeps += result.sweeps;
    counts->unconverged += !result.converged;
  }

  const EpochSettings& settings_;
  Weights* weights_;
  std::vector<double> residuals_, gram_, alpha_;
};

class Epoch {
 public:
  Epoch(const Chain& chain, const Encoded& encoded, const EpochSettings& settings, Weights* weights)
      : settings_(settings),
        weights_(weights),
        taker_(settings, weights),
        crew_(settings.batch > 1 ? std::max(1, settings.threads) : 1),
        steps_(static_cast<std::size_t>(settings.batch)),
        counts_(static_cast<std::size_t>(settings.batch)) {
    for (int k = 0; k < crew_.workers(); ++k) {
      workers_.push_back(std::make_unique<Worker>(chain, encoded, settings));
      workers_.back()->share(weights->data());
    }
  }

  Counts run(const std::int64_t* order, std::int64_t size) {
    Interruption interruption(settings_.interrupted);
    for (std::int64_t first = 0; first < size; first += settings_.batch) {
      const std::int64_t count = std::min(settings_.batch, size - first);
      propose({order + first, size - first}, count);
      const std::int64_t before = total_.updates;
      take(order + first, count, settings_.first_step + first + 1);
      if (total_.updates != before) {
        for (auto& worker : workers_) worker->share(weights_->data());
      }
      if (interruption.came(total_.tokens)) break;
    }
    return total_;
  }

 private:
  void propose(const Upcoming& batch, std::int64_t count) {
    const auto task = [&](int worker, std::int64_t b) {
      counts_[b] = Counts();
      const Upcoming upcoming = batch.behind(b + 1);
      workers_[worker]->propose(weights_->data(), batch.sentences[b], upcoming, &steps_[b], &counts_[b]);
    };
    if (count == 1) {
      task(0, 0);
    } else {
      crew_.run(count, task);
    }
    for (std::int64_t b = 0; b < count; ++b) total_.add(counts_[b]);
  }

  double scale(std::int64_t sentence) const {
    return settings_.sample_weights == nullptr ? 1.0 : settings_.sample_weights[sentence];
  }

  // `j` is the number of the batch's first step.
  void take(const std::int64_t* sentences, std::int64_t count, std::int64_t j) {
    if (settings_.joint && count > 1) {
      join(sentences, count);
      taken(count, taker_.take(joined_, 1.0, j + count - 1, &total_));
      return;
    }
    for (std::int64_t b = 0; b < count; ++b) {
      const bool moved = settings_.learner->one_by_one() ? take_one_by_one(sentences[b], j + b)
                                                         : taker_.take(steps_[b], scale(sentences[b]), j + b, &total_);
      taken(1, moved);
    }
  }

  // The constraints of a whole batch as one step.
  void join(const std::int64_t* sentences, std::int64_t count) {
    joined_.clear();
    for (std::int64_t b = 0; b < count; ++b) {
      const Step& step = steps_[b];
      if (step.normals.columns() == 0) continue;
      joined_.solve = step.solve;
      joined_.normals.append(step.normals);
      joined_.bounds.insert(joined_.bounds.end(), step.bounds.begin(), step.bounds.end());
      joined_.residuals.insert(joined_.residuals.end(), step.residuals.begin(), step.residuals.end());
      joined_.scales.resize(static_cast<std::size_t>(joined_.normals.columns()), scale(sentences[b]));
    }
  }

  bool take_one_by_one(std::int64_t sentence, std::int64_t j) {
    bool moved = false;
    while (workers_[0]->propose_next(weights_->data(), sentence, &steps_[0], &total_)) {
      moved |= taker_.take(steps_[0], scale(sentence), j, &total_);
    }
    return moved;
  }

  void taken(std::int64_t sentences, bool moved) {
    total_.updates += moved;
    if (settings_.done != nullptr) *settings_.done += sentences;
  }

  const EpochSettings& settings_;
  Weights* weights_;
  Taker taker_;
  Crew crew_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::vector<Step> steps_;
  std::vector<Counts> counts_;
  Step joined_;
  Counts total_;
};

}  // namespace

Counts run_epoch(const Chain& chain, const Encoded& encoded, const std::int64_t* order, std::int64_t size,
                 const EpochSettings& settings, Weights* weights) {
  return Epoch(chain, encoded, settings, weights).run(order, size);
}

}  // namespace swvm
