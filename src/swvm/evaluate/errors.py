"""Gold against predicted labels, mention by mention: what was missed, what is spurious, what is right in part.

Every gold mention that was not found, and every predicted one that is not right, belongs to one error. Two of them make
one where they overlap: those with the same tokens first, then those of one type, with more tokens in common first.
Where labels are plain tags, each token is a mention of its tag.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple, TypeAlias

import numpy as np

from swvm.data.schemes.labels import LabelInput, LabelSequences, as_sequences, parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule
from swvm.data.schemes.transitions import Scheme, scheme_named
from swvm.evaluate.chunks import mentions_by_rule
from swvm.evaluate.evaluation import find_scheme
from swvm.evaluate.pairs import LabelPair, pair_labels


class Span(NamedTuple):
    """A mention in its sentence: tokens start .. end, the end not included."""

    start: int
    end: int
    type: str


KINDS = {
    "missed": "Missed: nothing was predicted there",
    "spurious": "Spurious: nothing is there",
    "type": "Wrong type, right tokens",
    "boundary": "Wrong boundary, right type",
    "both": "Wrong boundary and wrong type",
}


@dataclass(frozen=True, slots=True)
class Error:
    """One error. `gold` is None where it is spurious, `predicted` where it was missed."""

    kind: str
    sentence: int
    gold: Span | None
    predicted: Span | None

    @property
    def span(self) -> tuple[int, int]:
        """The tokens that it touches."""
        spans = [one for one in (self.gold, self.predicted) if one is not None]
        return min(one.start for one in spans), max(one.end for one in spans)

    @property
    def types(self) -> tuple[str, ...]:
        """The types that it touches, that of the gold mention first."""
        return tuple(dict.fromkeys(one.type for one in (self.gold, self.predicted) if one is not None))


@dataclass(frozen=True, slots=True)
class Compared:
    """Both labellings as mentions, sentence by sentence, and their errors in the order of the text."""

    gold: tuple[tuple[Span, ...], ...]
    predicted: tuple[tuple[Span, ...], ...]
    errors: tuple[Error, ...]

    @property
    def right(self) -> int:
        """How many mentions are right."""
        return sum(len(set(one) & set(other)) for one, other in zip(self.gold, self.predicted, strict=True))


Spans: TypeAlias = tuple[Span, ...]


def compare(gold: LabelInput, predicted: LabelInput, scheme: str | Scheme | None = None) -> Compared:
    """Return what is wrong in predicted labels."""
    gold, predicted = as_sequences(gold), as_sequences(predicted)
    pair = pair_labels(gold, predicted)
    found = scheme_named(scheme) if scheme is not None else find_scheme(gold, predicted)
    one, other = _tags(pair) if found is Scheme.TAGS else _mentions(pair)
    errors = (error for s in range(pair.sentences) for error in errors_of(s, one[s], other[s]))
    return Compared(one, other, tuple(errors))


def errors_of(sentence: int, gold: Spans, predicted: Spans) -> list[Error]:
    """Return the errors of a sentence in the order of its text."""
    missed = [one for one in gold if one not in predicted]
    spurious = [one for one in predicted if one not in gold]
    pairs = [(_likeness(one, other), one, other) for one in missed for other in spurious if _overlap(one, other) > 0]
    errors = []
    for _, one, other in sorted(pairs, key=lambda pair: (-pair[0][0], -pair[0][1], pair[1].start, pair[2].start)):
        if one in missed and other in spurious:
            missed.remove(one)
            spurious.remove(other)
            errors.append(Error(_kind(one, other), sentence, one, other))
    errors += [Error("missed", sentence, one, None) for one in missed]
    errors += [Error("spurious", sentence, None, one) for one in spurious]
    return sorted(errors, key=lambda error: error.span)


def _overlap(one: Span, other: Span) -> int:
    return min(one.end, other.end) - max(one.start, other.start)


def _likeness(one: Span, other: Span) -> tuple[int, int]:
    same = (one.start, one.end) == (other.start, other.end)
    return (2 if same else int(one.type == other.type)), _overlap(one, other)


def _kind(gold: Span, predicted: Span) -> str:
    if gold.type == predicted.type:
        return "boundary"
    return "type" if (gold.start, gold.end) == (predicted.start, predicted.end) else "both"


def _mentions(pair: LabelPair) -> tuple[tuple[Spans, ...], tuple[Spans, ...]]:
    parsed = parse_labels(pair.names)
    found = mentions_by_rule(pair, parsed, break_rule(parsed))
    return tuple(_spans(pair, one, parsed.type_names) for one in (found.gold, found.predicted))  # type: ignore[return-value]


def _spans(pair: LabelPair, found: Mentions, names: tuple[str, ...]) -> tuple[Spans, ...]:
    offsets = pair.gold.offsets
    first = offsets[found.sentences]
    columns = ((found.starts - first).tolist(), (found.ends - first).tolist(), found.types.tolist())
    every = [Span(start, end, names[type_]) for start, end, type_ in zip(*columns, strict=True)]
    bounds = np.searchsorted(found.sentences, np.arange(pair.sentences + 1)).tolist()
    return tuple(tuple(every[begin:end]) for begin, end in pairwise(bounds))


def _tags(pair: LabelPair) -> tuple[tuple[Spans, ...], tuple[Spans, ...]]:
    return tuple(_tokens(pair.gold)), tuple(_tokens(pair.predicted))


def _tokens(labels: LabelSequences) -> Iterator[Spans]:
    for tags in labels.to_lists():
        yield tuple(Span(i, i + 1, tag) for i, tag in enumerate(tags))
