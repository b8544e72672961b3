"""Rows -> a table on screen, docs/performance.json, and the measured part of docs/performance.md."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby
from pathlib import Path
from typing import Any

from benchmarks.plan import SECTIONS, Row

DOCS = Path(__file__).resolve().parent.parent / "docs"
RECORD = DOCS / "performance.json"
PAGE = DOCS / "performance.md"
_HEAD = ("| | swvm | python-crfsuite | unit | ratio | target |", "|---|---|---|---|---|---|")
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def line(row: Row) -> str:
    """Return one row for the screen."""
    theirs = "" if row.theirs is None else f"{_number(row.theirs):>9}"
    ratio = "" if row.ratio is None else f"{row.ratio:6.1f}×"
    return (
        f"{row.section:<34} {row.what:<40} {_number(row.ours):>9} {theirs:>9} {row.unit:<10} {ratio:>7} {_verdict(row)}"
    )


def save(name: str, rows: Sequence[Row]) -> None:
    """Put one section into the record, and write the page from it."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"sections": {}}
    record = {"machine": machine(), "sections": record["sections"] | {name: list(map(asdict, rows))}}
    RECORD.write_text(json.dumps(record, indent=1) + "\n")
    head, _, rest = PAGE.read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    PAGE.write_text(f"{head}{BEGIN}\n{markdown(record)}\n{END}{tail}")


def markdown(record: dict[str, Any]) -> str:
    """Return all sections as tables."""
    parts = [", ".join(f"{key} {value}" for key, value in record["machine"].items()) + "."]
    for name in SECTIONS:
        rows = [Row(**row) for row in record["sections"].get(name, [])]
        for title, members in groupby(rows, key=lambda row: row.section):
            parts.append("\n".join([f"### {title}", "", *_HEAD, *map(_cells, members)]))
    return "\n\n".join(parts)


def _cells(row: Row) -> str:
    theirs = "" if row.theirs is None else _number(row.theirs)
    ratio = "" if row.ratio is None else f"{row.ratio:.1f}×"
    return f"| {row.what} | {_number(row.ours)} | {theirs} | {row.unit} | {ratio} | {_verdict(row)} |"


def _verdict(row: Row) -> str:
    return "" if row.met is None else f"{row.target}: {'met' if row.met else 'missed'}"


def _number(value: float) -> str:
    return f"{value:.0f}" if value >= 100 else f"{value:.2f}" if value >= 10 else f"{value:.3f}"


def machine() -> dict[str, Any]:
    """Return what the numbers were measured on."""
    names = [text.split(":")[1].strip() for text in _cpu_lines() if text.startswith("model name")]
    return {
        "CPU": names[0] if names else platform.processor() or platform.machine(),
        "system": platform.system(),
        "Python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in ("swvm", "python-crfsuite", "numpy")},
    }


def _cpu_lines() -> list[str]:
    path = Path("/proc/cpuinfo")
    return path.read_text().splitlines() if path.exists() else []
