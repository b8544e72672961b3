"""F1 alone: a row for each system, a column for each corpus, their mean. For many corpora or systems."""

from __future__ import annotations

from statistics import fmean

from swvm.experiment.selection import Result
from swvm.report.analysis import Analysis
from swvm.report.names import place_text
from swvm.report.table import Cell, Content, Table, number


def overview_table(analysis: Analysis) -> Table:
    """Return the score on test that configurations were chosen by, of every system on every corpus."""
    columns = analysis.places
    rows = [_row(analysis, system) for _, system in analysis.systems()]
    mean = ("mean",) if len(columns) > 1 else ()
    header = ("system", *(place_text(place, columns) for place in columns), *mean)
    title = "F1 per token on test" if analysis.metric == "token_f1" else "F1 on test"
    return Table("overview", title, header, tuple(rows), ("In percent, the mean over the test parts.",))


def _row(analysis: Analysis, system: str) -> tuple[Content, ...]:
    metric, scores = analysis.metric, []
    cells: list[Content] = [system]
    for place in analysis.places:
        tested = [one for one in analysis.at(place) if one.test(metric)]
        found = [one for one in tested if one.chosen.system == system]
        cells.append(_cell(found[0], tested, metric) if found else "")
        scores += [one.mean(metric) for one in found[:1]]
    if len(analysis.places) > 1:
        cells.append(number(fmean(scores)) if len(scores) == len(analysis.places) else "")
    return tuple(cells)


def _cell(one: Result, among: list[Result], metric: str) -> Cell:
    return Cell(number(one.mean(metric)), strong=one.mean(metric) == max(other.mean(metric) for other in among))
