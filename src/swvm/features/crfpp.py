"""Reads the templates of CRF++: `U05:%x[0,0]/%x[1,0]`, `B`.

A `U` line is conjoined with t[i], a `B` line with t[i-1], t[i]. CRF++ names a feature by the line with its macros
replaced. So lines that differ in their text have their own features, and lines of one text share them (`U:%x[-1,0]`
and `U:%x[1,0]` make a bag of words): those get a template name here.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from swvm.errors import TemplateError
from swvm.features.notation import MAX_OFFSET, template_error
from swvm.features.template import FIRST_COLUMN, Observation, Template

_LINE = re.compile(r"[UB]([^\[(]*$|.*%x\[)")
_MACRO = re.compile(r"%x\[\s*(?P<row>[+-]?[0-9]{1,9})\s*,\s*(?P<column>[0-9]{1,9})\s*\]")
_LABELS = {"U": (0,), "B": (-1, 0)}
_PLACEHOLDER = "%x"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a CRF++ template file: where it is, what it means, its text without the places that it looks at."""

    origin: str
    template: Template
    skeleton: str


def is_crfpp(line: str) -> bool:
    """Tell a line of CRF++ from one of our notation."""
    return _LINE.match(line) is not None


def parse_crfpp(lines: Iterable[tuple[str, str]], columns: Sequence[str]) -> tuple[Template, ...]:
    """Read lines of CRF++. Each comes with its origin, `file:line`; comments and empty lines are left out before."""
    read = [_parse_line(origin, line, columns) for origin, line in lines]
    counts = Counter(line.skeleton for line in read)
    shared = [skeleton for skeleton, count in counts.items() if count > 1]
    names = {skeleton: f"shared{number}" for number, skeleton in enumerate(shared, 1)}
    return tuple(replace(line.template, name=names.get(line.skeleton)) for line in read)


def _parse_line(origin: str, line: str, columns: Sequence[str]) -> Line:
    labels = _LABELS.get(line[:1])
    try:
        if labels is None:
            raise template_error("a line of a CRF++ template begins with U or B", line, 0)
        rest = _MACRO.sub(lambda macro: "\0" * len(macro[0]), line)
        if "%" in rest:
            raise template_error("expected a macro such as %x[-1,0]", line, rest.index("%"))
        seen = tuple(_observation(line, macro, columns) for macro in _MACRO.finditer(line))
    except TemplateError as error:
        raise TemplateError(f"{origin}: {error}") from None
    return Line(origin, Template(seen, labels), _MACRO.sub(_PLACEHOLDER, line))


def _observation(line: str, macro: re.Match[str], columns: Sequence[str]) -> Observation:
    row, column = int(macro["row"]), int(macro["column"])
    if abs(row) > MAX_OFFSET:
        raise template_error(f"a row must lie from -{MAX_OFFSET} to {MAX_OFFSET}", line, macro.start("row"))
    if column >= len(columns):
        message = f"there is no column {column}; columns 0 to {len(columns) - 1} are {', '.join(columns)}"
        raise template_error(message, line, macro.start("column"))
    return Observation(columns[column] if column else FIRST_COLUMN, row)
