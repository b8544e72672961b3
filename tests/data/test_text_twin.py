"""The native parser against its twin, on bytes of every shape; and no bytes make it crash."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swvm._native import Interner, Layout, find_layout, last_sentence_end, parse_columns, parse_sentences
from swvm.reference import text

pytestmark = pytest.mark.native

PIECES = [
    "a",
    "é",
    "-",
    "#",
    " ",
    "\t",
    "\r",
    "\n",
    "\n\n",
    "\r\n",
    "a b",
    "b\tc",
    "\n-DOCSTART-",
    "\ufeff",
    "𝄞",
    "\x00",
]
TEXTS = st.lists(st.sampled_from(PIECES), max_size=25).map("".join)


def parse(data, separator, comments):
    layout = find_layout(data, separator, comments)
    interners = [Interner() for _ in range(layout.n_columns)]
    codes, offsets, documents, line_ends = parse_columns(data, layout, interners)
    strings = [[interner[c] for c in column] for interner, column in zip(interners, codes, strict=True)]
    rows = [list(row) for row in zip(*strings, strict=True)]
    sentences = [rows[a:b] for a, b in itertools.pairwise(offsets)]
    return text.Rows(sentences, documents.tolist(), line_ends.tolist())


@settings(max_examples=1000)
@given(TEXTS, st.sampled_from([" ", "\t"]), st.sampled_from(["", "#"]))
def test_the_native_parser_is_its_twin(content, separator, comments):
    data = content.encode()
    try:
        expected = text.parse_columns(data, separator, comments)
    except ValueError as error:
        with pytest.raises(ValueError, match=f"^{str(error).partition(':')[0]}: "):
            parse(data, separator, comments)
        return
    assert parse(data, separator, comments) == expected


@pytest.mark.parametrize("separator", [" ", "\t"])
@pytest.mark.parametrize("end", ["", "\n", " \r\n", "\n\nx\ty\n"])
def test_fields_of_every_length(separator, end):
    """They are cut eight bytes at a time, and looked up many together."""
    rows = [f"{'é' * (k % 3)}{'a' * k}{separator}{'b' * ((7 * k) % 23 + 1)}" for k in range(1, 80)]
    data = ("\n".join(rows) + end.replace("\t", separator)).encode()
    assert parse(data, separator, "") == text.parse_columns(data, separator, "")


@given(TEXTS)
def test_plain_text_is_split_at_blanks(content):
    data = content.encode()
    words = Interner()
    codes, offsets, documents, _ = parse_sentences(data, words)
    lines = [text.split_row(line, " ") for line in content.removeprefix("\ufeff").split("\n")]
    expected = [line for line in lines if line]
    found = [words[code] for code in codes[0]]
    assert [found[a:b] for a, b in itertools.pairwise(offsets)] == expected
    assert documents.tolist() == [0]


@given(TEXTS)
def test_the_last_sentence_ends_behind_its_blank_line(content):
    data = content.encode()
    end = last_sentence_end(data)
    lines = data.split(b"\n")
    blank = [k for k, line in enumerate(lines[:-1]) if not line.strip(b" \t\r")]
    assert end == (len(b"\n".join(lines[: blank[-1] + 1])) + 1 if blank else 0)


@settings(max_examples=500)
@given(
    st.binary(max_size=30)
    | st.lists(st.sampled_from([b"\xc3", b"\xa9", b"\xf0\x9d\x84", b"\x9e", b"ab\n"])).map(b"".join)
)
def test_bytes_are_accepted_as_python_accepts_them(data):
    try:
        data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        with pytest.raises(ValueError, match=rf"^{line}: byte {column} of this line \(0x{data[error.start]:02X}\)"):
            parse_sentences(data, Interner())
    else:
        parse_sentences(data, Interner())


def test_settings_that_do_not_fit():
    with pytest.raises(ValueError, match="one interner or None for each column"):
        parse_columns(b"a b", Layout(" ", 2), [Interner()])
    with pytest.raises(ValueError, match="a space or a tab"):
        Layout(",", 2)
