"""The site builds without a warning, and the examples give what is printed in them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient import NotebookClient

ROOT = Path(__file__).resolve().parent.parent.parent
EXAMPLES = sorted((ROOT / "docs" / "examples").glob("*.ipynb"))


def test_the_site_builds_without_a_warning(tmp_path):
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    command = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(tmp_path / "site")]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    pages = {page.name for page in (tmp_path / "site").glob("*.html")}
    assert {"index.html", "commands.html", "api.html", "algorithms.html"} <= pages
    commands = (tmp_path / "site" / "commands.html").read_text(encoding="utf-8")
    assert "swvm experiment run" in commands
    assert "swvm.train" in (tmp_path / "site" / "api.html").read_text(encoding="utf-8")
    formulas = (tmp_path / "site" / "algorithms.html").read_text(encoding="utf-8")
    assert "<math" in formulas
    assert "$" not in formulas.split("<article")[1].split("</article>")[0].replace("${", "")


def outputs(notebook):
    """What each cell prints; the kernel may send it in pieces."""
    return ["".join(out.get("text", "") for out in cell.get("outputs", [])) for cell in notebook.cells]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_gives_what_it_prints(path, tmp_path, corpora, monkeypatch):
    monkeypatch.setenv("SWVM_DATA", str(corpora))
    notebook = nbformat.read(path, as_version=4)
    printed = outputs(notebook)
    NotebookClient(notebook, timeout=280, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert outputs(notebook) == printed


def test_there_are_three_examples():
    assert len(EXAMPLES) >= 3
