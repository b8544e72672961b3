"""Files of templates, in our notation and in CRF++'s."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.errors import DataError, TemplateError
from swvm.features.featurefile import (
    parse_features,
    parse_templates,
    read_features,
    read_templates,
    strip_comment,
    write_features,
    write_templates,
)
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
    features = read_features(name, COLUMNS)
    write_features(path, features)
    assert read_features(path, COLUMNS) == features
    assert features.templates == preset(name, COLUMNS)


def test_templates_alone_are_written(tmp_path):
    path = tmp_path / "features.txt"
    write_templates(path, preset("basic", COLUMNS))
    assert read_templates(path, COLUMNS) == preset("basic", COLUMNS)


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
        (
            "@import basic",
            "features.txt:1: expected `@column NAME = FUNCTION(...)` or `@include NAME`, NAME ",
        ),
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


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("@column", "f:1: expected the name of the column, found the end"),
        ("@column x", "f:1: expected `=`, found the end"),
        ("@column t = mentions(w)", "f:1: a column cannot be named t"),
        ("@column pos = mentions(w)", "f:1: column pos is there already"),
        ("@column x = mentons(w)", "f:1: unknown function of derived columns 'mentons'. Did you mean 'mentions'?"),
        ("@column x = mentions(t)", "f:1: a derived column cannot observe the label t"),
        (
            "@column x = mentions(lemma)",
            "x = mentions(lemma[i]): unknown column lemma. Columns before it: w, word, pos",
        ),
        ("@column x = mentions(y)", "unknown column y."),
        ("@column x = mentions(w[i-1])", "mentions observes the token itself, w[i], as in men = mentions(lower(w))"),
        ("@column x = mentions(w, pos)", "mentions observes a column, as in"),
        ('@column x = mentions(w, "file")', "mentions takes no file"),
        ("@column x = lexicon(w)", 'lexicon needs a file, as in gene = lexicon(lower(w), "genes.txt")'),
        ('@column x = lexicon("a", "b", w)', "f:1: a second file: give one"),
        ('@column x = vectors(w, "v.npz", cluster=5)', "vectors has no option cluster (it has: clusters, seed)"),
        ('@column x = vectors(w, "v.npz", clusters="many")', "the option clusters is a number"),
        ('@column x = lexicon(w, "l", store="yes")', 'the option store can only be "no"'),
        ("@column x = target(w) w", "f:1: expected the end, found `w`"),
        ("@column x = lowr(w)", "unknown function of derived columns 'lowr'"),
        ("@column x = mentions(lowr(w))", "f:1: unknown function lowr. Did you mean lower?"),
    ],
)
def test_declarations_that_cannot_be(line, message):
    with pytest.raises(TemplateError) as caught:
        parse_features(f"{line}\n@include basic", "f", COLUMNS)
    assert message in str(caught.value)


def test_declarations_are_read_and_written():
    text = """\
@column a=clusters(lower( w ),"x y#.txt")  # a comment
a[i-1], t[i]
@column b = target(w[i-1],a)
prefix(b[i], 1), t[i]
"""
    features = parse_features(text, "f", COLUMNS)
    assert features.lines == (
        '@column a = clusters(lower(w[i]), "x y#.txt")',
        "@column b = target(w[i-1], a[i])",
        "a[i-1], t[i]",
        "prefix(b[i], 1), t[i]",
    )
    assert parse_features("\n".join(features.lines), "f", COLUMNS) == features


def test_files_lie_beside_the_features_file(tmp_path):
    path = tmp_path / "my.features"
    path.write_text('@column a = lexicon(w, "list.txt")\n@column b = clusters(w, "spacy:es")\na[i], b[i], t[i]')
    declarations = read_features(path, COLUMNS).declarations
    assert [one.file for one in declarations] == [str(tmp_path / "list.txt"), "spacy:es"]


def test_groups_read_the_columns_that_are_declared():
    features = parse_features('@include clusters\n@column brown = clusters(w, "x")', "f", COLUMNS)
    assert "prefix(brown[i-2], 4), t[i]" in map(str, features.templates)
    declared = parse_features("@include mentions\n@include mentions", "f", COLUMNS).declarations
    assert [one.text for one in declared] == [
        "mention = mentions(lower(w[i]), optional=1)",
        "mention_found = mention_phrases(lower(w[i]), optional=1)",
    ]
    own = parse_features("@column men = mentions(w)\n@include mentions", "f", COLUMNS)
    assert [one.name for one in own.declarations] == ["men", "mention_found"]
    assert "men[i], t[i]" in map(str, own.templates)


def test_neither_preset_nor_file(tmp_path):
    with pytest.raises(TemplateError, match=r"unknown preset 'papers'. Did you mean 'paper'.*no file has this name"):
        read_templates("papers", COLUMNS)
    path = tmp_path / "latin1"
    path.write_bytes("café[i], t[i]".encode("latin-1"))
    with pytest.raises(DataError, match=r"latin1:1: byte 4 of this line \(0xE9\) is not UTF-8"):
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
