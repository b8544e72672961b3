"""Every name in docs/notation.md is in the code."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from swvm.learn.learners import LearnerConfig

ROOT = Path(__file__).resolve().parent.parent.parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and not line.startswith("| paper ")
]
TWINS = sorted({name for row in ROWS for name in re.findall(r"`(.+?)`", row[2])})
NATIVE = sorted({name for row in ROWS for name in re.findall(r"`(.+?)`", row[3])})


def test_every_symbol_has_a_twin_and_a_native_place():
    assert len(ROWS) > 30
    assert [row for row in ROWS if len(row) != 4 or "`" not in row[2] or "`" not in row[3]] == []


@pytest.mark.parametrize("name", TWINS)
def test_name_of_a_twin(name):
    first, *rest = name.split(".")
    owner = LearnerConfig if first == "LearnerConfig" else importlib.import_module(f"swvm.reference.{first}")
    for part in rest:
        owner = getattr(owner, part)


@pytest.mark.parametrize("name", NATIVE)
def test_name_in_a_native_file(name):
    path, _, names = name.partition(": ")
    text = (ROOT / "native" / path).read_text(encoding="utf-8")
    assert [part for part in names.split("::") if not re.search(rf"\b{part}\b", text)] == []
