"""The plain calls that others script against, and what each command prints."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from shell import ok


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("model") / "demo.swvm"
    ok("train", "demo", "--dev", "demo", "-o", path, "--quiet")
    return path


def test_train_tag_evaluate(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "tagged.txt")
    scores = json.loads(ok("evaluate", tmp_path / "tagged.txt", "--json").out)
    assert scores["mode"] == "conlleval"
    assert {"precision", "recall", "f1", "accuracy", "types"} <= scores.keys()
    assert 70 < scores["f1"] < 85
    assert set(scores["types"]) == {"LOC", "ORG", "PER", "WORK"}
    rows = (tmp_path / "tagged.txt").read_text().splitlines()
    assert rows[0].split() == ["Dear", "O", "O"]


def test_evaluate_two_files(model, tmp_path):
    ok("tag", model, "demo:test", "-o", tmp_path / "tagged.txt")
    one = json.loads(ok("evaluate", tmp_path / "tagged.txt", "--json").out)
    two = json.loads(ok("evaluate", "demo:test", tmp_path / "tagged.txt", "--json").out)
    assert one == two
