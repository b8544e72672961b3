"""The report says what each part brings, which decisions there were, and names recipes by what is different in them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from swvm.report.table import html, markdown
from swvm.report.tuning import choices_table, parts_table
from swvm.report.tuningends import PHASES, end_sentences
from swvm.report.tuningnames import difference, name_of
from swvm.report.tuningpictures import parts_picture, tried_picture
from swvm.tune.bench import Bench
from swvm.tune.final import Final
from swvm.tune.halves import Halves
from swvm.tune.search import Greedy
from tune.made import Made
from tune.test_search import HELPING, additive, finished, searched


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    made = Made(tmp_path_factory.mktemp("report"), additive, 0.1)
    search = searched(made)
    final = finished(made, search)
    return SimpleNamespace(
        recipe=final.current,
        final=final,
        parts=final.parts(),
        groups=made.groups,
        space=made.space,
        made=made,
        search=search,
        halves=Halves(),
        ended=dict.fromkeys(PHASES, "done"),
    )


def test_each_part_has_a_row_with_its_seeds(found):
    table = parts_table(found)
    rows = {row[0]: row for row in table.rows}
    for name in HELPING:
        row = rows[f"− {name}"]
        assert row[-1] == "more than noise"
        assert len(row[3].split()) >= 3
    assert "cut this off" not in markdown(table)
    assert "What each part brings" in html(table)


def test_a_search_that_came_to_its_end(found):
    assert end_sentences(found) == [
        "The search, the comparison of the finalists, taking out what is idle and the table of what each part brings "
        "came to their end."
    ]
    assert found.search.ahead == []


def test_what_a_bound_cut_off_is_named(found, tmp_path):
    """The stage that was cut off, those behind it, and the phases that were not begun."""
    made = Made(tmp_path, additive, 0.1)
    search = Greedy(made.space, made.bench, 1.0, made.space.starts()["basic"])
    batches = search.batches()
    for _ in range(2):
        made.run([next(batches)])
    next(batches)
    cut = SimpleNamespace(search=search, final=found.final, ended={"search": "time", "finalists": "trials"})
    text = " ".join(end_sentences(cut))
    assert "The search was cut off by the clock in its stage 'round 1 over groups'; not begun: round 1 over set" in text
    assert "climb 2 from random groups. The comparison of the finalists was cut off by the number of trials." in text
    assert "Not begun: taking out what is idle and the table of what each part brings." in text
    assert "with --trials it does not" in text


def test_a_table_of_parts_that_was_cut_off_says_so(found):
    final = Final(found.space, Bench(found.made.trials), [], found.recipe)
    cut = SimpleNamespace(**{**vars(found), "final": final, "ended": {"parts": "time"}})
    assert final.missing == 3 * (1 + len(final.without))
    assert f"the clock: {final.missing} of its runs are missing" in " ".join(end_sentences(cut))


def test_decisions_name_what_was_taken(found):
    table = choices_table(found)
    assert len(table.rows) == len(found.final.choices)
    assert table.rows[-1][0].startswith("the recipe")


def test_recipes_are_named_by_what_is_different(found):
    assert name_of(found.recipe, found) == "the recipe"
    assert name_of(found.space.starts()["basic"], found) == "basic"
    other = found.recipe.with_groups({*found.recipe.groups, "lower"} - {"affixes"}).with_settings(C=0.1)
    assert name_of(other, found) == "the recipe + lower − affixes, C 0.1"
    assert difference(found.recipe, found) == ""


def test_pictures_are_there_where_there_is_something_to_draw(found):
    assert parts_picture(found.parts).title != parts_table(found).title
    assert parts_picture([]) is None
    results = found.made.bench.at(1.0)
    assert tried_picture(results, found.recipe) is not None
    assert tried_picture(results[:1], found.recipe) is None
