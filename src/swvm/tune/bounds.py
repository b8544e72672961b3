"""How far a search may go: minutes by the clock, or a number of trials, which gives the same choice everywhere."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, field

SEARCHING = 0.7  # of what there is; the rest is for the finalists


@dataclass(frozen=True)
class Bounds:
    """The limits of a phase. Of two that are reached at once the number of trials is named."""

    seconds: float = math.inf
    trials: int | None = None
    began: float = field(default_factory=time.monotonic)
    now: Callable[[], float] = time.monotonic

    def searching(self) -> Bounds:
        """Return the limits of the search before the finalists."""
        trials = None if self.trials is None else round(SEARCHING * self.trials)
        return Bounds(SEARCHING * self.seconds, trials, self.began, self.now)

    @property
    def left(self) -> float:
        """The seconds that are left."""
        return self.seconds - (self.now() - self.began)

    def over(self) -> bool:
        """Say whether the time is over."""
        return self.left <= 0

    def too_many(self, trials: int) -> bool:
        """Say whether so many trials are more than are allowed."""
        return self.trials is not None and trials > self.trials
