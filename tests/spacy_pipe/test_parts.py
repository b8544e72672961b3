"""What the component is made of: strings that are kept between batches, entities written as tables."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st
from spacy.tokens import Doc

import swvm.spacy.strings
from swvm.data.schemes.mentions import Mentions
from swvm.spacy.annotations import set_ents, write_ents
from swvm.spacy.marks import Marks
from swvm.spacy.sequences import attributes, ids_of, sequences
from swvm.spacy.strings import Strings, nothing_known

VOCAB = spacy.blank("en").vocab
WORDS = st.lists(st.sampled_from(["Ada", "Tom", "Zoë", "in", "x" * 40, "."]), max_size=12)
COLUMNS = {"word": "ORTH", "lower": "LOWER"}


@given(st.lists(WORDS, min_size=1, max_size=6))
def test_strings_are_the_same_whatever_was_met_before(batches):
    kept = Strings()
    for words in batches:
        hashes = np.array([VOCAB.strings.add(word) for word in words], np.uint64)
        column = kept.column(VOCAB, "word", hashes)
        assert column.strings() == words
    assert len(column.interner) == len({word for words in batches for word in words})


def test_too_many_strings_are_forgotten(monkeypatch):
    monkeypatch.setattr(swvm.spacy.strings, "MOST", 3)
    kept, sizes = Strings(), []
    for number in range(8):
        words = [f"w{number}", f"w{number + 1}"]
        column = kept.column(VOCAB, "word", np.array([VOCAB.strings.add(word) for word in words], np.uint64))
        assert column.strings() == words
        sizes.append(len(column.interner))
    assert sizes == [2, 3, 4, 2, 3, 4, 2, 3]


def doc_of(words: list[str]) -> Doc:
    return Doc(VOCAB, words=words)


def table_of(doc: Doc) -> list[list[int]]:
    return doc.to_array(["ENT_IOB", "ENT_TYPE", "ENT_ID", "ENT_KB_ID"]).tolist()


@given(data=st.data())
@pytest.mark.parametrize("space", [False, True])
def test_a_table_of_entities_is_what_spans_would_be(data, space):
    batch = data.draw(st.lists(st.lists(st.sampled_from(["a", "b"]), max_size=9), min_size=1, max_size=4))
    if space:  # whitespace is no token of the corpus, but may lie within a mention
        batch = [[part for word in words for part in (word, " ")] for words in batch]
    docs = [doc_of(words) for words in batch]
    ids = ids_of(COLUMNS)
    tables = [attributes(doc, ids) for doc in docs]
    found = sequences(VOCAB, tables, COLUMNS, True, nothing_known(COLUMNS))
    mentions = drawn_mentions(data, found.corpus.offsets.tolist())
    marks = Marks.of(found, mentions, [VOCAB.strings.add(name) for name in ("PER", "LOC")])
    table = marks.table(found)
    for number, doc in enumerate(docs):
        begin, end = found.bounds[number], found.bounds[number + 1]
        other = doc_of([token.text for token in doc])
        set_ents(other, marks.spans(other, number), overwrite=False)
        if end > begin:
            write_ents(doc, table[begin:end])
        assert table_of(doc) == table_of(other)


def drawn_mentions(data: st.DataObject, offsets: list[int]) -> Mentions:
    rows = []
    for sentence, (begin, end) in enumerate(pairwise(offsets)):
        cuts = sorted(data.draw(st.sets(st.integers(begin, end), max_size=6)))
        for start, stop in zip(cuts[::2], cuts[1::2], strict=False):
            rows.append((sentence, start, stop, data.draw(st.integers(0, 1))))
    columns = np.array(rows, np.int64).reshape(-1, 4).T
    return Mentions(columns[1], columns[2], columns[3].astype(np.int32), columns[0])
