"""Rows -> a table on screen, docs/performance.json, and the measured part of the pages in docs/."""

from __future__ import annotations

import importlib.metadata
import json
import platform
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks.plan import PAGES, PERFORMANCE, SECTIONS
from benchmarks.rows import Row

DOCS = Path(__file__).resolve().parent.parent / "docs"
RECORD = DOCS / "performance.json"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def line(row: Row) -> str:
    """Return one row for the screen."""
    theirs = "" if row.theirs is None else f"{_number(row.theirs):>9}"
    ratio = "" if row.ratio is None else _times(row.ratio)
    numbers = f"{_number(row.ours):>9} {theirs:>9} {row.unit:<10} {ratio:>7}"
    return f"{row.section:<38} {row.what:<42} {numbers} {_verdict(row)}"


def save(name: str, rows: Sequence[Row]) -> None:
    """Put one section into the record, and write its page."""
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"sections": {}}
    record = {"machine": machine(), "sections": record["sections"] | {name: list(map(asdict, rows))}}
    RECORD.write_text(json.dumps(record, indent=1) + "\n")
    page = PAGES.get(name, PERFORMANCE)
    head, _, rest = (DOCS / page).read_text().partition(BEGIN)
    _, _, tail = rest.partition(END)
    (DOCS / page).write_text(f"{head}{BEGIN}\n{markdown(record, page)}\n{END}{tail}")


def markdown(record: dict[str, Any], page: str = PERFORMANCE) -> str:
    """Return the sections of a page as tables."""
    parts = [", ".join(f"{key} {value}" for key, value in record["machine"].items()) + "."]
    for name in SECTIONS:
        if PAGES.get(name, PERFORMANCE) != page:
            continue
        rows = [Row(**row) for row in record["sections"].get(name, [])]
        if not rows:
            parts.append(f"`{name}` has not been measured yet: `make bench SECTIONS={name}`.")
        titles = dict.fromkeys(row.section for row in rows)
        parts += [_table(title, [row for row in rows if row.section == title]) for title in titles]
    return "\n\n".join(parts)


def _table(title: str, rows: Sequence[Row]) -> str:
    """Return one table; a column that says nothing is left out."""
    columns = {
        "": [row.what for row in rows],
        "swvm": [_number(row.ours) for row in rows],
        rows[0].beside: ["" if row.theirs is None else _number(row.theirs) for row in rows],
        "unit": [row.unit for row in rows],
        "ratio": ["" if row.ratio is None else _times(row.ratio) for row in rows],
        "target": [_verdict(row) for row in rows],
    }
    shown = {name: cells for name, cells in columns.items() if any(cells)}
    lines = [list(shown), ["---"] * len(shown), *map(list, zip(*shown.values(), strict=True))]
    return "\n".join([f"### {title}", "", *("| " + " | ".join(line) + " |" for line in lines)])


def _verdict(row: Row) -> str:
    return "" if row.met is None else f"{row.target}: {'met' if row.met else 'missed'}"


def _times(ratio: float) -> str:
    return f"{ratio:.1f}×" if ratio >= 10 else f"{ratio:.2f}×"


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
