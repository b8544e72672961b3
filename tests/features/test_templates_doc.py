"""docs/templates.md: every block of code runs, and its tables say what the registries say."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from swvm.features import functions, groups
from swvm.features.featurefile import parse_templates
from swvm.features.notation import parse_template
from swvm.features.presets import POS_NAMES, preset_names

pytestmark = pytest.mark.native

PAGE = (Path(__file__).resolve().parent.parent.parent / "docs" / "templates.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
COLUMNS = ["word", "pos"]


@pytest.fixture(autouse=True)
def restored_registry(monkeypatch):
    monkeypatch.setattr(functions, "_registered", {})


def read(block):
    return parse_templates(block, "templates.md", COLUMNS)


def run(block):
    exec(compile(block, "templates.md", "exec"), {})


RUNNERS = {"templates": read, "crfpp": read, "python": run}


def test_every_block_is_of_a_kind_that_is_checked():
    assert {kind for kind, _ in BLOCKS} == {"templates", "crfpp", "python", "pycon"}


@pytest.mark.parametrize(("kind", "block"), [block for block in BLOCKS if block[0] != "pycon"])
def test_block(kind, block):
    RUNNERS[kind](block)


def test_sessions():
    text = "\n".join(block for kind, block in BLOCKS if kind == "pycon")
    session = doctest.DocTestParser().get_doctest(text, {}, "templates.md", None, None)
    assert doctest.DocTestRunner().run(session).failed == 0


def rows(heading):
    section = PAGE.split(f"\n## {heading}\n")[1].split("\n#")[0]
    cells = re.findall(r"^\| `(.+?)` \| (.+) \|$", section, re.MULTILINE)
    return dict(cells)


def test_the_table_of_functions_is_the_registry():
    table = rows("Word functions")
    called = [parse_template(f"{example}, t[i]").observations[0].calls[0].name for example in table]
    assert called == list(functions.BUILT_IN)
    assert list(table.values()) == [entry.meaning for entry in functions.BUILT_IN.values()]


def test_the_table_of_presets_is_the_registry():
    table = rows("Presets")
    assert tuple(table) == preset_names()
    assert all(f"`{name}`" in table["basic"] for name in POS_NAMES)


def test_the_table_of_groups_is_the_registry():
    assert rows("Groups") == {name: group.meaning for name, group in groups.all_groups().items()}


def test_the_table_of_crfpp():
    for line, ours in re.findall(r"^\| `([UB].*?)` \| `(.+?)`", PAGE, re.MULTILINE):
        assert [str(template) for template in read(line)] == [ours]
