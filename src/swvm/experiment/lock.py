"""One process at a time writes a file of records: a second one is told so.

The lock is the system's and goes with its process, however that ends. Where the system has none of this kind (Windows),
nothing is checked.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from swvm.errors import SettingError


@contextmanager
def exclusive(path: Path) -> Iterator[None]:
    """Hold the lock of a file of records."""
    beside = path.with_name(path.name + ".lock")
    with beside.open("w") as file:
        _take(file.fileno(), path)
        try:
            yield
        finally:
            beside.unlink(missing_ok=True)


def _take(handle: int, path: Path) -> None:
    if find_spec("fcntl") is None:
        return
    fcntl = import_module("fcntl")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise SettingError(f"{path}: another process is running this experiment; wait for it, or end it") from None
