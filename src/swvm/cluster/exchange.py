"""Bigrams -> a class for each word, by exchange: each word in turn goes where the text becomes likeliest.

The most frequent words begin with a class each; the first sweep places the others, the most frequent first, and the
later sweeps move all of them until none moves. The engine computes a gain exactly, as whole numbers.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.cluster.config import ClusterConfig
from swvm.cluster.text import Bigrams
from swvm.errors import SettingError

SLICE = 200_000  # bigrams; a slice of a sweep takes a fraction of a second, so Ctrl-C need not wait long
BITS = 1 << 20  # the unit of the engine is 2^-20 bits

Assignment = npt.NDArray[np.int32]


@dataclass(slots=True)
class ExchangeState:
    """How far exchange has come: all that a checkpoint needs."""

    assignment: Assignment
    sweep: int = 0  # whole sweeps
    word: int = 0  # the next word of this sweep
    moved: int = 0  # words moved in this sweep so far
    settled: bool = False  # no word moved in the last whole sweep


def first_assignment(words: int, clusters: int) -> Assignment:
    """Return a class for each of the most frequent words; the others wait in class `clusters + 1`."""
    if clusters > words:
        raise SettingError(
            f"there are {words:,} words to cluster, fewer than the {clusters:,} clusters: ask for fewer clusters, or "
            "take a lower minimum count or more text"
        )
    assignment = np.full(words, clusters + 1, np.int32)
    assignment[:clusters] = np.arange(clusters)
    return assignment


def engine_of(bigrams: Bigrams, clusters: int, assignment: Assignment) -> _native.Clusters:
    """Return the engine over a text and the classes so far."""
    after, before = bigrams.after, bigrams.before
    return _native.Clusters(
        clusters, after.starts, after.ids, after.counts, before.starts, before.ids, before.counts, bigrams.between,
        assignment,
    )  # fmt: skip


def exchange(
    engine: _native.Clusters, bigrams: Bigrams, config: ClusterConfig, state: ExchangeState
) -> Generator[ExchangeState]:
    """Run the sweeps that are left, changing the state in place; yield it after each slice of a sweep."""
    ends = _slices(bigrams)
    while not state.settled and state.sweep < config.sweeps:
        end = int(ends[np.searchsorted(ends, state.word, side="right")])
        state.moved += engine.sweep(state.word, end)
        state.word, state.assignment = end, engine.assignment()
        if end == len(bigrams.words):
            state.settled = state.moved == 0
            state.sweep, state.word = state.sweep + 1, 0
        yield state
        if state.word == 0:
            state.moved = 0


def _slices(bigrams: Bigrams) -> npt.NDArray[np.int64]:
    """Return where slices of a sweep end: after about as many bigrams each."""
    work = np.cumsum(np.diff(bigrams.after.starts) + np.diff(bigrams.before.starts))
    last = np.flatnonzero(np.diff(work // SLICE) > 0) + 1
    return np.append(last, len(bigrams.words))


def bits_per_token(engine: _native.Clusters, bigrams: Bigrams) -> float:
    """Return the cross-entropy of the class bigram model on its text: what the sweeps make smaller."""
    rare = bigrams.tokens - int(bigrams.counts.sum())
    counts = np.append(bigrams.counts, [bigrams.sentences, max(rare, 1)]).astype(np.float64)  # all rare words are one
    words = float(np.sum(counts * np.log2(counts)))
    return -(engine.objective() / BITS + words) / (bigrams.tokens + bigrams.sentences)
