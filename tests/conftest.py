"""Shared by all tests: where the real corpora are; no test fails because the machine is slow."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("swvm", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("swvm")

ROOT = Path(__file__).resolve().parent.parent


def find_corpora() -> Path | None:
    """Return the folder of the real corpora: SWVM_DATA, or shared/data beside the repository or one of its parents."""
    if "SWVM_DATA" in os.environ:
        return Path(os.environ["SWVM_DATA"])
    folders = [parent / "shared" / "data" for parent in ROOT.parents]
    return next((folder for folder in folders if (folder / "SHA256SUMS").is_file()), None)


@pytest.fixture(scope="session")
def corpora() -> Path:
    """The folder of the real corpora; a test that needs them is skipped, saying so, where they are not."""
    folder = find_corpora()
    if folder is None:
        pytest.skip("the real corpora are not here: set SWVM_DATA to their folder")
    return folder
