"""The presets, owned line by line."""

from __future__ import annotations

import pytest

from swvm.errors import SettingError
from swvm.features.notation import Kind, unique_texts
from swvm.features.presets import preset, preset_names

# Ringel, Dror and Reichart (2020), appendix "Features", in its order, as it is normalised. Words alone get t[i].
PAPER = [
    "w[i], t[i]",
    "w[i-1], t[i]",
    "w[i+1], t[i]",
    "t[i]",
    "t[i] #2",
    "t[i] #3",
    "w[i], w[i-1], t[i]",
    "w[i], w[i+1], t[i]",
    "w[i-1], w[i+1], t[i]",
    "t[i-1], t[i]",
    "t[i-1], t[i] #2",
    "t[i-2], t[i]",
    "w[i+1], t[i] #2",
    "w[i], t[i] #2",
    "w[i-1], t[i] #2",
    "t[i-2], t[i-1], t[i]",
    "w[i-1], t[i-1], t[i]",
    "w[i-1], t[i-2], t[i]",
    "w[i], t[i-1], t[i]",
]


def test_paper_has_the_19_templates_in_order():
    templates = preset("paper", ["word", "pos"])
    assert list(unique_texts(templates)) == PAPER
    assert [sum(template.kind is kind for template in templates) for kind in Kind] == [12, 4, 2, 1]


def test_released():
    texts = [str(template) for template in preset("released", ["word", "pos", "lemma"])]
    assert texts == ["w[i], t[i]", "pos[i], t[i]", "lemma[i], t[i]", "t[i-1], t[i]"]


BASIC = """
w[i-1], t[i] | w[i], t[i] | w[i+1], t[i]
w[i-1], w[i], t[i] | w[i], w[i+1], t[i] | w[i-1], w[i+1], t[i]
lower(w[i-2]), t[i] | lower(w[i-1]), t[i] | lower(w[i]), t[i] | lower(w[i+1]), t[i] | lower(w[i+2]), t[i]
prefix(w[i], 1), t[i] | prefix(w[i], 2), t[i] | prefix(w[i], 3), t[i] | prefix(w[i], 4), t[i]
suffix(w[i], 1), t[i] | suffix(w[i], 2), t[i] | suffix(w[i], 3), t[i] | suffix(w[i], 4), t[i]
shape(w[i-1]), t[i] | shape(w[i]), t[i] | shape(w[i+1]), t[i]
short_shape(w[i-1]), t[i] | short_shape(w[i]), t[i] | short_shape(w[i+1]), t[i]
t[i] | t[i-1], t[i]
"""
BASIC_POS = """
pos[i-2], t[i] | pos[i-1], t[i] | pos[i], t[i] | pos[i+1], t[i] | pos[i+2], t[i]
pos[i-1], pos[i], t[i] | pos[i], pos[i+1], t[i] | pos[i-1], pos[i+1], t[i] | pos[i-1], pos[i], pos[i+1], t[i]
"""


def listed(text):
    return [template for line in text.strip().split("\n") for template in line.split(" | ")]


def test_basic():
    with_pos = [str(template) for template in preset("basic", ["word", "pos"])]
    without = [str(template) for template in preset("basic", ["word"])]
    assert sorted(without) == sorted(listed(BASIC))
    assert sorted(with_pos) == sorted(listed(BASIC) + listed(BASIC_POS))
    assert len(with_pos) == 36


def test_basic_finds_the_column_of_pos():
    assert "UPOS[i], t[i]" in map(str, preset("basic", ["form", "lemma", "UPOS"]))
    assert not any("lemma" in str(template) for template in preset("basic", ["form", "lemma"]))


def test_unknown_preset():
    assert preset_names() == ("paper", "released", "basic", "ner", "chunk", "bio", "attributes")
    with pytest.raises(SettingError, match=r"unknown preset 'basics'. Did you mean 'basic'"):
        preset("basics", ["word"])
