// Only the files of this folder know nanobind. Each binds one part of the core.
#pragma once
#include <nanobind/nanobind.h>

namespace swvm {

void bind_hash(nanobind::module_& m);
void bind_text(nanobind::module_& m);
void bind_words(nanobind::module_& m);
void bind_attributes(nanobind::module_& m);
void bind_engine(nanobind::module_& m);
void bind_marginals(nanobind::module_& m);
void bind_learners(nanobind::module_& m);
void bind_features(nanobind::module_& m);
void bind_cluster(nanobind::module_& m);
void bind_derived(nanobind::module_& m);

}  // namespace swvm
