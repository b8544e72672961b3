"""A recipe: groups of templates, the order of the chain, the settings of training. And which of two is simpler."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

from swvm.experiment.grid import effective
from swvm.tune.groups import SECOND_ORDER, Group

Groups: TypeAlias = Mapping[str, Group]
# What a search begins with; a recipe says how it differs.
START: Mapping[str, Any] = {
    "learner": "mira",
    "k_best": 3,
    "C": "inf",
    "average": "end",
    "decoding": "plain",
    "minimum_count": 1,
    "train_scheme": "data",
    "epochs": 8,
}


@dataclass(frozen=True, slots=True)
class Recipe:
    """What a model is trained with. `settings` differ from START; both tuples are sorted, so equal ones are equal."""

    groups: tuple[str, ...] = ()
    order: int = 1
    settings: tuple[tuple[str, Any], ...] = ()

    def value(self, name: str) -> Any:
        """Return a setting."""
        return dict(self.settings).get(name, START.get(name))

    def with_groups(self, names: Iterable[str]) -> Recipe:
        """Return the recipe with these groups and no others."""
        return replace(self, groups=tuple(sorted(set(names))))

    def with_settings(self, **settings: Any) -> Recipe:
        """Return the recipe with other settings."""
        merged = {**dict(self.settings), **settings}
        kept = {name: value for name, value in merged.items() if value != START.get(name, _ABSENT)}
        return replace(self, settings=tuple(sorted(kept.items())))

    def effective(self) -> dict[str, Any]:
        """Return all settings that training reads."""
        return effective({**START, **dict(self.settings)})

    @property
    def simplicity(self) -> tuple[Any, ...]:
        """Return what orders recipes, the simplest first: fewer groups, first order, smaller K, fewer settings, name.

        The groups come first: each is more to compute at every token, and more to understand.
        """
        return (len(self.groups), self.order, int(self.value("k_best")), len(self.settings), self.text)

    @property
    def text(self) -> str:
        """The recipe in one line."""
        settings = [f"{name}={value}" for name, value in self.settings]
        return " ".join(["+".join(self.groups), *(["order=2"] if self.order == 2 else []), *settings])


_ABSENT = object()


def template_lines(recipe: Recipe, groups: Groups, folder: Path | None = None) -> list[str]:
    """Return the lines of a features file in a folder, each group under its title, in the order of the registry."""
    wanted = {*recipe.groups, *([SECOND_ORDER] if recipe.order == 2 else [])}
    lines = []
    for name, group in groups.items():
        if name in wanted:
            lines += [f"# {name}: {group.title}", *group.lines_in(folder), ""]
    return lines[:-1]
