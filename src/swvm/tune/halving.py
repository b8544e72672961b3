"""Successive halving: many random recipes on a ninth of the data, the best third on a third of it, of these on all."""

from __future__ import annotations

import numpy as np

from swvm.tune.bench import Level
from swvm.tune.recipe import Recipe
from swvm.tune.search import FEW, ONE, Batches, Search, chosen
from swvm.tune.trials import Candidate

WIDTH = 54  # recipes of a bracket
KEPT = 3  # one of so many goes on
BRACKETS = 6


class Halving(Search):
    """Brackets of random recipes; the starts are in the first one."""

    def planned(self) -> list[str]:
        """Return the stages of a search."""
        return ["the starting recipes", *(f"bracket {number}" for number in range(1, BRACKETS + 1))]

    def batches(self) -> Batches:
        """Yield the batches of all brackets."""
        stages = iter(self.planned())
        self.stages.append(next(stages))
        rng = np.random.default_rng(self.seed)
        starts = list(self.space.starts().values())
        yield [Candidate(recipe, self.level, FEW) for recipe in starts]
        reached = dict.fromkeys(starts)
        self.current = chosen(self.bench, reached, self.level).taken.recipe
        for stage in stages:
            self.stages.append(stage)
            recipes = list(dict.fromkeys(self.space.random(rng) for _ in range(WIDTH)))
            for share in (self.level / KEPT**2, self.level / KEPT):
                yield [Candidate(recipe, share, ONE) for recipe in recipes]
                recipes = self._best(recipes, share)
            yield [Candidate(recipe, self.level, FEW) for recipe in recipes]
            reached |= dict.fromkeys(recipes)
            self.current = chosen(self.bench, reached, self.level).taken.recipe

    def _best(self, recipes: list[Recipe], share: Level) -> list[Recipe]:
        scored = [(self.bench.result(recipe, share).score, recipe) for recipe in recipes]
        ordered = sorted(scored, key=lambda one: (-round(one[0], 9), one[1].simplicity))
        return [recipe for _, recipe in ordered[: max(1, len(recipes) // KEPT)]]
