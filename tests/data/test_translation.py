"""Labels read as those of another scheme: as `convert` does with repair, over fixed names."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data.schemes import LabelSequences, Scheme, convert, validate
from swvm.data.schemes.translation import Translation

SCHEMES = [Scheme.IOB1, Scheme.IOB2, Scheme.BIOES, Scheme.IO]
LETTERS = {Scheme.IOB1: "BI", Scheme.IOB2: "BI", Scheme.BIOES: "BIES", Scheme.IO: "I"}


def labels_of(scheme):
    return ["O", *(f"{letter}-{type_}" for letter in LETTERS[scheme] for type_ in ("X", "Y-Z"))]


def sentences_of(scheme):
    return st.lists(st.lists(st.sampled_from(labels_of(scheme)), max_size=7), min_size=1, max_size=5)


def translated(sentences, source, target):
    names = labels_of(source)
    known = {name: code for code, name in enumerate(names)}
    lists = LabelSequences.from_lists(sentences)
    codes = np.array([known[label] for sentence in sentences for label in sentence], np.int32)
    translation = Translation.between(names, target)
    return translation.sequences(LabelSequences(codes, tuple(names), lists.offsets)).to_lists()


@pytest.mark.parametrize("source", SCHEMES)
@pytest.mark.parametrize("target", [Scheme.IOB1, Scheme.IOB2, Scheme.BIOES])
@given(data=st.data())
def test_any_sequence_is_read_as_conversion_with_repair_reads_it(source, target, data):
    sentences = data.draw(sentences_of(source))
    found = translated(sentences, source, target)
    assert found == convert(sentences, source, target, "repair")
    validate(found, target)


@given(data=st.data())
def test_io_shows_touching_mentions_as_one(data):
    sentences = data.draw(sentences_of(Scheme.BIOES))
    expected = [["O" if label == "O" else f"I{label[1:]}" for label in sentence] for sentence in sentences]
    assert translated(sentences, Scheme.BIOES, Scheme.IO) == expected


def test_invalid_bioes_reads_as_conlleval_would():
    given = [["I-X", "E-X", "E-X", "O", "B-X", "O", "B-X", "S-X", "I-Y-Z", "B-X", "I-X"]]
    expected = [["B-X", "I-X", "B-X", "O", "B-X", "O", "B-X", "B-X", "B-Y-Z", "B-X", "I-X"]]
    assert translated(given, Scheme.BIOES, Scheme.IOB2) == expected


def test_known_names_keep_their_codes_and_new_ones_follow():
    translation = Translation.between(["O", "S-X", "B-Y"], Scheme.IOB2, ["I-X", "O"])
    assert translation.names == ("I-X", "O", "B-X", "B-Y")
    assert translation(np.array([1, 0, 2], np.int32), np.array([0, 3])).tolist() == [2, 1, 3]


def test_what_a_label_stands_for_in_valid_sequences():
    names = ["O", "B-X", "I-X", "E-X", "S-X"]
    translation = Translation.between(names, Scheme.IOB2, ["O", "B-X", "I-X"])
    assert translation.fixed(Scheme.BIOES).tolist() == [0, 1, 2, 2, 1]
    back = Translation.between(["O", "B-X", "I-X"], Scheme.BIOES, names)
    assert back.fixed(Scheme.IOB2).tolist() == [0, -1, -1]
