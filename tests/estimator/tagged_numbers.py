"""The estimator in clothes that scikit-learn's checks know: rows of numbers are sentences, numbers are words.

What the checks look at (parameters, state, pickles, order, weights) is the estimator's own.
"""

from __future__ import annotations

import numpy as np

from swvm import SequenceTagger


def sentences(X):
    return [[f"{value:.4g}" for value in row] for row in np.asarray(X, dtype=float)]


def labels(X, y):
    return [[str(label)] * len(row) for row, label in zip(X, np.asarray(y), strict=True)]


class NumberTagger(SequenceTagger):
    """A row of numbers is a sentence whose tokens all have the row's label."""

    def fit(self, X, y=None, *, sample_weight=None):
        words = sentences(X)
        return super().fit(words, labels(words, y), sample_weight=sample_weight)

    def partial_fit(self, X, y=None, *, sample_weight=None):
        words = sentences(X)
        return super().partial_fit(words, labels(words, y), sample_weight=sample_weight)

    def predict(self, X):
        return np.array([float(found[0]) for found in super().predict(sentences(X))])

    def score(self, X, y=None, *, sample_weight=None):
        words = sentences(X)
        return super().score(words, labels(words, y), sample_weight=sample_weight)

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.two_d_array = True
        return tags
