"""A column of numbers: a vector of fixed length for each token, or one number. Where a token has none, its row is -1.

A table may be shared: a row for each distinct word, as word vectors are, or a row for each token.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError

if TYPE_CHECKING:
    from hashlib import _Hash

MAX_WIDTH = 10_000


@dataclass(frozen=True, slots=True)
class Vectors:
    """Token i has the numbers table[rows[i]]; rows[i] is -1 where it has none."""

    name: str
    table: npt.NDArray[np.float32]  # [V, d]
    rows: npt.NDArray[np.int32]  # [N]

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return len(self.rows)

    @property
    def width(self) -> int:
        """The length d of a vector."""
        return int(self.table.shape[1])

    @classmethod
    def of_tokens(cls, name: str, values: Any, lengths: Sequence[int]) -> Vectors:
        """Take an array with a number or a vector for each token, or a list of such arrays, one a sentence.

        A number that is NaN stands for a token without one.
        """
        table = _stacked(name, values, lengths)
        rows = np.arange(len(table), dtype=np.int32)
        missing = np.isnan(table).any(axis=1)
        if table.shape[1] > 1 and missing.any():
            raise DataError(f"vectors {name!r}: token {int(missing.argmax()) + 1} has a NaN; give a vector of 0")
        rows[missing] = -1
        table[missing] = 0.0
        return cls(name, _checked(name, table), rows)

    @classmethod
    def of_words(
        cls, name: str, words: Sequence[str], table: Any, codes: npt.NDArray[np.int32], texts: list[str]
    ) -> Vectors:
        """Take a row for each of some words; texts[codes[i]] is the word of token i. One that is unknown has none."""
        try:
            array = np.array(table, dtype=np.float32, order="C")
        except (ValueError, TypeError) as error:
            raise DataError(f"vectors {name!r}: the table has no numbers in equally long rows: {error}") from None
        if array.ndim != 2 or len(array) != len(words):
            raise DataError(f"vectors {name!r}: {len(words)} words, but a table of shape {list(array.shape)}")
        known = {word: row for row, word in enumerate(words)}
        row_of = np.array([known.get(text, -1) for text in texts], np.int32)
        return cls(name, _checked(name, array), row_of[codes] if len(codes) else np.zeros(0, np.int32))

    def select(self, tokens: npt.NDArray[np.int64]) -> Vectors:
        """Return the vectors of these tokens. The table is shared."""
        return Vectors(self.name, self.table, self.rows[tokens])

    def shifted(self, offset: int, offsets: npt.NDArray[np.int64]) -> npt.NDArray[np.int32]:
        """Return for each token the row of the token so far behind it in its sentence, -1 where there is none."""
        if offset == 0:
            return self.rows
        lengths = np.diff(offsets)
        begins, ends = np.repeat(offsets[:-1], lengths), np.repeat(offsets[1:], lengths)
        places = np.arange(len(self.rows)) + offset
        inside = (places >= begins) & (places < ends)
        return np.where(inside, self.rows[np.where(inside, places, 0)], np.int32(-1)) if len(places) else self.rows

    def digest(self, digest: _Hash) -> None:
        """Add all that the vectors say to a checksum."""
        digest.update(b"vectors\0" + self.name.encode() + b"\0")
        digest.update(np.array(self.table.shape).tobytes())
        digest.update(np.ascontiguousarray(self.table).tobytes())
        digest.update(np.ascontiguousarray(self.rows).tobytes())


def _stacked(name: str, values: Any, lengths: Sequence[int]) -> npt.NDArray[np.float32]:
    """Return [N, d] from one array or from an array for each sentence."""
    try:
        if isinstance(values, np.ndarray) and values.dtype != object:
            array = np.array(values, dtype=np.float32, order="C")
        else:
            parts = [np.asarray(part, dtype=np.float32) for part in values]
            if [len(part) for part in parts] != list(lengths):
                raise DataError(f"vectors {name!r}: its arrays do not have the lengths of the {len(lengths)} sentences")
            filled = [part for part in parts if len(part)] or [np.zeros(0, np.float32)]
            array = np.ascontiguousarray(np.concatenate(filled))
    except (ValueError, TypeError) as error:
        raise DataError(f"vectors {name!r}: these are not numbers in equally long rows: {error}") from None
    array = array[:, None] if array.ndim == 1 else array
    if array.ndim != 2 or len(array) != sum(lengths):
        raise DataError(
            f"vectors {name!r}: an array of shape {list(array.shape)} for {sum(lengths)} tokens; give [tokens], "
            "[tokens, d], or a list with such an array for each sentence"
        )
    return array


def _checked(name: str, table: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    if not 1 <= table.shape[1] <= MAX_WIDTH:
        raise DataError(f"vectors {name!r} have {table.shape[1]} numbers; they must have from 1 to {MAX_WIDTH}")
    if not np.isfinite(table).all():
        raise DataError(f"vectors {name!r} have an infinity or a NaN; every number must be finite")
    return table
