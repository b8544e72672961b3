"""Tokens as dicts: what each value becomes, beside python-crfsuite where it is installed, and what is refused."""

from __future__ import annotations

from collections import UserDict
from typing import Any

import numpy as np
import pytest

from swvm.data.attributes import corpus_of_dicts
from swvm.errors import DataError

pytestmark = pytest.mark.native

TOKENS: list[tuple[Any, dict[str, float]]] = [
    ({"bias": 1.5}, {"bias": 1.5}),
    ({"n": -1, "big": 3}, {"n": -1.0, "big": 3.0}),
    ({"yes": True, "no": False, "zero": 0.0}, {"yes": 1.0, "no": 0.0, "zero": 0.0}),
    ({"word": "Paris", "empty": ""}, {"word:Paris": 1.0, "empty:": 1.0}),
    ({"near": ["a", "b"]}, {"near:a": 1.0, "near:b": 1.0}),
    ({"near": {"b", "a"}}, {"near:a": 1.0, "near:b": 1.0}),
    ({"f": {"g": 2, "h": "i", "j": {"k": "l"}, "m": ["n"]}}, {"f:g": 2.0, "f:h:i": 1.0, "f:j:k:l": 1.0, "f:m:n": 1.0}),
    (["u", "v"], {"u": 1.0, "v": 1.0}),
    ({"u", "v"}, {"u": 1.0, "v": 1.0}),
    ({"a": np.float32(1.5), "b": np.bool_(True), "c": np.int64(3)}, {"a": 1.5, "b": 1.0, "c": 3.0}),
    ({"d": np.str_("k"), "ü": "ß"}, {"d:k": 1.0, "ü:ß": 1.0}),
    ({"f:g": 1, "f": {"g": 2}}, {"f:g": 3.0}),
    ({}, {}),
]


@pytest.mark.parametrize(("token", "expected"), TOKENS, ids=range(len(TOKENS)))
def test_a_token(token: Any, expected: dict[str, float]) -> None:
    bag = corpus_of_dicts([[token]]).bag("attributes")
    assert bag.token(0) == {name: value for name, value in expected.items() if value}


@pytest.mark.parametrize("token", [token for token, _ in TOKENS[:-2]], ids=range(len(TOKENS) - 2))
def test_a_token_is_what_python_crfsuite_makes_of_it(token: Any) -> None:
    pycrfsuite = pytest.importorskip("pycrfsuite")
    (theirs,) = pycrfsuite.ItemSequence([token]).items()
    assert corpus_of_dicts([[token]]).bag("attributes").token(0) == {
        name: value for name, value in theirs.items() if value
    }


def test_other_mappings_and_sequences() -> None:
    corpus = corpus_of_dicts(((UserDict(a=1), {"b": ("c",)}),), (("X", "Y"),))
    assert [corpus.bag("attributes").token(k) for k in range(2)] == [{"a": 1.0}, {"b:c": 1.0}]
    assert corpus.tags() == [["X", "Y"]]


def test_what_is_shown_of_a_token() -> None:
    shown = corpus_of_dicts([[{"bias": 1, "w": "Paris", "p": "NNP"}, {"bias": 1, "f": {"g": "h"}}, ["u", "v"], {}]])
    assert shown.tokens() == [["Paris", "bias", "u", "_"]]


def test_sentences_and_empty_ones() -> None:
    corpus = corpus_of_dicts([[{"a": 1}, {"b": 2}], [], [{"a": 3}]])
    assert corpus.offsets.tolist() == [0, 2, 2, 3]
    assert corpus.bag("attributes").values.tolist() == [1.0, 2.0, 3.0]
    assert corpus.select([2, 0]).bag("attributes").values.tolist() == [3.0, 1.0, 2.0]


BAD: list[tuple[Any, str]] = [
    (
        [[{"a": None}]],
        "sentence 1, token 1: the attribute 'a' has the value None; it must be a text, a number",
    ),
    ([[{"a": 1}], [{"a": 1}, {"f": {"g": 1j}}]], "sentence 2, token 2: the attribute 'f:g' has the value 1j"),
    ([[{1: 2}]], "sentence 1, token 1: the name 1 is no text"),
    ([[{"a": [1]}]], "the list of 'a' has 1; a list has texts alone"),
    ([[["a", 2]]], "the list has 2; a list has texts alone"),
    ([[{"a": {1, "b"}}]], "has something other than texts"),
    ([[{"a": [{"p": "q"}]}]], "the list of 'a' has {'p': 'q'}"),
    ([[{"a": float("nan")}]], "the attribute 'a' has the value nan; a value must be a finite number"),
    ([[{"a": 1e300}]], "a value must be a finite number"),
    ([[{"a": "\ud800"}]], "lone surrogate"),
    ([[3]], "it is 3; a token is a dict of attributes"),
    (["abc"], "it is 'a'; a token is a dict of attributes"),
]


@pytest.mark.parametrize(("sentences", "message"), BAD, ids=[message for _, message in BAD])
def test_what_is_refused(sentences: Any, message: str) -> None:
    with pytest.raises(DataError) as caught:
        corpus_of_dicts(sentences)
    assert str(caught.value).startswith("X: ")
    assert message in str(caught.value)


def test_dicts_nested_without_end() -> None:
    token: dict[str, Any] = {}
    token["a"] = token
    with pytest.raises(DataError, match="nested too deeply"):
        corpus_of_dicts([[token]])


def test_labels_that_do_not_fit() -> None:
    with pytest.raises(DataError, match="2 sentences of tokens but 1 of labels"):
        corpus_of_dicts([[{}], [{}]], [["X"]])
    with pytest.raises(DataError, match="sentence 1 has 1 tokens, 2 labels"):
        corpus_of_dicts([[{}], [{}]], [["X"], ["X", "Y"]])
