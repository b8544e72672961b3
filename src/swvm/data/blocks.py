"""A stream cut into blocks of whole sentences, so that memory does not grow with the input.

Cutting is cheap and done by one thread; each thread that parses has a parser of its own (`reading.BlockReader`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.corpus import Corpus
from swvm.data.source import Source
from swvm.errors import DataError

BLOCK_BYTES = 1 << 20
MAX_SENTENCE_BYTES = 1 << 26

Cut = Callable[[bytes], int]


@dataclass(frozen=True, slots=True)
class RawBlock:
    """Bytes of whole sentences; the number of their first line in the input; the number of the block."""

    data: bytes
    first_line: int = 1
    index: int = 0


@dataclass(frozen=True, slots=True)
class Block:
    """A parsed block. `line_ends` says, for a column file, where each token's row ends in the bytes."""

    raw: RawBlock
    corpus: Corpus
    line_ends: npt.NDArray[np.int64] | None = None
    separator: str = "\t"

    def append(self, codes: npt.NDArray[np.int32], strings: Sequence[str]) -> bytes:
        """Return the block's bytes, unchanged but for a last column: strings[codes[k]] for token k."""
        if self.line_ends is None:
            raise DataError(f"{self.corpus.source}: a column can only be added to the rows of a column file")
        return _native.append_labels(self.raw.data, self.line_ends, codes, self.separator, list(strings))


def cut_at_blank_line(data: bytes) -> int:
    """Return where the last whole sentence of a column file ends, or 0."""
    return _native.last_sentence_end(data)


def cut_at_line(data: bytes) -> int:
    """Return where the last whole line ends, or 0."""
    return data.rfind(b"\n") + 1


def raw_blocks(source: Source, cut: Cut, block_bytes: int = BLOCK_BYTES) -> Iterator[RawBlock]:
    """Yield blocks of about this size, each ending where `cut` says; a longer sentence makes a longer block."""
    line, index = 1, 0
    pending = b""
    want = block_bytes
    while chunk := source.read(want):
        pending += chunk
        end = cut(pending)
        if end == 0:
            want = max(block_bytes, len(pending))
            _check_length(len(pending), line, source.name)
            continue
        yield RawBlock(pending[:end], line, index)
        line, index = line + _lines(pending, end), index + 1
        pending, want = pending[end:], block_bytes
    if pending:
        yield RawBlock(pending, line, index)


def _lines(data: bytes, end: int) -> int:
    """Count the line ends; faster than `bytes.count`."""
    return int(np.count_nonzero(np.frombuffer(data, np.uint8, end) == ord("\n")))


def _check_length(size: int, line: int, name: str) -> None:
    if size > MAX_SENTENCE_BYTES:
        raise DataError(
            f"{name}:{line}: no sentence ends within {size >> 20} MB; "
            "sentences end at a blank line (column files) or at the end of the line (text, JSON lines)"
        )
