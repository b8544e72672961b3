// SetGamma and template functions written in Python. The lock is held around the call alone.
#pragma once
#include <nanobind/nanobind.h>

#include <memory>

#include "learners/learner.hpp"

namespace swvm {

// function(d), or function(d, norms=..., positions=...) where it asks for those; returns gamma.
std::shared_ptr<const SetGamma> callable_gamma(nanobind::callable function, bool norms, bool positions);

// function(gold, predicted) -> list of lists of positions.
TemplateFunction callable_templates(nanobind::callable function);

}  // namespace swvm
