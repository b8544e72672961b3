"""The groups of templates that a search may put together for a corpus, and the presets that it begins with.

The groups are those of `swvm.features.groups`. Three are no matter of choice: `words` and `labels` are in every recipe,
and `second_order` is the order of the chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swvm.features.groups import all_groups, group_lines, group_names
from swvm.features.presets import GROUPS_OF

CORE = ("words", "labels")
SECOND_ORDER = "second_order"


@dataclass(frozen=True, slots=True)
class Group:
    """Templates that belong together, as lines of a features file."""

    name: str
    title: str
    lines: tuple[str, ...]


def groups_of(columns: Sequence[str]) -> dict[str, Group]:
    """Return the groups that say something about a corpus with these columns, by name, in their order."""
    known = all_groups()
    return {name: Group(name, known[name].meaning, group_lines(name, columns)) for name in group_names(columns)}


def presets_of(groups: Sequence[str]) -> dict[str, tuple[tuple[str, ...], int]]:
    """Return the groups and the order of each preset, as far as the corpus has them; one of two equal ones."""
    found: dict[tuple[tuple[str, ...], int], str] = {}
    for name, members in GROUPS_OF.items():
        chosen = tuple(one for one in members if one in groups and one != SECOND_ORDER)
        found.setdefault((chosen, 2 if SECOND_ORDER in members else 1), name)
    return {name: content for content, name in found.items()}
