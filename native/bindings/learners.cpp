// The learners and one epoch of training.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "callables.hpp"
#include "encoded.hpp"
#include "epoch.hpp"
#include "hildreth.hpp"

namespace nb = nanobind;

namespace swvm {
namespace {

template <typename Value>
Value named(const char* what, const std::string& name, const std::map<std::string, Value>& values) {
  const auto found = values.find(name);
  if (found == values.end()) throw std::invalid_argument(std::string("unknown ") + what + ": " + name);
  return found->second;
}

std::shared_ptr<const SetGamma> built_in_gamma(const std::string& name, double parameter) {
  if (name == "uniform") return std::make_shared<Uniform>();
  if (name == "wm") return std::make_shared<WeightedMargin>(parameter);
  if (name == "wmr") return std::make_shared<WeightedMarginRank>(parameter);
  if (name == "softmin") return std::make_shared<Softened>(-1.0, parameter);
  if (name == "softmax") return std::make_shared<Softened>(1.0, parameter);
  if (name == "optimization-max") return std::make_shared<Optimization>(false);
  if (name == "optimization-min") return std::make_shared<Optimization>(true);
  if (name == "wm-released") return std::make_shared<ReleasedMargin>(parameter);
  if (name == "wmr-released") return std::make_shared<ReleasedRank>(parameter);
  throw std::invalid_argument("unknown SetGamma: " + name);
}

TagTable tag_table(const std::vector<std::int32_t>& tags, const std::vector<std::int32_t>& types) {
  if (tags.size() != types.size()) throw std::invalid_argument("tags and types must be as many");
  TagTable table;
  for (const std::int32_t tag : tags) {
    if (tag < 0 || tag > 4) throw std::invalid_argument("a tag is 0 (outside) to 4 (single)");
    table.tags.push_back(static_cast<Tag>(tag));
  }
  table.types = types;
  return table;
}

MixtureRule mixture_rule(const nb::object& templates, bool identity, bool aggressive,
                         const std::shared_ptr<const SetGamma>& gamma, const std::vector<std::int32_t>& tags,
                         const std::vector<std::int32_t>& types) {
  static const std::map<std::string, TemplateSet> sets{
      {"single", TemplateSet::kSingle}, {"double", TemplateSet::kDouble}, {"triple", TemplateSet::kTriple},
      {"run", TemplateSet::kRun},       {"span", TemplateSet::kSpan},     {"whole", TemplateSet::kWhole}};
  MixtureRule rule;
  if (nb::isinstance<nb::str>(templates)) {
    rule.set = named("template set", nb::cast<std::string>(templates), sets);
  } else {
    rule.function = callable_templates(nb::cast<nb::callable>(templates));
  }
  rule.identity = identity;
  rule.aggressive = aggressive;
  rule.gamma = gamma;
  rule.tags = tag_table(tags, types);
  if (rule.set == TemplateSet::kSpan && rule.tags.tags.empty()) {
    throw std::invalid_argument("span templates need the tags of the labels");
  }
  return rule;
}

struct EpochCall {
  std::string search = "plain";
  double C = 0.0;
  std::int64_t batch = 1;
  bool joint = false;
  int threads = 1;
  std::int64_t first_step = 0;
  std::int64_t done = 0;  // set by the epoch, also where an exception ends it: the sentences whose steps were taken
};

using CountDict = nb::typed<nb::dict, nb::str, double>;

CountDict as_dict(const Counts& counts) {
  CountDict d;
  d["sentences"] = counts.sentences;
  d["tokens"] = counts.tokens;
  d["wrong_sentences"] = counts.wrong_sentences;
  d["wrong_tokens"] = counts.wrong_tokens;
  d["infeasible"] = counts.infeasible;
  d["updates"] = counts.updates;
  d["templates"] = counts.templates;
  d["violations"] = counts.violations;
  d["fallbacks"] = counts.fallbacks;
  d["positive_mixes"] = counts.positive_mixes;
  d["mixes"] = counts.mixes;
  d["entropy"] = counts.entropy;
  d["constraints"] = counts.constraints;
  d["active_constraints"] = counts.active_constraints;
  d["sweeps"] = counts.sweeps;
  d["unconverged"] = counts.unconverged;
  return d;
}

void check_training(const Chain& chain, const MutableMatrix<float>& weights, const EncodedArrays& encoded,
                    const ArrayView<std::int64_t>& order, const MatrixView<float>& cost) {
  if (static_cast<std::int64_t>(weights.shape(0)) != chain.rows() ||
      static_cast<std::int64_t>(weights.shape(1)) != chain.lanes()) {
    throw std::invalid_argument("the weights are not [rows, lanes] of the chain");
  }
  encoded.check(chain, true);
  for (std::size_t k = 0; k < order.size(); ++k) {
    if (order(k) < 0 || order(k) >= encoded.view().sentences) throw std::invalid_argument("order names no sentence");
  }
  const auto labels = static_cast<std::size_t>(chain.labels());
  if (cost.shape(0) != labels || cost.shape(1) != labels) throw std::invalid_argument("cost must be [L, L]");
}

// Asks Python whether Ctrl-C was pressed; the answer ends the epoch, the exception follows from there.
bool ctrl_c() {
  nb::gil_scoped_acquire lock;
  return PyErr_CheckSignals() != 0;
}

using Places = nb::ndarray<std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using SumArrays = std::pair<MutableMatrix<float>, Places>;

Sums as_sums(const SumArrays& arrays, const MutableMatrix<float>& weights) {
  const auto& [rows, places] = arrays;
  if (rows.shape(0) != weights.shape(0) || rows.shape(1) != weights.shape(1) || places.size() != weights.shape(0)) {
    throw std::invalid_argument("the sums must be as many as the weights");
  }
  const std::int32_t* place = places.data();
  const auto size = static_cast<std::int64_t>(places.size());
  std::int32_t largest = -1;
  std::int64_t used = 0;
  for (std::int64_t k = 0; k < size; ++k) {
    largest = place[k] > largest ? place[k] : largest;
    used += place[k] >= 0;
  }
  // Each new row takes the next place: with as many places as rows in use, none comes to lie beyond the rows.
  if (std::int64_t{largest} + 1 != used) throw std::invalid_argument("the places of the sums have gaps");
  return {rows.data(), places.data(), largest + 1};
}

CountDict train_epoch(const Chain& chain, MutableMatrix<float> weights, std::optional<SumArrays> sums,
                      const EncodedArrays& encoded, ArrayView<std::int64_t> order, const Learner& learner,
                      MatrixView<float> cost, std::optional<ArrayView<double>> sample_weights, EpochCall& call) {
  static const std::map<std::string, Search> searches{
      {"plain", Search::kPlain}, {"cost-augmented", Search::kAugmented}, {"hope-fear", Search::kHopeFear}};
  check_training(chain, weights, encoded, order, cost);
  const Sums averaging = sums ? as_sums(*sums, weights) : Sums{};
  if (sample_weights && static_cast<std::int64_t>(sample_weights->size()) != encoded.view().sentences) {
    throw std::invalid_argument("there must be one sample weight per sentence");
  }
  if (call.batch < 1 || (learner.one_by_one() && call.batch > 1)) {
    throw std::invalid_argument("a batch has at least 1 sentence; a learner that goes one by one takes no batches");
  }
  EpochSettings settings;
  settings.learner = &learner;
  settings.search = named("search", call.search, searches);
  settings.cost.assign(cost.data(), cost.data() + cost.size());
  settings.C = call.C;
  settings.batch = call.batch;
  settings.joint = call.joint;
  settings.threads = call.threads;
  settings.first_step = call.first_step;
  settings.sample_weights = sample_weights ? sample_weights->data() : nullptr;
  settings.interrupted = ctrl_c;
  call.done = 0;
  settings.done = &call.done;
  Weights state(weights.data(), chain.lanes(), averaging);
  Counts counts;
  {
    nb::gil_scoped_release release;
    counts = run_epoch(chain, encoded.view(), order.data(), static_cast<std::int64_t>(order.size()), settings, &state);
  }
  if (PyErr_Occurred()) throw nb::python_error();
  return as_dict(counts);
}

Array<double> weigh(const SetGamma& gamma, ArrayView<double> d) {
  if (d.size() == 0) throw std::invalid_argument("there are no templates to weigh");
  double* data;
  auto result = new_array<double>(d.size(), &data);
  const GammaInput input{d.data(), static_cast<std::int64_t>(d.size()), nullptr, nullptr, nullptr, 0};
  if (gamma.wants_norms()) throw std::invalid_argument("this SetGamma needs the norms, which only training has");
  if (!gamma(input, data)) throw std::domain_error("this SetGamma has no solution here");
  return result;
}

using PositionLists = nb::typed<nb::list, nb::typed<nb::list, int>>;

PositionLists make_templates(const std::string& set, ArrayView<std::int32_t> gold, ArrayView<std::int32_t> predicted,
                             bool identity, const std::vector<std::int32_t>& tags,
                             const std::vector<std::int32_t>& types) {
  if (gold.size() != predicted.size()) throw std::invalid_argument("gold and predicted must be as long");
  const MixtureRule rule = mixture_rule(nb::cast(set), identity, false, nullptr, tags, types);
  if (rule.set == TemplateSet::kSpan) {
    for (std::size_t i = 0; i < gold.size(); ++i) {
      const auto known = [&](std::int32_t t) { return t >= 0 && static_cast<std::size_t>(t) < tags.size(); };
      if (!known(gold(i)) || !known(predicted(i))) throw std::invalid_argument("a label has no tag");
    }
  }
  std::vector<std::int64_t> wrong;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    if (gold(i) != predicted(i)) wrong.push_back(static_cast<std::int64_t>(i));
  }
  Templates out;
  build_templates(rule.set, {gold.data(), predicted.data(), static_cast<std::int64_t>(gold.size()), wrong}, rule.tags,
                  identity, &out);
  PositionLists all;
  for (std::int64_t k = 0; k < out.size(); ++k) {
    nb::list one;
    for (std::int64_t p = 0; p < out.count(k); ++p) one.append(out.begin(k)[p]);
    all.append(one);
  }
  return all;
}

using Solution = nb::typed<nb::tuple, Array<double>, int, bool>;

Solution solve(MatrixView<double> gram, ArrayView<double> residual, double C) {
  if (gram.shape(0) != residual.size() || gram.shape(1) != residual.size()) {
    throw std::invalid_argument("gram must be [k, k] for k residuals");
  }
  const std::vector<double> g(gram.data(), gram.data() + gram.size()),
      r(residual.data(), residual.data() + residual.size());
  std::vector<double> alpha;
  const QuadraticResult result = hildreth(g, r, C, &alpha);
  double* data;
  auto array = new_array<double>(alpha.size(), &data);
  std::copy(alpha.begin(), alpha.end(), data);
  return Solution(nb::make_tuple(array, result.sweeps, result.converged));
}

void bind_learner_classes(nb::module_& m) {
  nb::class_<SetGamma>(m, "SetGamma", "The weight of every template, from its d_J.")
      .def("__call__", &weigh, nb::arg("d"));
  m.def("built_in_gamma", &built_in_gamma, nb::arg("name"), nb::arg("parameter") = 1.0);
  m.def(
      "callable_gamma",
      [](nb::typed<nb::callable, nb::object(...)> function, bool norms, bool positions) {
        return callable_gamma(std::move(function), norms, positions);
      },
      nb::arg("function"), nb::arg("norms") = false, nb::arg("positions") = false);

  nb::class_<MixtureRule>(m, "MixtureRule", "How the templates of a labelling are made and weighed.")
      .def(
          "__init__",
          [](MixtureRule* self, const nb::object& templates, std::shared_ptr<SetGamma> gamma, bool identity,
             bool aggressive, const std::vector<std::int32_t>& tags, const std::vector<std::int32_t>& types) {
            new (self) MixtureRule(mixture_rule(templates, identity, aggressive, gamma, tags, types));
          },
          nb::arg("templates"), nb::arg("gamma"), nb::arg("identity") = false, nb::arg("aggressive") = true,
          nb::arg("tags") = std::vector<std::int32_t>(), nb::arg("types") = std::vector<std::int32_t>());

  nb::class_<Learner>(m, "Learner", "An update rule.");
  m.def("csp", [] { return make_csp().release(); }, nb::rv_policy::take_ownership);
  m.def(
      "mira", [](std::int64_t k_best) { return make_mira(k_best).release(); }, nb::arg("k_best") = 1,
      nb::rv_policy::take_ownership);
  m.def(
      "swvp",
      [](std::int64_t k_best, const MixtureRule& rule, bool one_by_one) {
        return make_swvp(k_best, rule, one_by_one).release();
      },
      nb::arg("k_best"), nb::arg("rule"), nb::arg("one_by_one") = false, nb::rv_policy::take_ownership);
  m.def(
      "swvm",
      [](std::int64_t k_best, const MixtureRule& rule, const std::string& reading) {
        static const std::map<std::string, Reading> readings{{"paper", Reading::kPaper},
                                                             {"mix-loss", Reading::kMixLoss},
                                                             {"released", Reading::kReleased},
                                                             {"each", Reading::kEach}};
        return make_swvm(k_best, rule, named("constraint", reading, readings)).release();
      },
      nb::arg("k_best"), nb::arg("rule"), nb::arg("reading") = "paper", nb::rv_policy::take_ownership);
}

}  // namespace

