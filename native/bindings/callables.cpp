#include "callables.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "arrays.hpp"

namespace nb = nanobind;

namespace swvm {
namespace {

constexpr double kSumTolerance = 1e-6;

[[noreturn]] void wrong(const char* what, std::int64_t sentence, const std::string& detail) {
  throw std::invalid_argument(std::string(what) + ", sentence " + std::to_string(sentence + 1) + ": " + detail);
}

// A Python object that may be dropped from a thread without the lock.
struct Locked {
  nb::callable function;
  explicit Locked(nb::callable f) : function(std::move(f)) {}
  Locked(const Locked&) = delete;
  Locked& operator=(const Locked&) = delete;
  ~Locked() {
    nb::gil_scoped_acquire lock;
    function.reset();
  }
};

// Numpy arrays of a length that has been asked for before are used again: a fresh array costs more than the call.
class Buffers {
 public:
  struct Buffer {
    double* data = nullptr;
    nb::object array;
  };

  Buffer& of(std::size_t size) {
    if (size >= buffers_.size()) buffers_.resize(size + 1);
    Buffer& buffer = buffers_[size];
    if (buffer.data == nullptr) buffer.array = nb::cast(new_array<double>(size, &buffer.data));
    return buffer;
  }

 private:
  std::vector<Buffer> buffers_;
};

class CallableGamma : public SetGamma {
 public:
  CallableGamma(nb::callable function, bool norms, bool positions)
      : function_(std::move(function)), norms_(norms), positions_(positions) {}
  CallableGamma(const CallableGamma&) = delete;
  CallableGamma& operator=(const CallableGamma&) = delete;
  ~CallableGamma() override {
    nb::gil_scoped_acquire lock;
    d_buffers_ = Buffers();
    norm_buffers_ = Buffers();
  }

  bool wants_norms() const override { return norms_; }

  bool operator()(const GammaInput& input, double* gamma) const override {
    if (input.size == 1) {  // one weight that is >= 0 and sums to 1: there is nothing to ask
      gamma[0] = 1.0;
      return true;
    }
    nb::gil_scoped_acquire lock;
    const auto size = static_cast<std::size_t>(input.size);
    Buffers::Buffer& d = d_buffers_.of(size);
    std::copy(input.d, input.d + size, d.data);
    read(call(input, d), input, gamma);
    return true;
  }

 private:
  nb::object call(const GammaInput& input, const Buffers::Buffer& d) const {
    if (!norms_ && !positions_) return function_.function(d.array);
    nb::dict named;
    if (norms_) {
      Buffers::Buffer& norms = norm_buffers_.of(static_cast<std::size_t>(input.size));
      std::copy(input.squared_norms, input.squared_norms + input.size, norms.data);
      named["norms"] = norms.array;
    }
    if (positions_) {
      nb::list all;
      for (std::int64_t k = 0; k < input.size; ++k) {
        nb::list one;
        for (std::int64_t p = input.starts[k]; p < input.starts[k + 1]; ++p) one.append(input.positions[p]);
        all.append(one);
      }
      named["positions"] = all;
    }
    return function_.function(d.array, **named);
  }

  static void read(const nb::object& result, const GammaInput& input, double* gamma) {
    const char* what = "the SetGamma function returned a wrong result";
    const auto size = static_cast<std::size_t>(input.size);
    ArrayView<double> fast;
    if (nb::try_cast(result, fast, false)) {
      if (fast.size() != size) wrong(what, input.sentence, mismatch(fast.size(), size));
      std::copy(fast.data(), fast.data() + size, gamma);
    } else {
      std::vector<double> values;
      if (!nb::try_cast(result, values)) wrong(what, input.sentence, "it must return an array of numbers");
      if (values.size() != size) wrong(what, input.sentence, mismatch(values.size(), size));
      std::copy(values.begin(), values.end(), gamma);
    }
    double sum = 0.0;
    for (std::size_t k = 0; k < size; ++k) {
      if (!(gamma[k] >= 0.0))
        wrong(what, input.sentence, "every weight must be >= 0, one is " + std::to_string(gamma[k]));
      sum += gamma[k];
    }
    if (!(std::abs(sum - 1.0) <= kSumTolerance)) {
      wrong(what, input.sentence, "the weights must sum to 1, they sum to " + std::to_string(sum));
    }
  }

  static std::string mismatch(std::size_t got, std::size_t expected) {
    return "it has " + std::to_string(got) + " weights for " + std::to_string(expected) + " templates";
  }

  Locked function_;
  bool norms_, positions_;
  mutable Buffers d_buffers_, norm_buffers_;
};

nb::object label_array(const std::int32_t* labels, std::int64_t length) {
  std::int32_t* data;
  auto array = new_array<std::int32_t>(static_cast<std::size_t>(length), &data);
  std::copy(labels, labels + length, data);
  return nb::cast(array);
}

}  // namespace

std::shared_ptr<const SetGamma> callable_gamma(nb::callable function, bool norms, bool positions) {
  return std::make_shared<CallableGamma>(std::move(function), norms, positions);
}

TemplateFunction callable_templates(nb::callable function) {
  auto locked = std::make_shared<Locked>(std::move(function));
  return [locked](const LabelPair& pair, std::int64_t sentence, Templates* out) {
    const char* what = "the template function returned a wrong result";
    nb::gil_scoped_acquire lock;
    const nb::object result =
        locked->function(label_array(pair.gold, pair.length), label_array(pair.predicted, pair.length));
    std::vector<std::vector<std::int64_t>> templates;
    if (!nb::try_cast(result, templates)) wrong(what, sentence, "it must return a list of lists of positions");
    out->clear();
    for (std::vector<std::int64_t>& J : templates) {
      std::sort(J.begin(), J.end());
      J.erase(std::unique(J.begin(), J.end()), J.end());
      if (J.empty()) wrong(what, sentence, "a template has no position");
      if (J.front() < 0 || J.back() >= pair.length) {
        wrong(what, sentence, "positions go from 0 to " + std::to_string(pair.length - 1));
      }
      out->positions.insert(out->positions.end(), J.begin(), J.end());
      out->close();
    }
  };
}

}  // namespace swvm
