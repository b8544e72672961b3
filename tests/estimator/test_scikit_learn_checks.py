"""scikit-learn's own checks, and the table of docs/estimator.md that says which of them do not apply."""

from __future__ import annotations

import re
import warnings
from importlib.util import find_spec
from pathlib import Path

import pytest

from estimator.tagged_numbers import NumberTagger
from swvm import SequenceTagger

check_estimator = pytest.importorskip("sklearn.utils.estimator_checks").check_estimator

# Which checks scikit-learn skips where a library of theirs is absent: then they say nothing of the estimator.
NEEDS = {"check_sample_weights_pandas_series": "pandas"}

PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "estimator.md"
TABLE = dict(re.findall(r"(?m)^\| `(check_\w+)` \| (.+) \|$", PAGE.read_text(encoding="utf-8")))


def results(estimator) -> dict[str, str]:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        found = check_estimator(estimator, on_fail=None, on_skip=None)
    return {one["check_name"]: one["status"] for one in found if not _was_impossible(one)}


def _was_impossible(one) -> bool:
    needed = NEEDS.get(one["check_name"])
    return one["status"] == "skipped" and needed is not None and find_spec(needed) is None


def test_the_estimator_itself_passes():
    assert set(results(SequenceTagger()).values()) == {"passed"}


def test_every_check_that_does_not_pass_is_in_the_table():
    found = results(NumberTagger(learner="mira", epochs=1))
    assert sum(status == "passed" for status in found.values()) >= 25
    assert {name for name, status in found.items() if status != "passed"} == set(TABLE)
    assert all(TABLE.values())
