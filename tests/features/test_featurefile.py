"""Files of templates, in our notation and in CRF++'s."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.errors import TemplateError
from swvm.features.featurefile import parse_templates, read_templates, strip_comment, write_templates
from swvm.features.notation import Kind, unique_texts
from swvm.features.presets import preset, preset_names

COLUMNS = ["word", "pos"]


def texts(text, columns=COLUMNS):
    return [str(template) for template in parse_templates(text, "features.txt", columns)]


def test_reads_a_file(tmp_path):
    path = tmp_path / "my.features"
    path.write_bytes(
        b"\xef\xbb\xbf# my features\r\n\r\nlower(w[i]),t[i]  # here\r\n@include released # and these\r\n"
        b'  matches(w[i], "#[0-9]"), t[i]#end'
    )
    assert [str(template) for template in read_templates(path, COLUMNS)] == [
        "lower(w[i]), t[i]",
        "w[i], t[i]",
        "pos[i], t[i]",
        "t[i-1], t[i]",
        'matches(w[i], "#[0-9]"), t[i]',
    ]


def test_a_preset_by_name():
    assert read_templates("basic", COLUMNS) == preset("basic", COLUMNS)


@pytest.mark.parametrize("name", preset_names())
def test_presets_round_trip_through_a_file(tmp_path, name):
    path = tmp_path / "features.txt"
    write_templates(path, preset(name, COLUMNS))
    assert read_templates(path, COLUMNS) == preset(name, COLUMNS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("# a\n\nw[i]\n", "features.txt:3: every template must touch a label: add `, t[i]`\n    w[i]\n        ^"),
        (
            "w[i], t[i] # a\nlemma[i], t[i]",
            "features.txt:2: unknown column lemma. Columns: word, pos; w is the first\n    lemma[i], t[i]\n    ^",
        ),
        (
            "@include basics",
            "features.txt:1: unknown preset or group 'basics'. Did you mean 'basic'? Known: affixes, ",
        ),
        ("@import basic", "features.txt:1: expected `@include NAME`, NAME one of paper, released, basic, "),
        ("\n# nothing\n", "features.txt: no template in this file"),
        (
            "U00:%x[0,0]\nw[i], t[i]",
            "features.txt:2: a line of a CRF++ template begins with U or B\n    w[i], t[i]\n    ^",
        ),
        (
            "U00:%x[0,2]",
            "features.txt:1: there is no column 2; columns 0 to 1 are word, pos\n    U00:%x[0,2]\n           ",
        ),
        (
            "U00:%x[0,0]/%y[0,0]",
            "features.txt:1: expected a macro such as %x[-1,0]\n    U00:%x[0,0]/%y[0,0]\n" + " " * 16,
        ),
        ("U00:%x[-100,0]", "a row must lie from -99 to 99"),
    ],
)
def test_errors_name_the_line_and_mark_the_place(text, message):
    with pytest.raises(TemplateError) as caught:
        texts(text)
    assert message in str(caught.value)


def test_neither_preset_nor_file(tmp_path):
    with pytest.raises(TemplateError, match=r"unknown preset 'papers'. Did you mean 'paper'.*no file has this name"):
        read_templates("papers", COLUMNS)
    path = tmp_path / "latin1"
    path.write_bytes("café[i], t[i]".encode("latin-1"))
    with pytest.raises(TemplateError, match="not UTF-8"):
        read_templates(path, COLUMNS)


def test_crfpp():
    text = """\
# Unigram
U00:%x[-2,0]
U05:%x[0,0]/%x[1,0]
U06:%x[-1,1]/%x[0,1]/%x[1,1]
U99:

# Bigram
B
B01:%x[0,0]
"""
    assert texts(text) == [
        "w[i-2], t[i]",
        "w[i], w[i+1], t[i]",
        "pos[i-1], pos[i], pos[i+1], t[i]",
        "t[i]",
        "t[i-1], t[i]",
        "w[i], t[i-1], t[i]",
    ]


def test_crfpp_identity_is_the_text_of_the_line():
    """Another identifier: a feature of its own. The same text but for the macros: one bag of features."""
    templates = parse_templates("U01:%x[0,0]\nU02:%x[0,0]\nU:%x[-1,0]\nU:%x[1,0]\nB:%x[0,0]", "f", COLUMNS)
    assert unique_texts(templates) == (
        "w[i], t[i]",
        "w[i], t[i] #2",
        "shared1: t[i]",
        "shared1: t[i]",
        "w[i], t[i-1], t[i]",
    )
    assert templates[-1].kind is Kind.TT


def test_a_name_that_begins_with_u_is_our_notation():
    assert texts("U1: w[i-1], t[i]\nBag: w[i], t[i]") == ["U1: w[i-1], t[i]", "Bag: w[i], t[i]"]


@given(st.text(alphabet='ab "\\', max_size=12), st.text(alphabet='a"#\\ ', max_size=6))
def test_comments_end_a_line_outside_of_quotes(before, after):
    quoted = before.count('"') % 2 or "\\" in before
    if not quoted:
        assert strip_comment(f"{before}#{after}") == before.rstrip()


@given(st.text(alphabet="UB0%x[],-1/: \nwti#@", max_size=40))
def test_any_file_is_read_or_refused(text):
    try:
        parse_templates(text, "features.txt", COLUMNS)
    except TemplateError as error:
        assert str(error).startswith("features.txt:")
