"""Other tools' interfaces over swvm: `CRF` and `metrics` stand where those of sklearn-crfsuite stood.

Reading order: `settings` (its parameters -> ours), `crf` (the estimator), `metrics` (scores of flattened labels).
"""

from swvm.compat import metrics
from swvm.compat.crf import CRF

__all__ = ["CRF", "metrics"]
