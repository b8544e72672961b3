"""Scores of labels token by token, by the names of `sklearn_crfsuite.metrics`; the `flat_` ones need scikit-learn.

For mentions (persons, places) take `swvm.score`, which counts as conlleval does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from importlib import import_module
from typing import Any

from swvm.errors import SettingError

Labels = Sequence[Sequence[Any]]


def _flat(name: str) -> Callable[..., Any]:
    """Return scikit-learn's function of this name for lists of sentences."""

    @wraps(_flat, assigned=())
    def score(y_true: Labels, y_pred: Labels, **options: Any) -> Any:
        return getattr(_scikit_learn(), name)(_flattened(y_true), _flattened(y_pred), **options)

    score.__name__ = score.__qualname__ = f"flat_{name}"
    score.__doc__ = f"Return scikit-learn's `{name}` of all tokens; further arguments are passed on by name."
    return score


def _scikit_learn() -> Any:
    try:
        return import_module("sklearn.metrics")
    except ImportError:
        raise SettingError('the flat metrics are scikit-learn\'s: pip install "swvm[sklearn]"') from None


def _flattened(labels: Labels) -> list[Any]:
    return [label for sentence in labels for label in sentence]


flat_accuracy_score = _flat("accuracy_score")
flat_f1_score = _flat("f1_score")
flat_fbeta_score = _flat("fbeta_score")
flat_precision_score = _flat("precision_score")
flat_recall_score = _flat("recall_score")
flat_classification_report = _flat("classification_report")


def sequence_accuracy_score(y_true: Labels, y_pred: Labels) -> float:
    """Return the share of sentences with all labels right."""
    pairs = list(zip(y_true, y_pred, strict=True))
    return sum(list(gold) == list(found) for gold, found in pairs) / len(pairs)
