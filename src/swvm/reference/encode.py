"""Corpus -> feature ids, with dictionaries: the twin of `native/features`. A feature is its template's text and values.

The value of a column is a string or, where the column is a bag, a dict of attributes with their numbers.

Within a position the ids stand in this order: constants of kind T; the templates of one observation, those of one
column and offset together; the others. Ids count from 0 in each kind: constants first, then by falling count, ties by
first appearance in that order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

import numpy as np

from swvm.features.encoded import N_KINDS, Encoded, Spans
from swvm.features.template import Call, Observation, Template, unique_texts

Sentence = Sequence[Mapping[str, str | Mapping[str, float]]]  # a token: column -> value
Evaluate = Callable[[tuple[Call, ...], str], str | None]


class Feature(NamedTuple):
    """What makes a feature: the text of its template, and the values observed."""

    text: str
    values: tuple[str, ...]


class Fired(NamedTuple):
    """A feature at a position, with its name there, and the number that it has."""

    feature: Feature
    name: str
    number: float = 1.0


class ReferenceEncoder:
    """Gives features ids and looks them up, slowly."""

    def __init__(self, templates: Sequence[Template], evaluate: Evaluate) -> None:
        texts = unique_texts(templates)
        self.templates = [(one.normalised(), text) for one, text in zip(templates, texts, strict=True)]
        self.evaluate = evaluate
        self.ids: list[dict[Feature, int]] = [{} for _ in range(N_KINDS)]
        self.names: list[list[str]] = [[] for _ in range(N_KINDS)]

    @property
    def constants(self) -> list[tuple[int, int]]:
        """Kind and id of each template that observes nothing and touches more than one label."""
        return [
            (int(one.kind), self.ids[one.kind][Feature(text, ())])
            for one, text in self.templates
            if one.kind and not one.observations
        ]

    def fit(self, sentences: Sequence[Sentence], minimum_count: int = 1) -> Encoded:
        """Give every feature an id, but for those met fewer than `minimum_count` times. Constants always have one."""
        self.ids = [{} for _ in range(N_KINDS)]
        self.names = [[] for _ in range(N_KINDS)]
        return self.extend(sentences, minimum_count)

    def extend(self, sentences: Sequence[Sentence], minimum_count: int = 1) -> Encoded:
        """Give the unseen features of more sentences ids behind the known ones."""
        for kind in range(N_KINDS):
            self._learn(kind, sentences, minimum_count)
        return self.encode(sentences)

    def encode(self, sentences: Sequence[Sentence]) -> Encoded:
        """Look features up; unknown ones are left out."""
        offsets = np.cumsum([0, *map(len, sentences)], dtype=np.int64)
        t, tt, t_t, ttt = (self._spans(kind, sentences) for kind in range(N_KINDS))
        return Encoded(offsets, (t, tt, t_t, ttt))

    def _learn(self, kind: int, sentences: Sequence[Sentence], minimum_count: int) -> None:
        constants = [Fired(Feature(text, ()), _name(one, ())) for one, text in self._of(kind) if not one.observations]
        fired = [one for position in self._positions(kind, sentences) for one in position]
        counts = Counter(one.feature for one in fired)
        frequent = [one for one in fired if counts[one.feature] >= minimum_count]
        for feature, name, _ in [*constants, *sorted(frequent, key=lambda one: -counts[one.feature])]:
            if feature not in self.ids[kind]:
                self.ids[kind][feature] = len(self.names[kind])
                self.names[kind].append(name)

    def _spans(self, kind: int, sentences: Sequence[Sentence]) -> Spans:
        known = self.ids[kind]
        found = [
            [(known[one.feature], one.number) for one in position if one.feature in known]
            for position in self._positions(kind, sentences)
        ]
        starts = np.cumsum([0, *map(len, found)], dtype=np.int64)
        flat = [one for position in found for one in position]
        values = np.array([number for _, number in flat], dtype=np.float32)
        return Spans(starts, np.array([id for id, _ in flat], dtype=np.uint32), values)

    def _positions(self, kind: int, sentences: Sequence[Sentence]) -> list[list[Fired]]:
        """Return what fires at each position: 1..n for kind T, 1..n+1 for the others."""
        ordered = self._ordered(kind)
        return [
            list(self._at(ordered, sentence, i)) for sentence in sentences for i in range(len(sentence) + (kind > 0))
        ]

    def _at(self, ordered: list[tuple[Template, str]], sentence: Sentence, i: int) -> Iterator[Fired]:
        """Yield what fires at a position. Templates of one bag at one offset go through its attributes together."""
        for _, group in groupby(ordered, lambda pair: _group(pair[0]) if len(pair[0].observations) == 1 else None):
            members = list(group)
            fired = [list(self._fire(one, text, sentence, i)) for one, text in members]
            together = zip(*fired, strict=True) if all(_reads_bag(one) for one, _ in members) else fired
            for some in together:
                yield from some

    def _of(self, kind: int) -> list[tuple[Template, str]]:
        return [(one, text) for one, text in self.templates if one.kind == kind]

    def _ordered(self, kind: int) -> list[tuple[Template, str]]:
        mine = self._of(kind)
        constants = [(one, text) for one, text in mine if not one.observations and kind == 0]
        singles = [(one, text) for one, text in mine if len(one.observations) == 1]
        others = [(one, text) for one, text in mine if len(one.observations) > 1]
        groups = list(dict.fromkeys(_group(one) for one, _ in singles))
        return constants + sorted(singles, key=lambda pair: groups.index(_group(pair[0]))) + others

    def _fire(self, one: Template, text: str, sentence: Sentence, i: int) -> Iterator[Fired]:
        values = [self._value(seen, sentence, i + seen.offset) for seen in one.observations]
        bag = values[0] if values and isinstance(values[0], Mapping) else None
        present = tuple(value for value in values if isinstance(value, str))
        if bag is not None:
            for value, number in bag.items():
                yield Fired(Feature(text, (value,)), _name(one, (value,)), number)
        elif len(present) == len(values):
            yield Fired(Feature(text, present), _name(one, present))

    def _value(self, seen: Observation, sentence: Sentence, place: int) -> str | Mapping[str, float] | None:
        if place < 0:
            return f"<s-{-place}>"
        if place >= len(sentence):
            return f"<e+{place - len(sentence) + 1}>"
        value = sentence[place][seen.column]
        return self.evaluate(seen.calls, value) if isinstance(value, str) else value


def _reads_bag(one: Template) -> bool:
    return len(one.observations) == 1 and one.observations[0].whole == "bag"


def _group(one: Template) -> tuple[str, int]:
    return one.observations[0].column, one.observations[0].offset


def _name(one: Template, values: tuple[str, ...]) -> str:
    """`w[i-1]=the, w[i]=dog, t[i]`; of a template with a name, which others may share: `name: the, dog, t[i]`."""
    labels = Template((), one.labels).text
    if one.name:
        return f"{one.name}: {', '.join([*values, labels])}"
    return ", ".join([*(f"{seen}={value}" for seen, value in zip(one.observations, values, strict=True)), labels])
