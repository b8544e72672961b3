"""Single numbers for the sentences of a page: `f1 SWVM jnlpba`, `gap SWVM "MIRA released" jnlpba`, `runs`, `time`.

`by constraint SWVM each "− CSP"` is a cell of the table `by-constraint`: row SWVM, each; column − CSP.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from statistics import fmean

from swvm.errors import DataError, unknown_name
from swvm.experiment.selection import Result
from swvm.report.analysis import Analysis
from swvm.report.factors import factor_table
from swvm.report.origin import duration, total_seconds
from swvm.report.table import cell_text, number


def value_text(analysis: Analysis, words: str) -> str:
    """Return the number that the words name. CORPUS may be `all`: the mean over the corpora. A name may be quoted."""
    name, *rest = shlex.split(words)
    if name not in _VALUES:
        raise unknown_name("value", name, list(_VALUES))
    function, usage = _VALUES[name]
    if len(rest) != len(usage.split()):
        raise DataError(f"the value {words!r} should read: {name} {usage}".rstrip())
    return function(analysis, rest)


def _f1(analysis: Analysis, words: Sequence[str]) -> str:
    system, corpus = words
    return number(fmean(_scores(analysis, system, corpus).values()))


def _gap(analysis: Analysis, words: Sequence[str]) -> str:
    """Return the difference over the corpora that both systems were run on."""
    ours, theirs = (_scores(analysis, system, words[2]) for system in words[:2])
    shared = ours.keys() & theirs.keys()
    if not shared:
        raise DataError(f"{words[0]} and {words[1]} have no corpus in common")
    return number(fmean(ours[key] - theirs[key] for key in sorted(shared)))


def _scores(analysis: Analysis, system: str, corpus: str) -> dict[tuple[str, str], float]:
    tested = [one for one in analysis.results if one.test(analysis.metric)]
    found = [one for one in tested if one.chosen.system == system and corpus in ("all", one.corpus)]
    if not found:
        raise DataError(f"there is no test score of {system!r} on {corpus!r}; there is: {_known(tested)}")
    return {(one.corpus, one.features): one.mean(analysis.metric) for one in found}


def _known(results: Sequence[Result]) -> str:
    return ", ".join(f"{one.chosen.system} {one.corpus}" for one in results)


def _by(analysis: Analysis, words: Sequence[str]) -> str:
    setting, learner, value, column = words
    table = factor_table(analysis, setting)
    rows = {} if table is None else {tuple(map(cell_text, row[:2])): row for row in table.rows}
    if table is None or (learner, value) not in rows or column not in table.header:
        known = "none" if table is None else ", ".join(f"{a} {b}" for a, b in rows)
        columns = "none" if table is None else ", ".join(table.header[2:])
        raise DataError(f"no cell is {' '.join(words)}; there are the rows: {known}; the columns: {columns}")
    return cell_text(rows[learner, value][table.header.index(column)])


def _runs(analysis: Analysis, words: Sequence[str]) -> str:
    return f"{len(analysis.records):,}"


def _time(analysis: Analysis, words: Sequence[str]) -> str:
    return duration(total_seconds(analysis))


_VALUES: dict[str, tuple[Callable[[Analysis, Sequence[str]], str], str]] = {
    "f1": (_f1, "SYSTEM CORPUS"),
    "gap": (_gap, "SYSTEM SYSTEM CORPUS"),
    "by": (_by, "SETTING LEARNER VALUE COLUMN"),
    "runs": (_runs, ""),
    "time": (_time, ""),
}
