"""What an evaluation returns: counts, and the percentages that follow from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt


def percent(part: float, whole: float) -> float:
    """Return 100 * part / whole; 0 where there is nothing to count, as conlleval has it."""
    return 100.0 * part / whole if whole else 0.0


@dataclass(frozen=True, slots=True)
class Counts:
    """How many are in the gold labels, how many were predicted, how many of these are correct."""

    correct: int
    gold: int
    predicted: int

    @property
    def precision(self) -> float:
        return percent(self.correct, self.predicted)

    @property
    def recall(self) -> float:
        return percent(self.correct, self.gold)

    @property
    def f1(self) -> float:
        return percent(2 * self.correct, self.gold + self.predicted)

    @property
    def support(self) -> int:
        return self.gold

    def to_json(self) -> dict[str, Any]:
        """Return percentages and counts."""
        scores = {"precision": self.precision, "recall": self.recall, "f1": self.f1}
        return scores | {"support": self.gold, "predicted": self.predicted, "correct": self.correct}


@dataclass(frozen=True, slots=True)
class SentenceCounts:
    """Counts of each sentence, for significance tests: correct, wrongly predicted, missed; and is the whole right."""

    tp: npt.NDArray[np.int64]
    fp: npt.NDArray[np.int64]
    fn: npt.NDArray[np.int64]
    exact: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.exact)


@dataclass(frozen=True, slots=True)
class Scores:
    """The scores of one evaluation, in percent. `mode` says what was counted."""

    mode: str
    scheme: str
    counts: Counts
    types: Mapping[str, Counts]
    tokens: int
    correct_tokens: int
    sentences: SentenceCounts
    notes: tuple[str, ...] = ()

    @property
    def precision(self) -> float:
        return self.counts.precision

    @property
    def recall(self) -> float:
        return self.counts.recall

    @property
    def f1(self) -> float:
        return self.counts.f1

    @property
    def accuracy(self) -> float:
        """Tokens with the right label."""
        return percent(self.correct_tokens, self.tokens)

    @property
    def sentence_accuracy(self) -> float:
        """Sentences with every label right."""
        return percent(int(np.count_nonzero(self.sentences.exact)), len(self.sentences))

    def to_json(self) -> dict[str, Any]:
        """Return everything but the counts of single sentences."""
        return {
            "mode": self.mode,
            "scheme": self.scheme,
            "precision": self.precision,
            "recall": self.recall,
            "f1": self.f1,
            "accuracy": self.accuracy,
            "sentence_accuracy": self.sentence_accuracy,
            "counts": {
                "correct": self.counts.correct,
                "gold": self.counts.gold,
                "predicted": self.counts.predicted,
                "tokens": self.tokens,
                "correct_tokens": self.correct_tokens,
                "sentences": len(self.sentences),
            },
            "types": {name: counts.to_json() for name, counts in self.types.items()},
            "notes": list(self.notes),
        }