void bind_learners(nb::module_& m) {
  bind_learner_classes(m);
  nb::class_<EpochCall>(m, "EpochCall", "The settings of one epoch.")
      .def(nb::init<>())
      .def_rw("search", &EpochCall::search)
      .def_rw("C", &EpochCall::C)
      .def_rw("batch", &EpochCall::batch)
      .def_rw("joint", &EpochCall::joint)
      .def_rw("threads", &EpochCall::threads)
      .def_rw("first_step", &EpochCall::first_step)
      .def_ro("done", &EpochCall::done);
  m.def("train_epoch", &train_epoch, nb::arg("chain"), nb::arg("weights"), nb::arg("sums").none(), nb::arg("encoded"),
        nb::arg("order"), nb::arg("learner"), nb::arg("cost"), nb::arg("sample_weights").none(), nb::arg("call"),
        "One pass over the sentences of `order`; the weights and the sums are changed in place.");
  m.def("make_templates", &make_templates, nb::arg("templates"), nb::arg("gold"), nb::arg("predicted"),
        nb::arg("identity") = false, nb::arg("tags") = std::vector<std::int32_t>(),
        nb::arg("types") = std::vector<std::int32_t>(), "The modification templates of two labellings.");
  m.def("hildreth", &solve, nb::arg("gram"), nb::arg("residual"), nb::arg("C"),
        "alpha, sweeps and whether it converged, of min |w - w_t|^2 s.t. w.v_k >= b_k, 0 <= alpha <= C.");
}

}  // namespace swvm
