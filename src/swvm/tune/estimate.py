"""What the recipe scores, by how much of dev had a say in choosing it.

On the sentences that the search looked at its score flatters: every step was taken by them. On the others it is honest
but for the choice between the finalists, which were compared there; how much that flatters is estimated (`optimism`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swvm.tune.bench import Result
from swvm.tune.halves import Halves
from swvm.tune.optimism import Optimism, optimism


@dataclass(frozen=True, slots=True)
class Estimate:
    """F1 of the recipe. Without sentences of their own to judge, `judged` is `searched`."""

    searched: float
    judged: float
    whole: float  # on all of dev
    luck: Optimism | None  # of the choice between the finalists

    @property
    def expected(self) -> float:
        """What to expect on other data like these."""
        return self.judged - (self.luck.on_all if self.luck else 0.0)


def estimate(result: Result, rivals: Sequence[Result], cut: Halves, seed: int) -> Estimate:
    """Estimate from the recipe's result and those that it was chosen from."""
    return Estimate(
        result.on(cut.searched).score,
        result.on(cut.judging or cut.searched).score,
        result.on(None).score,
        optimism(rivals, seed),
    )
