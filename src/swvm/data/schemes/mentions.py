"""Labels -> mentions: spans with a type.

A *rule* says between which two labels a mention starts or ends; it is a pair of tables over pairs of labels, so that
any labels, valid or not, have a reading. `break_rule` is conlleval's reading of labels with B and I, where an I- after
O or after another type begins a mention; besides, E and S end one. The tables of conlleval itself, which treats E and S
otherwise, are in `swvm.evaluate.rules`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import B, E, I, LabelSequences, O, ParsedLabels, S, parse_labels
from swvm.data.schemes.transitions import Scheme, pair_grid


@dataclass(frozen=True, slots=True)
class Rule:
    """Where mentions start and end, as bool[L+1, L+1] over (previous, next); index L is the sentence's boundary."""

    starts: npt.NDArray[np.bool_]
    ends: npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Mentions:
    """Mentions in order: tokens `starts[m] .. ends[m]` (the end is not included) of `sentences[m]`, type `types[m]`.

    Tokens count over the whole corpus.
    """

    starts: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    types: npt.NDArray[np.int32]
    sentences: npt.NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.starts)

    def take(self, chosen: npt.NDArray[np.bool_]) -> Mentions:
        """Return the mentions that are marked."""
        return Mentions(self.starts[chosen], self.ends[chosen], self.types[chosen], self.sentences[chosen])


def break_rule(parsed: ParsedLabels) -> Rule:
    """Return the rule of schemes: a mention breaks at O, at another type, before B and S, after E and S."""
    previous, following, same = pair_grid(parsed)
    breaks = ~same | np.isin(following, (B, S)) | np.isin(previous, (E, S))
    return Rule(starts=(following != O) & breaks, ends=(previous != O) & breaks)


def transitions_of(sequences: LabelSequences) -> npt.NDArray[np.int64]:
    """Return, for every step of every sentence, previous * (L+1) + next.

    A sentence of n tokens has n+1 steps: into each token, and into the boundary. Sentence s begins at step
    offsets[s] + s.
    """
    boundary = len(sequences.names)
    lengths = np.diff(sequences.offsets)
    count = len(sequences.codes) + len(lengths)
    following = np.full(count, boundary, np.int64)
    following[token_steps(sequences)] = sequences.codes
    previous = np.empty_like(following)
    previous[:1] = boundary
    previous[1:] = following[:-1]
    return previous * (boundary + 1) + following


def token_steps(sequences: LabelSequences) -> npt.NDArray[np.int64]:
    """Return the step into each token."""
    lengths = np.diff(sequences.offsets)
    return np.arange(len(sequences.codes)) + np.repeat(np.arange(len(lengths)), lengths)


def find_mentions(sequences: LabelSequences, parsed: ParsedLabels, rule: Rule) -> Mentions:
    """Read mentions by a rule. A mention reaches from a start to the next end; the sentence's end closes it."""
    closing = rule.ends.copy()
    closing[:, -1] = True
    steps = transitions_of(sequences)
    starts = np.flatnonzero(rule.starts.ravel()[steps])
    ends = np.flatnonzero(closing.ravel()[steps])
    ends = ends[np.searchsorted(ends, starts, side="right")]
    begins = sequences.offsets[:-1] + np.arange(len(sequences))
    sentences = np.searchsorted(begins, starts, side="right") - 1
    starts, ends = starts - sentences, ends - sentences
    return Mentions(starts, ends, parsed.types[sequences.codes[starts]], sentences)


def valid_mentions(
    sequences: LabelSequences, parsed: ParsedLabels, found: Mentions, scheme: Scheme
) -> npt.NDArray[np.bool_]:
    """Return which mentions, found by `break_rule`, a scheme allows: their first and last tags decide."""
    tags = parsed.tags[sequences.codes]
    first, last = tags[found.starts], tags[found.ends - 1]
    if scheme is Scheme.IOB2:
        return np.asarray(first == B)
    if scheme is Scheme.BIOES:
        return np.isin(first, (B, S)) & np.isin(last, (E, S))
    if scheme is Scheme.IOB1:
        touching = np.zeros(len(found), np.bool_)
        touching[1:] = (found.starts[1:] == found.ends[:-1]) & (found.types[1:] == found.types[:-1])
        touching[1:] &= found.sentences[1:] == found.sentences[:-1]
        return np.asarray((first == I) | touching)
    return np.ones(len(found), np.bool_)


def mentions(labels: Sequence[str]) -> list[tuple[str, int, int]]:
    """Return (type, start, end) of each mention of one sentence; the end is not included.

    >>> mentions(["B-PER", "I-PER", "O", "I-LOC"])
    [('PER', 0, 2), ('LOC', 3, 4)]
    """
    sequences = LabelSequences.from_lists([labels])
    parsed = parse_labels(sequences.names)
    found = find_mentions(sequences, parsed, break_rule(parsed))
    spans = zip(found.types.tolist(), found.starts.tolist(), found.ends.tolist(), strict=True)
    return [(parsed.type_names[type_], start, end) for type_, start, end in spans]
