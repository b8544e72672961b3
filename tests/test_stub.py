"""The stub of the native module says what the module has."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import swvm

STUB = Path(swvm.__file__).parent / "_native.pyi"


def test_stub_is_up_to_date(tmp_path):
    fresh = tmp_path / "_native.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "swvm._native", "-o", str(fresh)]
    subprocess.run(command, check=True)
    subprocess.run([sys.executable, "-m", "ruff", "format", "--quiet", "--line-length", "120", str(fresh)], check=True)
    assert STUB.read_text() == fresh.read_text(), "run `make stub`"
