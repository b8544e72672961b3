"""Where a token stands in the file it came from.

A corpus does not keep line numbers: they are needed for errors alone, and then the file is read once more.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from swvm.data.reading import read_blocks
from swvm.data.schemes.labels import LabelError
from swvm.errors import DataError


def line_of_token(path: str | os.PathLike[str], token: int, **options: Any) -> int | None:
    """Return the line of a column file on which a token stands; None where the input cannot be read again.

    `options` are those the file was read with (see `swvm.data.read`).
    """
    if not Path(path).is_file():
        return None
    before = 0
    for block in read_blocks(path, **options):
        if block.line_ends is None:
            return None
        if token < before + block.corpus.n_tokens:
            end = int(block.line_ends[token - before])
            return block.raw.first_line + block.raw.data.count(b"\n", 0, end)
        before += block.corpus.n_tokens
    return None


def located(error: LabelError, path: str | os.PathLike[str], **options: Any) -> DataError:
    """Return the error with file and line before it, or with the file alone."""
    line = line_of_token(path, error.token, **options)
    return DataError(f"{path}: {error}" if line is None else f"{path}:{line}: {error.problem}")


@contextmanager
def lines_named(path: str | os.PathLike[str], **options: Any) -> Iterator[None]:
    """Inside this block, errors about labels of the file get its name and the line."""
    try:
        yield
    except LabelError as error:
        raise located(error, path, **options) from None
