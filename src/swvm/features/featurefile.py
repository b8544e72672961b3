"""Files of templates: one a line, `#` comments, `@include NAME` of a preset or a group of features.

Files of CRF++ are recognised and read as well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from swvm.errors import SwvmError, TemplateError, unknown_name
from swvm.features.crfpp import is_crfpp, parse_crfpp
from swvm.features.functions import Functions
from swvm.features.groups import all_groups, group_templates
from swvm.features.notation import check_columns, parse_template, template_error
from swvm.features.presets import preset, preset_names
from swvm.features.template import Template

INCLUDE = "@include"
_QUOTED_OR_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\s*#.*')


def read_templates(
    source: str | Path, columns: Sequence[str], functions: Functions | None = None
) -> tuple[Template, ...]:
    """Return the templates of a preset or of a file. A file named like a preset is reached by its path: `./basic`."""
    if source in preset_names():
        return preset(str(source), columns)
    path = Path(source)
    if not path.is_file():
        message = unknown_name("preset", str(source), list(preset_names()))
        raise TemplateError(f"{message}; and no file has this name")
    return parse_templates(_read(path), str(path), columns, functions)


def parse_templates(
    text: str, origin: str, columns: Sequence[str], functions: Functions | None = None
) -> tuple[Template, ...]:
    """Return the templates of a file's text. `origin` is the file's name for errors."""
    lines = list(_lines(text, origin))
    if not lines:
        raise TemplateError(f"{origin}: no template in this file; write one a line, such as `w[i], t[i]`")
    if is_crfpp(lines[0][1]):
        return parse_crfpp(lines, columns)
    return tuple(
        template for where, line in lines for template in _parse_line(where, strip_comment(line), columns, functions)
    )


def write_templates(path: str | Path, templates: Iterable[Template]) -> None:
    """Write the templates, one a line."""
    Path(path).write_text("".join(f"{template}\n" for template in templates), encoding="utf-8", newline="\n")


def strip_comment(line: str) -> str:
    """Return the line without its comment; a `#` in quotes begins none."""
    return _QUOTED_OR_COMMENT.sub(lambda part: part[0] if part[0].startswith('"') else "", line)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as error:
        raise TemplateError(f"{path}: not UTF-8 (byte {error.start}); save the file as UTF-8") from None


def _lines(text: str, origin: str) -> Iterator[tuple[str, str]]:
    """Yield what is no comment and not blank, with `file:line`."""
    for number, line in enumerate(text.split("\n"), 1):
        stripped = line.rstrip()
        if stripped and not stripped.lstrip().startswith("#"):
            yield f"{origin}:{number}", stripped


def _parse_line(where: str, line: str, columns: Sequence[str], functions: Functions | None) -> tuple[Template, ...]:
    try:
        if line.startswith("@"):
            return _include(line, columns)
        template = parse_template(line, functions)
        check_columns([template], columns)
    except SwvmError as error:
        raise TemplateError(f"{where}: {error}") from None
    return (template,)


def _include(line: str, columns: Sequence[str]) -> tuple[Template, ...]:
    words = line.split()
    known = [*preset_names(), *all_groups()]
    if words[0] != INCLUDE or len(words) != 2:
        raise template_error(f"expected `{INCLUDE} NAME`, NAME one of {', '.join(known)}", line, 0)
    if words[1] in preset_names():
        return preset(words[1], columns)
    if words[1] in all_groups():
        return group_templates(words[1], columns)
    raise template_error(str(unknown_name("preset or group", words[1], known)), line, line.index(words[1]))
