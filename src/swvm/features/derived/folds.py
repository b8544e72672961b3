"""What the training labels say of a key (a word, a conjunction), each fold from the other nine.

Were a token's value counted from its own label, the model would learn to trust it far more than it can when it tags. So
the training data are cut into ten folds, and a fold's values are counted from the other nine. A fold is a run of whole
documents (of sentences, where few documents are marked) in the order of the file: the sentences of one document share
their names, and in a new text that help is not there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.features.derived.terms import Keys

FOLDS = 10

Ints = npt.NDArray[np.int64]


class Counts(NamedTuple):
    """How often each key was met with each class: pair p is (keys[key[p]], class_[p]), `total[p]` times."""

    keys: Keys
    key: Ints
    class_: Ints
    total: Ints


Summary = Callable[[Counts], Ints]  # for each key what is said of it, as one number; 0 where it was not met


class Counted(NamedTuple):
    """Things that were counted: all of them, and for each its key, its pair and its fold."""

    counts: Counts
    things: Ints
    key: Ints
    pair: Ints
    fold: Ints

    def without(self, fold: int) -> Counts:
        """Return the counts of the other folds."""
        own = np.bincount(self.pair[self.fold == fold], minlength=len(self.counts.key))
        return self.counts._replace(total=self.counts.total - own)


def folds_of(corpus: Corpus) -> Ints:
    """Return the fold of each token."""
    starts = corpus.documents if len(corpus.documents) >= 2 * FOLDS else np.arange(len(corpus))
    before = corpus.offsets[starts]
    fold_of_part = before * FOLDS // max(corpus.n_tokens, 1)
    sizes = np.diff(np.append(before, corpus.n_tokens))
    return np.repeat(fold_of_part, sizes)


def count(keys: Keys, classes: Ints, folds: Ints) -> Counted:
    """Count things, each with a key, a class and a fold; a key of 0 is not counted."""
    things = np.flatnonzero(keys)
    distinct, key = np.unique(keys[things], return_inverse=True)
    n_classes = int(classes.max(initial=0)) + 1
    pairs, pair = np.unique(key * n_classes + classes[things], return_inverse=True)
    total = np.bincount(pair, minlength=len(pairs))
    counts = Counts(distinct, pairs // n_classes, pairs % n_classes, total)
    return Counted(counts, things, key, pair, folds[things])


def left_out(counted: Counted, n_things: int, summary: Summary) -> Ints:
    """Return what the other folds say of each thing's key; 0 for what was not counted."""
    said = np.zeros(n_things, np.int64)
    for fold in range(FOLDS):
        inside = counted.fold == fold
        said[counted.things[inside]] = summary(counted.without(fold))[counted.key[inside]]
    return said


def sums(counts: Counts, chosen: npt.NDArray[np.bool_] | None = None) -> Ints:
    """Return how often each key was met, in all or in the chosen pairs."""
    weights = counts.total if chosen is None else np.where(chosen, counts.total, 0)
    return np.bincount(counts.key, weights, len(counts.keys)).astype(np.int64)


def ranked(counts: Counts, chosen: npt.NDArray[np.bool_], rank: int = 0) -> tuple[Ints, Ints]:
    """Return each key's most frequent chosen class (or the next one) and how often it was met; ties: the lower one.

    A key that was met with none has the class 0, met 0 times.
    """
    pairs = np.flatnonzero(chosen & (counts.total > 0))
    pairs = pairs[np.lexsort((counts.class_[pairs], -counts.total[pairs], counts.key[pairs]))]
    key = counts.key[pairs]
    place = np.arange(len(pairs)) - np.searchsorted(key, key)
    found = pairs[place == rank]
    classes, totals = np.zeros((2, len(counts.keys)), np.int64)
    classes[counts.key[found]], totals[counts.key[found]] = counts.class_[found], counts.total[found]
    return classes, totals
