"""Procedures on made-up scores: they find what helps, leave out what does not, and say what each part brings."""

from __future__ import annotations

import pytest

from swvm.tune.final import FULL, Final
from swvm.tune.halving import Halving
from swvm.tune.recipe import Recipe
from swvm.tune.search import Greedy, along, base_of, chosen, leaders
from tune.made import Made

HELPING = {"affixes": 8.0, "cases": 4.0, "context": 2.0}


def additive(recipe: Recipe) -> float:
    order = 3.0 if recipe.order == 2 else 0.0
    wide = 1.5 if recipe.value("k_best") == 5 else 0.0
    return 60 + sum(gain for name, gain in HELPING.items() if name in recipe.groups) + order + wide


def searched(made: Made, procedure=Greedy, level: float = 1.0):
    search = procedure(made.space, made.bench, level, made.space.starts()["basic"])
    made.run(search.batches())
    return search


def finished(made: Made, search) -> Final:
    final = Final(made.space, made.last, leaders(made.bench, search.level), search.current)
    made.run(final.batches(), made.last)
    return final


@pytest.mark.parametrize(("deviation", "lucky"), [(0.0, 0), (0.15, 2)])
def test_what_helps_is_found_and_nothing_else(tmp_path, deviation, lucky):
    """One standard error keeps out most of what does not help: of nine idle groups luck may leave one or two."""
    made = Made(tmp_path, additive, deviation)
    final = finished(made, searched(made))
    needed = {"words", "labels", *HELPING}
    assert needed <= set(final.current.groups)
    assert len(set(final.current.groups) - needed) <= lucky
    assert final.current.order == 2
    assert final.current.value("k_best") == 5
    assert final.current.value("C") == "inf"
    assert final.parts_known


def test_each_part_brings_what_it_was_given(tmp_path):
    made = Made(tmp_path, additive, 0.1)
    final = finished(made, searched(made))
    gains = {part.text: part.difference.gain for part in final.parts()}
    for name, gain in HELPING.items():
        assert gains[f"− {name}"] == pytest.approx(gain, abs=0.3)
    assert gains["order 1"] == pytest.approx(3.0, abs=0.3)
    expected = [part for part in final.parts() if part.text.removeprefix("− ") in HELPING]
    assert all(len(part.by_seed) >= 3 and part.difference.counts for part in expected)


def test_where_nothing_helps_the_simplest_recipe_is_taken(tmp_path):
    made = Made(tmp_path, lambda recipe: 70.0, 0.3)
    final = finished(made, searched(made))
    assert final.current.groups == ("labels", "words")
    assert final.current.order == 1
    assert any(choice.guarded for choice in final.choices)


def test_the_guard_does_not_creep_downwards(tmp_path):
    """Many parts, each within noise, and together far beyond it: they must not be taken out one after another."""
    made = Made(tmp_path, lambda recipe: 60 + 0.12 * len(recipe.groups), 0.2)
    final = finished(made, searched(made))
    best = max(one.score for one in made.last.at(FULL))
    taken = made.last.result(final.current, FULL)
    assert best - taken.score < 0.75


def test_halving_finds_most_of_it(tmp_path):
    made = Made(tmp_path, additive, 0.1)
    final = finished(made, searched(made, Halving))
    assert {"words", "labels", "affixes", "cases"} <= set(final.current.groups)
    assert {result.level for result in made.bench.results.values()} == {1.0, 1 / 3, 1 / 9}


def test_the_same_search_asks_for_the_same_trials(tmp_path):
    asked = []
    for folder in ("a", "b"):
        made = Made(tmp_path / folder, additive, 0.2)
        finished(made, searched(made))
        asked.append(made.asked)
    assert asked[0] == asked[1]


def test_a_search_cut_off_between_batches_has_a_choice(tmp_path):
    """Whatever has been answered, `current` is a recipe with a result, and never a random restart."""
    whole = Made(tmp_path / "w", additive, 0.1)
    count = len(list(counted(whole)))
    for stop in (1, 4, count - 1):
        made = Made(tmp_path / str(stop), additive, 0.1)
        search = Greedy(made.space, made.bench, 1.0, made.space.starts()["basic"])
        batches = search.batches()
        for _ in range(stop):
            made.run([next(batches)])
        next(batches, None)  # what the driver asks for and cannot have answered
        assert made.bench.result(search.current, 1.0).score >= 60
        starts = list(made.space.starts().values())
        assert made.bench.result(search.current, 1.0).score >= chosen(made.bench, starts, 1.0).taken.score - 0.5


def counted(made: Made):
    for batch in Greedy(made.space, made.bench, 1.0, made.space.starts()["basic"]).batches():
        made.run([batch])
        yield batch


def test_of_two_steps_on_one_axis_the_first_is_taken(tmp_path):
    space = Made(tmp_path, additive).space
    recipe = space.starts()["words"]
    steps = [step for step in space.setting_steps(recipe) if step.axis in ("C", "k_best")]
    path = along(recipe, steps)
    assert len(path) == 2
    assert path[-1].value("k_best") == 1
    assert path[-1].value("C") == 1.0


def test_single_steps_are_tried_on_a_cheaper_recipe(tmp_path):
    space = Made(tmp_path, additive).space
    recipe = space.starts()["basic"].with_settings(k_best=10, epochs=4, C=0.1)
    steps = {step.text: step for step in [*space.group_steps(recipe), *space.setting_steps(recipe)]}
    assert base_of(recipe, steps["+ context"]) == recipe.with_settings(k_best=3)
    assert base_of(recipe, steps["k_best 5"]) == recipe


def test_steps_that_a_learner_does_not_read_are_left_out(tmp_path):
    space = Made(tmp_path, additive).space
    recipe = space.starts()["words"].with_settings(learner="csp")
    assert "k_best" not in {step.axis for step in space.setting_steps(recipe)}
    assert "average" in {step.axis for step in space.setting_steps(recipe)}
