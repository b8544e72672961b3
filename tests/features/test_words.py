"""Word functions against slow twins in plain Python, and the functions that Python evaluates."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm import _native
from swvm.errors import SettingError, TemplateError
from swvm.features.functions import NATIVE
from swvm.features.notation import parse_template
from swvm.features.words import atom_hashes, word_function, word_values

pytestmark = pytest.mark.native

KNOWN = frozenset(
    chr(code)
    for code, flags in enumerate(_native.unicode_flags())
    if flags & 32 and unicodedata.category(chr(code)) not in ("Cn", "Cs")
)
INTERESTING = "aZ09-.,/%:+ßİıΣσςǅЖж東京אב٣२𝟙𐐀𐐨Ⱥé\u0301\u200d😀\0"
CHARS = st.sampled_from(INTERESTING) | st.characters(codec="utf-8").filter(KNOWN.__contains__)
WORDS = st.text(CHARS, max_size=12)


def twin_lower(word):
    return "".join(char.lower() for char in word)


def twin_shape(word):
    def one(char):
        if char.isupper() or char.istitle():
            return "X"
        return "x" if char.islower() else "d" if char.isdecimal() else "o" if char.isalpha() else char

    return "".join(map(one, word))


GREEK = frozenset(map(chr, [*range(0x370, 0x400), *range(0x1F00, 0x2000), 0xB5]))
GREEK_NAMES = frozenset(
    [
        "alpha",
        "beta",
        "gamma",
        "delta",
        "epsilon",
        "zeta",
        "eta",
        "theta",
        "iota",
        "kappa",
        "lambda",
        "mu",
        "nu",
        "xi",
        "omicron",
        "pi",
        "rho",
        "sigma",
        "tau",
        "upsilon",
        "phi",
        "chi",
        "psi",
        "omega",
    ]
)


def twin_fold(word):
    def kind(char):
        if char.isdecimal():
            return "digits"
        return ("greek" if char in GREEK else "letters") if char.isalpha() else "other"

    def one(kind, run):
        lowered = twin_lower(run)
        if kind == "digits" or (kind == "letters" and re.fullmatch("(?=.)X{0,3}(IX|IV|V?I{0,3})", run)):
            return "0"
        return "α" if (kind == "greek" and len(run) == 1) or (kind == "letters" and lowered in GREEK_NAMES) else lowered

    return "".join(one(name, "".join(run)) for name, run in groupby(word, kind))


def twin_case(word):
    cased = [char.isupper() or char.istitle() for char in word if char.isupper() or char.istitle() or char.islower()]
    upper = sum(cased)
    if not cased:
        name = "none"
    elif upper == 0:
        name = "lower"
    elif upper == len(cased):
        name = "capital" if upper == 1 else "upper"
    else:
        name = "title" if cased[0] and upper == 1 else "mixed"
    digit = "+digit" if any(char.isdecimal() for char in word) else ""
    mark = "+mark" if any(not char.isalpha() and not char.isdecimal() for char in word) else ""
    return name + digit + mark


PIECES = st.sampled_from(
    [
        "alpha",
        "Beta",
        "GAMMA",
        "mu",
        "NU",
        "pi",
        "α",
        "Δ",
        "µ",
        "λόγος",
        "I",
        "II",
        "IV",
        "IX",
        "XIV",
        "XL",
        "XXXIX",
        "IIII",
        "VX",
        "12",
        "٣",
        "-",
        "/",
        ".",
        "x",
        "TNF",
    ]
)
TWINS = {
    "lower": lambda word, *_: twin_lower(word),
    "shape": lambda word, *_: twin_shape(word),
    "short_shape": lambda word, *_: "".join(char for char, _ in groupby(twin_shape(word))),
    "prefix": lambda word, length, _: word[:length],
    "suffix": lambda word, length, _: word[-length:],
    "ngram": lambda word, n, j: word[j - 1 : j - 1 + n] if len(word) >= j - 1 + n else None,
    "digits": lambda word, *_: "".join("0" if char.isdecimal() else char for char in word),
    "fold": lambda word, *_: twin_fold(word),
    "case": lambda word, *_: twin_case(word),
    "is_number": lambda word, *_: "1" if re.fullmatch(r"[\d,.+/%:-]*\d[\d,.+/%:-]*", word) else None,
    "has_hyphen": lambda word, *_: "1" if "-" in word else None,
    "is_title": lambda word, *_: "1" if word and (word[0].isupper() or word[0].istitle()) else None,
    "is_upper": lambda word, *_: "1" if word.isupper() else None,
}
NUMBERS = st.tuples(st.integers(1, 6), st.integers(1, 4)).map(list)
CALLS = st.lists(st.tuples(st.sampled_from(sorted(NATIVE)), NUMBERS), max_size=4)


def twin(calls, word):
    for name, numbers in calls:
        word = TWINS[name](word, *numbers)
        if word is None:
            return None
    return word


def atom(text):
    return parse_template(f"{text}, t[i]").observations[0].calls


def test_every_function_has_a_twin():
    assert TWINS.keys() == NATIVE.keys()


@given(CALLS, st.lists(WORDS, max_size=5))
def test_native_functions_agree_with_their_twins(calls, words):
    assert _native.word_function(calls, words) == [twin(calls, word) for word in words]


@given(st.lists(PIECES | CHARS, max_size=5).map("".join))
def test_folding_agrees_with_its_twin(word):
    assert _native.word_function([("fold", [])], [word]) == [twin_fold(word)]


@given(CALLS, st.lists(WORDS, max_size=5), st.integers(0, 5))
def test_hashes_are_those_of_the_values(calls, words, start):
    interner = _native.Interner()
    interner.intern(words)
    start = min(start, len(interner))
    values = [twin(calls, word) for word in interner.strings(start)]
    expected = [0 if value is None else _native.hash_bytes(value.encode()) for value in values]
    hashes = _native.atom_hashes(interner, calls, start)
    assert hashes.dtype == np.uint64
    assert hashes.tolist() == expected


@pytest.mark.parametrize(
    ("text", "word", "value"),
    [
        ("w[i]", "Café", "Café"),
        ("lower(w[i])", "ΟΔΟΣ", "οδοσ"),
        ("shape(w[i])", "IL-2東٣", "XX-dod"),
        ("short_shape(w[i])", "McDonald--99", "XxXx-d"),
        ("prefix(lower(w[i]), 3)", "ÉCOLE", "éco"),
        ("suffix(w[i], 4)", "été", "été"),
        ("is_number(w[i])", "-1,234.5%", "1"),
        ("is_number(w[i])", "...", None),
        ("is_number(w[i])", "1e5", None),
        ("digits(w[i])", "19-Nov-१९", "00-Nov-00"),
        ("prefix(is_number(w[i]), 2)", "12", "1"),
        ("prefix(is_number(w[i]), 2)", "x", None),
        ("ngram(w[i], 2, 1)", "été", "ét"),
        ("ngram(w[i], 2, 2)", "été", "té"),
        ("ngram(w[i], 2, 3)", "été", None),
        ("ngram(w[i], 255, 255)", "", None),
        ("fold(w[i])", "IL-12", "il-0"),
        ("fold(w[i])", "TGF-beta1", "tgf-α0"),
        ("fold(w[i])", "TNFα", "tnfα"),
        ("fold(w[i])", "Iλ/XXXIX", "0α/0"),
        ("fold(w[i])", "λόγος", "λόγος"),
        ("fold(w[i])", "XL", "xl"),
        ("case(w[i])", "IL-12", "upper+digit+mark"),
        ("case(w[i])", "A", "capital"),
        ("case(w[i])", "Éd", "title"),
        ("case(w[i])", "mRNA", "mixed"),
        ("case(w[i])", "McDonald", "mixed"),
        ("case(w[i])", "東", "none"),
        ("case(w[i])", "été", "lower"),
        ('matches(w[i], "^[A-Z]+$")', "USA", "1"),
        ('matches(w[i], "^[A-Z]+$")', "Usa", None),
        ('matches(lower(w[i]), "^[a-z]+$")', "Usa", "1"),
        ('prefix(matches(is_number(w[i]), "."), 1)', "x", None),
    ],
)
def test_values(text, word, value):
    assert word_values(atom(text), [word]) == [value]


def test_python_hashes_equal_native_ones():
    interner = _native.Interner()
    interner.intern(["Alpha", "beta", "7", "Gamma"])
    native = atom_hashes(interner, atom("is_title(w[i])"), 1)
    python = atom_hashes(interner, atom('matches(w[i], "^[A-Z]")'), 1)
    assert native.tolist() == python.tolist()
    assert native.dtype == python.dtype
    assert np.count_nonzero(native) == 1


def test_a_function_of_the_user_is_called_once_per_distinct_value():
    seen = []

    def vowels(word):
        seen.append(word)
        return "".join(char for char in word if char in "aeiou") or None

    calls = parse_template("prefix(vowels(lower(w[i])), 2), t[i]", {"vowels": vowels}).observations[0].calls
    words = ["Banana", "BANANA", "sky", "banana", "Sequoia"]
    assert word_values(calls, words, {"vowels": vowels}) == ["aa", "aa", None, "aa", "eu"]
    assert seen == ["banana", "sky", "sequoia"]


def test_a_registered_function_needs_not_be_passed():
    @word_function("ends_in_s_for_test")
    def ends_in_s(word):
        return word.endswith("s")

    calls = atom("ends_in_s_for_test(w[i])")
    assert word_values(calls, ["cats", "cat"]) == ["1", None]


def test_errors_of_user_functions():
    functions = {"length": len, "broken": lambda word: word[99]}
    calls = parse_template("length(w[i]), t[i]", functions).observations[0].calls
    with pytest.raises(SettingError, match="'length' returned 3 for 'abc'; it must return a str, a bool or None"):
        word_values(calls, ["abc"], functions)
    with pytest.raises(TemplateError, match="unknown function length"):
        word_values(calls, ["abc"])
    calls = parse_template("broken(w[i]), t[i]", functions).observations[0].calls
    with pytest.raises(IndexError) as caught:
        word_values(calls, ["abc"], functions)
    assert caught.value.__notes__ == ["raised by the word function 'broken' for 'abc'"]


@pytest.mark.parametrize("name", ["lower", "1st", "a-b", ""])
def test_names_of_user_functions_are_checked(name):
    with pytest.raises(SettingError, match="word function name"):
        word_function(name)
    with pytest.raises(SettingError, match="word function name"):
        parse_template("w[i], t[i]", {name: str.upper})


def test_native_arguments_are_checked():
    interner = _native.Interner()
    with pytest.raises(ValueError, match="no native word function is named upper"):
        _native.word_function([("upper", [])], ["a"])
    for start in (-1, 1):
        with pytest.raises(ValueError, match="start lies beyond"):
            _native.atom_hashes(interner, [], start)
    with pytest.raises((TypeError, RuntimeError, ValueError)):
        _native.word_function([("prefix", [-1])], ["a"])
    with pytest.raises(ValueError, match="counted from 1"):
        _native.word_function([("ngram", [2, 0])], ["a"])
