"""What the README shows is what happens: its Python runs, its session gives the output that it prints."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PAGES = ["README.md", *sorted(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))]
SESSIONS = [page for page in PAGES if "```console" in (ROOT / page).read_text(encoding="utf-8")]
# What is not the same on every machine and in every run.
VARYING = [
    (re.compile(r"(?m)^time: .*$"), "time: ..."),
    (re.compile(r"(?m)^( +\d+ .*\S) +\d+\.\d\d$"), r"\1 ..."),
    (re.compile(r"\d+\.\d (MB|kB)"), r"... \1"),
]


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", text, re.DOTALL)


def sessions(text: str) -> list[tuple[str, str]]:
    """Every command and what stands below it."""
    found = []
    for block in blocks(text, "console"):
        for part in re.split(r"(?m)^\$ ", block)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def normal(output: str) -> str:
    for pattern, replacement in VARYING:
        output = pattern.sub(replacement, output)
    return output


def shell(command: str, folder: Path) -> str:
    """Run a line of a session; the output is what a user sees, both streams."""
    here = Path(sys.executable).parent
    environment = {**os.environ, "PATH": f"{here}{os.pathsep}{os.environ['PATH']}", "COLUMNS": "80"}
    done = subprocess.run(
        command, shell=True, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False
    )
    return done.stdout.decode()


def test_the_python_example(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (code,) = blocks(README, "python")
    exec(compile(code, "README.md", "exec"), {})
    scores, tags = capsys.readouterr().out.splitlines()
    assert re.match(r"F1 7\d\.\d\d \{'LOC'", scores)
    assert tags == "[['B-PER', 'I-PER', 'O', 'B-LOC', 'O', 'B-LOC', 'O']]"
    assert (tmp_path / "demo.swvm").exists()


@pytest.mark.skipif(os.name != "posix", reason="the sessions are those of a POSIX shell")
@pytest.mark.parametrize("page", SESSIONS)
def test_the_sessions(page, tmp_path):
    commands = sessions((ROOT / page).read_text(encoding="utf-8"))
    assert commands
    for command, output in commands:
        assert normal(shell(command, tmp_path)) == normal(output), command


@pytest.mark.parametrize("page", PAGES)
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#]+)[^)]*\)", (ROOT / page).read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not ((ROOT / page).parent / link).exists()]
    assert missing == []
