"""Choosing on dev, scores on test, stars: on records made by hand."""

from __future__ import annotations

import pytest

from experiment.made_records import record
from swvm.errors import SettingError
from swvm.experiment.records import append_record, compact, read_records
from swvm.experiment.selection import best_epoch, choose, ids_for_tests, results
from swvm.experiment.significance import TestSettings, best_and_second, named_pair, versus


def grid(**more):
    """Two configurations on two parts: the second is better on dev by the mean, worse on test."""
    dev = {0: (80, 90), 1: (88, 84)}
    return [
        record(place=k, part=part, dev=dev[k][part], test=70 - k, k_best=1 + 4 * k, **more)
        for k in dev
        for part in (1, 0)
    ]


def test_the_best_mean_on_dev_is_chosen():
    [(group, chosen, candidates)] = choose(grid())
    assert group == {"system": "mira"}
    assert (chosen.place, candidates, chosen.mean_dev()) == (1, 2, 86.0)
    assert chosen.dev() == (88, 84)


def test_ties_go_to_the_first_of_the_grid():
    tied = [record(place=place, dev=80, C=place) for place in (2, 0, 1)]
    assert choose(tied)[0][1].place == 0


def test_a_configuration_that_lacks_a_part_is_not_chosen():
    extra = record(place=7, part=0, dev=99, k_best=9)
    assert choose([*grid(), extra])[0][1].place == 1


def test_groups_by_a_setting():
    records = [*grid(gamma="wm"), *grid(gamma="uniform")]
    assert [group for group, _, _ in choose(records, by=("system", "gamma"))] == [
        {"system": "mira", "gamma": "wm"},
        {"system": "mira", "gamma": "uniform"},
    ]


def test_an_unknown_metric_names_the_nearest():
    with pytest.raises(SettingError, match="token_f1"):
        choose(grid(), metric="tokenf1")


def test_test_scores_are_means_over_parts_and_seeds():
    records = [record(part=part, seed=seed, test=60 + 10 * part + seed) for part in (0, 1) for seed in (1, 3)]
    [one] = results(records)
    assert one.test() == (62, 72)
    assert one.mean("f1") == one.mean("precision") == 67
    assert one.spread() == pytest.approx(5.887841)


def test_final_runs_replace_the_grid_whatever_their_epochs():
    final = [record(place=1, stage="final", seed=seed, test=50, k_best=5, epochs=3) for seed in (1, 2)]
    other = record(place=0, stage="final", test=99, k_best=1)
    [one] = results([*grid(), *final, other])
    assert [test.seed for test in one.tests] == [1, 2]
    assert one.mean() == 50


def test_what_is_tested():
    of_the_chosen, of_another = (record(place=k, stage="final", test=50, k_best=1 + 4 * k) for k in (1, 0))
    assert ids_for_tests(grid()) == {"demo-grid-mira-1-0-1", "demo-grid-mira-1-1-1"}
    assert ids_for_tests([*grid(), of_the_chosen, of_another]) == {of_the_chosen.id}


def test_slim_records_give_the_same_tests(tmp_path):
    file = tmp_path / "a.jsonl"
    records = [*two_systems(), *(record(system="swvm", place=1, part=part, dev=5, k_best=9) for part in range(5))]
    for one in records:
        append_record(file, one)
    slim = read_records(compact(file, ids_for_tests(records)))
    assert sum(one.packed is None for one in slim) == 5
    pairs = [best_and_second(results(some))[("demo", "basic")] for some in (records, slim)]
    tests = [versus(*pair, TestSettings(trials=50)).tests for pair in pairs]
    assert tests[0] == tests[1]


def test_the_best_epoch_is_that_of_the_mean_curve():
    records = [record(part=0, curve=(1, 9, 3)), record(part=1, curve=(1, 2, 8.5))]
    assert best_epoch(choose(records)[0][1]) == 3


def two_systems(corpus="demo", worse_on=()):
    tests = {"swvm": 90, "mira": 60}
    return [
        record(system=system, part=part, test=61 if part in worse_on else score, corpus=corpus)
        for system, score in tests.items()
        for part in range(5)
    ]


def test_a_star_takes_all_parts():
    pair = best_and_second(results(two_systems()))[("demo", "basic")]
    assert [one.name for one in pair] == ["swvm", "mira"]
    found = versus(*pair, TestSettings(trials=500))
    assert all(found.star(test) for test in ("t-test", "randomisation", "bootstrap"))
    assert found.replicability["t-test"].k_hat == 5


def test_one_part_without_a_difference_takes_the_star():
    pair = best_and_second(results(two_systems(worse_on=(3,))))[("demo", "basic")]
    found = versus(*pair, TestSettings(trials=500))
    assert not found.star()
    assert found.replicability["t-test"].k_hat == 4
    assert found.tests["randomisation"][3].difference == 0


def test_a_named_pair():
    pairs = named_pair(results(two_systems() + two_systems("other")), ("mira", "swvm"))
    assert set(pairs) == {("demo", "basic"), ("other", "basic")}
    with pytest.raises(SettingError, match="'swvm'"):
        named_pair(results(two_systems()), ("swvn", "mira"))
