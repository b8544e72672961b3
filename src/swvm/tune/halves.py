"""The sentences of dev that a search looks at, and those that it does not, which judge what it has found.

Neighbouring sentences share names and topics, so whole documents go to one side; where no documents are marked, or few,
stretches of sentences do.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.data.splits import Part

UNITS = 40  # stretches, where there are fewer documents than half as many

Mask: TypeAlias = npt.NDArray[np.bool_]
Sentences: TypeAlias = tuple[Mask, ...]  # of each fold, which of the sentences that it scores count


@dataclass(frozen=True, slots=True)
class Halves:
    """Both sides; None: every sentence."""

    searched: Sentences | None = None
    judging: Sentences | None = None

    @property
    def apart(self) -> bool:
        """Whether there are sentences that the search does not see."""
        return self.judging is not None


def halves(corpus: Corpus, scored: Sequence[Part], share: float, seed: int) -> Halves:
    """Cut the sentences that the folds score: about `share` of their tokens judge; none where there is one unit."""
    sentences = np.sort(np.concatenate(scored))
    units = units_of(corpus, sentences)
    if share <= 0 or units[-1] == 0:
        return Halves()
    judging = np.zeros(len(corpus), np.bool_)
    judging[sentences] = drawn(units, np.diff(corpus.offsets)[sentences], share, seed)[units]
    masks = [judging[part] for part in scored]
    return Halves(tuple(~mask for mask in masks), tuple(masks))


def units_of(corpus: Corpus, sentences: Part) -> npt.NDArray[np.int64]:
    """Return the number of each sentence's unit, from 0 on: its document, or its stretch."""
    documents = np.searchsorted(corpus.documents, sentences, side="right")
    numbers: npt.NDArray[np.int64] = np.unique(documents, return_inverse=True)[1]
    if numbers[-1] + 1 >= UNITS // 2:
        return numbers
    count = min(UNITS, len(sentences))
    return np.arange(len(sentences)) * count // len(sentences)


def drawn(units: npt.NDArray[np.int64], tokens: npt.NDArray[np.int64], share: float, seed: int) -> Mask:
    """Draw units until they have the share of the tokens; at least one is drawn, and one is left."""
    sizes = np.bincount(units, weights=tokens)
    order = np.random.default_rng([seed, len(sizes)]).permutation(len(sizes))
    before = np.cumsum(sizes[order]) - sizes[order] / 2
    count = int(np.searchsorted(before, share * sizes.sum()))
    found = np.zeros(len(sizes), np.bool_)
    found[order[: min(max(count, 1), len(sizes) - 1)]] = True
    return found
