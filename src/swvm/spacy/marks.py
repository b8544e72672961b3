"""Mentions of a corpus -> where they stand in the docs, as spans of one doc or as the entities of all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from spacy.tokens import Doc, Span

from swvm.data.schemes.mentions import Mentions
from swvm.spacy.annotations import BEGIN, OUT, WITHIN
from swvm.spacy.sequences import Sequences

Numbers = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Marks:
    """Mentions in docs. A mention lies within a sequence, and so within a doc."""

    starts: Numbers  # in its doc
    ends: Numbers  # the end not included
    types: npt.NDArray[np.uint64]  # hashes of the types
    docs: Numbers  # the number of its doc
    bounds: Numbers  # the mentions of each doc: bounds[d] .. bounds[d+1]

    @classmethod
    def of(cls, found: Sequences, mentions: Mentions, types: Sequence[int]) -> Marks:
        """Return where mentions stand."""
        docs = found.docs[mentions.starts]
        bounds = np.searchsorted(docs, np.arange(len(found.bounds)))
        hashes = np.array(types, np.uint64)[mentions.types]
        return cls(found.places[mentions.starts], found.places[mentions.ends - 1] + 1, hashes, docs, bounds)

    def spans(self, doc: Doc, number: int) -> list[Span]:
        """Return those of a doc, which has this number."""
        own = slice(self.bounds[number], self.bounds[number + 1])
        rows = zip(self.starts[own].tolist(), self.ends[own].tolist(), self.types[own].tolist(), strict=True)
        return [Span(doc, start, end, label=type_) for start, end, type_ in rows]

    def table(self, found: Sequences) -> npt.NDArray[np.uint64]:
        """Return for each token of the docs, whitespace too, what spaCy keeps of entities: place and type."""
        table = np.zeros((int(found.bounds[-1]), 2), np.uint64)
        table[:, 0] = OUT
        begins, lengths = found.bounds[self.docs] + self.starts, self.ends - self.starts
        inside = np.repeat(begins - np.cumsum(lengths) + lengths, lengths) + np.arange(int(lengths.sum()))
        table[inside, 0], table[inside, 1] = WITHIN, np.repeat(self.types, lengths)
        table[begins, 0] = BEGIN
        return table
