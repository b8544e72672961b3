"""What the recipe scores, by how much of dev had a say in choosing it.

On the sentences that the search looked at its score flatters: every step was taken by them. On the others it is honest
but for the end, where all of dev decides between a few finalists. How much that flatters is estimated: `optimism` is
that of a choice by these sentences alone; where they are but a part of those that decide, by their root less.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from swvm.tune.bench import Result
from swvm.tune.halves import Halves
from swvm.tune.optimism import Optimism, optimism


@dataclass(frozen=True, slots=True)
class Estimate:
    """F1 of the recipe. Without sentences of their own to judge, `judged` is `searched`."""

    searched: float
    judged: float
    whole: float  # on all of dev
    luck: Optimism | None  # of a choice between the finalists by the judging sentences alone
    share: float = 1.0  # of the sentences that decided at the end, those that judge

    @property
    def flattery(self) -> float:
        """By how much the choice between the finalists makes `judged` too high."""
        return math.sqrt(self.share) * self.luck.on_all if self.luck else 0.0

    @property
    def expected(self) -> float:
        """What to expect on other data like these."""
        return self.judged - self.flattery


def estimate(result: Result, rivals: Sequence[Result], cut: Halves, seed: int) -> Estimate:
    """Estimate from the recipe's result and those that it was chosen from."""
    return Estimate(
        result.on(cut.searched).score,
        result.on(cut.judging or cut.searched).score,
        result.on(None).score,
        optimism(rivals, seed),
        1.0 if cut.judging is None else float(np.concatenate(cut.judging).mean()),
    )
