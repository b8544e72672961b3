"""Specifications: what is read, and errors that name the key and the nearest one."""

from __future__ import annotations

import math

import pytest

from experiment.small import SMALL, small
from swvm.errors import DataError, SettingError
from swvm.experiment.grid import Range, all_combinations, effective, random_combinations
from swvm.experiment.spec import read_spec


def test_settings_of_all_systems_are_shared():
    spec = small(settings={"order": "file", "C": [0.1, math.inf]})
    assert [dict(system.values)["order"] for system in spec.systems] == [("file",), ("file",)]
    assert spec.systems[1].values["epochs"] == (2,)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"corpora": ["conll200"]}, "conll2000"),
        ({"corpora": []}, "corpora"),
        ({"features": "papers"}, "Did you mean 'paper'"),
        ({"epoch": 3}, r"small\.toml: unknown key 'epoch'.* Did you mean 'epochs'"),
        ({"protocol": {"kind": "fold"}}, "Did you mean 'folds'"),
        ({"protocol": {"folds": [10]}}, "folds below the number of parts"),
        ({"protocol": {"kind": "official", "seed": 1}}, "'seed'"),
        ({"systems": []}, r"\[\[systems\]\]"),
        ({"systems": [{"learner": "mirra"}]}, "Did you mean 'mira'"),
        ({"systems": [{"learner": "swvm", "gama": "wm"}]}, r"number 1: unknown key 'gama'.* Did you mean 'gamma'"),
        ({"systems": [{"learner": "csp"}, {"learner": "csp"}]}, "two systems are named 'csp'"),
        ({"systems": [{"learner": "csp", "search": {"kind": "random"}}]}, "lacks 'count'"),
        ({"systems": [{"learner": "mira", "C": {"low": 1, "high": 0}}]}, "low below high"),
        ({"settings": {"seed": 2}}, "'seeds', at the top"),
        ({"settings": {"k_best": []}}, "empty list"),
        ({"seeds": [-1]}, "at least 0"),
        ({"seeds": "one"}, "a whole number"),
        ({"choose": {"metric": "token-f1"}}, "Did you mean 'token_f1'"),
        ({"choose": {"by": ["gamas"]}}, "Did you mean 'gamma'"),
        ({"final": {"train": "all"}}, "train"),
        ({"significance": {"pair": ["a"]}}, "two systems"),
        ({"invalid": "fix"}, "repair"),
        ({"synthetic": {"a": {"dificulty": 0.5}}}, "Did you mean 'difficulty'"),
        ({"synthetic": {"a": {"difficulty": 2}}}, r"must be in 0\.\.1"),
    ],
)
def test_what_is_wrong_is_named(change, message):
    with pytest.raises(SettingError, match=message):
        small(**change)


def test_a_wrong_value_in_a_grid_names_its_system():
    spec = small(systems=[{"learner": "mira", "k_best": [1, 0]}])
    with pytest.raises(SettingError, match=r"number 1: k_best is 0; it must be at least 1"):
        all_combinations(spec.systems[0].place, {"learner": ("mira",), **spec.systems[0].values})


def test_a_file_that_is_no_toml(tmp_path):
    file = tmp_path / "a.toml"
    file.write_text("corpora = [")
    with pytest.raises(DataError, match=r"a\.toml"):
        read_spec(file)


def test_a_specification_is_read_from_a_file(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('corpora = ["demo"]\nfeatures = "basic"\n[[systems]]\nlearner = "mira"\nC = [0.1, inf]\n')
    spec = read_spec(file)
    assert (spec.name, spec.features, spec.systems[0].values["C"]) == ("mine", ("basic",), (0.1, math.inf))
    assert len(spec.sha256) == 64


def test_settings_that_a_learner_does_not_read_are_left_out():
    assert effective({"learner": "csp", "C": 3, "gamma": "wm"}) == effective({"learner": "csp"})
    assert "beta" not in effective({"learner": "swvm", "gamma": "uniform"})
    assert effective({"learner": "swvm", "gamma": "wm", "beta": 2})["beta"] == 2
    assert "gamma" not in effective({"learner": "swvm", "gamma": "wm", "constraint": "each"})
    assert effective({"learner": "mira", "C": math.inf}) == effective({"learner": "mira", "C": "inf"})


def test_combinations_that_differ_in_what_is_not_read_are_one():
    values = {"learner": ("swvm",), "gamma": ("uniform", "wm"), "beta": (1, 2)}
    found = all_combinations("here", values)
    assert [(one["gamma"], one.get("beta")) for one in found] == [("uniform", None), ("wm", 1), ("wm", 2)]


def test_a_range_needs_a_search():
    with pytest.raises(SettingError, match="C is a range"):
        all_combinations("here", {"learner": ("mira",), "C": Range(0.1, 1)})


def test_random_combinations_come_from_the_seed_and_stay_in_range():
    values = {"learner": ("mira",), "C": Range(0.01, 10, log=True), "k_best": Range(1, 5, whole=True)}
    found = random_combinations("here", values, 30, 7)
    assert found == random_combinations("here", values, 30, 7) != random_combinations("here", values, 30, 8)
    assert found[:10] == random_combinations("here", values, 10, 7)
    assert all(0.01 <= one["C"] <= 10 for one in found)
    assert {one["k_best"] for one in found} == {1, 2, 3, 4, 5}


def test_the_small_experiment_is_not_changed_by_reading():
    small()
    assert "name" not in SMALL
