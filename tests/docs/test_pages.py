"""Every Python block of these pages runs, in order, in one namespace a page."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from swvm.learn import gamma, templates
from swvm.learn.gamma import GAMMAS
from swvm.learn.learners import AVERAGES, CONSTRAINTS, DECODINGS, LEARNERS
from swvm.learn.templates import TEMPLATES

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
# templates.md has a test of its own, which reads its templates too.
PAGES = sorted({page.name for page in DOCS.glob("*.md") if "```python" in page.read_text("utf-8")} - {"templates.md"})


def python_blocks(page: str) -> str:
    """The blocks of a page as one program whose line numbers are those of the page."""
    lines, inside = [], False
    for line in (DOCS / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            inside = line == "```python"
        lines.append(line if inside and line != "```python" else "")
    return "\n".join(lines)


@pytest.fixture(autouse=True)
def restored_registries(monkeypatch):
    monkeypatch.setattr(gamma, "GAMMAS", dict(GAMMAS))
    monkeypatch.setattr(templates, "TEMPLATES", dict(TEMPLATES))


@pytest.mark.parametrize("page", PAGES)
def test_page_runs(page, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(compile(python_blocks(page), page, "exec"), {})
    output = capsys.readouterr().out
    if page == "add_a_gamma.md":
        names = re.findall(r"^(\S+) +\d+\.\d\d$", output, re.MULTILINE)
        assert names == ["uniform", "wm", "softmin", "worst-half"]
        assert "sum to" in output


def test_learners_page_names_everything_that_is_registered():
    page = (DOCS / "learners.md").read_text(encoding="utf-8")
    names = [*LEARNERS, *GAMMAS, *TEMPLATES, *CONSTRAINTS, *AVERAGES, *DECODINGS]
    assert [name for name in names if f"`{name}`" not in page and f'"{name}"' not in page] == []
