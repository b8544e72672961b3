"""The end of a search, on all training data: finalists with seeds of their own; then what each part brings.

A part that brings no more than noise is taken out again, so the winner is compared with each simpler neighbour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from swvm.tune.bench import Bench, Level
from swvm.tune.noise import Choice, Difference, Noise
from swvm.tune.recipe import Recipe
from swvm.tune.search import FEW, MORE, Batches, along, chosen
from swvm.tune.space import Space, Step
from swvm.tune.trials import Candidate

FULL: Level = 1.0
ROUNDS = 4


@dataclass(frozen=True, slots=True)
class Part:
    """What one part of a recipe brings: the recipe's F1 minus that without the part, seed by seed."""

    text: str
    without: Recipe
    difference: Difference
    by_seed: tuple[float, ...]


@dataclass
class Final:
    """Decides between finalists. `current` is the choice so far, `choices` how it came about."""

    space: Space
    bench: Bench  # of its own: with seeds that the search has not seen, its luck does not count
    leaders: Sequence[Recipe]  # the best scores of the search
    current: Recipe
    choices: list[Choice] = field(default_factory=list)
    parts_known: bool = False  # what each part of the choice brings has been measured

    def batches(self) -> Batches:
        """Yield the batches."""
        finalists = self._finalists()
        for seeds in (FEW, MORE):  # should the time be over between the two, there is a choice
            yield [Candidate(recipe, FULL, seeds) for recipe in finalists]
            self.choices.clear()
            self._take(chosen(self.bench, finalists, FULL))
        best = self.choices[0].best.recipe
        for _ in range(ROUNDS):
            before = self.current
            yield from self._prune(best)
            if self.current == before:
                break
        else:
            yield [Candidate(step.apply(self.current), FULL, FEW) for step in simplifying(self.space, self.current)]
        self.parts_known = True
        yield [Candidate(self.current, FULL, MORE)]

    @property
    def decided(self) -> bool:
        """Whether the finalists have been compared."""
        return bool(self.choices)

    def _finalists(self) -> list[Recipe]:
        """The choice of the search, the presets, and the recipes with the best scores."""
        return list(dict.fromkeys([self.current, *self.space.presets().values(), *self.leaders]))

    def _prune(self, best: Recipe) -> Batches:
        """Take out what brings no more than noise, as long as the best of the finalists is not beyond noise."""
        recipe, steps = self.current, list(simplifying(self.space, self.current))
        yield [Candidate(step.apply(recipe), FULL, FEW) for step in steps]
        noise, whole = Noise(self.bench.at(FULL)), self.bench.result(recipe, FULL)
        losses = [(noise.difference(whole, self.bench.result(step.apply(recipe), FULL)), step) for step in steps]
        idle = sorted((one for one in losses if not one[0].counts), key=lambda one: round(one[0].gain, 9))
        path = along(recipe, [step for _, step in idle])
        if path:
            yield [Candidate(one, FULL, FEW) for one in path]
            self._take(chosen(self.bench, [best, recipe, *path], FULL))

    def _take(self, choice: Choice) -> None:
        self.current = choice.taken.recipe
        self.choices.append(choice)

    def parts(self) -> list[Part]:
        """Return what each part of the choice brings, of those that have been measured; the most first."""
        noise, whole = Noise(self.bench.at(FULL)), self.bench.results.get((self.current, FULL))
        found = []
        for step in simplifying(self.space, self.current):
            result = self.bench.results.get((step.apply(self.current), FULL))
            if result is not None and whole is not None:
                both = sorted(result.by_seed.keys() & whole.by_seed.keys())
                gains = tuple(whole.by_seed[seed] - result.by_seed[seed] for seed in both)
                found.append(Part(step.text, result.recipe, noise.difference(whole, result), gains))
        return sorted(found, key=lambda part: -part.difference.gain)


def simplifying(space: Space, recipe: Recipe) -> Iterator[Step]:
    """Yield the steps that make a recipe simpler."""
    steps = (*space.group_steps(recipe), *space.chain_steps(recipe), *space.setting_steps(recipe))
    for step in steps:
        if step.apply(recipe).simplicity < recipe.simplicity and not _sideways(step, recipe):
            yield step


def _sideways(step: Step, recipe: Recipe) -> bool:
    """A setting that goes to another value than the one a search begins with makes nothing simpler, but a smaller K."""
    after = step.apply(recipe)
    return step.axis != "k_best" and len(after.settings) == len(recipe.settings) and after.settings != recipe.settings
