"""The notation of templates: what it reads, what it refuses, and where it puts the caret."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.errors import TemplateError
from swvm.features.functions import NATIVE
from swvm.features.notation import (
    Call,
    Kind,
    Observation,
    Template,
    check_columns,
    column_index,
    parse_template,
    unique_texts,
)


def test_reads_the_parts():
    template = parse_template("prefix(lower(w[i-1]), 3), pos[i+2], t[i-1], t[i]")
    assert template.observations == (
        Observation("w", -1, (Call("lower"), Call("prefix", (3,)))),
        Observation("pos", 2),
    )
    assert template.labels == (-1, 0)
    assert template.kind is Kind.TT


@pytest.mark.parametrize(
    ("written", "canonical"),
    [
        ("( w [ i ],w[i - 1] ),t[i+0]", "w[i], w[i-1], t[i]"),
        ("((w[i])), (t[i], (t[i+1]))", "w[i], t[i], t[i+1]"),
        ("t[i-1],w[i],t[i]", "w[i], t[i-1], t[i]"),
        ("around:w[i-1],t[i]", "around: w[i-1], t[i]"),
        (r'matches( w[i],"a\"b, #" ), t[i]', r'matches(w[i], "a\"b, #"), t[i]'),
        ("mot_é[i], t[i]", "mot_é[i], t[i]"),
        ("prefix(w[i-01], 03), t[i]", "prefix(w[i-1], 3), t[i]"),
    ],
)
def test_canonical_text(written, canonical):
    assert str(parse_template(written)) == canonical


@pytest.mark.parametrize(
    ("text", "kind", "normalised"),
    [
        ("w[i], t[i+1]", Kind.T, "w[i-1], t[i]"),
        ("t[i], t[i-1]", Kind.TT, "t[i-1], t[i]"),
        ("w[i], t[i-1], t[i+1]", Kind.T_T, "w[i-1], t[i-2], t[i]"),
        ("t[i+1], t[i-1], t[i]", Kind.TTT, "t[i-2], t[i-1], t[i]"),
        ("w[i], t[i-3]", Kind.T, "w[i+3], t[i]"),
    ],
)
def test_kind_and_normal_form(text, kind, normalised):
    template = parse_template(text)
    assert template.kind is kind
    assert str(template.normalised()) == normalised
    assert template.normalised().kind is kind


REFUSED = [
    ("", "the template is empty", 0),
    ("w[i], w[i-1]", "every template must touch a label: add `, t[i]`", 12),
    ("lowr(w[i]), t[i]", "unknown function lowr. Did you mean lower?", 0),
    ("w[i], t[i-3], t[i]", "at most three neighbouring labels", 14),
    ("t[i], w[i], t[i]", "this label is named twice", 12),
    ("w[-1], t[i]", "an offset is written i, i-1, i+2", 2),
    ("w[i+], t[i]", "expected a whole number", 4),
    ("w[i-100], t[i]", "an offset must lie from -99 to 99", 4),
    ("w[i-60], t[i+60]", "more than 99 apart", 16),
    ("(w[i], t[i]", "this `(` is never closed", 0),
    ("w[i], t[i])", "this `)` closes nothing", 10),
    ("lower(w[i], t[i]", "expected a number or a text", 12),
    ("w[i, t[i]", "expected `]`, found `,`", 3),
    ("t[i], w[i", "this `[` is never closed", 7),
    ("w, t[i]", "expected `[` after a column", 1),
    ("w[i] t[i]", "expected `,` or the end, found `t`", 5),
    ("w[i],, t[i]", "expected a column such as w[i]", 5),
    ("prefix(w[i]), t[i]", "prefix needs a length, as in prefix(w[i], 3)", 0),
    ('w[i], prefix(w[i], "a"), t[i]', "prefix needs a length", 6),
    ("prefix(w[i], 0), t[i]", "it must be from 1 to 255", 0),
    ("prefix(w[i], 12345678901), t[i]", "expected a number", 13),
    ("lower(w[i], 2), t[i]", "lower takes nothing beside the word", 0),
    ("matches(w[i], 2), t[i]", "matches needs a regular expression", 0),
    ('matches(w[i], "("), t[i]', "not a regular expression", 0),
    ('matches(w[i], "a), t[i]', "this text in quotes never ends", 14),
    ("lower(t[i])", "a word function cannot be applied to the label", 0),
    ("w[i], t[i] #2", "expected `,` or the end, found `#`", 11),
    ("(" * 5000, "more than 50 `(`", 50),
]


@pytest.mark.parametrize(("text", "message", "place"), REFUSED, ids=[text[:20] for text, _, _ in REFUSED])
def test_an_error_marks_the_place(text, message, place):
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    first, shown, caret = str(caught.value).split("\n")
    assert message in first
    assert shown == f"    {text}"
    assert caret == " " * (4 + place) + "^"


def test_columns_are_checked_when_they_are_known():
    templates = [parse_template("w[i], t[i]"), parse_template('matches(w[i], "poss[i]"), poss[i], t[i]')]
    check_columns(templates, ["word", "poss"])
    with pytest.raises(TemplateError, match=r"unknown column poss. Did you mean pos\? Columns: word, pos") as caught:
        check_columns(templates, ["word", "pos"])
    assert str(caught.value).endswith("\n    " + " " * len('matches(w[i], "poss[i]"), ') + "^")
    with pytest.raises(TemplateError, match="cannot be named t"):
        check_columns(templates, ["word", "t"])
    with pytest.raises(TemplateError, match="only the first column can be named w"):
        check_columns(templates, ["word", "w"])
    assert column_index("w", ["word", "pos"]) == 0
    assert column_index("pos", ["word", "pos"]) == 1


def test_templates_of_equal_meaning_have_distinct_texts():
    templates = [parse_template(text) for text in ("w[i-1], t[i]", "w[i], t[i+1]", "t[i]", "w[i-1], t[i]")]
    assert unique_texts(templates) == ("w[i-1], t[i]", "w[i-1], t[i] #2", "t[i]", "w[i-1], t[i] #3")


def test_templates_of_one_name_share_their_text():
    templates = [
        parse_template(text) for text in ("near: w[i-1], t[i]", "near: w[i], t[i]", "near: w[i], t[i-1], t[i]")
    ]
    assert unique_texts(templates) == ("near: t[i]", "near: t[i]", "near: t[i-1], t[i]")


NUMBERS = st.integers(1, 255)
PATTERNS = st.text(st.characters(codec="utf-8", exclude_characters="\n")).map(
    lambda text: (re.escape(text).replace('"', r"\""),)
)
ARGUMENTS = {
    name: st.tuples(*[NUMBERS] * function.count) if function.argument is int else st.just(())
    for name, function in NATIVE.items()
}
CALLS = st.one_of(
    *(st.builds(Call, st.just(name), args) for name, args in ARGUMENTS.items()),
    st.builds(Call, st.just("matches"), PATTERNS),
)
NAMES = st.from_regex(r"[^\W\d]\w{0,4}", fullmatch=True).filter(lambda name: name != "t")
OBSERVATIONS = st.builds(Observation, NAMES, st.integers(-40, 40), st.lists(CALLS, max_size=3).map(tuple))
LABELS = st.builds(
    lambda base, steps: tuple(base + step for step in steps),
    st.integers(-40, 40),
    st.lists(st.integers(0, 2), min_size=1, max_size=3, unique=True),
)
TEMPLATES = st.builds(Template, st.lists(OBSERVATIONS, max_size=4).map(tuple), LABELS, st.none() | NAMES)


@given(TEMPLATES)
def test_text_round_trips(template):
    assert parse_template(str(template)) == template
    assert parse_template(str(template.normalised())) == template.normalised()


@given(st.text(alphabet='wti[](),+-01 "\\#x:', max_size=25))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        template = parse_template(text)
    except TemplateError as error:
        assert str(error).endswith("^")
    else:
        assert parse_template(str(template)) == template
