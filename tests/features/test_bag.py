"""Attributes with values: the native encoder against its slow twin, names, and the notation `bag(x[i])`."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swvm.data.attributes import corpus_of_dicts
from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError, TemplateError
from swvm.features.encoded import Encoded
from swvm.features.encoder import FeatureEncoder
from swvm.features.names import feature_names
from swvm.features.notation import parse_template
from swvm.features.template import Call, Observation, Template
from swvm.features.words import word_values
from swvm.reference.encode import ReferenceEncoder

pytestmark = pytest.mark.native

LABELS = [(0,), (-1, 0), (-2, 0), (-2, -1, 0), (1,)]
BAG = (Call("bag"),)

Token = dict[str, float]
Sentences = list[list[Token]]

bags = st.builds(
    Template,
    st.builds(Observation, st.just("attributes"), st.integers(-2, 2), st.just(BAG)).map(lambda one: (one,)),
    st.sampled_from(LABELS),
    st.sampled_from([None, None, "near"]),
)
words = st.builds(
    Template,
    st.lists(st.builds(Observation, st.just("w"), st.integers(-2, 2)), max_size=2).map(tuple),
    st.sampled_from(LABELS),
)
templates = st.lists(st.one_of(bags, words), min_size=1, max_size=6)
tokens = st.dictionaries(st.sampled_from("abcde"), st.sampled_from([1.0, 1.0, 0.5, -2.0]), max_size=4)
sentences = st.lists(st.lists(tokens, min_size=1, max_size=5), min_size=1, max_size=4)


def twin_form(given_sentences: Sentences) -> Any:
    """The twin reads a dict of columns a token; `w` is the first attribute, as in the corpus."""
    return [[{"w": next(iter(token), "_"), "attributes": token} for token in sentence] for sentence in given_sentences]


def both(chosen: list[Template]) -> tuple[FeatureEncoder, ReferenceEncoder]:
    twin = ReferenceEncoder(chosen, lambda calls, word: word_values(calls, [word])[0])
    return FeatureEncoder(chosen, ["token"]), twin


def assert_same(encoded: Encoded, expected: Encoded) -> None:
    for found, wanted in zip(encoded.spans, expected.spans, strict=True):
        np.testing.assert_array_equal(found.starts, wanted.starts)
        np.testing.assert_array_equal(found.ids, wanted.ids)
        values = np.ones(len(found.ids), np.float32) if found.values is None else found.values
        np.testing.assert_array_equal(values, wanted.values)


@settings(max_examples=200, deadline=None)
@given(templates, sentences, sentences, st.integers(1, 3))
def test_the_encoder_is_its_twin(chosen: list[Template], train: Sentences, test: Sentences, minimum: int) -> None:
    encoder, twin = both(chosen)
    corpus = corpus_of_dicts(train)
    assert_same(encoder.fit(corpus, minimum), twin.fit(twin_form(train), minimum))
    assert [part.all() for part in feature_names(encoder, corpus)] == twin.names
    assert_same(encoder.encode(corpus_of_dicts(test)), twin.encode(twin_form(test)))
    more = corpus_of_dicts(test)
    assert_same(encoder.extend(more, minimum), twin.extend(twin_form(test), minimum))
    new = [names[part.first_id :] for names, part in zip(twin.names, feature_names(encoder, more), strict=True)]
    assert [part.all() for part in feature_names(encoder, more)] == new


@settings(max_examples=50, deadline=None)
@given(templates, sentences, st.data())
def test_chosen_sentences_are_encoded_as_they_were(chosen: list[Template], train: Sentences, data: Any) -> None:
    corpus = corpus_of_dicts(train)
    encoder = FeatureEncoder(chosen, ["token"])
    whole = encoder.fit(corpus)
    rows = data.draw(st.lists(st.integers(0, len(train) - 1), max_size=4))
    for part in (corpus.select(rows), pickle.loads(pickle.dumps(corpus)).select(rows)):
        for one, other in zip(encoder.encode(part).spans, whole.select(rows).spans, strict=True):
            np.testing.assert_array_equal(one.ids, other.ids)
            if one.values is not None and other.values is not None:
                np.testing.assert_array_equal(one.values, other.values)


def test_values_of_one_take_no_array() -> None:
    encoder = FeatureEncoder([parse_template("bag(attributes[i]), t[i]")], ["token"])
    assert encoder.fit(corpus_of_dicts([[{"a": 1, "b": True, "c": "d", "e": 0}]])).spans[0].values is None
    assert encoder.encode(corpus_of_dicts([[{"a": 2}]])).spans[0].values.tolist() == [2.0]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("bag(x[i]), w[i], t[i]", "stands alone beside the labels"),
        ("w[i], bag(x[i]), t[i]", "stands alone beside the labels"),
        ("bag(lower(x[i])), t[i]", "takes a column and nothing else, as in bag(x[i])"),
        ("lower(bag(x[i])), t[i]", "takes a column and nothing else, as in bag(x[i])"),
        ("bag(bag(x[i])), t[i]", "takes a column and nothing else, as in bag(x[i])"),
        ("bag(x[i], 3), t[i]", "bag takes nothing beside the word"),
        ("bag(t[i])", "cannot be applied to the label"),
    ],
)
def test_bad_templates(text: str, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert message in str(caught.value)


def test_a_corpus_without_the_attributes() -> None:
    encoder = FeatureEncoder([parse_template("bag(attributes[i]), t[i]")], ["word"])
    with pytest.raises(DataError, match=r"a template reads by bag\(attributes\[i\]\)"):
        encoder.fit(Corpus.from_sentences([["a"]]))


def test_a_bag_is_as_long_as_the_corpus() -> None:
    corpus, other = corpus_of_dicts([[{"a": 1}]]), corpus_of_dicts([[{"a": 1}, {"b": 1}]])
    with pytest.raises(DataError, match="column 'attributes' has 2 values for 1 tokens"):
        Corpus(corpus.columns, None, corpus.offsets, corpus.documents, "X", other.bags)


def test_the_boundary_is_one_attribute() -> None:
    """Outside the sentence stands one value, as of any column."""
    encoder = FeatureEncoder([parse_template("bag(attributes[i-1]), t[i]")], ["token"])
    corpus = corpus_of_dicts([[{"a": 0.5}, {"b": 1}]])
    encoded = encoder.fit(corpus)
    assert feature_names(encoder, corpus)[0].all() == [f"bag(attributes[i-1])={x}, t[i]" for x in ("<s-1>", "a")]
    assert encoded.spans[0].values.tolist() == [1.0, 0.5]


def test_the_column_of_a_bag_and_a_column_are_told_apart() -> None:
    corpus = corpus_of_dicts([[{"a": 1}]])
    assert isinstance(corpus.columns[0], Column)
    assert corpus.bag("attributes").token(0) == {"a": 1.0}
    with pytest.raises(TemplateError, match="unknown column attributes"):
        FeatureEncoder([parse_template("attributes[i], t[i]")], ["token"])
