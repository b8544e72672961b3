"""docs/resources.md: its features are read, its table says what the registry says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from swvm.features.derived.derivation import makers
from swvm.features.featurefile import parse_features

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "resources.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```features\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("block", BLOCKS)
def test_features_are_read(block):
    assert parse_features(block, "resources.md", ["word"]).declarations


def test_the_table_of_declarations_is_the_registry():
    table = PAGE.split("| declaration | value |")[1].split("\n\n")[0]
    rows = re.findall(r"^\| `(.+?)` \| (.+) \|$", table, re.MULTILINE)
    assert rows == [(maker.example, maker.meaning) for maker in makers().values()]
