// Decodes and trains on made-up data and prints a hash of every bit of the results. tools/portable.py builds it with
// each compiler and for each instruction set that is here, and compares. No Python, and nothing read.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "decode.hpp"
#include "epoch.hpp"
#include "hash.hpp"
#include "marginals.hpp"
#include "text.hpp"
#include "words.hpp"

namespace swvm {
namespace {

struct Random {
  std::uint64_t state = 1;
  std::uint64_t below(std::uint64_t limit) { return mix(state += kHashSeed) % limit; }
};

template <typename T>
void print_hash(const std::string& name, const std::vector<T>& values) {
  std::vector<char> bytes(values.size() * sizeof(T));
  if (!bytes.empty()) std::memcpy(bytes.data(), values.data(), bytes.size());
  std::printf("%-40s %016llx\n", name.c_str(), static_cast<unsigned long long>(hash_bytes(bytes.data(), bytes.size())));
}

constexpr std::int64_t kFeatures = 50, kSentences = 60;

// A corpus of features and labels drawn at random, and real weights.
struct Data {
  Data(std::int32_t labels, int order)
      : chain(labels, order, {kFeatures, kFeatures, order == 2 ? kFeatures : 0, order == 2 ? kFeatures : 0}, {{kTT, 0}},
              {}, {}) {
    Random random;
    for (std::int64_t s = 0; s < kSentences; ++s) {
      offsets.push_back(offsets.back() + static_cast<std::int64_t>(random.below(9)));
    }
    view.offsets = offsets.data();
    view.sentences = kSentences;
    for (std::int64_t i = 0; i < tokens(); ++i) gold.push_back(static_cast<std::int32_t>(random.below(labels)));
    view.gold = gold.data();
    for (int kind = 0; kind < kKinds; ++kind) fill(kind, random);
    weights.resize(static_cast<std::size_t>(chain.rows() * chain.lanes()));
    for (float& w : weights) w = static_cast<float>(random.below(200001)) / 100000.0f - 1.0f;
  }

  std::int64_t tokens() const { return offsets.back(); }

  Chain chain;
  std::vector<std::int64_t> offsets{0};
  std::vector<std::int64_t> starts[kKinds];
  std::vector<std::uint32_t> ids[kKinds];
  std::vector<std::int32_t> gold;
  std::vector<float> weights;
  Encoded view;

