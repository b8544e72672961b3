"""The guard: what is no more than noise goes to the simpler recipe, and what is more does not."""

from __future__ import annotations

import math
from statistics import pvariance, variance

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.evaluate.scores import SentenceCounts
from swvm.tune.bench import Result, paired
from swvm.tune.noise import CAUTION, NO_SPREAD, Noise, choose
from swvm.tune.optimism import optimism
from swvm.tune.recipe import Recipe
from tune.made import record, result

SMALL, LARGE = Recipe(("words",)), Recipe(("affixes", "words"))


def noise_of(*results: Result) -> Noise:
    return Noise(results)


def test_the_deviation_of_the_seeds_is_pooled():
    a, b, c = result([70, 71, 72]), result([80, 82], place=1), result([50], place=2)
    expected = math.sqrt((2 * variance([70, 71, 72]) + variance([80, 82])) / 3)
    assert noise_of(a, b, c).deviation == pytest.approx(expected, rel=1e-6)
    assert noise_of(c).deviation == NO_SPREAD


def test_a_difference_within_seed_noise_goes_to_the_simpler_recipe():
    simple, rich = result([70, 72, 74], SMALL), result([71, 72, 75], LARGE, place=1)
    choice = choose([rich, simple], noise_of(simple, rich))
    assert choice.taken is simple
    assert choice.best is rich
    assert choice.guarded
    assert choice.difference.gain == pytest.approx(2 / 3, abs=0.02)
    assert choice.difference.by_seeds == pytest.approx(math.sqrt((4 + (13 / 3)) / 2 * 2 / 3), abs=0.05)


def test_a_difference_beyond_noise_is_taken():
    simple, rich = result([70.0, 70.1, 70.2], SMALL), result([75.0, 75.1, 75.2], LARGE, place=1)
    choice = choose([rich, simple], noise_of(simple, rich))
    assert choice.taken is rich
    assert not choice.guarded


def test_the_same_score_goes_to_the_simpler_recipe():
    simple, rich = result([70.0, 70.0], SMALL), result([70.0, 70.0], LARGE, place=1)
    assert choose([rich, simple], noise_of(simple, rich)).taken is simple


def test_the_simplest_of_those_within_noise_is_taken():
    middle = Recipe(("affixes", "lower", "words"))
    results = [result([60.0, 60.1], SMALL), result([72.0, 72.2], LARGE, place=1), result([72.1, 72.2], middle, place=2)]
    assert choose(results, noise_of(*results)).taken.recipe == LARGE


def test_sentences_add_noise_where_seeds_have_none():
    """Two systems that are right on other sentences: their difference depends on which sentences dev has."""
    a, b = result([70.2, 70.2], SMALL, place=3), result([70.0, 70.0], LARGE, place=4)
    difference = noise_of(a, b).difference(a, b)
    assert difference.by_seeds == 0.0
    assert 0.0 < difference.by_sentences < 1.0
    assert difference.error == difference.by_sentences
    assert difference.counts == (difference.gain > 0)
    assert difference.certain == (difference.gain > CAUTION * difference.error)


def test_sentences_do_not_decide_but_are_reported(monkeypatch):
    """More than the noise of seeds, less than that of sentences: it counts, and is not certain."""
    monkeypatch.setattr("swvm.tune.noise._by_sentences", lambda a, b: 5.0)
    better, worse = result([71.0, 71.2], LARGE, place=3), result([70.0, 70.2], SMALL, place=4)
    noise = noise_of(better, worse)
    difference = noise.difference(better, worse)
    assert difference.by_seeds < difference.gain < difference.error
    assert difference.counts
    assert not difference.certain
    assert choose([better, worse], noise).taken is better


def test_the_error_of_sentences_is_that_of_theory():
    """With a fixed number of gold and predicted mentions F1 is a mean, whose standard error is known."""
    a, b = result([70.2], place=5), result([66.1], place=6)
    x, y = (next(iter(one.tables.values())) for one in (a, b))
    theory = 10 * math.sqrt(pvariance((x.tp - y.tp).tolist()) / len(x))
    assert noise_of(a, b).difference(a, b).by_sentences == pytest.approx(theory, rel=0.1)


def test_seeds_of_a_fold_are_added_up_and_folds_stand_one_behind_another():
    parts = [record(f"{part}{seed}", 70 + seed, seed, part) for part in (0, 1) for seed in (1, 2)]
    one = Result(SMALL, 1.0, 0, tuple(parts))
    counts, again = paired(one, one)
    assert isinstance(counts, SentenceCounts)
    assert len(counts) == 400
    assert counts.tp.sum() == again.tp.sum() == sum(record.dev.mentions.correct for record in parts)


@given(st.lists(st.floats(40, 90), min_size=1, max_size=6), st.integers(0, 3))
def test_a_choice_is_never_beaten_by_more_than_noise(scores, seed):
    rng = np.random.default_rng(seed)
    recipes = [Recipe(tuple("abcdef"[: k + 1])) for k in range(len(scores))]
    results = [
        result(score + rng.normal(size=2), recipe, place)
        for place, (score, recipe) in enumerate(zip(scores, recipes, strict=True))
    ]
    noise = Noise(results)
    choice = choose(results, noise)
    assert not noise.difference(choice.best, choice.taken).counts or choice.best is choice.taken
    assert choice.taken.recipe.simplicity <= choice.best.recipe.simplicity
    assert choice.best.score == pytest.approx(max(one.score for one in results), abs=1e-8)


def test_optimism_of_recipes_that_differ_by_luck_alone():
    same = [result([70.2], Recipe((str(place),)), place) for place in range(40)]
    found = optimism(same, seed=1)
    assert found.recipes == 40
    assert found.on_halves > 0.2
    assert found.on_all == pytest.approx(found.on_halves / math.sqrt(2))


def test_optimism_is_small_where_one_is_far_better():
    results = [result([90.2], Recipe(("best",))), *(result([50.2], Recipe((str(k),)), k) for k in range(1, 20))]
    assert abs(optimism(results, seed=1).on_halves) < 0.1
    assert optimism(results[:1], seed=1) is None
