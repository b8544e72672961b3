"""The settings of a search."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from swvm.config import Config, parameter
from swvm.errors import SettingError
from swvm.tune.halving import Halving
from swvm.tune.search import Greedy, Search

SEARCHES: Mapping[str, type[Search]] = {"greedy": Greedy, "halving": Halving}


@dataclass(frozen=True, slots=True)
class TuneConfig(Config):
    """The settings of a search."""

    folds: int | None = parameter(None, "choose by the mean F1 over so many folds of TRAIN, instead of dev", minimum=2)
    search: str = parameter("greedy", "how recipes are searched for", choices=tuple(SEARCHES))
    judges: float = parameter(
        0.5, "the share of dev that the search does not see: it judges the finalists", minimum=0, maximum=0.9
    )
    minutes: float | None = parameter(60.0, "the time of this call")
    trials: int | None = parameter(None, "runs at most; the same number gives the same recipe", minimum=1)
    sample: int = parameter(100_000, "tokens that are learned from before the finalists", minimum=1)
    seed: int = parameter(1, "the seed of everything that is drawn", minimum=1)
    workers: int | None = parameter(None, "processes; no result depends on them", minimum=1)

    def __post_init__(self) -> None:
        Config.__post_init__(self)
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise SettingError(f"minutes is {self.minutes}; it must be a number above 0")