 private:
  void fill(int kind, Random& random) {
    starts[kind].push_back(0);
    const std::int64_t positions = tokens() + (kind == kT ? 0 : kSentences);
    for (std::int64_t i = 0; i < positions; ++i) {
      const std::uint64_t count = chain.features(kind) == 0 ? 0 : random.below(5);
      for (std::uint64_t k = 0; k < count; ++k)
        ids[kind].push_back(static_cast<std::uint32_t>(random.below(kFeatures)));
      starts[kind].push_back(static_cast<std::int64_t>(ids[kind].size()));
    }
    view.spans[kind] = {starts[kind].data(), ids[kind].data(), nullptr, ids[kind].empty()};
  }
};

void show_decoding(const std::string& name, const Data& data, std::int64_t k_best, int threads) {
  std::vector<std::int32_t> labels(static_cast<std::size_t>(k_best * data.tokens()));
  std::vector<double> scores(static_cast<std::size_t>(k_best * kSentences));
  decode(data.chain, data.weights.data(), data.view, {k_best, nullptr, threads}, labels.data(), scores.data());
  print_hash(name + " labels", labels);
  print_hash(name + " scores", scores);
}

// Shares of labels, and the leads of mentions that begin with label 1 and go on with label 2.
void show_sums(const std::string& name, const Data& data, double temperature) {
  const std::int64_t side = data.chain.labels() + 1;
  std::vector<std::int32_t> types(static_cast<std::size_t>(side - 1), -1);
  types[1] = types[2] = 0;
  const auto flags = std::make_unique<bool[]>(static_cast<std::size_t>(2 * side * side));
  for (std::int64_t p = 0; p < side; ++p) {
    flags[p * side + 1] = true;
    for (std::int64_t q = 0; q < side; ++q) flags[(side + p) * side + q] = q != 2;
  }
  std::vector<std::int64_t> mentions;
  for (std::int64_t s = 0; s < kSentences; ++s) {
    if (data.view.length(s) > 1) mentions.insert(mentions.end(), {s, data.offsets[s], data.offsets[s] + 2, 0});
  }
  MarginalRequest request;
  request.temperature = temperature;
  request.threads = 3;
  request.rule = {flags.get(), flags.get() + side * side, types.data()};
  request.mentions = mentions.data();
  request.mention_count = static_cast<std::int64_t>(mentions.size()) / 4;
  std::vector<double> totals(static_cast<std::size_t>(kSentences)), leads(mentions.size() / 2);
  std::vector<double> shares(static_cast<std::size_t>(data.tokens() * data.chain.labels()));
  find_marginals(data.chain, data.weights.data(), data.view, request, {totals.data(), shares.data(), leads.data()});
  print_hash(name + " totals", totals);
  print_hash(name + " shares", shares);
  print_hash(name + " leads", leads);
}

// Two epochs from zero.
void show_training(const std::string& name, const Data& data, const Learner& learner, std::int64_t batch) {
  const std::int32_t labels = data.chain.labels();
  EpochSettings settings;
  settings.learner = &learner;
  settings.cost.assign(static_cast<std::size_t>(labels) * labels, 1.0f);
  settings.C = 0.5;
  settings.batch = batch;
  settings.threads = 3;
  std::vector<std::int64_t> order(kSentences);
  std::iota(order.begin(), order.end(), std::int64_t{0});
  std::vector<float> w(data.weights.size(), 0.0f), sums(data.weights.size(), 0.0f);
  std::vector<std::int32_t> places(static_cast<std::size_t>(data.chain.rows()), -1);
  Weights state(w.data(), data.chain.lanes(), {sums.data(), places.data()});
  for (; settings.first_step <= kSentences; settings.first_step += kSentences) {
    run_epoch(data.chain, data.view, order.data(), kSentences, settings, &state);
  }
  print_hash(name + " weights", w);
  print_hash(name + " sums", sums);
}

// exp and pow are the library's, not ours: no learner here uses them.
void show_learners(const std::string& name, const Data& data) {
  MixtureRule rule;
  rule.gamma = std::make_shared<Uniform>();
  show_training(name + " csp", data, *make_csp(), 1);
  show_training(name + " mira", data, *make_mira(3), 4);
  show_training(name + " swvp", data, *make_swvp(2, rule, false), 1);
  show_training(name + " swvm", data, *make_swvm(3, rule, Reading::kPaper), 1);
  rule.set = TemplateSet::kRun;
  show_training(name + " swvm each", data, *make_swvm(1, rule, Reading::kEach), 8);
}

void show_text() {
  const std::string block = "\xC3\x89t\xC3\xA9 N B\n2,5-3 M O\n\n\xC4\xB0X\xC3\x9F N B\r\n\n";
  Interner words, tags;
  const Parsed parsed = parse_columns(block, find_layout(block, '\0', ""), {&words, nullptr, &tags}, 1);
  print_hash("text codes", parsed.codes[0]);
  print_hash("text line ends", parsed.line_ends);
  for (const WordOpKind kind : {WordOpKind::kLower, WordOpKind::kShape, WordOpKind::kSuffix, WordOpKind::kDigits}) {
    std::vector<std::uint64_t> hashes(static_cast<std::size_t>(words.size()));
    atom_hashes({{{kind, 2}}}, words, 0, hashes.data());
    print_hash("words " + std::to_string(static_cast<int>(kind)), hashes);
  }
}

}  // namespace
}  // namespace swvm

int main() {
  using namespace swvm;
  show_text();
  for (const char* set : {"base", "avx2"}) {  // the second only where the machine has it, with the same hashes
    if (!use_instruction_set(set)) continue;
    std::printf("# %s\n", set);
    for (const std::int32_t labels : {3, 9, 23, 70}) {
      for (const int order : {1, 2}) {
        const Data data(labels, order);
        const std::string name = std::to_string(labels) + " labels, order " + std::to_string(order);
        show_decoding(name + ", 1-best", data, 1, 1);
        show_decoding(name + ", 3-best", data, 3, 3);
        for (const double temperature : {0.0, 0.4}) {
          if (labels < 50) show_sums(name + (temperature > 0.0 ? ", sums" : ", maxima"), data, temperature);
        }
        if (labels < 50) show_learners(name, data);
      }
    }
  }
}
