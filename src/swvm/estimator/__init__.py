"""Sentences and labels as Python lists -> a tagger with the manners of scikit-learn.

Reading order: `parameters` (what it is given), `inputs` (X and y -> Corpus), `base` (with scikit-learn or without it),
`tagger` (the estimator).
"""

from swvm.estimator.tagger import SequenceTagger

__all__ = ["SequenceTagger"]
