"""The data of a search: TRAIN and DEV as they were given, or TRAIN alone cut into folds.

A trial may learn from a share of the training sentences; every trial with this share learns from the same ones.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from swvm.data.corpus import Corpus
from swvm.data.reading import read
from swvm.data.splits import Part, Split, folds
from swvm.errors import DataError
from swvm.experiment.plan import PartKey
from swvm.experiment.sources import CorpusSource, Whole

Reading = tuple[tuple[str, Any], ...]


@dataclass(frozen=True, slots=True)
class GivenSource(CorpusSource):
    """Files with the way to read each: (part, path, reading)."""

    given: tuple[tuple[str, str, Reading], ...] = ()

    @property
    def has_dev(self) -> bool:
        """Whether there are development data beside the training data."""
        return len(self.given) > 1

    def pieces(self) -> dict[str, Corpus]:
        """Read the files."""
        found = {part: read(path, **dict(reading)) for part, path, reading in self.given}
        for part, corpus in found.items():
            if corpus.n_tokens == 0:
                raise DataError(f"{corpus.source}: there are no sentences in the {part} data")
            corpus.labelled()
        return found


@dataclass(frozen=True)
class TrialPart(PartKey):
    """A part of a search: a share of the training sentences, and what to score on."""

    share: float = 1.0

    def split(self, whole: Whole) -> Split:
        """Return the sentences of train and dev; there are none to test on."""
        nothing = np.empty(0, np.int64)
        if self.protocol.kind == "given":
            train, dev = whole.parts["train"], whole.parts["dev"]
        else:
            cut = folds(len(whole.corpus), self.protocol.parts, seed=self.protocol.seed)
            dev = np.sort(cut[self.fold])
            train = np.sort(np.concatenate([part for k, part in enumerate(cut) if k != self.fold]))
        return Split(shared(train, self.share, self.protocol.seed), dev, nothing)

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Return what decides the sentences and their features; no path is in it."""
        plain = asdict(self)
        return {**plain, "source": "", "features": ""}  # known by their checksums


def shared(sentences: Part, share: float, seed: int) -> Part:
    """Return a share of the sentences, drawn by a seed, in their order; a smaller share is part of a larger one."""
    count = max(1, round(share * len(sentences)))
    order = np.random.default_rng(seed).permutation(len(sentences))
    return sentences[np.sort(order[:count])]
