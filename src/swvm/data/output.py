"""Outputs: written beside the target and renamed when whole, so that a reader never sees half a file."""

from __future__ import annotations

import gzip
import io
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO, cast

from swvm.errors import DataError


@contextmanager
def open_output(path: str | os.PathLike[str]) -> Iterator[BinaryIO]:
    """Open an output for bytes: `-` is standard output, a name that ends in .gz is compressed.

    The file takes its place when the block ends; after an exception the old one, if any, is untouched.
    """
    if str(path) == "-":
        yield sys.stdout.buffer
        sys.stdout.buffer.flush()
        return
    target = Path(path)
    with _stream(target) as stream:
        if target.suffix != ".gz":
            yield stream
            return
        with gzip.GzipFile("", "wb", 6, stream, mtime=0) as packed:
            yield cast(BinaryIO, packed)


@contextmanager
def _stream(target: Path) -> Iterator[BinaryIO]:
    try:
        if target.is_dir():
            raise DataError(f"{target}: cannot write: this is a folder")
        if target.exists() and not target.is_file():
            with target.open("wb") as device:  # /dev/stdout, a named pipe: nothing to rename
                yield device
            return
        real = target.resolve()
        handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=real.parent)
    except OSError as error:
        raise DataError(f"{target}: cannot write: {error.strerror}") from None
    temporary = Path(name)
    try:
        with io.open(handle, "wb") as stream:  # noqa: UP020
            yield stream
        temporary.chmod(_mode(real))
        temporary.replace(real)
    except BaseException:
        with suppress(OSError):
            temporary.unlink()
        raise


def _mode(target: Path) -> int:
    """Return the rights of the file to replace, or those that a new file gets."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
