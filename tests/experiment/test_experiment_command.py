"""`swvm experiment` from the shell."""

from __future__ import annotations

import json

import pytest

from swvm.cli.app import run
from swvm.cli.experiment import duration
from swvm.cli.experimentbar import clock
from swvm.experiment.records import read_records

SPEC = """
title = "Two systems"
corpora = ["demo"]
features = ["released"]
epochs = 2
[protocol]
folds = [0, 1]
[[systems]]
learner = "csp"
[[systems]]
learner = "mira"
k_best = [1, 2]
"""


@pytest.fixture
def spec(tmp_path):
    file = tmp_path / "two.toml"
    file.write_text(SPEC)
    return file


def test_run_status_list_and_compact(spec, capsys):
    assert run(["experiment", "run", str(spec), "--workers", "1", "-v"]) == 0
    shown = capsys.readouterr().err
    assert shown.count(" dev ") == 6
    assert "6 runs of two" in shown
    records = spec.with_suffix(".jsonl")
    assert len(read_records(records)) == 6
    assert run(["experiment", "status", str(spec)]) == 0
    assert "6 of 6 runs done" in capsys.readouterr().out
    assert run(["experiment", "list", str(spec.parent)]) == 0
    assert "Two systems" in capsys.readouterr().out
    assert run(["experiment", "compact", str(records)]) == 0
    assert not records.exists()
    assert "6 records" in capsys.readouterr().out
    assert run(["experiment", "status", str(spec), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["runs"], found["done"], found["others"]) == (6, 6, 0)
    assert [leader["system"] for leader in found["leaders"]] == ["csp", "mira"]


def test_a_dry_run_writes_nothing(spec, capsys):
    assert run(["experiment", "run", str(spec), "--dry-run", "--workers", "2"]) == 0
    assert "6 runs, 0 of them done" in capsys.readouterr().out
    assert [path.name for path in spec.parent.iterdir()] == ["two.toml"]


def test_wrong_calls_end_with_code_2(spec, tmp_path, capsys):
    assert run(["experiment", "rum", str(spec)]) == 2
    assert "Did you mean 'run'?" in capsys.readouterr().err
    assert run(["experiment", "run", str(tmp_path / "none.toml")]) == 2
    assert run(["experiment", "run", str(spec), "-o", str(tmp_path / "no" / "a.jsonl")]) == 2
    spec.write_text(SPEC.replace("k_best", "kbest"))
    capsys.readouterr()
    assert run(["experiment", "run", str(spec)]) == 2
    assert "Did you mean 'k_best'?" in capsys.readouterr().err


def test_an_empty_folder_has_no_specification(tmp_path, capsys):
    assert run(["experiment", "list", str(tmp_path)]) == 0
    assert "no specification" in capsys.readouterr().out
    assert run(["experiment", "compact", str(tmp_path / "a.jsonl")]) == 2


@pytest.mark.parametrize(("seconds", "shown"), [(3.21, "3.2 s"), (41, "41 s"), (720, "12 min"), (12600, "3.5 h")])
def test_durations(seconds, shown):
    assert duration(seconds) == shown


def test_the_clock():
    assert (clock(59.7), clock(3723)) == ("0:01:00", "1:02:03")
