"""Features files: templates, one a line; `@column NAME = FUNCTION(...)`; `@include NAME` of a preset or a group.

`#` begins a comment. Files of CRF++ are recognised and read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.data.utf8 import decoded
from swvm.errors import SwvmError, TemplateError, unknown_name
from swvm.features.crfpp import is_crfpp, parse_crfpp
from swvm.features.derived.declaration import SPACY, Declaration, parse_declaration
from swvm.features.derived.derivation import check_declarations
from swvm.features.functions import ANY_FUNCTION, Functions
from swvm.features.groups import COLUMN, all_groups, group_lines
from swvm.features.notation import check_columns, parse_template, template_error
from swvm.features.presets import preset_lines, preset_names
from swvm.features.template import Template

INCLUDE = "@include"
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\s*#.*')

Line = tuple[str, str]  # `file:line`, and what stands there


@dataclass(frozen=True, slots=True)
class Features:
    """What a features file says: templates, and the derived columns that they may observe."""

    templates: tuple[Template, ...]
    declarations: tuple[Declaration, ...] = ()

    @property
    def lines(self) -> tuple[str, ...]:
        """The lines of a features file that says the same."""
        return (*(f"{COLUMN} {one}" for one in self.declarations), *map(str, self.templates))


def read_features(
    source: str | Path,
    columns: Sequence[str],
    functions: Functions | None = None,
    declared: Sequence[Declaration] = (),
) -> Features:
    """Return the features of a preset or of a file; `declared` are columns that are derived before its own.

    A file named like a preset is reached by its path: `./basic`. Files that its declarations name lie beside it.
    """
    if source in preset_names():
        return parse_features(f"{INCLUDE} {source}", f"preset {source}", columns, functions, declared=declared)
    path = Path(source)
    if path.is_dir():
        raise TemplateError(f"{path}: this is a folder; give a file with a template a line, or the name of a preset")
    if not path.is_file():
        message = unknown_name("preset", str(source), list(preset_names()))
        raise TemplateError(f"{message}; and no file has this name")
    return parse_features(_read(path), str(path), columns, functions, declared=declared, folder=path.parent)


def read_templates(
    source: str | Path, columns: Sequence[str], functions: Functions | None = None
) -> tuple[Template, ...]:
    """Return the templates of a preset or of a file."""
    return read_features(source, columns, functions).templates


def parse_templates(
    text: str, origin: str, columns: Sequence[str], functions: Functions | None = None
) -> tuple[Template, ...]:
    """Return the templates of a file's text. `origin` is the file's name for errors."""
    return parse_features(text, origin, columns, functions).templates


def parse_features(
    text: str,
    origin: str,
    columns: Sequence[str],
    functions: Functions | None = None,
    *,
    declared: Sequence[Declaration] = (),
    folder: Path | None = None,
) -> Features:
    """Return what a file's text says."""
    lines = list(_lines(text, origin))
    if not lines:
        raise TemplateError(f"{origin}: no template in this file; write one a line, such as `w[i], t[i]`")
    if is_crfpp(lines[0][1]):
        return Features(parse_crfpp(lines, columns), tuple(declared))
    lines = [(where, strip_comment(line)) for where, line in lines]
    own = [_declaration(where, line, functions, folder) for where, line in lines if _is_column(line)]
    return _Reader(columns, functions, _checked(lines, own, declared, columns)).read(lines)


def files_named(path: str | Path) -> list[Path]:
    """Return the files that the derived columns of a features file are made from."""
    lines = [(where, strip_comment(line)) for where, line in _lines(_read(Path(path)), str(path))]
    declared = [_declaration(where, line, ANY_FUNCTION, Path(path).parent) for where, line in lines if _is_column(line)]
    return [Path(one.file) for one in declared if one.file is not None and not one.file.startswith(SPACY)]


def write_templates(path: str | Path, templates: Iterable[Template]) -> None:
    """Write the templates, one a line."""
    write_features(path, Features(tuple(templates)))


def write_features(path: str | Path, features: Features) -> None:
    """Write a features file."""
    Path(path).write_text("".join(f"{line}\n" for line in features.lines), encoding="utf-8", newline="\n")


def strip_comment(line: str) -> str:
    """Return the line without its comment; a `#` in quotes begins none."""
    return _QUOTED_OR_COMMENT.sub(lambda part: part[0] if part[0].startswith('"') else "", line)


def _read(path: Path) -> str:
    return decoded(path.read_bytes(), str(path)).replace("\r\n", "\n")


def _lines(text: str, origin: str) -> Iterator[tuple[str, str]]:
    """Yield what is no comment and not blank, with `file:line`."""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.rstrip()
        if stripped and not stripped.lstrip().startswith("#"):
            yield f"{origin}:{number}", stripped


@dataclass(frozen=True, slots=True)
class _Reader:
    """Reads lines; what groups declare comes to the columns that the file declares."""

    columns: Sequence[str]
    functions: Functions | None
    declarations: list[Declaration]

    def read(self, lines: Iterable[Line]) -> Features:
        templates = [template for where, line in lines for template in self._templates(where, line)]
        return Features(tuple(templates), tuple(self.declarations))

    def _templates(self, where: str, line: str) -> Iterator[Template]:
        try:
            if _is_column(line):
                return
            for one in _included(line, self.columns, self._derived) if line.startswith("@") else (line,):
                if _is_column(one):
                    self._declare(one)
                else:
                    template = parse_template(one, self.functions)
                    check_columns([template], [*self.columns, *self._derived])
                    yield template
        except SwvmError as error:
            raise TemplateError(f"{where}: {error}") from None

    def _declare(self, line: str) -> None:
        """Take up what a group declares; where two groups declare the same, it is one column."""
        new = parse_declaration(line.removeprefix(COLUMN), self.functions)
        if new not in self.declarations:
            self.declarations.append(new)
            check_declarations(self.declarations, self.columns)

    @property
    def _derived(self) -> dict[str, str]:
        return {one.name: one.function for one in self.declarations}


def _is_column(line: str) -> bool:
    return line.split(None, 1)[:1] == [COLUMN]


def _declaration(where: str, line: str, functions: Functions | None, folder: Path | None) -> Declaration:
    try:
        return parse_declaration(line.removeprefix(COLUMN), functions).beside(folder)
    except SwvmError as error:
        raise TemplateError(f"{where}: {error}") from None


def _checked(
    lines: Iterable[Line], own: Iterable[Declaration], declared: Iterable[Declaration], columns: Sequence[str]
) -> list[Declaration]:
    """Return what settings and the lines of a file declare, each line checked with all before it."""
    known = [*declared]
    check_declarations(known, columns)
    for where, one in zip((where for where, line in lines if _is_column(line)), own, strict=True):
        known.append(one)
        try:
            check_declarations(known, columns)
        except SwvmError as error:
            raise TemplateError(f"{where}: {error}") from None
    return known


def _included(line: str, columns: Sequence[str], derived: dict[str, str]) -> tuple[str, ...]:
    words = line.split()
    known = [*preset_names(), *all_groups()]
    if words[0] != INCLUDE or len(words) != 2:
        raise template_error(
            f"expected `{COLUMN} NAME = FUNCTION(...)` or `{INCLUDE} NAME`, NAME one of {', '.join(known)}", line, 0
        )
    if words[1] in preset_names():
        return preset_lines(words[1], columns, derived)
    if words[1] in all_groups():
        return group_lines(words[1], columns, derived)
    raise template_error(str(unknown_name("preset or group", words[1], known)), line, line.index(words[1]))
