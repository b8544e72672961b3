"""The examples worked out by hand in the docstrings of the learners."""

from __future__ import annotations

import doctest
import importlib

import pytest


@pytest.mark.parametrize("name", ["csp", "mira", "swvp", "swvm"])
def test_examples_by_hand(name):
    results = doctest.testmod(importlib.import_module(f"swvm.reference.{name}"))
    assert results.attempted >= 3
    assert results.failed == 0
