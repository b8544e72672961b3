"""What a search has found: the recipe, and all that was tried on the way to it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from swvm.experiment.sources import Whole
from swvm.tune.bench import Result
from swvm.tune.config import TuneConfig
from swvm.tune.estimate import Estimate
from swvm.tune.final import Final, Part
from swvm.tune.halves import Halves
from swvm.tune.noise import Noise
from swvm.tune.recipe import Groups, Recipe
from swvm.tune.search import Search
from swvm.tune.space import Space


@dataclass(frozen=True)
class Found:
    """What a search has found."""

    recipe: Recipe
    result: Result  # on the sentences that judge
    estimate: Estimate
    rivals: list[Result]  # that it can be compared with: of the same data and the same sentences
    search: Search
    final: Final
    noise: Noise
    halves: Halves
    ended: Mapping[str, str]  # of each phase: "done", "trials" or "time"; a phase that was not reached is not here
    ran: frozenset[str]  # the ids of the trials of this call, those of batches cut off among them
    seconds: float  # of this call
    whole: Whole
    config: TuneConfig

    @property
    def space(self) -> Space:
        """What was searched."""
        return self.search.space

    @property
    def groups(self) -> Groups:
        """All groups that the corpus offers."""
        return self.space.groups

    @property
    def tried(self) -> list[Result]:
        """All results, those of the finalists first."""
        return [*self.final.bench.results.values(), *self.search.bench.results.values()]

    @property
    def trials(self) -> int:
        """How many runs the results rest on."""
        return self.final.bench.evaluated + self.search.bench.evaluated

    @property
    def taken(self) -> int:
        """How many of them were in the records before this call."""
        return len((self.final.bench.known | self.search.bench.known) - self.ran)

    @property
    def parts(self) -> list[Part]:
        """What each part of the recipe brings, as far as it was measured."""
        return self.final.parts()

    @property
    def share(self) -> float:
        """The share of the training sentences that the score is of."""
        return self.result.level
