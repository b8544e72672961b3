"""Where the numbers of a report come from: how many runs, how long they took, on what, with which versions."""

from __future__ import annotations

from statistics import fmean
from typing import Any

from swvm.experiment.records import Record
from swvm.report.analysis import Analysis
from swvm.report.names import place_text
from swvm.report.table import Content, Table, number


def time_table(analysis: Analysis) -> Table | None:
    """Return the mean time of a run, by system and corpus."""
    rows: list[tuple[Content, ...]] = []
    for _, system in analysis.systems():
        cells: list[Content] = [system]
        for place in analysis.places:
            timed = [_seconds(r) for r in analysis.records if r.system == system and place.holds(r) and r.seconds]
            mean = fmean(timed) if timed else 0.0
            cells.append(number(mean, 1 if mean >= 10 else 2) if timed else "")
        rows.append(tuple(cells))
    if not any(any(row[1:]) for row in rows):
        return None
    header = ("learner", *(place_text(place, analysis.places) for place in analysis.places))
    notes = ("Seconds of a run on one core, its epochs and the scores on dev; the mean over all configurations.",)
    return Table("time", "Time of a run", header, tuple(rows), notes)


def total_seconds(analysis: Analysis) -> float:
    """Return the time of all runs, had they been made one after another with nothing beside them."""
    return sum(_seconds(record) for record in analysis.records)


def _seconds(record: Record) -> float:
    """Return the time that the processor worked: what passed on the clock depends on the run's neighbours."""
    return record.seconds.get("cpu", record.seconds.get("all", 0.0))


def origin_lines(analysis: Analysis) -> list[str]:
    """Return what a reader needs to know to judge the numbers or to make them again."""
    records = analysis.records
    experiments = sorted({record.experiment for record in records})
    lines = [
        f"{len(records):,} runs of the experiment{'s' if len(experiments) > 1 else ''} {', '.join(experiments)}, "
        f"{duration(total_seconds(analysis))} of one core in all.",
        f"Features: {_names(records, 'features')}. Protocol: {_protocol(records)}. Seeds: {_names(records, 'seed')}.",
    ]
    versions = _texts(records, "versions")
    machines = _texts(records, "machine")
    if versions:
        lines.append(f"Versions: {'; '.join(versions)}. Machine: {'; '.join(machines)}.")
    specs = sorted({str(record.origin["spec"])[:12] for record in records if record.origin.get("spec")})
    if specs:
        lines.append(f"Specification (SHA-256): {', '.join(specs)}.")
    return lines


def _names(records: tuple[Record, ...], field: str) -> str:
    return ", ".join(map(str, sorted({getattr(record, field) for record in records})))


def _protocol(records: tuple[Record, ...]) -> str:
    kinds = {"folds": "cross-validation", "official": "official splits"}
    parts = {record.protocol: {r.part for r in records if r.protocol == record.protocol} for record in records}
    return ", ".join(
        kinds.get(name, name) + (f" ({len(found)} folds)" if len(found) > 1 else "")
        for name, found in sorted(parts.items())
    )


def _texts(records: tuple[Record, ...], field: str) -> list[str]:
    found: list[dict[str, Any]] = [record.origin[field] for record in records if record.origin.get(field)]
    return sorted({", ".join(f"{name} {value}" for name, value in each.items()) for each in found})


def duration(seconds: float) -> str:
    """Return a time as text: 45 s, 12 min, 3.4 h."""
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 100 * 60 else f"{seconds / 3600:.1f} h"
