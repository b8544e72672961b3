"""The slow, obvious twin of `swvm.evaluate.chunks`: conlleval's counting, token by token.

Chunks are never collected. The two columns are walked together: a chunk is open while both began together, and it
counts as correct when both end together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

STARTS = {("O", "B"), ("B", "B"), ("I", "B"), ("O", "I"), ("E", "I"), ("O", "E"), ("E", "E")}
ENDS = {("B", "O"), ("B", "B"), ("I", "O"), ("I", "B"), ("E", "O"), ("E", "I"), ("E", "E")}
OUTSIDE = ("O", "")


@dataclass
class ChunkCounts:
    """What conlleval counts: chunks by type, tokens, and tokens with the right label."""

    correct: Counter[str] = field(default_factory=Counter)
    gold: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    tokens: int = 0
    correct_tokens: int = 0


def split(label: str) -> tuple[str, str]:
    """Split a label at its first hyphen into tag and type."""
    tag, _, type_ = label.partition("-")
    return tag, type_


def starts(before: tuple[str, str], now: tuple[str, str]) -> bool:
    """Say whether a chunk starts with the label `now`."""
    return (before[0], now[0]) in STARTS or (now[0] != "O" and before[1] != now[1])


def ends(before: tuple[str, str], now: tuple[str, str]) -> bool:
    """Say whether a chunk ended with the label `before`."""
    return (before[0], now[0]) in ENDS or (before[0] != "O" and before[1] != now[1])


def count_chunks(gold: Sequence[Sequence[str]], predicted: Sequence[Sequence[str]]) -> ChunkCounts:
    """Count over sentences; between two of them stands an O."""
    counts = ChunkCounts()
    for gold_labels, predicted_labels in zip(gold, predicted, strict=True):
        count_sentence(counts, gold_labels, predicted_labels)
    return counts


def count_sentence(counts: ChunkCounts, gold: Sequence[str], predicted: Sequence[str]) -> None:
    """Add the counts of one sentence."""
    open_ = False
    g0, p0 = OUTSIDE, OUTSIDE
    for g, p in _with_end(zip(map(split, gold), map(split, predicted), strict=True)):
        gold_ends, predicted_ends = ends(g0, g), ends(p0, p)
        if open_ and gold_ends and predicted_ends and g0[1] == p0[1]:
            counts.correct[g0[1]] += 1
            open_ = False
        elif gold_ends != predicted_ends or g[1] != p[1]:
            open_ = False
        gold_starts, predicted_starts = starts(g0, g), starts(p0, p)
        open_ = open_ or (gold_starts and predicted_starts and g[1] == p[1])
        counts.gold[g[1]] += gold_starts
        counts.predicted[p[1]] += predicted_starts
        g0, p0 = g, p
    counts.tokens += len(gold)
    counts.correct_tokens += sum(g == p for g, p in zip(gold, predicted, strict=True))


def _with_end(
    labels: Iterable[tuple[tuple[str, str], tuple[str, str]]],
) -> Iterable[tuple[tuple[str, str], tuple[str, str]]]:
    yield from labels
    yield OUTSIDE, OUTSIDE
