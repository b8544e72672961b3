"""
The hot loops of swvm. Use the Python packages around it; nothing here checks more than memory safety needs.
"""

from collections.abc import Sequence
from typing import Annotated

import numpy
from numpy.typing import NDArray

def hash_bytes(data: bytes) -> int:
    """The 64-bit hash of a byte string, never 0."""

def combine(h: int, value: int) -> int:
    """Mixes a value into a hash; order matters."""

class Interner:
    """Strings and their codes, in order of first appearance."""

    def __init__(self) -> None: ...
    def __len__(self) -> int: ...
    def __getitem__(self, code: int) -> str: ...
    def intern(self, texts: list[str]) -> Annotated[NDArray[numpy.int32], dict(shape=(None,))]:
        """The codes of the texts; new ones get new codes."""

    def find(self, text: str) -> int:
        """The code of the text, or -1."""

    def strings(self, start: int = 0) -> list[str]:
        """All strings from the code `start` on."""

    @property
    def n_bytes(self) -> int:
        """The bytes of all strings."""

    def __getstate__(self) -> tuple[bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,))]]: ...
    def __setstate__(
        self,
        arg: tuple[
            bytes, Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)]
        ],
        /,
    ) -> None: ...

class Layout:
    """How a column file is laid out."""

    def __init__(self, separator: str, n_columns: int, comments: str = "", skip_ranges: bool = False) -> None: ...
    @property
    def separator(self) -> str: ...
    @property
    def n_columns(self) -> int: ...
    @property
    def comments(self) -> str: ...
    @property
    def skip_ranges(self) -> bool: ...

def find_layout(block: bytes, separator: str = "", comments: str = "") -> Layout:
    """The layout of the first row; an empty separator is found."""

def parse_columns(
    block: bytes, layout: Layout, wanted: Sequence[Interner | None], first_line: int = 1
) -> tuple[
    list[Annotated[NDArray[numpy.int32], dict(shape=(None,))]],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
]:
    """
    A column file: (codes of the wanted columns, sentence offsets, document starts, line ends). `wanted` has an Interner or None for each column of the file.
    """

def parse_sentences(
    block: bytes, words: Interner, first_line: int = 1
) -> tuple[
    list[Annotated[NDArray[numpy.int32], dict(shape=(None,))]],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
    Annotated[NDArray[numpy.int64], dict(shape=(None,))],
]:
    """Plain text, one sentence a line: the same; without line ends."""

def last_sentence_end(block: bytes) -> int:
    """
    Where the last sentence of a column file ends, behind its blank line, or 0.
    """

def append_labels(
    block: bytes,
    line_ends: Annotated[NDArray[numpy.int64], dict(shape=(None,), order="C", device="cpu", writable=False)],
    codes: Annotated[NDArray[numpy.int32], dict(shape=(None,), order="C", device="cpu", writable=False)],
    separator: str,
    strings: Sequence[str],
) -> bytes:
    """The block with a separator and a label at each line end."""

def word_function(calls: Sequence[tuple[str, int]], words: list[str]) -> list[str | None]:
    """
    The value of each word under the calls (name, length), the innermost first; None where it is absent.
    """

def atom_hashes(
    interner: Interner, calls: Sequence[tuple[str, int]], start: int = 0
) -> Annotated[NDArray[numpy.uint64], dict(shape=(None,))]:
    """
    The hash of the value of each string of the interner from the code `start` on; 0 where it is absent.
    """

def unicode_version() -> str:
    """The version of Unicode that the word functions know."""

def unicode_flags() -> Annotated[NDArray[numpy.uint8], dict(shape=(None,))]:
    """
    The classes of every code point: 1 upper, 2 lower, 4 title, 8 alpha, 16 decimal, 32 assigned.
    """
