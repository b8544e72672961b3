"""SWVM against MIRA under every way of training that the records hold: which of them makes the gap.

What both learners read (features, averaging, order of the sentences) pairs them; what SWVM alone reads (the reading of
its constraint, identity templates) tells its rows apart. All the rest, such as K, SetGamma, C and the epochs, is
chosen on dev.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from swvm.experiment.selection import Result, tested
from swvm.report.analysis import Analysis, learner_of
from swvm.report.names import heading, place_text, places, setting_text
from swvm.report.table import Cell, Content, Table, number

SHARED = ("average", "order", "decoding", "minimum_count", "transitions", "label_constraint", "batch")
OWN = ("constraint", "identity", "templates")


def gaps_table(analysis: Analysis, learner: str = "swvm", base: str = "mira") -> Table | None:
    """Return test F1 of both and their difference; nothing where there is but one way of training."""
    found = tested(analysis.records, by=("system", *SHARED, *OWN), metric=analysis.metric)
    ours, bases = ([one for one in found if learner_of(one) == name] for name in (learner, base))
    names = [name for name in (*SHARED, *OWN) if len({str(one.group[name]) for one in ours}) > 1]
    columns = places(analysis.records)
    rows: dict[tuple[str, ...], list[Content]] = {}
    for one in ours:
        other = _base_of(one, bases, analysis.metric)
        if other is None:
            continue
        key = (one.chosen.system, *(setting_text(one.group[name]) for name in names))
        cells = rows.setdefault(key, [""] * (3 * len(columns)))
        at = 3 * next(k for k, place in enumerate(columns) if place.holds(one))
        cells[at : at + 3] = _cells(one, other, analysis.metric)
    if len(rows) < 2:
        return None
    header = ("system", *map(heading, names), *(base.upper(), learner.upper(), "gap") * len(columns))
    groups = (("", 1 + len(names)), *((place_text(place, columns), 3) for place in columns))
    notes = (
        f"F1 on test, in percent, each with its best configuration on dev; gap: {learner.upper()} − {base.upper()} in "
        f"points. {base.upper()} is trained in the same way wherever it reads the setting.",
    )
    whole = tuple((*key, *cells) for key, cells in sorted(rows.items()))
    title = f"What makes the gap between {learner.upper()} and {base.upper()}"
    return Table("gaps", title, header, whole, notes, labels=1 + len(names), groups=groups)


def _base_of(one: Result, bases: Sequence[Result], metric: str) -> Result | None:
    """Return the best of the base's results that were trained in the same way."""
    same = [
        b
        for b in bases
        if (b.corpus, b.features) == (one.corpus, one.features) and _shared(b.group) == _shared(one.group)
    ]
    return max(same, key=lambda b: b.chosen.mean_dev(metric), default=None)


def _shared(group: Mapping[str, Any]) -> list[Any]:
    return [group[name] for name in SHARED]


def _cells(one: Result, other: Result, metric: str) -> list[Content]:
    gap = one.mean(metric) - other.mean(metric)
    sign = "+" if gap > 0 else ""
    return [number(other.mean(metric)), number(one.mean(metric)), Cell(sign + number(gap), strong=True)]
