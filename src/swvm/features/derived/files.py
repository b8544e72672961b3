"""Files that resources are made from: their lines, their checksums."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from swvm.errors import DataError
from swvm.features.derived.declaration import Declaration


def lines_of(path: Path) -> list[tuple[str, str]]:
    """Return what is not blank in a file, each line with `file:line`; a file without a line is an error."""
    found = list(_lines(path, content_of(path)))
    if not found:
        raise DataError(f"{path}: the file is empty")
    return found


def content_of(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise DataError(f"{path}: cannot be read: {error.strerror}") from error


def checksum(declaration: Declaration) -> str | None:
    """Return the sha256 of the file that a model is to refer to; None where the model keeps what is in it."""
    return None if declaration.option("store") is None else sha256_of(declaration)


def sha256_of(declaration: Declaration) -> str:
    """Return the sha256 of a declaration's file."""
    return hashlib.sha256(content_of(Path(declaration.file or ""))).hexdigest()


def _lines(path: Path, content: bytes) -> Iterator[tuple[str, str]]:
    for number, line in enumerate(content.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        try:
            text = line.decode("utf-8").removesuffix("\r")
        except UnicodeDecodeError:
            raise DataError(f"{path}:{number}: not UTF-8; save the file as UTF-8") from None
        if text.strip():
            yield f"{path}:{number}", text
