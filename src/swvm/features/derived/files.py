"""Files that resources are made from: their lines, their checksums."""

from __future__ import annotations

import gzip
import hashlib
import zlib
from collections.abc import Iterator
from pathlib import Path

from swvm.data.source import GZIP_MAGIC
from swvm.data.utf8 import decoded
from swvm.errors import DataError
from swvm.features.derived.declaration import Declaration


def lines_of(path: Path) -> list[tuple[str, str]]:
    """Return what is not blank in a file, each line with `file:line`; a file without a line is an error."""
    found = list(_lines(path, content_of(path)))
    if not found:
        raise DataError(f"{path}: there is nothing in this file")
    return found


def content_of(path: Path) -> bytes:
    """Return the bytes of a file."""
    try:
        return path.read_bytes()
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file, which a derived column is made from") from None
    except IsADirectoryError:
        raise DataError(f"{path}: this is a folder; give a file") from None
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror}") from None


def checksum(declaration: Declaration) -> str | None:
    """Return the sha256 of the file that a model is to refer to; None where the model keeps what is in it."""
    return None if declaration.option("store") is None else sha256_of(declaration)


def sha256_of(declaration: Declaration) -> str:
    """Return the sha256 of a declaration's file."""
    return hashlib.sha256(content_of(Path(declaration.file or ""))).hexdigest()


def _lines(path: Path, content: bytes) -> Iterator[tuple[str, str]]:
    if content.startswith(GZIP_MAGIC):
        content = _unzipped(path, content)
    for number, line in enumerate(decoded(content, str(path)).split("\n"), 1):
        text = line.removesuffix("\r")
        if text.strip():
            yield f"{path}:{number}", text


def _unzipped(path: Path, content: bytes) -> bytes:
    try:
        return gzip.decompress(content)
    except (OSError, EOFError, zlib.error) as error:
        raise DataError(f"{path}: the gzip data is damaged or cut off ({error})") from None
