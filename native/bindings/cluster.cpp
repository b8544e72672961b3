#include "cluster.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>
#include <vector>

#include "arrays.hpp"
#include "bindings.hpp"

namespace nb = nanobind;

namespace swvm {

namespace {

struct NeighbourArrays {
  ArrayView<std::int64_t> starts;
  ArrayView<std::int32_t> ids;
  ArrayView<std::int32_t> counts;

  Neighbours view() const { return {starts.data(), ids.data(), counts.data()}; }
};

// Keeps the arrays alive and, before that, looks at every number in them.
class Clusters {
 public:
  Clusters(std::int32_t classes, NeighbourArrays after, NeighbourArrays before, ArrayView<std::int64_t> between,
           ArrayView<std::int32_t> assignment)
      : after_(std::move(after)),
        before_(std::move(before)),
        words_(checked_words(classes, assignment)),
        model_((check(), words_), classes, after_.view(), before_.view(), checked_between(between),
               std::vector<std::int32_t>(assignment.data(), assignment.data() + assignment.size())) {}

  std::int64_t sweep(std::int32_t begin, std::int32_t end) {
    if (begin < 0 || end > words_) throw std::invalid_argument("there are no such words");
    nb::gil_scoped_release release;
    return model_.sweep(begin, end);
  }

  std::vector<std::int64_t> gains(std::int32_t word) {
    if (word < 0 || word >= words_) throw std::invalid_argument("there is no such word");
    return model_.gains(word);
  }

  std::int64_t objective() const { return model_.objective(); }

  Array<std::int32_t> assignment() const {
    const auto& all = model_.assignment();
    return to_array(std::vector<std::int32_t>(all.begin(), all.begin() + words_));
  }

  std::vector<std::pair<std::int32_t, std::int32_t>> merges() const {
    nb::gil_scoped_release release;
    return model_.merges();
  }

 private:
  static std::int32_t checked_words(std::int32_t classes, const ArrayView<std::int32_t>& assignment) {
    if (classes < 1 || classes > 20000) throw std::invalid_argument("there must be 1 to 20000 classes");
    if (assignment.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() - 2))
      throw std::invalid_argument("there are too many words");
    for (std::size_t w = 0; w < assignment.size(); ++w)
      if (assignment(w) < 0 || assignment(w) > classes + 1 || assignment(w) == classes)
        throw std::invalid_argument("a word has a class that there is not");
    return static_cast<std::int32_t>(assignment.size());
  }

  static const std::int64_t* checked_between(const ArrayView<std::int64_t>& between) {
    if (between.size() != 4) throw std::invalid_argument("there are 2 x 2 bigrams of contexts");
    for (int k = 0; k < 4; ++k)
      if (between(k) < 0) throw std::invalid_argument("a count is negative");
    return between.data();
  }

  void check() const {
    for (const NeighbourArrays* side : {&after_, &before_}) {
      if (side->starts.size() != static_cast<std::size_t>(words_) + 1 || side->ids.size() != side->counts.size() ||
          side->starts(0) != 0 || side->starts(words_) != static_cast<std::int64_t>(side->ids.size()))
        throw std::invalid_argument("the arrays of neighbours do not fit each other");
      for (std::int32_t w = 0; w < words_; ++w)
        if (side->starts(w) > side->starts(w + 1)) throw std::invalid_argument("the starts do not rise");
      for (std::size_t k = 0; k < side->ids.size(); ++k)
        if (side->ids(k) < 0 || side->ids(k) > words_ + 1 || side->counts(k) < 1)
          throw std::invalid_argument("a neighbour or a count is out of range");
    }
  }

  NeighbourArrays after_, before_;
  std::int32_t words_;
  ClassModel model_;
};

}  // namespace

void bind_cluster(nb::module_& m) {
  m.def("entropy_term", &entropy_term, nb::arg("x"), "round(x log2(x) 2**20), the same on every machine.");
  nb::class_<Clusters>(m, "Clusters", "Word classes by exchange; neighbours as (starts, ids, counts).")
      .def(
          "__init__",
          [](Clusters* self, std::int32_t classes, ArrayView<std::int64_t> after_starts,
             ArrayView<std::int32_t> after_ids, ArrayView<std::int32_t> after_counts,
             ArrayView<std::int64_t> before_starts, ArrayView<std::int32_t> before_ids,
             ArrayView<std::int32_t> before_counts, ArrayView<std::int64_t> between,
             ArrayView<std::int32_t> assignment) {
            new (self) Clusters(classes, {after_starts, after_ids, after_counts},
                                {before_starts, before_ids, before_counts}, between, assignment);
          },
          nb::arg("classes"), nb::arg("after_starts"), nb::arg("after_ids"), nb::arg("after_counts"),
          nb::arg("before_starts"), nb::arg("before_ids"), nb::arg("before_counts"), nb::arg("between"),
          nb::arg("assignment"))
      .def("sweep", &Clusters::sweep, nb::arg("begin"), nb::arg("end"),
           "Moves each of these words to its best class; returns how many were moved.")
      .def("gains", &Clusters::gains, nb::arg("word"), "What the objective gains by the word, in each class.")
      .def("objective", &Clusters::objective)
      .def("merges", &Clusters::merges, "The pairs of classes in the order in which they are merged.")
      .def("assignment", &Clusters::assignment);
}

}  // namespace swvm
