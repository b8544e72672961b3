"""How far a search may go: minutes by the clock, or a number of trials, which gives the same choice everywhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

SEARCHING, COMPARING, TABLE = 0.6, 0.9, 0.1  # of what there is: where a phase ends, and what the last one has at least


class Need(NamedTuple):
    """What is kept for a later phase."""

    seconds: float = 0.0
    trials: int = 0


@dataclass(frozen=True)
class Bounds:
    """The limits of a phase. Of two that are reached at once the number of trials is named."""

    seconds: float = math.inf
    trials: int | None = None
    began: float = field(default_factory=time.monotonic)
    now: Callable[[], float] = time.monotonic
    kept: Callable[[], Need] = Need

    def up_to(self, share: float, leaving: int = 0) -> Bounds:
        """Return the limits of a phase that ends when this share is used; of few trials it leaves some, up to half."""
        if self.trials is None:
            return replace(self, seconds=share * self.seconds)
        trials = min(round(share * self.trials), max(self.trials - leaving, self.trials // 2))
        return replace(self, seconds=share * self.seconds, trials=trials)

    def keeping(self, need: Callable[[], Need]) -> Bounds:
        """Return the limits of a phase that leaves what a later one needs, a tenth of the time at least."""
        return replace(self, kept=lambda: Need(max(need().seconds, TABLE * self.seconds), need().trials))

    @property
    def left(self) -> float:
        """The seconds that are left."""
        if math.isinf(self.seconds):
            return math.inf
        return self.seconds - self.kept().seconds - (self.now() - self.began)

    def over(self) -> bool:
        """Say whether the time is over."""
        return self.left <= 0

    def too_many(self, trials: int) -> bool:
        """Say whether so many trials are more than are allowed."""
        return self.trials is not None and trials + self.kept().trials > self.trials
