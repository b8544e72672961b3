"""What the twins read of a sentence: integers and values. Making them from text is the work of `swvm.features`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError
from swvm.reference.chain import ReferenceChain, T


class Spans(Protocol):
    """The features of one kind: position p has `ids[starts[p]:starts[p+1]]`, each with its value, or all with 1."""

    @property
    def starts(self) -> npt.NDArray[np.int64]: ...

    @property
    def ids(self) -> npt.NDArray[np.uint32]: ...

    @property
    def values(self) -> npt.NDArray[np.float32] | None: ...


Dense = tuple[npt.NDArray[np.float32], npt.NDArray[np.int32], int]  # a table, each token's row in it, the first feature


class Encoded(Protocol):
    """Sentences as feature ids, with the gold labels where they are known."""

    @property
    def offsets(self) -> npt.NDArray[np.int64]: ...

    @property
    def spans(self) -> Sequence[Spans]: ...

    @property
    def gold(self) -> npt.NDArray[np.int32] | None: ...

    @property
    def dense(self) -> Sequence[Dense]: ...


@dataclass(frozen=True, slots=True)
class Sentence:
    """x: one sentence of an encoded corpus, under a chain. Positions are 1..n, and n+1 where the boundary is t[i]."""

    chain: ReferenceChain
    encoded: Encoded
    number: int

    @property
    def length(self) -> int:
        """The number n of tokens."""
        return int(self.encoded.offsets[self.number + 1] - self.encoded.offsets[self.number])

    @property
    def gold(self) -> tuple[int, ...]:
        """The gold labelling y. A label that the model does not know is an error."""
        if self.encoded.gold is None:
            raise DataError("the sentences have no gold labels, so nothing can be learned from them")
        begin = int(self.encoded.offsets[self.number])
        labels = tuple(int(label) for label in self.encoded.gold[begin : begin + self.length])
        if not all(0 <= label < self.chain.labels for label in labels):
            raise DataError(f"sentence {self.number + 1} has a gold label that the model does not know")
        return labels

    def fired(self, i: int) -> Iterator[tuple[int, int, float]]:
        """Yield (kind, feature, value) of what fires at i: T at 1..n, the other kinds at 1..n+1; constants first."""
        for kind in range(4):
            if i > self.length and (kind == T or not self.chain.closes):
                continue
            constants = [(feature, 1.0) for of_kind, feature in self.chain.constants if of_kind == kind]
            for feature, value in constants + self._observed(kind, i):
                yield kind, feature, value

    def _observed(self, kind: int, i: int) -> list[tuple[int, float]]:
        """Kind T has n positions a sentence, the others n+1."""
        position = int(self.encoded.offsets[self.number]) + (i - 1) + (0 if kind == T else self.number)
        spans = self.encoded.spans[kind]
        here = slice(spans.starts[position], spans.starts[position + 1])
        values = np.ones(len(spans.ids)) if spans.values is None else spans.values
        found = [(int(feature), float(value)) for feature, value in zip(spans.ids[here], values[here], strict=True)]
        return found + (self._numbers(position) if kind == T else [])

    def _numbers(self, token: int) -> list[tuple[int, float]]:
        """Return the features of the vectors that a token has."""
        return [
            (first + k, float(value))
            for table, rows, first in self.encoded.dense
            if rows[token] >= 0
            for k, value in enumerate(table[rows[token]])
        ]


def sentences(chain: ReferenceChain, encoded: Encoded) -> list[Sentence]:
    """Return all sentences of a corpus."""
    return [Sentence(chain, encoded, number) for number in range(len(encoded.offsets) - 1)]
