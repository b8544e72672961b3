"""The template sets by hand, and the reading of mentions."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest

from swvm.errors import SettingError
from swvm.learn.templates import TEMPLATES, check_templates, find_templates, mentions


@dataclass
class Tags:
    tags: np.ndarray
    types: np.ndarray


NAMES = ["O", "B-a", "I-a", "B-b", "I-b"]
IOB2 = Tags(np.array([0, 1, 2, 1, 2], np.int8), np.array([-1, 0, 0, 1, 1], np.int32))


def labels(text: str) -> np.ndarray:
    return np.array([NAMES.index(name) for name in text.split()], np.int32)


def templates(name, gold, predicted):
    chosen = TEMPLATES[name]
    options = {"tags": IOB2} if chosen.wants_tags else {}
    return chosen.function(labels(gold), labels(predicted), **options)


GOLD = "O B-a I-a O B-b"
PREDICTED = "B-a I-a I-a O O"


def test_sets_by_hand():
    assert templates("single", GOLD, PREDICTED) == [(0,), (1,), (2,), (3,), (4,)]
    assert templates("double", GOLD, PREDICTED) == [(0, 1), (0, 4), (1, 4)]
    assert templates("triple", GOLD, PREDICTED) == [(0, 1, 4)]
    assert templates("run", GOLD, PREDICTED) == [(0, 1), (4,)]
    assert templates("span", GOLD, PREDICTED) == [(0, 1, 2), (4,)]
    assert templates("whole", GOLD, PREDICTED) == [(0, 1, 2, 3, 4)]


def test_spans_join_where_they_overlap_and_not_where_they_touch():
    assert templates("span", "B-a I-a B-b O", "B-a I-a O O") == [(0, 1), (2,)]
    assert templates("span", "B-a I-a O B-b", "O B-a I-a I-a") == [(0, 1, 2, 3)]
    assert templates("span", "O O", "O O") == []


def test_mentions_of_invalid_labels():
    assert mentions(labels("I-a I-b I-b O I-a B-a"), IOB2) == [(0, 1), (1, 3), (4, 5), (5, 6)]


def test_tags_are_needed_for_spans():
    with pytest.raises(SettingError, match="labels of a scheme"):
        TEMPLATES["span"].function(labels("O"), labels("O"), tags=None)


def test_a_function_is_checked():
    assert check_templates([[2, 0], [1, 1]], 3, "mine", 4) == [(0, 2), (1,)]
    with pytest.raises(SettingError, match=r"sentence 5 the positions \[0, 3\]; they must lie in 0..2"):
        check_templates([[0, 3]], 3, "mine", 4)
    with pytest.raises(SettingError, match="Did you mean 'single'"):
        find_templates("singel")
