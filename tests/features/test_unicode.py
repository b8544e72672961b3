"""The native word functions agree with Python's own `str` on every code point.

A Python whose Unicode is another one than the table's is compared on the code points that both know, but for five
that Unicode 15 made lower case.
"""

from __future__ import annotations

import importlib.util
import unicodedata
from pathlib import Path

import pytest

from swvm import _native

ROOT = Path(__file__).resolve().parent.parent.parent
SAME_UNICODE = unicodedata.unidata_version == _native.unicode_version()
CHANGED = {0x10FC, 0xA7F2, 0xA7F3, 0xA7F4, 0xAB69}
FLAGS = {"upper": 1, "lower": 2, "title": 4, "alpha": 8, "decimal": 16, "assigned": 32}

pytestmark = pytest.mark.native


@pytest.fixture(scope="module")
def generator():
    spec = importlib.util.spec_from_file_location("unicode_tables", ROOT / "tools" / "unicode_tables.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def chars():
    """The code points to compare: all that can stand in a string, where the versions of Unicode are the same."""
    codes = (code for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    if SAME_UNICODE:
        return [chr(code) for code in codes]
    flags = _native.unicode_flags()
    return [
        chr(code)
        for code in codes
        if flags[code] & FLAGS["assigned"] and unicodedata.category(chr(code)) != "Cn" and code not in CHANGED
    ]


def differences(name, chars, expected):
    values = _native.word_function([(name, [])], chars)
    pairs = zip(chars, values, strict=True)
    return [(f"U+{ord(char):04X}", value) for char, value in pairs if value != expected(char)]


def shape_of(char):
    if char.isupper() or char.istitle():
        return "X"
    if char.islower():
        return "x"
    if char.isdecimal():
        return "d"
    return "o" if char.isalpha() else char


def test_enough_is_compared(chars):
    assert len(chars) > 280_000


def test_lower(chars):
    assert differences("lower", chars, str.lower) == []


def test_shape(chars):
    assert differences("shape", chars, shape_of) == []
    assert differences("short_shape", chars, shape_of) == []


def test_digits(chars):
    assert differences("digits", chars, lambda char: "0" if char.isdecimal() else char) == []
    assert differences("is_number", chars, lambda char: "1" if char.isdecimal() else None) == []


def test_case_predicates(chars):
    assert differences("is_upper", chars, lambda char: "1" if char.isupper() else None) == []
    assert differences("is_title", chars, lambda char: "1" if char.istitle() else None) == []


def test_classes(chars):
    flags = _native.unicode_flags()
    wrong = [
        char
        for char in chars
        if bool(flags[ord(char)] & FLAGS["alpha"]) != char.isalpha()
        or bool(flags[ord(char)] & FLAGS["lower"]) != char.islower()
    ]
    assert wrong == []


def test_what_is_known_here_is_in_the_table():
    """Unicode takes nothing back: a Python of the table's version or older knows no code point that it lacks."""
    if tuple(map(int, unicodedata.unidata_version.split("."))) > tuple(map(int, _native.unicode_version().split("."))):
        pytest.skip("this Python's Unicode is newer than the table's")
    flags = _native.unicode_flags()
    codes = (code for code in range(0x110000) if unicodedata.category(chr(code)) != "Cn")
    assert all(flags[code] & FLAGS["assigned"] for code in codes)


def test_table_is_what_the_generator_writes(generator):
    if not SAME_UNICODE:
        pytest.skip(
            f"the table is of Unicode {_native.unicode_version()}, this Python of {unicodedata.unidata_version}"
        )
    assert generator.TARGET.read_text(encoding="utf-8") == generator.render()
