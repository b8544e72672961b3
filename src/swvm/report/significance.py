"""Is one system better than another? Tests part by part as tables, and on how many parts the answer holds."""

from __future__ import annotations

from collections.abc import Mapping

from swvm.experiment.significance import TestSettings, Versus, versus
from swvm.report.analysis import Analysis, have_counts, learner_of
from swvm.report.names import Place, place_text
from swvm.report.table import Content, Table, number

HEADER = ("corpus", "first", "second", "test", "difference", "p-values, by part", "K̂", "Holm rejects")
NOTE = (
    "Difference: mean over the parts, in points of F1; for the t-test of the mean F1 of a sentence; for McNemar in "
    "tokens. K̂: with 95 % confidence the finding holds on at least so many parts (partial conjunction, Bonferroni; "
    "Dror et al. 2017)."
)


def significance_table(analysis: Analysis) -> Table:
    """Return the best system of each corpus against the second: differences, p-values, on how many parts it holds."""
    rows = _rows(analysis, analysis.versus)
    return Table("significance", "Is the best better than the second?", HEADER, rows, (f"{NOTE} One-sided.",), labels=4)


def pair_table(analysis: Analysis, learner: str = "swvm", base: str = "mira") -> Table | None:
    """Return the same of two learners, whatever stands between them: do they differ? Two-sided."""
    compared = {place: found for place in analysis.places if (found := _pair(analysis, place, learner, base))}
    title = f"Do {learner.upper()} and {base.upper()} differ?"
    return Table(f"{learner}-{base}", title, HEADER, _rows(analysis, compared), (f"{NOTE} Two-sided.",), labels=4)


def _pair(analysis: Analysis, place: Place, *learners: str) -> Versus | None:
    """Compare the best systems on dev of two learners."""
    pair = []
    for learner in learners:
        members = [one for one in analysis.at(place) if learner_of(one) == learner and one.test(analysis.metric)]
        pair += [max(members, key=lambda one: one.chosen.mean_dev(analysis.metric))] if members else []
    if len(pair) < 2 or not have_counts(*pair):
        return None
    return versus(pair[0], pair[1], TestSettings(metric=analysis.metric, alternative="two-sided"))


def _rows(analysis: Analysis, compared: Mapping[Place, Versus]) -> tuple[tuple[Content, ...], ...]:
    found = [(place, compared[place]) for place in analysis.places if place in compared]
    return tuple(row for place, one in found for row in _test_rows(place_text(place, analysis.places), one))


def _test_rows(corpus: str, versus: Versus) -> list[tuple[Content, ...]]:
    rows: list[tuple[Content, ...]] = []
    for name, tests in versus.tests.items():
        analysed = versus.replicability[name]
        difference = number(sum(test.difference for test in tests) / len(tests))
        p_values = " ".join(_p_text(test.p_value) for test in tests)
        rejected = "parts " + " ".join(str(versus.parts[k]) for k in analysed.rejected) if analysed.rejected else "none"
        names = ("", "", "") if rows else (corpus, versus.better.name, versus.other.name)
        rows.append((*names, name, difference, p_values, f"{analysed.k_hat} of {len(tests)}", rejected))
    return rows


def _p_text(p: float) -> str:
    return "<.001" if p < 0.001 else f"{p:.3f}".removeprefix("0")
