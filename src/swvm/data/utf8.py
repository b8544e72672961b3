"""Bytes -> text; what is no UTF-8 is an error that names its line and byte."""

from __future__ import annotations

from swvm.errors import DataError

MARK = b"\xef\xbb\xbf"


def decoded(content: bytes, name: str) -> str:
    """Return the content of a small file as text, without the mark of UTF-8 at its begin."""
    content = content.removeprefix(MARK)
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        line, byte = content.count(b"\n", 0, error.start) + 1, error.start - content.rfind(b"\n", 0, error.start)
        raise DataError(
            f"{name}:{line}: byte {byte} of this line (0x{content[error.start]:02X}) is not UTF-8; re-encode the file, "
            "e.g. iconv -f LATIN1 -t UTF-8"
        ) from None
