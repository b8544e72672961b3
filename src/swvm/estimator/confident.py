"""What an estimator says of its own predictions: scores always, probabilities once it is calibrated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.evaluate.calibration import calibrate
from swvm.model.model import Model
from swvm.model.views import Tagged

Values = npt.NDArray[np.float64]


class Confident:
    """The part of `SequenceTagger` that speaks of confidence."""

    threads: int
    _model: Model | None
    _trainer: Any

    @property
    def model_(self) -> Model:
        """The trained model."""
        raise NotImplementedError

    def _observed(self, X: Any) -> Corpus:
        raise NotImplementedError

    def _labelled(self, X: Any, y: Any, source: str = "X", columns: Sequence[str] | None = None) -> Corpus:
        raise NotImplementedError

    def calibrate(self, X: Any, y: Any = None, on: str | None = None) -> Self:
        """Find the temperature at which probabilities can be believed, on labelled data that it was not trained on.

        No label changes. Training on makes it uncalibrated again.
        """
        corpus = self._labelled(X, y, columns=self.model_.columns)
        self._model = calibrate(self.model_, corpus, on, threads=self.threads)
        return self

    def decision_scores(self, X: Any) -> list[Values]:
        """Return for each sentence [tokens, classes]: how far the best labelling with a label is behind the best.

        0 for the labels that `predict` returns (and ties), below 0 for others, in units of weights: no probabilities.
        """
        model, corpus = self.model_, self._observed(X)
        return _by_sentence(model.behind(corpus, threads=self.threads), corpus)

    def predict_marginals(self, X: Any) -> list[list[dict[str, float]]]:
        """Return for each token the probability of each label. An estimator that is not calibrated has none."""
        names = self.model_.labels
        found = [values.tolist() for values in self.predict_probabilities(X)]
        return [[dict(zip(names, token, strict=True)) for token in sentence] for sentence in found]

    def predict_probabilities(self, X: Any) -> list[Values]:
        """Return for each sentence [tokens, classes]. An estimator that is not calibrated has no probabilities.

        scikit-learn's own name for this is not taken: its tools would call it of an estimator that has none.
        """
        corpus = self._observed(X)
        return _by_sentence(self.model_.marginals(corpus, threads=self.threads).values, corpus)

    def view(self, X: Any) -> Tagged:
        """Return labelled sentences to look at: a notebook shows them in colour."""
        return self.model_.view(self._observed(X), threads=self.threads)


def _by_sentence(values: Values, corpus: Corpus) -> list[Values]:
    return [values[begin:end] for begin, end in zip(corpus.offsets[:-1], corpus.offsets[1:], strict=True)]
