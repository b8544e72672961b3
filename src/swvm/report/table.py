"""A table of a report, and its two ways to paper: Markdown and HTML."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

_SPECIAL = str.maketrans({mark: "\\" + mark for mark in "\\`*_|<>[]"})


@dataclass(frozen=True, slots=True)
class Cell:
    """A text; `strong` marks the best of its kind, `quiet` what is quoted for comparison."""

    text: str
    strong: bool = False
    quiet: bool = False


Content = Cell | str


def cell_text(content: Content) -> str:
    """Return the text of a cell."""
    return content.text if isinstance(content, Cell) else content


@dataclass(frozen=True, slots=True)
class Table:
    """`groups` is a row above the header: (text, columns it spans). The first `labels` columns hold no numbers."""

    name: str
    title: str
    header: tuple[str, ...]
    rows: tuple[tuple[Content, ...], ...]
    notes: tuple[str, ...] = ()
    groups: tuple[tuple[str, int], ...] = ()
    labels: int = 1

    def column_names(self) -> list[str]:
        """Return the header with the groups' texts, for where there is room for one row only."""
        above = [text for text, width in self.groups for _ in range(width)] or [""] * len(self.header)
        return [f"{group} {name}".strip() for group, name in zip(above, self.header, strict=True)]


def number(value: float, digits: int = 2) -> str:
    """Return a number as tables show it; minus is a true minus sign, and there is no minus zero."""
    text = f"{value:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text.replace("-", "−")


def signed(value: float, digits: int = 2) -> str:
    """Return a number with its sign; 0 has none."""
    text = number(value, digits)
    return text if text.startswith("−") or float(text) == 0 else f"+{text}"


def mean_and_spread(mean: float, spread: float | None) -> str:
    """Return 93.45 ± 0.12; without a spread where there is one run alone."""
    return number(mean) if spread is None else f"{number(mean)} ± {number(spread)}"


def markdown(table: Table, heading: str = "") -> str:
    """Return the table in Markdown, its notes below. `heading` stands before the title, such as `### `."""
    align = ["---"] * table.labels + ["---:"] * (len(table.header) - table.labels)
    lines = [_row([name.translate(_SPECIAL) for name in table.column_names()]), _row(align)]
    lines += [_row([_markdown_cell(cell) for cell in row]) for row in table.rows]
    above = [f"{heading}{table.title}", ""] if heading else []
    below = [line for note in table.notes for line in ("", note.translate(_SPECIAL))]
    return "\n".join([*above, *lines, *below]) + "\n"


def _row(cells: Sequence[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _markdown_cell(content: Content) -> str:
    cell = content if isinstance(content, Cell) else Cell(content)
    text = cell.text.translate(_SPECIAL)
    if not text:
        return ""
    if cell.strong:
        return f"**{text}**"
    return f"*{text}*" if cell.quiet else text


def html(table: Table) -> str:
    """Return the table as an HTML figure."""
    head = [_html_row("th", _spans(table))] if table.groups else []
    names = [_tag("th", escape(name), _kind(table, k)) for k, name in enumerate(table.header)]
    head.append(_html_row("th", names))
    body = [
        "<tr>" + "".join(_html_cell(cell, _kind(table, k)) for k, cell in enumerate(row)) + "</tr>"
        for row in table.rows
    ]
    notes = "".join(f"<p class=note>{escape(note)}</p>\n" for note in table.notes)
    return (
        f'<section id="{escape(table.name)}">\n<h2>{escape(table.title)}</h2>\n<div class=scroll><table>\n'
        f"<thead>{''.join(head)}</thead>\n<tbody>\n"
        + "\n".join(body)
        + f"\n</tbody></table></div>\n{notes}</section>\n"
    )


def _spans(table: Table) -> list[str]:
    return [f'<th colspan="{width}" class=group>{escape(text)}</th>' for text, width in table.groups]


def _html_row(_: str, cells: Sequence[str]) -> str:
    return "<tr>" + "".join(cells) + "</tr>"


def _kind(table: Table, column: int) -> str:
    return "label" if column < table.labels else "number"


def _tag(tag: str, text: str, kind: str) -> str:
    return f'<{tag} class="{kind}">{text}</{tag}>'


def _html_cell(content: Content, kind: str) -> str:
    cell = content if isinstance(content, Cell) else Cell(content)
    text = escape(cell.text)
    if cell.strong:
        text = f"<b>{text}</b>"
    return _tag("td", text, f"{kind} quiet" if cell.quiet else kind)
