"""Label schemes: detection, validity, conversion, transitions, mentions."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data.schemes import (
    LabelSequences,
    Scheme,
    allowed_transitions,
    convert,
    detect,
    examine,
    mentions,
    scheme_named,
    split_label,
    validate,
)
from swvm.errors import DataError, SettingError

CHUNKED = ["iob1", "iob2", "bioes", "io"]
LOSSLESS = ["iob1", "iob2", "bioes"]
TYPES = ["PER", "LOC", "B-cell-line"]


@st.composite
def sentences_of_mentions(draw):
    """Sentences as lists of (type or None, length)."""
    piece = st.tuples(st.sampled_from([None, None, *TYPES]), st.integers(1, 3))
    return draw(st.lists(st.lists(piece, max_size=6), max_size=5))


def write_bioes(sentence):
    labels = []
    for type_, length in sentence:
        if type_ is None:
            labels += ["O"] * length
        elif length == 1:
            labels.append(f"S-{type_}")
        else:
            labels += [f"B-{type_}", *[f"I-{type_}"] * (length - 2), f"E-{type_}"]
    return labels


def spans(sentence):
    found, at = [], 0
    for type_, length in sentence:
        if type_ is not None:
            found.append((type_, at, at + length))
        at += length
    return found


@given(sentences_of_mentions())
def test_mentions_read_what_was_written(sentences):
    for sentence in sentences:
        assert mentions(write_bioes(sentence)) == spans(sentence)


@given(sentences_of_mentions(), st.sampled_from(LOSSLESS), st.sampled_from(LOSSLESS))
def test_conversion_loses_nothing(sentences, middle, last):
    bioes = [write_bioes(sentence) for sentence in sentences]
    one = convert(bioes, "bioes", middle)
    validate(one, middle)
    other = convert(one, middle, last)
    validate(other, last)
    assert [mentions(labels) for labels in other] == [spans(sentence) for sentence in sentences]
    assert convert(other, last, "bioes") == bioes


@given(sentences_of_mentions())
def test_io_is_lossless_or_an_error(sentences):
    bioes = [write_bioes(sentence) for sentence in sentences]
    touching = any(
        a[0] == b[0] and a[2] == b[1] for sentence in sentences for a, b in itertools.pairwise(spans(sentence))
    )
    if touching:
        with pytest.raises(DataError, match="IO cannot show"):
            convert(bioes, "bioes", "io")
    else:
        assert convert(convert(bioes, "bioes", "io"), "io", "bioes") == bioes


@given(sentences_of_mentions(), st.sampled_from(["iob1", "iob2", "bioes"]))
def test_detection_finds_a_scheme_in_which_the_labels_are_valid(sentences, scheme):
    labels = convert([write_bioes(sentence) for sentence in sentences], "bioes", scheme)
    found = examine(labels)
    assert found.violations == 0
    validate(labels, found.scheme)
    assert [mentions(x) for x in labels] == [spans(sentence) for sentence in sentences]


@pytest.mark.parametrize(
    ("labels", "scheme"),
    [
        ([["B-X", "I-X", "O"]], "iob2"),
        ([["I-X", "B-X", "O", "I-X"]], "iob1"),
        ([["I-X", "I-X", "O"]], "io"),
        ([["S-X", "O"]], "bioes"),
        ([["B-X", "E-X"]], "bioes"),
        ([["B", "I", "O"]], "iob2"),
        ([["O", "O"]], "io"),
        ([["DT", "NN", "VBD", "O", "NN"]], "tags"),
        ([["NOUN"]], "tags"),
        (["B-X", "I-X", "O"], "iob2"),
        (["E-X", "O"], "bioes"),
        (["NOUN", "VERB"], "tags"),
        ([["B-X", "I-X"], ["B-X"], ["I-X"]], "iob2"),  # one violation: more is well-formed IOB2 than IOB1
    ],
)
def test_detection(labels, scheme):
    assert detect(labels) is Scheme(scheme)


@pytest.mark.parametrize(
    ("labels", "place"),
    [
        ([["O"], ["O", "X-PER"]], "sentence 2, token 2"),
        ([["O", "O", "PERSON"]], "sentence 1, token 3"),
        ([["B-PER", "PERSON"]], "sentence 1, token 2"),
        ([["B-PER", "I-"]], "sentence 1, token 2"),
        (["O", "PERSON"], "label"),
    ],
)
def test_broken_chunk_labels_are_an_error_with_their_place(labels, place):
    with pytest.raises(DataError, match=place) as caught:
        detect(labels)
    assert "B-TYPE" in str(caught.value)


def test_labels_are_split_at_the_first_hyphen():
    assert split_label("B-B-cell-line") == ("B", "B-cell-line")
    assert split_label("O") == ("O", "")
    assert split_label("I") == ("I", "")
    assert split_label("X-PER") is None


@pytest.mark.parametrize(
    ("labels", "scheme", "message"),
    [
        ([["O"], ["O", "I-X"]], "iob2", "sentence 2, token 2: I-X may not follow O"),
        ([["I-X"]], "iob2", "sentence 1, token 1: I-X may not follow the begin of the sentence"),
        ([["B-X", "I-Y"]], "iob2", "I-Y may not follow B-X"),
        ([["O", "B-X"]], "iob1", "B-X may not follow O"),
        ([["O", "B-X"], ["O"]], "bioes", "sentence 1, token 2: B-X may not end a sentence"),
        ([["O", "B-X"]], "io", "'B-X' is not in the scheme IO"),
    ],
)
def test_validation_names_the_place(labels, scheme, message):
    with pytest.raises(DataError, match=message):
        validate(labels, scheme)
    with pytest.raises(DataError):
        convert(labels, scheme, "iob2")


def test_repair_reads_as_conlleval():
    labels = [["I-X", "I-Y", "O", "I-Y", "B-Y", "I-X"]]
    assert convert(labels, "iob2", "iob2", invalid="repair") == [["B-X", "B-Y", "O", "B-Y", "B-Y", "B-X"]]
    assert convert(labels, "iob2", "bioes", invalid="repair") == [["S-X", "S-Y", "O", "S-Y", "S-Y", "S-X"]]


def test_keep_leaves_invalid_mentions_as_they_are():
    labels = [["B-X", "I-X", "O", "I-Y", "I-Y", "B-Y"]]
    assert convert(labels, "iob2", "bioes", invalid="keep") == [["B-X", "E-X", "O", "I-Y", "I-Y", "S-Y"]]
    assert convert(labels, "iob2", "iob2", invalid="keep") == labels


noisy = st.lists(st.lists(st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"]), max_size=7), max_size=5)


@given(noisy, st.sampled_from(["iob1", "iob2"]))
def test_repair_keeps_the_mentions_and_makes_labels_valid(labels, scheme):
    repaired = convert(labels, scheme, scheme, invalid="repair")
    validate(repaired, scheme)
    assert [mentions(x) for x in repaired] == [mentions(x) for x in labels]


@given(noisy, st.sampled_from(["iob1", "iob2", "bioes"]))
def test_validation_agrees_with_the_transition_table(labels, scheme):
    names = ["O", "B-X", "I-X", "B-Y", "I-Y"]
    allowed = allowed_transitions(names, scheme)
    codes = [[5, *map(names.index, sentence), 5] for sentence in labels]
    valid = all(allowed[a, b] for sentence in codes for a, b in itertools.pairwise(sentence))
    if valid:
        validate(labels, scheme)
    else:
        with pytest.raises(DataError):
            validate(labels, scheme)


def test_transitions_of_iob2():
    names = ["O", "B-X", "I-X", "B-Y", "I-Y"]
    allowed = allowed_transitions(names, "bio")
    forbidden = {(names[a] if a < 5 else "begin", names[b]) for a, b in np.argwhere(~allowed).tolist()}
    assert forbidden == {
        *(("begin", i) for i in ("I-X", "I-Y")),
        *(("O", i) for i in ("I-X", "I-Y")),
        ("B-X", "I-Y"), ("I-X", "I-Y"), ("B-Y", "I-X"), ("I-Y", "I-X"),
    }  # fmt: skip


def test_transitions_of_bioes_by_reading_all_short_sentences():
    """A sentence is valid if writing its mentions again gives it back."""
    names = ["O", "B-X", "I-X", "E-X", "S-X", "S-Y"]
    allowed = allowed_transitions(names, "bioes")
    for length in (1, 2, 3, 4):
        for codes in itertools.product(range(6), repeat=length):
            labels = [names[code] for code in codes]
            again = convert([labels], "bioes", "bioes", invalid="repair")[0]
            path = [6, *codes, 6]
            assert all(allowed[a, b] for a, b in itertools.pairwise(path)) == (again == labels)


def test_plain_tags_forbid_nothing_and_convert_not_at_all():
    assert allowed_transitions(["NN", "VB"], "tags").all()
    validate([["NN"]], "tags")
    with pytest.raises(SettingError, match="plain tags"):
        convert([["NN"]], "tags", "iob2")


def test_names_of_schemes():
    assert scheme_named("BIO") is Scheme.IOB2
    assert scheme_named("IOBES") is Scheme.BIOES
    with pytest.raises(SettingError, match="Did you mean 'bioes'"):
        scheme_named("bioess")


def test_codes_stay_codes_in_order_of_first_appearance():
    labels = LabelSequences.from_lists([["O", "B-X", "I-X"], [], ["B-Y", "O"]])
    converted = convert(labels, "iob2", "bioes")
    assert converted.names == ("O", "B-X", "E-X", "S-Y")
    assert converted.codes.tolist() == [0, 1, 2, 3, 0]
    assert converted.to_lists() == [["O", "B-X", "E-X"], [], ["S-Y", "O"]]


@pytest.mark.parametrize(
    ("codes", "offsets"), [([0, 2], [0, 2]), ([-1, 0], [0, 2]), ([0, 0], [0, 1]), ([0, 0], [0, 3, 2]), ([], [])]
)
def test_codes_out_of_range_are_an_error(codes, offsets):
    with pytest.raises(DataError):
        LabelSequences(np.array(codes, np.int32), ("O", "B-X"), np.array(offsets, np.int64))
