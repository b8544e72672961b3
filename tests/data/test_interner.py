"""The interner gives codes in order of first appearance, whatever the strings."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm._native import Interner

pytestmark = pytest.mark.native


@given(st.lists(st.text()))
def test_codes_are_those_of_a_dictionary(texts):
    interner, oracle = Interner(), {}
    expected = [oracle.setdefault(text, len(oracle)) for text in texts]
    codes = interner.intern(texts)
    assert codes.dtype == np.int32
    assert codes.tolist() == expected
    assert interner.strings() == list(oracle)
    assert [interner.find(text) for text in oracle] == list(range(len(oracle)))


def test_many_strings_survive_growth():
    texts = [f"w{k}" for k in range(50_000)]
    interner = Interner()
    assert interner.intern(texts).tolist() == list(range(50_000))
    assert interner.intern(texts[::-1]).tolist() == list(range(50_000))[::-1]
    assert interner[49_999] == "w49999"
    assert interner.strings(49_998) == ["w49998", "w49999"]


def test_absent_strings_and_codes():
    interner = Interner()
    interner.intern(["a", ""])
    assert (interner.find("b"), interner.find(""), len(interner)) == (-1, 1, 2)
    for code in (-1, 2):
        with pytest.raises(IndexError, match="no string"):
            interner[code]


def test_pickle_keeps_codes():
    interner = Interner()
    interner.intern(["b", "a", "é", ""])
    copy = pickle.loads(pickle.dumps(interner))
    assert copy.strings() == ["b", "a", "é", ""]
    assert copy.intern(["a", "new"]).tolist() == [1, 4]


@pytest.mark.parametrize("offsets", [[0, 5], [0, 2, 1], [0, -1], [0, 1, 2]])
def test_a_bad_state_is_refused(offsets):
    with pytest.raises(ValueError, match=r"offsets do not rise|occurs twice"):
        Interner.__new__(Interner).__setstate__((b"aaa", np.array(offsets)))
