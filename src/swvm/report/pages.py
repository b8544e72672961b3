"""Pages of the documentation whose numbers come from records and whose words are written by hand.

A page names its records and marks what is filled in:

    <!-- records: paper = ../experiments/paper/table1.jsonl -->
    <!-- records: released = ../experiments/paper/released.jsonl, metric = token_f1 -->
    <!-- records: few = ../experiments/learners/official.jsonl, systems = CSP "MIRA, averaging" -->

    <!-- table: paper/results -->            everything up to the end mark is replaced
    <!-- end -->

    <!-- figure: paper/gaps --> … <!-- end -->      drawn into `figures/` beside the page
    On JNLPBA it is <!-- value: paper/gap SWVM MIRA jnlpba -->0.49<!-- end --> points.

Paths are relative to the page. Where a set has no records yet, its places say so.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.data.utf8 import decoded
from swvm.errors import DataError, SwvmError, unknown_name
from swvm.experiment.records import read_records
from swvm.report.analysis import Analysis, analyse
from swvm.report.build import Item, items_of
from swvm.report.drawing import Picture, save_as
from swvm.report.names import slug
from swvm.report.table import Table, markdown
from swvm.report.values import value_text
from swvm.report.write import figure_link, write_text

_RECORDS = re.compile(r"<!-- records: *(\w+) *= *([^,\s]+)(?: *, *metric *= *(\w+))?(?: *, *systems *= *(.+?))? *-->")
_REGION = re.compile(r"(<!-- (table|figure|value): *(\w+)/([^>]*?) *-->)(.*?)(<!-- end -->)", re.DOTALL)
NEW_LINE = "\n"
NO_RECORDS = "no records yet"


@dataclass(frozen=True, slots=True)
class RecordSet:
    """Records that a page names; `analysis` is None where there are none yet."""

    path: Path
    analysis: Analysis | None
    items: tuple[Item, ...]

    @classmethod
    def read(cls, path: Path, metric: str, systems: Sequence[str]) -> RecordSet:
        """Read the records, of these systems alone where any are named."""
        records = [record for record in read_records(path) if not systems or record.system in systems]
        analysis = analyse(records, metric) if records else None
        return cls(path, analysis, () if analysis is None else tuple(items_of(analysis)))

    def item(self, name: str, kind: type[Table] | type[Picture]) -> Item:
        """Return its table or its picture of a name."""
        found = {item.name: item for item in self.items if isinstance(item, kind)}
        if name not in found:
            raise unknown_name(f"{kind.__name__.lower()} of {self.path.name}:", name, list(found))
        return found[name]


def record_sets(page: str | Path) -> dict[str, RecordSet]:
    """Return the sets of records that a page names."""
    page = Path(page)
    text = _text(page)
    sets = {}
    for name, relative, metric, systems in _RECORDS.findall(text):
        sets[name] = RecordSet.read(page.parent / relative, metric or "f1", shlex.split(systems))
    return sets


def filled(page: str | Path) -> tuple[str, dict[str, Picture]]:
    """Return the page's text with every region filled, and the pictures that it shows by file name."""
    page = Path(page)
    sets = record_sets(page)
    pictures: dict[str, Picture] = {}

    def fill(match: re.Match[str]) -> str:
        start, kind, name, what, _, end = match.groups()
        try:
            if name not in sets:
                raise unknown_name("set of records", name, list(sets))
            content = _FILLERS[kind](sets[name], what, pictures)
        except SwvmError as error:
            raise DataError(f"{page}:{match.string.count(NEW_LINE, 0, match.start()) + 1}: {error}") from None
        return f"{start}{content}{end}" if kind == "value" else f"{start}\n\n{content}\n\n{end}"

    return _REGION.sub(fill, _text(page)), pictures


def _text(page: Path) -> str:
    if not page.is_file():
        raise DataError(f"{page}: there is no such file; give a page in Markdown")
    return decoded(page.read_bytes(), str(page)).replace("\r\n", "\n")


def fill_page(page: str | Path) -> list[Path]:
    """Fill a page in place, draw its figures beside it, and return what was written."""
    page = Path(page)
    text, pictures = filled(page)
    if not _REGION.search(text):
        raise DataError(
            f"{page}: there is nothing to fill: write <!-- table: SET/NAME --> <!-- end --> where a table is to stand"
        )
    figures = [page.parent / "figures" / f"{name}.svg" for name in pictures]
    for path, picture in zip(figures, pictures.values(), strict=True):
        save_as(picture, path)
    write_text(page, text)
    return [page, *figures]


def _table(found: RecordSet, name: str, _: Mapping[str, Picture]) -> str:
    if found.analysis is None:
        return f"*({NO_RECORDS})*"
    item = found.item(name, Table)
    assert isinstance(item, Table)
    return markdown(item).strip()


def _figure(found: RecordSet, name: str, pictures: dict[str, Picture]) -> str:
    if found.analysis is None:
        return f"*({NO_RECORDS})*"
    item = found.item(name, Picture)
    assert isinstance(item, Picture)
    file = f"{slug(found.path.name.split('.')[0])}-{item.name}"
    pictures[file] = item
    return figure_link(item, f"figures/{file}.svg")


def _value(found: RecordSet, words: str, _: Mapping[str, Picture]) -> str:
    return NO_RECORDS if found.analysis is None else value_text(found.analysis, words)


_FILLERS: dict[str, Callable[[RecordSet, str, dict[str, Picture]], str]] = {
    "table": _table,
    "figure": _figure,
    "value": _value,
}
