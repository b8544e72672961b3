"""The space of a search: which recipes it begins with, and the single steps that lead from one to others."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from swvm.data.schemes.transitions import Scheme
from swvm.tune.groups import CORE, SECOND_ORDER, presets_of
from swvm.tune.recipe import Groups, Recipe

# The values that each setting may take, the simplest first; `recipe.START` says which one a search begins with.
SETTINGS: Mapping[str, tuple[Any, ...]] = {
    "learner": ("csp", "mira", "swvm"),
    "k_best": (1, 3, 5, 10),
    "C": ("inf", 1.0, 0.1, 0.03, 0.01),
    "average": ("end", "epoch-mean"),
    "decoding": ("plain", "cost-augmented"),
    "minimum_count": (1, 2, 3),
    "epochs": (4, 8, 15),
}


@dataclass(frozen=True, slots=True)
class Step:
    """A change of one thing. `axis` is what is changed: of two steps on one axis a recipe can take one."""

    axis: str
    text: str
    apply: Callable[[Recipe], Recipe] = field(compare=False)


@dataclass(frozen=True)
class Space:
    """All recipes of a corpus."""

    groups: Groups
    settings: Mapping[str, tuple[Any, ...]] = field(default_factory=lambda: SETTINGS)
    orders: tuple[int, ...] = (1, 2)
    schemes: tuple[str, ...] = ("data",)  # to learn in

    def starts(self) -> dict[str, Recipe]:
        """Return the recipes to begin with, by name."""
        everything = Recipe().with_groups([*CORE, *self.optional])
        return {"words": Recipe().with_groups(CORE), **self.presets(), "everything": everything}

    def presets(self) -> dict[str, Recipe]:
        """Return the presets as recipes."""
        known = presets_of(self.groups)
        return {name: Recipe(order=order).with_groups(names) for name, (names, order) in known.items()}

    @property
    def optional(self) -> list[str]:
        """The groups that a recipe may have or not."""
        return [name for name in self.groups if name not in CORE and name != SECOND_ORDER]

    def group_steps(self, recipe: Recipe) -> Iterator[Step]:
        """Yield the steps that add a group or take one away."""
        for name in self.optional:
            if name in recipe.groups:
                yield Step(name, f"− {name}", _dropping(name))
            else:
                yield Step(name, f"+ {name}", _adding(name))

    def chain_steps(self, recipe: Recipe) -> Iterator[Step]:
        """Yield the steps to another order of the chain, and to another scheme of its labels."""
        for order in self.orders:
            if order != recipe.order:
                yield Step("order", f"order {order}", _ordering(order))
        for scheme in self.schemes:
            if scheme != recipe.value("train_scheme"):
                yield Step("train_scheme", f"train_scheme {scheme}", _setting("train_scheme", scheme))

    def setting_steps(self, recipe: Recipe) -> Iterator[Step]:
        """Yield the steps to another value of one setting; those that change nothing are left out."""
        for name, values in self.settings.items():
            for value in values:
                step = Step(name, f"{name} {value}", _setting(name, value))
                if step.apply(recipe).effective() != recipe.effective():
                    yield step

    def random(self, rng: np.random.Generator) -> Recipe:
        """Return a recipe drawn at random: each group with even odds, each setting from its values."""
        names = [*CORE, *(name for name in self.optional if rng.random() < 0.5)]
        drawn = {name: values[int(rng.integers(len(values)))] for name, values in self.settings.items()}
        drawn["train_scheme"] = self.schemes[int(rng.integers(len(self.schemes)))]
        order = self.orders[int(rng.integers(len(self.orders)))]
        return replace(Recipe().with_groups(names).with_settings(**drawn), order=order)


def schemes_for(scheme: Scheme) -> tuple[str, ...]:
    """Return the schemes to learn in for data in a scheme: its own, and one that tells more, or less, of mentions."""
    if scheme is Scheme.TAGS:
        return ("data",)
    return ("data", "iob2" if scheme is Scheme.BIOES else "bioes")


def _adding(name: str) -> Callable[[Recipe], Recipe]:
    return lambda recipe: recipe.with_groups([*recipe.groups, name])


def _dropping(name: str) -> Callable[[Recipe], Recipe]:
    return lambda recipe: recipe.with_groups(group for group in recipe.groups if group != name)


def _ordering(order: int) -> Callable[[Recipe], Recipe]:
    return lambda recipe: replace(recipe, order=order)


def _setting(name: str, value: Any) -> Callable[[Recipe], Recipe]:
    return lambda recipe: recipe.with_settings(**{name: value})
