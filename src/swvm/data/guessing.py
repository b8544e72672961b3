"""Whether an input without labels is plain text or a column file, from its first lines.

`read` never guesses plain text, for a labelled file is none; commands that take text without labels ask here.
"""

from __future__ import annotations

from pathlib import PurePath

from swvm.data.reading import SUFFIXES

LINES = 2000
ALONE = 50  # so many lines of one word each are a column, also where no line is blank


def guess_format(start: bytes, source: str = "") -> str:
    """Return `jsonl`, `conllu`, `columns` or `text`.

    Rows of a column file have the same number of fields, with blank lines between sentences; everything else is text.
    """
    suffix = PurePath(source.removesuffix(".gz")).suffix
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    start = start.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if start.lstrip()[:1] == b"{":
        return "jsonl"
    return "columns" if _is_columns(start) else "text"


def _is_columns(start: bytes) -> bool:
    lines = start.split(b"\n")[:LINES]
    lines = lines[:-1] if len(lines) > 1 else lines  # the last may be cut off
    sizes = [len(line.split()) for line in lines]
    rows = [size for size in sizes if size > 0]
    if len(set(rows)) != 1:
        return False
    blank_between = any(size == 0 for size in sizes[: len(sizes) - sizes[::-1].index(rows[0])])
    return blank_between or (rows[0] == 1 and len(rows) >= ALONE)
