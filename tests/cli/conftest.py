from __future__ import annotations

from pathlib import Path

import pytest

from shell import ok


@pytest.fixture(scope="session")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model of the demonstration corpus."""
    path = tmp_path_factory.mktemp("model") / "demo.swvm"
    ok("train", "demo", "--dev", "demo", "-o", path, "--quiet")
    return path


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A labelled file of two sentences."""
    path = tmp_path / "small.txt"
    path.write_text("Ada B-PER\nsleeps O\n\nTom B-PER\nruns O\n\n")
    return path
