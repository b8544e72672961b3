"""SWVM against MIRA under every way of training that the records hold: which of them makes the gap.

What both learners read (features, averaging, order of the sentences) pairs them; what SWVM alone reads (the reading of
its constraint, identity templates) tells its rows apart. All the rest, such as K, SetGamma, C and the epochs, is
chosen on dev.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from swvm.experiment.selection import Result, tested
from swvm.report.analysis import Analysis, learner_of
from swvm.report.names import heading, place_text, places, setting_text
from swvm.report.table import Cell, Content, Table, signed

SHARED = ("average", "order", "boundary", "decoding", "minimum_count", "transitions", "label_constraint", "batch")
OWN = ("constraint", "identity", "templates")


def gaps_table(analysis: Analysis, learner: str = "swvm", base: str = "mira") -> Table | None:
    """Return the difference of their test F1 and its mean; nothing where there is but one way of training."""
    found = tested(analysis.records, by=("system", *SHARED, *OWN), metric=analysis.metric)
    ours, bases = ([one for one in found if learner_of(one) == name] for name in (learner, base))
    names = [name for name in (*SHARED, *OWN) if len({str(one.group[name]) for one in ours}) > 1]
    columns = places(analysis.records)
    rows: dict[tuple[str, ...], dict[int, float]] = {}
    for one in ours:
        other = _base_of(one, bases, analysis.metric)
        if other is None:
            continue
        key = (one.chosen.system, *(setting_text(one.group[name]) for name in names))
        column = next(k for k, place in enumerate(columns) if place.holds(one))
        rows.setdefault(key, {})[column] = one.mean(analysis.metric) - other.mean(analysis.metric)
    if len(rows) < 2:
        return None
    header = ("system", *map(heading, names), *(place_text(place, columns) for place in columns), "mean")
    notes = (
        f"{learner.upper()} − {base.upper()}, in points of F1 on test, each with its best configuration on dev. "
        f"{base.upper()} is trained in the same way wherever it reads the setting.",
    )
    whole = tuple((*key, *_cells(gaps, len(columns))) for key, gaps in sorted(rows.items()))
    title = f"What makes the gap between {learner.upper()} and {base.upper()}"
    return Table("gaps", title, header, whole, notes, labels=1 + len(names))


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


def _cells(gaps: Mapping[int, float], columns: int) -> list[Content]:
    mean = Cell(signed(fmean(gaps.values())), strong=True) if len(gaps) == columns else ""
    return [*(signed(gaps[k]) if k in gaps else "" for k in range(columns)), mean]
