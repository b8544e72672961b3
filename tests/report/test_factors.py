"""One setting at a time: what a row holds, what it is compared with, and which averagings are comparable."""

from __future__ import annotations

from statistics import fmean

import pytest

from report import synthetic
from swvm.errors import DataError
from swvm.report.analysis import analyse
from swvm.report.bounds import bounds_table
from swvm.report.factors import factor_tables
from swvm.report.values import value_text


def tables(records):
    return {table.name: table for table in factor_tables(analyse(records))}


def text(cell):
    return cell if isinstance(cell, str) else cell.text


def row(table, *start):
    return next([text(cell) for cell in row] for row in table.rows if [text(cell) for cell in row[:2]] == list(start))


@pytest.fixture(scope="module")
def found():
    return tables(synthetic.records())


def mean_f1(corpus, settings, place):
    return fmean(synthetic.record(corpus, settings, place, part).test.f1 for part in range(5))


def best_on_dev(corpus, learner, **wanted):
    fitting = [
        (place, settings)
        for place, settings in enumerate(synthetic.grid(learner))
        if all(settings[name] == value for name, value in wanted.items())
    ]
    return max(
        fitting,
        key=lambda one: fmean(synthetic.record(corpus, one[1], one[0], part).dev.f1 for part in range(5)),
    )


def test_there_is_a_table_for_each_setting_that_varies(found):
    assert list(found) == ["by-gamma", "by-mode", "by-k_best"]


def test_a_row_is_the_test_score_of_what_is_best_on_dev_with_its_value(found):
    cells = row(found["by-gamma"], "SWVM", "softmin")
    scores = []
    for corpus, cell in zip(("jnlpba", "conll2000"), cells[2:4], strict=True):
        place, settings = best_on_dev(corpus, "swvm", gamma="softmin")
        scores.append(mean_f1(corpus, settings, place))
        assert cell.split(" ± ")[0] == f"{scores[-1]:.2f}"
    assert cells[4] == f"{fmean(scores):.2f}"


def test_the_differences_are_those_to_the_best_of_mira_and_csp(found):
    cells = row(found["by-mode"], "SWVM", "balanced")
    for learner, cell in zip(("mira", "csp"), cells[5:7], strict=True):
        gaps = []
        for corpus in ("jnlpba", "conll2000"):
            (place, ours), (their_place, theirs) = (
                best_on_dev(corpus, "swvm", mode="balanced"),
                best_on_dev(corpus, learner),
            )
            gaps.append(mean_f1(corpus, ours, place) - mean_f1(corpus, theirs, their_place))
        assert cell.replace("−", "-") == f"{fmean(gaps):+.2f}"


def test_learners_that_do_not_read_a_setting_have_one_row(found):
    assert [text(line[1]) for line in found["by-gamma"].rows if text(line[0]) == "MIRA"] == ["–"]
    assert row(found["by-gamma"], "CSP", "–")[6] == "0.00"


def test_a_cell_can_stand_in_a_sentence(found):
    analysis = analyse(synthetic.records())
    assert value_text(analysis, "by gamma SWVM softmin mean") == row(found["by-gamma"], "SWVM", "softmin")[4]
    for wrong in ("by gamma SWVM soft mean", "by average SWVM end mean", "by gamma SWVM softmin total"):
        with pytest.raises(DataError, match="there are the rows"):
            value_text(analysis, wrong)


def averaged():
    """MIRA with K = 1 under two averagings, with K = 3 under one."""
    first, third = synthetic.grid("mira")
    settings = [first, {**first, "average": "epoch"}, third]
    return [synthetic.record("jnlpba", one, place, part) for place, one in enumerate(settings) for part in range(2)]


def test_averagings_are_compared_among_what_ran_with_all_of_them():
    table = tables(averaged())["by-average"]
    first = synthetic.grid("mira")[0]
    expected = fmean(synthetic.record("jnlpba", first, 0, part).test.f1 for part in range(2))
    assert row(table, "MIRA", "end")[2].split(" ± ")[0] == f"{expected:.2f}"  # not the better K = 3
    assert "every averaging" in table.notes[0]


def test_other_settings_are_compared_under_the_most_frequent_averaging():
    table = tables(averaged())["by-k_best"]
    assert [text(line[1]) for line in table.rows] == ["1", "3"]
    only_end = fmean(record.test.f1 for record in averaged()[:2])
    assert row(table, "MIRA", "1")[2].split(" ± ")[0] == f"{only_end:.2f}"


def test_the_effect_of_c_is_the_mean_on_dev_over_all_else():
    first = synthetic.grid("mira")[0]
    records = [
        synthetic.record(corpus, {**first, "C": c}, place, part)
        for corpus in synthetic.LEVELS
        for place, c in enumerate((0.1, "inf"))
        for part in range(2)
    ]
    table = bounds_table(analyse(records))
    assert table.header == ("learner", "reading", "K", "C = 0.1", "C = ∞")
    [cells] = table.rows
    assert cells[:3] == ("MIRA", "–", "1")
    for c, cell in zip((0.1, "inf"), cells[3:], strict=True):
        assert text(cell) == f"{fmean(record.dev.f1 for record in records if record.settings['C'] == c):.2f}"
    assert bounds_table(analyse(records[:2])) is None  # one value of C
