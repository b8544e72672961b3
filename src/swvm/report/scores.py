"""Test scores as tables in the layout of the paper's Table 1, per mention and per token."""

from __future__ import annotations

from swvm.experiment.selection import Result
from swvm.experiment.significance import Versus
from swvm.report.analysis import Analysis
from swvm.report.names import Place, place_text
from swvm.report.paper import TABLE_1, PaperScore
from swvm.report.table import Cell, Content, Table, mean_and_spread, number

MENTIONS = ("precision", "recall", "f1")
TOKENS = ("token_precision", "token_recall", "token_f1")
_EMPTY: tuple[Content, ...] = ("", "", "")


def results_table(analysis: Analysis) -> Table:
    """Return P, R, F1 of mentions, the paper's own numbers in the rows below ours."""
    rows = _rows(analysis, MENTIONS, paper=True)
    return _table(analysis, "results", "Precision, recall and F1 of mentions on test", rows, MENTIONS[-1])


def tokens_table(analysis: Analysis) -> Table:
    """Return P, R, F1 of the tokens whose label is not O.

    The paper's numbers stand below where tokens were what configurations were chosen by, as in its released program.
    """
    rows = _rows(analysis, TOKENS, paper=analysis.metric == TOKENS[-1])
    return _table(analysis, "tokens", "The same per token, labels other than O", rows, TOKENS[-1])


def _table(analysis: Analysis, name: str, title: str, rows: list[tuple[Content, ...]], metric: str) -> Table:
    groups = tuple((place_text(place, analysis.places), 3) for place in analysis.places)
    header = ("learner", *("P", "R", "F1") * len(analysis.places))
    notes = (MEANS, *_star_notes(analysis)) if metric == analysis.metric else (MEANS,)
    return Table(name, title, header, tuple(rows), notes, groups=(("", 1), *groups))


MEANS = (
    "In percent, micro-averaged, and the mean over the test parts: so F1 is not the harmonic mean of P and R. "
    "The best F1 of ours is set in bold."
)


def _star_notes(analysis: Analysis) -> tuple[str, ...]:
    if not analysis.versus:
        return ()
    parts = max(len(one.parts) for one in analysis.versus.values())
    where = f"on all {parts} parts (K-Bonferroni, 0.05)" if parts > 1 else "(p ≤ 0.05, one test part)"
    return (
        f"* better than the second best {where} by the paired t-test over sentences, the paper's test; "
        f"† by approximate randomisation of the corpus F1.",
    )


def _rows(analysis: Analysis, metrics: tuple[str, str, str], paper: bool) -> list[tuple[Content, ...]]:
    rows: list[tuple[Content, ...]] = []
    systems = analysis.systems()
    for number_, (learner, system) in enumerate(systems):
        rows.append(_our_row(analysis, system, metrics))
        last_of_learner = number_ + 1 == len(systems) or systems[number_ + 1][0] != learner
        if paper and last_of_learner and _in_paper(analysis, learner):
            rows.append(_paper_row(analysis, learner))
    return rows


def _our_row(analysis: Analysis, system: str, metrics: tuple[str, str, str]) -> tuple[Content, ...]:
    cells: list[Content] = [system]
    for place in analysis.places:
        found = [one for one in analysis.at(place) if one.chosen.system == system and one.test(metrics[2])]
        cells += _our_cells(analysis, place, found[0], metrics) if found else _EMPTY
    return tuple(cells)


def _our_cells(analysis: Analysis, place: Place, one: Result, metrics: tuple[str, str, str]) -> list[Content]:
    precision, recall, f1 = (one.mean(metric) for metric in metrics)
    best = max(other.mean(metrics[2]) for other in analysis.at(place) if other.test(metrics[2]))
    marks = _marks(analysis.versus.get(place), one) if metrics[2] == analysis.metric else ""
    return [number(precision), number(recall), Cell(number(f1) + marks, strong=f1 == best)]


def _marks(versus: Versus | None, one: Result) -> str:
    if versus is None or versus.better is not one:
        return ""
    return ("*" if versus.star("t-test") else "") + ("†" if versus.star("randomisation") else "")


def _in_paper(analysis: Analysis, learner: str) -> bool:
    return any(place.corpus in TABLE_1.get(learner, {}) for place in analysis.places)


def _paper_row(analysis: Analysis, learner: str) -> tuple[Content, ...]:
    cells: list[Content] = [Cell("in the paper", quiet=True)]
    for place in analysis.places:
        score = TABLE_1[learner].get(place.corpus)
        cells += _EMPTY if score is None else _paper_cells(score)
    return tuple(cells)


def _paper_cells(score: PaperScore) -> list[Content]:
    f1 = number(score.f1) + ("*" if score.star else "")
    return [Cell(number(score.precision), quiet=True), Cell(number(score.recall), quiet=True), Cell(f1, quiet=True)]


def spread_of(result: Result, metric: str = "f1") -> float | None:
    """Return the standard deviation over parts and seeds; None where there is one run alone."""
    return result.spread(metric) if len(result.tests) > 1 else None


def mean_text(result: Result, metric: str = "f1") -> str:
    """Return mean ± standard deviation of a test score."""
    return mean_and_spread(result.mean(metric), spread_of(result, metric))
