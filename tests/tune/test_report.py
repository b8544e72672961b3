"""The report says what each part brings, which decisions there were, and names recipes by what is different in them."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from swvm.report.table import html, markdown
from swvm.report.tuning import choices_table, parts_table
from swvm.report.tuningnames import difference, name_of
from swvm.report.tuningpictures import parts_picture, tried_picture
from tune.made import Made
from tune.test_search import HELPING, additive, finished, searched


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    made = Made(tmp_path_factory.mktemp("report"), additive, 0.1)
    final = finished(made, searched(made))
    return SimpleNamespace(
        recipe=final.current, final=final, parts=final.parts(), groups=made.groups, space=made.space, made=made
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
