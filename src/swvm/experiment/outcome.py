"""The scores of one system on one part of a corpus, and its counts sentence by sentence for the tests."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.evaluate.scores import Counts, SentenceCounts, percent
from swvm.experiment.packing import pack, pack_bits, unpack, unpack_bits

Numbers = npt.NDArray[np.int64]
METRICS = ("f1", "token_f1", "accuracy")


@dataclass(frozen=True, slots=True)
class Outcome:
    """Mentions as conlleval counts them; tokens by label, other than O; all tokens."""

    mentions: Counts
    labels: Counts
    tokens: int
    right_tokens: int
    sentences: int
    right_sentences: int

    @property
    def precision(self) -> float:
        return self.mentions.precision

    @property
    def recall(self) -> float:
        return self.mentions.recall

    @property
    def f1(self) -> float:
        return self.mentions.f1

    @property
    def token_precision(self) -> float:
        return self.labels.precision

    @property
    def token_recall(self) -> float:
        return self.labels.recall

    @property
    def token_f1(self) -> float:
        return self.labels.f1

    @property
    def accuracy(self) -> float:
        return percent(self.right_tokens, self.tokens)

    def score(self, metric: str) -> float:
        """Return the score of this name: one of METRICS, in percent."""
        return float(getattr(self, metric))

    def to_json(self) -> dict[str, Any]:
        return {
            "mentions": _to_list(self.mentions),
            "labels": _to_list(self.labels),
            "tokens": [self.right_tokens, self.tokens],
            "sentences": [self.right_sentences, self.sentences],
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Outcome:
        (right_tokens, tokens), (right_sentences, sentences) = data["tokens"], data["sentences"]
        mentions, labels = Counts(*data["mentions"]), Counts(*data["labels"])
        return cls(mentions, labels, tokens, right_tokens, sentences, right_sentences)


def _to_list(counts: Counts) -> list[int]:
    return [counts.correct, counts.gold, counts.predicted]


@dataclass(frozen=True, slots=True)
class SentenceTable:
    """Counts of each sentence of a part, and which tokens have the right label."""

    lengths: Numbers
    gold: Numbers  # mentions
    fp: Numbers
    fn: Numbers
    label_gold: Numbers  # tokens whose label is not O
    label_fp: Numbers
    label_fn: Numbers
    right: npt.NDArray[np.bool_]  # [tokens]

    @property
    def right_tokens(self) -> Numbers:
        """Tokens with the right label in each sentence."""
        total = np.concatenate([[0], np.cumsum(self.right, dtype=np.int64)])
        ends = np.cumsum(self.lengths)
        return np.asarray(total[ends] - total[ends - self.lengths])

    def counts(self, metric: str = "f1") -> SentenceCounts:
        """Return what the significance tests take, for mentions (`f1`) or labels of tokens (`token_f1`)."""
        exact = self.right_tokens == self.lengths
        if metric == "f1":
            return SentenceCounts(self.gold - self.fn, self.fp, self.fn, exact)
        return SentenceCounts(self.label_gold - self.label_fn, self.label_fp, self.label_fn, exact)

    @classmethod
    def of(cls, lengths: Numbers, mentions: SentenceCounts, labels: SentenceCounts, right: Any) -> SentenceTable:
        """Take the counts of two evaluations of the same labellings, per mention and per token."""
        gold, label_gold = mentions.tp + mentions.fn, labels.tp + labels.fn
        return cls(lengths, gold, mentions.fp, mentions.fn, label_gold, labels.fp, labels.fn, right)

    def to_json(self) -> dict[str, str]:
        """Return every column as a short line of text."""
        numbers = {name: pack(getattr(self, name)) for name in NUMBERS}
        return {**numbers, "right": pack_bits(self.right)}

    @classmethod
    def from_json(cls, data: dict[str, str]) -> SentenceTable:
        numbers = {name: unpack(data[name]) for name in NUMBERS}
        return cls(**numbers, right=unpack_bits(data["right"]))


NUMBERS = ("lengths", "gold", "fp", "fn", "label_gold", "label_fp", "label_fn")
