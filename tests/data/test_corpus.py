"""A corpus: columns of codes, sentences, documents."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from swvm.data import Corpus
from swvm.errors import DataError, SettingError

TOKENS = [["a", "b"], ["c"], ["b", "a", "a"]]
TAGS = [["X", "O"], ["O"], ["O", "X", "X"]]


@pytest.fixture
def corpus():
    return Corpus.from_sentences(TOKENS, TAGS)


def test_sentences(corpus):
    assert (len(corpus), corpus.n_tokens) == (3, 6)
    assert corpus.tokens() == TOKENS
    assert corpus.tags() == TAGS
    assert corpus.sentence(-1) == corpus.sentence(2) == [("b", "O"), ("a", "X"), ("a", "X")]
    assert list(corpus) == [corpus.sentence(k) for k in range(3)]
    with pytest.raises(IndexError, match="no sentence 3"):
        corpus.sentence(3)


def test_columns_by_name(corpus):
    assert corpus.column("word").codes.tolist() == [0, 1, 2, 1, 0, 0]
    with pytest.raises(SettingError, match=r"unknown column 'wrd'. Did you mean 'word'\?"):
        corpus.column("wrd")


def test_select_shares_the_strings(corpus):
    some = corpus.select([2, 0])
    assert some.tokens() == [TOKENS[2], TOKENS[0]]
    assert some.tags() == [TAGS[2], TAGS[0]]
    assert some.columns[0].interner is corpus.columns[0].interner
    assert corpus.select([]).tokens() == []


def test_select_keeps_document_bounds():
    corpus = Corpus.from_sentences([["a"]] * 6)
    corpus = Corpus(corpus.columns, None, corpus.offsets, np.array([0, 2, 5]))
    assert corpus.document_of_sentences().tolist() == [0, 0, 1, 1, 1, 2]
    assert corpus.select([1, 3, 4, 5]).documents.tolist() == [0, 1, 3]


def test_wrong_shapes_are_named():
    with pytest.raises(DataError, match="sentence 2 has 1 values of 'word', 2 of 'label'"):
        Corpus.from_sentences([["a"], ["b"]], [["O"], ["O", "O"]])
    with pytest.raises(DataError, match="2 sentences of 'word' but 1 of 'label'"):
        Corpus.from_sentences([["a"], ["b"]], [["O"]])
    with pytest.raises(DataError, match="no labels"):
        Corpus.from_sentences([["a"]]).labelled()


def test_pickle(corpus):
    copy = pickle.loads(pickle.dumps(corpus))
    assert list(copy) == list(corpus)
