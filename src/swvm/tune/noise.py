"""Is a difference on dev more than noise? Where it is not, the simpler recipe is taken.

Two sources of noise are told apart. Seeds: the order of the sentences in training moves F1 by a standard deviation s,
which is pooled over all recipes that were trained with several seeds; the mean of n runs has s / √n. A difference
counts where it exceeds CAUTION times the root of the sum of the squares of both means' errors: the rule of one standard
error. Sentences: other development sentences would give another difference; its standard deviation is that of the
paired bootstrap. A difference that exceeds both together is beyond noise of any kind.

Only the first decides. The second is mostly the larger one, and by it what helps a little would all be thrown out.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from swvm.evaluate.significance import paired_bootstrap
from swvm.tune.bench import Result, paired

CAUTION = 1.0
TRIALS = 1000  # of the bootstrap
WIDTH = 2 * 1.959964  # of an interval that holds 95 %, in standard deviations
NO_SPREAD = 0.3  # in points of F1: what is taken where nothing has two seeds yet


@dataclass(frozen=True, slots=True)
class Difference:
    """The first recipe's F1 minus the second's, and its standard errors."""

    gain: float
    by_seeds: float
    by_sentences: float

    @property
    def error(self) -> float:
        return math.hypot(self.by_seeds, self.by_sentences)

    @property
    def counts(self) -> bool:
        """Whether the first is better by more than the noise of seeds."""
        return self.gain > CAUTION * self.by_seeds

    @property
    def certain(self) -> bool:
        """Whether it is better by more than the noise of seeds and sentences."""
        return self.gain > CAUTION * self.error


class Noise:
    """The noise of a level, by what has been measured there."""

    def __init__(self, results: Iterable[Result]) -> None:
        self._results = list(results)
        self._known: dict[tuple[int, int], Difference] = {}

    @cached_property
    def deviation(self) -> float:
        """The standard deviation of F1 over seeds, pooled over the recipes."""
        spreads = [(one.spread, len(one.by_seed) - 1) for one in self._results if one.spread is not None]
        freedom = sum(n for _, n in spreads)
        return math.sqrt(sum(s * s * n for s, n in spreads) / freedom) if freedom else NO_SPREAD

    def difference(self, a: Result, b: Result) -> Difference:
        """Compare two results: over the seeds that both have, where there are any."""
        key = (a.place, b.place)
        if key not in self._known:
            self._known[key] = self._difference(a, b)
        return self._known[key]

    def _difference(self, a: Result, b: Result) -> Difference:
        runs = 1 / len(a.by_seed) + 1 / len(b.by_seed)
        return Difference(a.score - b.score, self.deviation * math.sqrt(runs), _by_sentences(a, b))


def _by_sentences(a: Result, b: Result) -> float:
    counts = paired(a, b)
    if counts is None:
        return 0.0
    interval = paired_bootstrap(*counts, seed=1, trials=TRIALS).interval
    return 0.0 if interval is None else (interval[1] - interval[0]) / WIDTH


@dataclass(frozen=True, slots=True)
class Choice:
    """The recipe that is taken, the best one by its score, and the difference that was not enough."""

    taken: Result
    best: Result
    difference: Difference | None  # of the best to the taken one; None where they are one

    @property
    def guarded(self) -> bool:
        """Whether a simpler recipe was taken than the best."""
        return self.difference is not None


def choose(results: Sequence[Result], noise: Noise) -> Choice:
    """Take the simplest recipe that the best one does not beat by more than noise."""
    best = min(results, key=lambda one: (-round(one.score, 9), one.recipe.simplicity))
    for one in sorted(results, key=lambda one: one.recipe.simplicity):
        if one is best:
            break
        difference = noise.difference(best, one)
        if not difference.counts:
            return Choice(one, best, difference)
    return Choice(best, best, None)
