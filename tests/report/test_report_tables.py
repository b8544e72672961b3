"""Tables: what they hold, and how they are written as Markdown and HTML."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean

import pytest

from report import synthetic
from swvm.errors import DataError, SettingError
from swvm.experiment.significance import TESTS
from swvm.report.analysis import analyse
from swvm.report.build import items_of
from swvm.report.gaps import gaps_table
from swvm.report.grids import configurations_table, grid_table, variants_table
from swvm.report.mentions import mentions_table, of_analysis
from swvm.report.names import configuration_text, setting_text
from swvm.report.overview import overview_table
from swvm.report.paper import BEST_CONFIGURATIONS, TABLE_1
from swvm.report.scores import results_table, tokens_table
from swvm.report.significance import pair_table, significance_table
from swvm.report.table import Cell, Table, html, markdown, number
from swvm.report.values import value_text


@pytest.fixture(scope="module")
def analysis():
    return analyse(synthetic.records())


def text(cell):
    return cell if isinstance(cell, str) else cell.text


def rows_of(table):
    return {text(row[0]): [text(cell) for cell in row[1:]] for row in table.rows}


def test_results_are_means_over_folds_of_the_configuration_chosen_on_dev(analysis):
    csp = [synthetic.record("jnlpba", synthetic.grid("csp")[0], 0, part).test for part in range(5)]
    row = rows_of(results_table(analysis))["CSP"]
    assert row[:3] == [f"{fmean(getattr(one, name) for one in csp):.2f}" for name in ("precision", "recall", "f1")]


def test_results_have_the_layout_of_the_paper(analysis):
    table = results_table(analysis)
    assert table.groups == (("", 1), ("JNLPBA", 3), ("CoNLL-2000", 3))
    assert [text(row[0]) for row in table.rows] == [
        *("SWVM", "in the paper", "MIRA", "in the paper", "SWVP", "in the paper", "CSP", "in the paper")
    ]
    assert [text(cell) for cell in table.rows[1]][1:4] == ["63.78", "70.40", "66.41*"]


def test_the_best_is_bold_and_a_star_needs_every_fold(analysis):
    table = results_table(analysis)
    bold = [(row[0], k) for row in table.rows for k, cell in enumerate(row) if isinstance(cell, Cell) and cell.strong]
    assert bold == [("SWVM", 3), ("SWVM", 6)]
    for place in analysis.places:
        versus = analysis.versus[place]
        column = 3 + 3 * analysis.places.index(place)
        starred = "*" in text(table.rows[0][column])
        assert starred == (versus.replicability["t-test"].k_hat == 5)
    assert any("*" in text(row[6]) for row in table.rows[:1])  # the synthetic CoNLL-2000 has one


def test_the_overview_has_the_f1_of_the_results_and_their_mean(analysis):
    results, table = rows_of(results_table(analysis)), overview_table(analysis)
    assert table.header == ("system", "JNLPBA", "CoNLL-2000", "mean")
    for system, cells in rows_of(table).items():
        jnlpba, conll, mean = cells
        assert [jnlpba, conll] == [results[system][k].rstrip("*†") for k in (2, 5)]
        assert float(mean) == pytest.approx((float(jnlpba) + float(conll)) / 2, abs=0.011)
    assert [[text(cell) for cell in row[1:3]] for row in table.rows if row[1].strong] == [rows_of(table)["SWVM"][:2]]


def test_the_papers_numbers_are_those_of_its_tables():
    gaps = [
        TABLE_1["swvm"][corpus].f1 - max(TABLE_1[x][corpus].f1 for x in ("mira", "csp")) for corpus in TABLE_1["swvm"]
    ]
    assert max(gaps) == pytest.approx(4.97)  # the text of the paper says so
    assert fmean(gaps) == pytest.approx(1.81, abs=0.005)
    assert BEST_CONFIGURATIONS["swvm"]["bc2gm"] == "agg., softmin, 1"


def test_tokens_have_scores_of_their_own():
    records = list(synthetic.records(folds=2))
    table = tokens_table(analyse(records))
    chosen = [r for r in records if r.system == "CSP" and r.corpus == "jnlpba"]
    assert rows_of(table)["CSP"][2] == f"{fmean(one.test.token_f1 for one in chosen):.2f}"


def test_the_paper_stands_beside_the_scores_that_were_chosen_by():
    records = list(synthetic.records(folds=1))
    assert "in the paper" not in rows_of(tokens_table(analyse(records)))
    assert "in the paper" in rows_of(tokens_table(analyse(records, metric="token_f1")))


def test_configurations_stand_beside_the_papers(analysis):
    rows = configurations_table(analysis).rows
    assert [text(cell) for cell in rows[0]] == ["SWVM", "agg., softmin, 3", "agg., softmin, 3"]
    assert [text(cell) for cell in rows[1]] == ["in the paper", "agg., uniform, 1", "agg., opt., 5"]
    assert configuration_text({"learner": "csp"}) == "–"
    assert setting_text("inf") == "∞"


def test_a_grid_has_every_configuration_and_marks_the_chosen(analysis):
    table = grid_table(analysis, "SWVM")
    assert table.header == ("mode", "SetGamma", "K", "JNLPBA", "CoNLL-2000")
    assert len(table.rows) == 16
    bold = [row[:3] for row in table.rows if any(isinstance(cell, Cell) and cell.strong for cell in row)]
    assert bold == [("aggressive", "softmin", "3")]


def test_variants_have_a_row_for_each_learner_and_gamma(analysis):
    table = variants_table(analysis)
    assert [(row[0], row[1]) for row in table.rows][:5] == [
        *[("SWVM", gamma) for gamma in ("uniform", "wm", "softmin", "optimization")],
        ("MIRA", "–"),
    ]
    assert "±" in text(table.rows[0][2])


def test_one_run_alone_has_no_spread():
    table = variants_table(analyse(synthetic.records(folds=1)))
    assert "±" not in text(table.rows[0][2])


def test_significance_names_parts_and_tests(analysis):
    table = significance_table(analysis)
    assert [text(row[3]) for row in table.rows] == [*TESTS, *TESTS]
    assert text(table.rows[len(TESTS)][6]) == "5 of 5"


def test_two_learners_are_tested_on_both_sides(analysis):
    best, pair = significance_table(analysis), pair_table(analysis)
    assert [row[:5] for row in pair.rows] == [row[:5] for row in best.rows]  # here SWVM and MIRA are the best two
    p_values = [[float(p) for p in text(table.rows[0][5]).replace("<", "").split()] for table in (best, pair)]
    assert p_values[1] == pytest.approx([2 * p for p in p_values[0]], abs=0.0011)
    assert pair_table(analyse([r for r in analysis.records if r.system == "CSP"])).rows == ()


def test_gaps_pair_what_was_trained_in_the_same_way():
    settings = {learner: synthetic.grid(learner)[0] for learner in ("mira", "swvm")}
    records = [
        synthetic.record("jnlpba", {**settings[learner], "average": average}, place, part)
        for learner in settings
        for place, average in enumerate(("end", "epoch"))
        for part in range(2)
    ]
    assert gaps_table(analyse(records[:2] + records[4:6])) is None  # one way of training only
    table = gaps_table(analyse(records))
    assert table.header == ("system", "averaging", "JNLPBA", "mean")
    assert [row[1] for row in table.rows] == ["end", "epoch"]
    f1 = [fmean(record.test.f1 for record in records if record.settings["average"] == "end" and record.system == name)
          for name in ("SWVM", "MIRA")]  # fmt: skip
    gap, mean = (text(cell).replace("−", "-") for cell in table.rows[0][2:])
    assert gap == mean == f"{f1[0] - f1[1]:+.2f}"


def test_mentions_add_up_over_the_folds(analysis):
    table = mentions_table(of_analysis(analysis))
    first = [text(cell) for cell in table.rows[0]][:4]
    assert first == ["JNLPBA", "by type", "NP", "1500"]


def test_values(analysis):
    swvm, mira = (float(value_text(analysis, f"f1 {name} jnlpba")) for name in ("SWVM", "MIRA"))
    assert float(value_text(analysis, "gap SWVM MIRA jnlpba")) == pytest.approx(swvm - mira, abs=0.011)
    assert value_text(analysis, "runs") == "350"
    both = [float(value_text(analysis, f"gap SWVM MIRA {corpus}")) for corpus in ("jnlpba", "conll2000", "all")]
    assert both[2] == pytest.approx(fmean(both[:2]), abs=0.011)
    assert value_text(analysis, 'f1 "SWVM" jnlpba') == value_text(analysis, "f1 SWVM jnlpba")


@pytest.mark.parametrize("words", ["f1 SWVM", "f1 SWVN jnlpba", "speed"])
def test_a_wrong_value_says_what_there_is(analysis, words):
    with pytest.raises((DataError, SettingError), match=r"should read|there is|Known"):
        value_text(analysis, words)


def test_the_order_of_the_records_changes_nothing(analysis):
    backwards = analyse(list(synthetic.records())[::-1])
    tables = [items_of(each, figures=False) for each in (analysis, backwards)]
    assert tables[0] == tables[1]


def test_features_stand_with_the_corpus_where_there_are_several():
    settings = synthetic.grid("csp")[0]
    records = [synthetic.record("jnlpba", settings, 0, 0, features=name, id=name) for name in ("basic", "paper")]
    assert results_table(analyse(records)).groups[1:] == (("JNLPBA (basic)", 3), ("JNLPBA (paper)", 3))


def test_what_cannot_be_reported_is_an_error():
    with pytest.raises(DataError, match="no records"):
        analyse([])
    with pytest.raises(SettingError, match="token_f1"):
        analyse(synthetic.records(1), metric="tokens_f1")
    settings = synthetic.grid("csp")[0]
    mixed = [synthetic.record("jnlpba", settings, 0, 0, protocol=name, id=name) for name in ("folds", "official")]
    with pytest.raises(DataError, match="a report of each"):
        analyse(mixed)


def test_a_grid_that_waits_for_its_final_runs_is_left_out():
    records = list(synthetic.records(folds=1))
    waiting = [replace(one, test=None) if one.corpus == "jnlpba" else one for one in records]
    found = analyse(waiting)
    assert {one.corpus for one in found.results} == {"conll2000"}
    assert text(variants_table(found).rows[0][2]) == ""
    with pytest.raises(DataError, match="the final runs come last"):
        analyse([replace(one, test=None) for one in records])


def test_markdown_and_html_escape_what_they_must():
    cells = (Cell("a|b", strong=True), Cell("<i>*", quiet=True))
    table = Table("t", "T", ("x_y", "n"), (cells,), ("1 < 2",), groups=(("g", 2),))
    assert markdown(table) == "| g x\\_y | g n |\n| --- | ---: |\n| **a\\|b** | *\\<i\\>\\** |\n\n1 \\< 2\n"
    assert '<td class="label"><b>a|b</b></td><td class="number quiet">&lt;i&gt;*</td>' in html(table)
    assert '<th colspan="2" class=group>g</th>' in html(table)


def test_numbers_have_a_true_minus_and_no_minus_zero():
    assert [number(value) for value in (-0.001, -1.5, 2)] == ["0.00", "−1.50", "2.00"]
