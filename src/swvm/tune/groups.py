"""The groups of templates that a search may put together for a corpus, and the presets that it begins with.

The groups are those of `swvm.features.groups`. Three are no matter of choice: `words` and `labels` are in every recipe,
and `second_order` is the order of the chain. A file of a user's own, clusters or a lexicon, is a column that is derived
from the words, and a group of its own.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.errors import SettingError
from swvm.features.groups import all_groups, group_lines, group_names
from swvm.features.presets import GROUPS_OF

CORE = ("words", "labels")
SECOND_ORDER = "second_order"
MENTIONS = "mentions"
SPACY = "spacy:"
GROUP_OF = {"clusters": "clusters", "lexicon": "lexicons"}  # the group that reads a column, by what derives it


@dataclass(frozen=True, slots=True)
class Resource:
    """A file that words are looked up in: the column that is derived, the function that derives it, what it reads."""

    column: str
    function: str
    term: str
    file: str

    def line(self, folder: Path | None = None) -> str:
        """Return the declaration for a features file in a folder; without one it names the whole path."""
        file = self.file
        if not file.startswith(SPACY):
            whole = Path(file).resolve()
            file = str(whole) if folder is None else os.path.relpath(whole, folder.resolve())
        return f'@column {self.column} = {self.function}({self.term}, "{Path(file).as_posix()}")'


@dataclass(frozen=True, slots=True)
class Group:
    """Templates that belong together, as lines of a features file; `resource` is what they look up."""

    name: str
    title: str
    lines: tuple[str, ...]
    resource: Resource | None = None

    def lines_in(self, folder: Path | None = None) -> list[str]:
        """Return the lines for a file in a folder."""
        return [*([self.resource.line(folder)] if self.resource else []), *self.lines]


def resources_of(clusters: Sequence[str], lexicons: Sequence[str]) -> list[Resource]:
    """Return what NAME=FILE, as `swvm train` takes it, says; words are looked up in lexicons lower-cased."""
    found = [_resource("clusters", "w", text) for text in clusters]
    return found + [_resource("lexicon", "lower(w)", text) for text in lexicons]


def _resource(function: str, term: str, text: str) -> Resource:
    name, _, file = text.partition("=")
    if not name or not file:
        raise SettingError(f"{function} {text!r}: give a name for the column and a file, NAME=FILE")
    if not file.startswith(SPACY) and not Path(file).is_file():
        raise SettingError(f"{function} {text!r}: there is no file {file}")
    return Resource(name, function, term, file)


def groups_of(columns: Sequence[str], resources: Sequence[Resource] = (), *, tags: bool = False) -> dict[str, Group]:
    """Return the groups that say something about a corpus with these columns, by name, in their order.

    `tags`: the labels are plain tags, so nothing can be said of mentions.
    """
    known = all_groups()
    names = [name for name in group_names(columns) if not (tags and name == MENTIONS)]
    found = {name: Group(name, known[name].meaning, group_lines(name, columns)) for name in names}
    for one in resources:
        if one.column in found or one.column in columns:
            raise SettingError(f"{one.column} is the name of a group or a column already; give {one.file} another")
        lines = group_lines(GROUP_OF[one.function], columns, {one.column: one.function})
        found[one.column] = Group(one.column, f"{one.function} of {Path(one.file).name}", lines, one)
    return found


def presets_of(groups: Mapping[str, Group]) -> dict[str, tuple[tuple[str, ...], int]]:
    """Return the groups and the order of each preset, as far as the corpus has them; one of two equal ones."""
    found: dict[tuple[tuple[str, ...], int], str] = {}
    for name, members in GROUPS_OF.items():
        given = [one.name for one in groups.values() if one.resource and GROUP_OF[one.resource.function] in members]
        chosen = tuple(one for one in (*members, *given) if one in groups and one != SECOND_ORDER)
        found.setdefault((chosen, 2 if SECOND_ORDER in members else 1), name)
    return {name: content for content, name in found.items()}
