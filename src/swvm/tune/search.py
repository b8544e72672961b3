"""Greedy search, with restarts: steps of one kind are tried at once, and the good ones together.

A procedure is a generator: it yields a batch of candidates and goes on when all their results are on the bench. So it
can be cut off between any two batches, and a search that was killed is replayed from its records.

A sweep from a recipe tries each single step, puts those that seem to help one upon another, the best first, and takes
of this path the simplest recipe that is not beaten by more than noise.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

import numpy as np

from swvm.tune.bench import Bench, Level
from swvm.tune.noise import Choice, Noise, choose
from swvm.tune.recipe import START, Recipe
from swvm.tune.space import Space, Step
from swvm.tune.trials import Candidate

Batches = Iterator[list[Candidate]]
ONE, FEW, MORE = (1,), (1, 2, 3), (1, 2, 3, 4, 5)  # seeds: to screen, to compare, to decide
LONGEST = 8  # steps put upon each other
CYCLES = 4
CLIMBS = (1, 2)
COSTLY = ("k_best", "epochs")
NAMES = {"chain_steps": "chain and scheme", "group_steps": "groups", "setting_steps": "settings"}
KINDS = tuple(NAMES)  # of a space, in the order of trying
CLIMBED = ("chain_steps", "group_steps")  # a climb has the settings that were found before, which take the most time


@dataclass
class Search(ABC):
    """A procedure; `current` is the choice so far."""

    space: Space
    bench: Bench
    level: Level
    current: Recipe
    seed: int = 1
    stages: list[str] = field(default_factory=list)  # that were begun

    @property
    def ahead(self) -> list[str]:
        """The stages of every search that were not begun."""
        return [stage for stage in self.planned() if stage not in self.stages]

    @abstractmethod
    def planned(self) -> list[str]:
        """Return the stages that every search has."""

    @abstractmethod
    def batches(self) -> Batches:
        """Yield the batches of the whole search."""


class Greedy(Search):
    """A search from the best of the starts, then from recipes drawn at random."""

    def planned(self) -> list[str]:
        """Return the stages that every search has."""
        first = [f"round 1 over {NAMES[kind]}" for kind in KINDS]
        return ["the starting recipes", *first, *(f"climb {number} from random groups" for number in CLIMBS)]

    def batches(self) -> Batches:
        """Yield the batches of the whole search."""
        self.stages.append("the starting recipes")
        starts = list(self.space.starts().values())
        yield [Candidate(recipe, self.level, FEW) for recipe in starts]
        self.current = chosen(self.bench, starts, self.level).taken.recipe
        for number in range(1, CYCLES + 1):
            before = self.current
            for kind in KINDS:
                self.stages.append(f"round {number} over {NAMES[kind]}")
                self.current = yield from self._sweep(self.current, kind)
            if self.current == before:
                break
        rng = np.random.default_rng(self.seed)
        for number in CLIMBS:
            self.stages.append(f"climb {number} from random groups")
            yield from self._restart(rng)

    def _restart(self, rng: np.random.Generator) -> Batches:
        """Climb from a recipe drawn at random, with the settings of the choice so far."""
        other = self.space.random(rng).with_settings(**{**START, **dict(self.current.settings)})
        yield [Candidate(other, self.level, FEW)]
        for kind in CLIMBED:
            other = yield from self._sweep(other, kind)
        self.current = chosen(self.bench, [self.current, other], self.level).taken.recipe

    def _sweep(self, recipe: Recipe, kind: str) -> Generator[list[Candidate], None, Recipe]:
        steps = list(getattr(self.space, kind)(recipe))
        return (yield from sweep(self.bench, recipe, steps, self.level))


def chosen(bench: Bench, recipes: Iterable[Recipe], level: Level) -> Choice:
    """Return which of some recipes is taken."""
    noise = Noise(bench.at(level))
    return choose([bench.result(recipe, level) for recipe in dict.fromkeys(recipes)], noise)


def sweep(
    bench: Bench, recipe: Recipe, steps: Sequence[Step], level: Level
) -> Generator[list[Candidate], None, Recipe]:
    """Try single steps, then the good ones together; return the recipe that is taken."""
    if not steps:
        return recipe
    bases = dict.fromkeys([recipe, *(base_of(recipe, step) for step in steps)])
    singles = [Candidate(step.apply(base_of(recipe, step)), level, ONE) for step in steps]
    yield [*(Candidate(base, level, FEW) for base in bases), *singles]
    path = path_of(bench, recipe, steps, level)
    if not path:
        return recipe
    yield [Candidate(one, level, FEW) for one in path]
    return chosen(bench, [recipe, *path], level).taken.recipe


def base_of(recipe: Recipe, step: Step) -> Recipe:
    """Return what a single step is tried on: the recipe with a small K and few epochs, unless the step is about these.

    What helps there mostly helps with more of them as well, and trying it takes a fraction of the time.
    """
    if step.axis in COSTLY:
        return recipe
    smaller = {name: START[name] for name in COSTLY if recipe.value(name) > START[name]}
    return recipe.with_settings(**smaller)


def path_of(bench: Bench, recipe: Recipe, steps: Sequence[Step], level: Level) -> list[Recipe]:
    """Return the recipes that follow when the steps that help are taken one after another, the best first."""
    gains = [(_gain(bench, base_of(recipe, step), step, level), step) for step in steps]
    helping = [(gain, step) for gain, step in gains if gain > 0]
    ordered = sorted(helping, key=lambda one: (-round(one[0], 9), one[1].apply(recipe).simplicity))
    return along(recipe, [step for _, step in ordered])


def _gain(bench: Bench, base: Recipe, step: Step, level: Level) -> float:
    return bench.result(step.apply(base), level).score - bench.result(base, level).score


def along(recipe: Recipe, steps: Iterable[Step]) -> list[Recipe]:
    """Take steps one after another, one of each axis."""
    path, axes = list[Recipe](), set[str]()
    for step in steps:
        if step.axis not in axes and len(path) < LONGEST:
            axes.add(step.axis)
            recipe = step.apply(recipe)
            path.append(recipe)
    return path


def leaders(bench: Bench, level: Level, count: int = 3) -> list[Recipe]:
    """Return the recipes with the best scores of a level."""
    ordered = sorted(bench.at(level), key=lambda one: (-round(one.score, 9), one.recipe.simplicity))
    return [one.recipe for one in ordered[:count]]
