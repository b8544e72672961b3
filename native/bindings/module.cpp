#include "bindings.hpp"

NB_MODULE(_native, m) {
  m.doc() =
      "The hot loops of swvm. Use the Python packages around it; nothing here checks more than memory safety needs.";
  swvm::bind_hash(m);
  swvm::bind_text(m);
  swvm::bind_words(m);
  swvm::bind_attributes(m);
  swvm::bind_engine(m);
  swvm::bind_marginals(m);
  swvm::bind_learners(m);
  swvm::bind_features(m);
  swvm::bind_cluster(m);
  swvm::bind_derived(m);
}
