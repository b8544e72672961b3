"""Tables, numbers and notices. Tables are drawn by rich on a terminal; in a pipe they are aligned text."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import Any

import click

Row = Sequence[str]


def say(text: str = "") -> None:
    """Print a notice: to standard error, where no output of a command stands."""
    click.echo(text, err=True)


def show_table(header: Row, rows: Sequence[Row], title: str = "", right: Sequence[int] = ()) -> None:
    """Print a table; `right` are the columns to align to the right."""
    if sys.stdout.isatty():
        _draw(header, rows, title, right)
        return
    if title:
        click.echo(title)
    click.echo("".join(line + "\n" for line in aligned([header, *rows], right)), nl=False)


def aligned(rows: Sequence[Row], right: Sequence[int] = ()) -> list[str]:
    """Return the rows as lines whose cells stand under each other, two blanks apart."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = []
    for row in rows:
        cells = [
            cell.rjust(w) if k in right else cell.ljust(w) for k, (cell, w) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  ".join(cells).rstrip())
    return lines


def _draw(header: Row, rows: Sequence[Row], title: str, right: Sequence[int]) -> None:
    from rich.box import SIMPLE_HEAD  # noqa: PLC0415
    from rich.console import Console  # noqa: PLC0415 (only on a terminal: it takes longer to import than to draw)
    from rich.table import Table  # noqa: PLC0415
    from rich.text import Text  # noqa: PLC0415

    table = Table(title=title or None, title_justify="left", header_style="bold", box=SIMPLE_HEAD)
    for k, name in enumerate(header):
        table.add_column(name, justify="right" if k in right else "left", overflow="fold", no_wrap=k == 0)
    for row in rows:
        table.add_row(*map(Text, row))
    Console().print(table)


def count(number: int) -> str:
    """Return a number with separators: 365,123."""
    return f"{number:,}"


def plural(number: int, noun: str) -> str:
    """Return a count with its noun: 1 label, 22 labels."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def megabytes(size: int) -> str:
    """Return a size in MB, or in kB where it is small."""
    return f"{size / 1e6:.1f} MB" if size >= 1e5 else f"{size / 1e3:.1f} kB"


def printable(text: str) -> str:
    """Return the text with what could steer a terminal written out: a model file may come from anyone."""
    return "".join(char if char.isprintable() or char == "\n" else ascii(char)[1:-1] for char in text)


def to_json(content: Any, indent: int | None = 2) -> str:
    """Return JSON for people and programs."""
    import json  # noqa: PLC0415

    return json.dumps(content, ensure_ascii=False, indent=indent)
