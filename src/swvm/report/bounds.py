"""What C does: the mean score on dev of all of a grid's configurations, by C. Test scores are of the chosen C alone."""

from __future__ import annotations

from collections import defaultdict
from statistics import fmean

from swvm.experiment.selection import configurations
from swvm.report.analysis import Analysis, learner_of
from swvm.report.names import heading, learner_rank, setting_text
from swvm.report.table import Cell, Content, Table, number

_ROWS = ("constraint", "k_best")


def bounds_table(analysis: Analysis) -> Table | None:
    """Return a row for each system, reading and K that was run with several C; nothing where there is none."""
    scores: dict[tuple[str, str, str], dict[float, list[float]]] = defaultdict(lambda: defaultdict(list))
    ranks = {}
    for one in configurations(analysis.records):
        if "C" in one.settings and one.dev(analysis.metric):
            constraint, k_best = (setting_text(one.settings.get(name)) for name in _ROWS)
            key = (one.system, constraint, k_best)
            scores[key][float(one.settings["C"])].append(one.mean_dev(analysis.metric))
            ranks[key] = (*learner_rank(learner_of(one), one.system), constraint, k_best)
    several = {key: by_c for key, by_c in scores.items() if len(by_c) > 1}
    if not several:
        return None
    values = sorted({c for by_c in several.values() for c in by_c})
    rows = tuple((*key, *_cells(several[key], values)) for key in sorted(several, key=lambda key: ranks[key]))
    header = ("learner", *map(heading, _ROWS), *(f"C = {_text(c)}" for c in values))
    notes = ("On dev, the mean over the corpora and all other settings of the grid. The best of a row is set in bold.",)
    return Table("by-C", "F1 on dev by C", header, rows, notes, labels=3)


def _text(c: float) -> str:
    return setting_text("inf" if c == float("inf") else c)


def _cells(by_c: dict[float, list[float]], values: list[float]) -> list[Content]:
    means = {c: fmean(found) for c, found in by_c.items()}
    return [Cell(number(means[c]), strong=means[c] == max(means.values())) if c in means else "" for c in values]
