"""Inputs: a path, `-` for standard input, or an open file; gzip is seen by its first bytes.

What the bytes mean is in `parsers`.
"""

from __future__ import annotations

import gzip
import io
import os
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from swvm.errors import DataError, wrong_type

Input = str | os.PathLike[str] | IO[Any]

GZIP_MAGIC = b"\x1f\x8b"
UTF16_MARKS = (b"\xff\xfe", b"\xfe\xff")


class Source:
    """A stream of bytes and the name that messages call it by."""

    def __init__(self, name: str, stream: io.BufferedReader) -> None:
        self.name = name
        start = stream.peek(2)[:2]
        if start in UTF16_MARKS:
            raise DataError(f"{name}: this file is UTF-16; re-encode it: iconv -f UTF-16 -t UTF-8")
        self._read = gzip.GzipFile(fileobj=stream).read if start == GZIP_MAGIC else _reader(stream)

    def read(self, size: int) -> bytes:
        """Return up to `size` bytes: from a pipe what is there now, but at least one; none at the end."""
        try:
            return self._read(size)
        except (gzip.BadGzipFile, zlib.error, EOFError) as error:
            raise DataError(f"{self.name}: the gzip data is damaged or cut off ({error})") from None
        except OSError as error:
            raise DataError(f"{self.name}: cannot read: {error.strerror or error}") from None

    def read_all(self) -> bytes:
        """Return all bytes that are left."""
        return b"".join(iter(lambda: self.read(1 << 24), b""))


@contextmanager
def open_source(source: Input) -> Iterator[Source]:
    """Open an input; a path is closed again, a file that was already open is not."""
    if isinstance(source, (str, os.PathLike)) and str(source) != "-":
        with _open_path(Path(source)) as stream:
            yield Source(str(source), stream)
        return
    if not isinstance(source, (str, os.PathLike)) and not hasattr(source, "read"):
        raise wrong_type("source", source, "a path, - for standard input, or an open file")
    file = sys.stdin if isinstance(source, (str, os.PathLike)) else source
    name = "<stdin>" if file is sys.stdin else str(getattr(file, "name", "<input>"))
    stream, borrowed = _binary(file)
    try:
        yield Source(name, stream)
    finally:
        if not borrowed:
            stream.detach()


def _open_path(path: Path) -> io.BufferedReader:
    if path.is_dir():
        raise DataError(f"{path}: this is a folder; give a file")
    try:
        return path.open("rb")
    except FileNotFoundError:
        raise DataError(f"{path}: there is no such file") from None
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror}") from None


def _binary(file: IO[Any]) -> tuple[io.BufferedReader, bool]:
    """Return a buffered reader over the file's bytes, and whether it is the file's own."""
    binary: Any = getattr(file, "buffer", file)
    if isinstance(binary, io.BufferedReader):
        return binary, True
    if isinstance(binary, io.TextIOBase):
        binary = io.BytesIO(binary.read().encode())
    return io.BufferedReader(binary), False


def _reader(stream: io.BufferedReader) -> Any:
    """A pipe gives what it has, so that a tagger behind it answers at once; a file gives whole blocks."""
    try:
        is_file = stat.S_ISREG(os.fstat(stream.fileno()).st_mode)
    except OSError:
        is_file = True
    return stream.read if is_file else stream.read1
