"""What the engine reads: integers, and the values of features where they are not all 1."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus

N_KINDS = 4


class Spans(NamedTuple):
    """The feature ids of one kind: position p has ids[starts[p]] .. ids[starts[p+1]], each with its value."""

    starts: npt.NDArray[np.int64]
    ids: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float32] | None = None  # None: every value is 1


class Dense(NamedTuple):
    """Numbers with t[i]: token i has table[rows[i]] (-1: none), the values of the features from `first` on."""

    table: npt.NDArray[np.float32]
    rows: npt.NDArray[np.int32]
    first: int


@dataclass(frozen=True, slots=True)
class Encoded:
    """Sentences as feature ids. `spans[0]` has a position per token; the other kinds have one more per sentence."""

    offsets: npt.NDArray[np.int64]
    spans: tuple[Spans, Spans, Spans, Spans]
    gold: npt.NDArray[np.int32] | None = None
    dense: tuple[Dense, ...] = ()

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return int(self.offsets[-1])

    def select(self, indices: npt.ArrayLike) -> Encoded:
        """Return the sentences with these indices, in this order."""
        chosen = np.asarray(indices, dtype=np.int64)
        sentences = np.arange(len(self.offsets))
        tokens = _positions(self.offsets, chosen)
        longer = _positions(self.offsets + sentences, chosen)
        t, *others = self.spans
        spans = (_take(t, tokens), *(_take(one, longer) for one in others))
        lengths = self.offsets[chosen + 1] - self.offsets[chosen]
        gold = None if self.gold is None else self.gold[tokens]
        dense = tuple(one._replace(rows=one.rows[tokens]) for one in self.dense)
        return Encoded(_starts(lengths), (spans[0], spans[1], spans[2], spans[3]), gold, dense)


def label_codes(corpus: Corpus, labels: list[str]) -> npt.NDArray[np.int32]:
    """Return the label ids of a corpus by the model's list of labels; -1 is a label that is not in it."""
    column = corpus.labelled()
    known = {label: number for number, label in enumerate(labels)}
    table = np.array([known.get(text, -1) for text in column.interner.strings()], dtype=np.int32)
    return table[column.codes]


def _starts(lengths: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    starts = np.zeros(len(lengths) + 1, dtype=np.int64)
    np.cumsum(lengths, out=starts[1:])
    return starts


def _positions(starts: npt.NDArray[np.int64], chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return starts[c] .. starts[c+1] for each c chosen, one after another."""
    lengths = starts[chosen + 1] - starts[chosen]
    ends = np.cumsum(lengths)
    total = int(ends[-1]) if len(ends) else 0
    return np.repeat(starts[chosen] - (ends - lengths), lengths) + np.arange(total)


def _take(spans: Spans, positions: npt.NDArray[np.int64]) -> Spans:
    lengths = spans.starts[positions + 1] - spans.starts[positions]
    places = _positions(spans.starts, positions)
    return Spans(_starts(lengths), spans.ids[places], None if spans.values is None else spans.values[places])
