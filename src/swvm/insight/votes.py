"""The weights that two labellings of a sentence use, feature by feature.

    score(x, y) = sum over positions i and features f that fire at i of  value(f) * weight(f, labels of y at i)

Weights and values are float32, and their products are exact in float64, so the votes for a labelling add up to its
score exactly. The engine multiplies and adds in float32: its score is the same up to that rounding.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from swvm.features.encoded import Encoded
from swvm.features.template import Kind
from swvm.insight.places import Clique, Places, transition
from swvm.model.model import Model


class Vote(NamedTuple):
    """What one feature, firing at position `at`, adds to the score of each of two labellings.

    `labels` and `other_labels` are what it sees of them. `at` counts from 0; the number of tokens is the end.
    """

    kind: int
    feature: str
    template: str
    at: int
    labels: str
    weight: float
    other_labels: str
    other_weight: float

    @property
    def difference(self) -> float:
        """What the feature adds to the lead of the first labelling."""
        return self.weight - self.other_weight


def lead(votes: Iterable[Vote]) -> float:
    """Return the exact sum of what the votes add to the lead of the first labelling."""
    return math.fsum(part for vote in votes for part in (vote.weight, -vote.other_weight))


class Fired(NamedTuple):
    """A feature that fires at a position."""

    at: int
    kind: int
    feature: int
    value: float


@dataclass(frozen=True, slots=True)
class Ballot:
    """One sentence under a model: which features fire where, and what each adds to a labelling."""

    model: Model
    places: Places
    fired: tuple[tuple[Fired, ...], ...]  # by position

    @classmethod
    def of(cls, model: Model, places: Places, encoded: Encoded, sentence: int) -> Ballot:
        """Read the features of a sentence. The end is a position where the chain has cliques there."""
        length = int(encoded.offsets[sentence + 1] - encoded.offsets[sentence])
        closes = model.record.chain.start is None
        return cls(model, places, tuple(_fired(model, encoded, sentence, i) for i in range(length + closes)))

    def cliques(self, path: Sequence[int]) -> list[Clique]:
        """Return the labels at i-2, i-1 and i for each position i."""
        boundary, start = len(self.places.labels), self.model.record.chain.start
        begin = boundary if start is None else start
        padded = [begin, begin, *path, boundary]
        return [(padded[i], padded[i + 1], padded[i + 2]) for i in range(len(self.fired))]

    def weight(self, one: Fired, clique: Clique) -> float:
        """Return what a feature adds where it sees these labels. A pair that the chain lacks has no weight."""
        context = self.places.context(one.kind, clique)
        if context is None:
            return 0.0
        return one.value * float(self.places.row(one.kind, one.feature, context)[clique[2]])

    def score(self, path: Sequence[int]) -> float:
        """Return the exact sum of the weights of a labelling."""
        cliques = self.cliques(path)
        return math.fsum(self.weight(one, cliques[one.at]) for here in self.fired for one in here)

    def votes(self, path: Sequence[int], other: Sequence[int]) -> list[Vote]:
        """Return the votes of all features that see a difference between two labellings, the strongest first."""
        found: list[Vote] = []
        for here, ours, theirs in zip(self.fired, self.cliques(path), self.cliques(other), strict=True):
            if ours != theirs:
                found += self._votes(here, ours, theirs)
        return sorted(found, key=lambda vote: -abs(vote.difference))

    def _votes(self, here: Sequence[Fired], ours: Clique, theirs: Clique) -> Iterator[Vote]:
        texts = [(self._text(kind, ours), self._text(kind, theirs)) for kind in Kind]
        for one in here:
            text, other_text = texts[one.kind]
            if text != other_text:
                name, template = self.places.name(one.kind, one.feature), self.places.template(one.kind, one.feature)
                weight, other_weight = self.weight(one, ours), self.weight(one, theirs)
                yield Vote(one.kind, name, template, one.at, text, weight, other_text, other_weight)

    def _text(self, kind: int, clique: Clique) -> str:
        *before, label = _seen_of_kind(kind, clique)
        return transition(kind, self.places.before(before), self.places.label(label))


def _seen_of_kind(kind: int, clique: Clique) -> tuple[int, ...]:
    return (clique[2:], clique[1:], clique[::2], clique)[kind]


def _fired(model: Model, encoded: Encoded, sentence: int, i: int) -> tuple[Fired, ...]:
    return tuple(
        one for kind in Kind if model.record.chain.counts[kind] for one in _of_kind(model, encoded, sentence, i, kind)
    )


def _of_kind(model: Model, encoded: Encoded, sentence: int, i: int, kind: Kind) -> Iterator[Fired]:
    """Yield the constants, then what is observed. Kind T has no position at the end."""
    first, last = int(encoded.offsets[sentence]), int(encoded.offsets[sentence + 1])
    if kind == Kind.T and first + i == last:
        return
    for of_kind, feature in model.record.chain.constants:
        if of_kind == kind:
            yield Fired(i, int(kind), feature, 1.0)
    spans = encoded.spans[kind]
    position = first + i + (0 if kind == Kind.T else sentence)
    here = slice(int(spans.starts[position]), int(spans.starts[position + 1]))
    ids = spans.ids[here].tolist()
    values = getattr(spans, "values", None)
    numbers = [1.0] * len(ids) if values is None else values[here].tolist()
    for feature, value in zip(ids, numbers, strict=True):
        yield Fired(i, int(kind), feature, value)
    for table, rows, start in encoded.dense if kind == Kind.T else ():
        numbers = table[rows[position]].tolist() if rows[position] >= 0 else []
        for k, value in enumerate(numbers):
            yield Fired(i, int(kind), start + k, value)
