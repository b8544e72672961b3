"""The end of a search: finalists with seeds of their own; parts that bring nothing go; what each other part brings.

Where there are sentences that the search has not seen, they alone decide here.
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
    level: Level = FULL
    choices: list[Choice] = field(default_factory=list)
    finalists: list[Recipe] = field(init=False)

    def __post_init__(self) -> None:
        self.finalists = list(dict.fromkeys([self.current, *self.space.presets().values(), *self.leaders]))

    def batches(self) -> Batches:
        """Yield the batches of all three phases."""
        yield from self.compare()
        yield from self.thin()
        yield from self.measure()

    def compare(self) -> Batches:
        """Compare the choice of the search, the presets, and the recipes with the best scores."""
        yield from self._compare(FEW)

    def thin(self) -> Batches:
        """Compare with more seeds, and take out what brings no more than noise."""
        yield from self._compare(MORE)
        best = self.choices[0].best.recipe
        for _ in range(ROUNDS):
            before = self.current
            yield from self._prune(best)
            if self.current == before:
                break

    def measure(self) -> Batches:
        """Measure what each part of the choice brings: all with one seed, then with more."""
        yield [Candidate(self.current, self.level, FEW)]
        for count in range(1, len(FEW) + 1):
            yield [Candidate(one, self.level, FEW[:count]) for one in self.without]
        yield [Candidate(self.current, self.level, MORE)]

    @property
    def without(self) -> list[Recipe]:
        """The recipes that lack one part of the choice each."""
        return [step.apply(self.current) for step in simplifying(self.space, self.current)]

    @property
    def missing(self) -> int:
        """How many runs of a fold the table of parts still lacks."""
        known = [self.bench.results.get((one, self.level)) for one in (self.current, *self.without)]
        return sum(max(0, len(FEW) - len(result.by_seed if result else ())) for result in known)

    @property
    def parts_known(self) -> bool:
        """Whether what each part of the choice brings has been measured."""
        return self.missing == 0

    @property
    def decided(self) -> bool:
        """Whether the finalists have been compared."""
        return bool(self.choices)

    def _compare(self, seeds: tuple[int, ...]) -> Batches:
        yield [Candidate(recipe, self.level, seeds) for recipe in self.finalists]
        self.choices.clear()
        self._take(chosen(self.bench, self.finalists, self.level))

    def _prune(self, best: Recipe) -> Batches:
        """Take out what brings no more than noise, as long as the best of the finalists is not beyond noise."""
        recipe, steps = self.current, list(simplifying(self.space, self.current))
        yield [Candidate(step.apply(recipe), self.level, FEW) for step in steps]
        noise, whole = Noise(self.bench.at(self.level)), self.bench.result(recipe, self.level)
        losses = [(noise.difference(whole, self.bench.result(step.apply(recipe), self.level)), step) for step in steps]
        idle = sorted((one for one in losses if not one[0].counts), key=lambda one: round(one[0].gain, 9))
        path = along(recipe, [step for _, step in idle])
        if path:
            yield [Candidate(one, self.level, FEW) for one in path]
            self._take(chosen(self.bench, [best, recipe, *path], self.level))

    def _take(self, choice: Choice) -> None:
        self.current = choice.taken.recipe
        self.choices.append(choice)

    def parts(self) -> list[Part]:
        """Return what each part of the choice brings, of those that have been measured; the most first."""
        noise, whole = Noise(self.bench.at(self.level)), self.bench.results.get((self.current, self.level))
        found = []
        for step in simplifying(self.space, self.current):
            result = self.bench.results.get((step.apply(self.current), self.level))
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
