"""A column of attributes: any number a token, each with a value. The form of tokens given as dicts.

Making one from dicts is in `attributes`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from swvm._native import Interner

if TYPE_CHECKING:
    from hashlib import _Hash


@dataclass(frozen=True, slots=True)
class Bag:
    """Token i has the attributes codes[starts[i]] .. codes[starts[i+1]]; the interner turns a code into its name."""

    name: str
    starts: npt.NDArray[np.int64]
    codes: npt.NDArray[np.int32]
    values: npt.NDArray[np.float32] | None  # None: every value is 1
    interner: Interner

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return len(self.starts) - 1

    def select(self, tokens: npt.NDArray[np.int64]) -> Bag:
        """Return the bag of these tokens. It shares the names of this one."""
        lengths = np.diff(self.starts)[tokens]
        starts = np.concatenate(([0], np.cumsum(lengths)))
        places = np.repeat(self.starts[:-1][tokens] - starts[:-1], lengths) + np.arange(starts[-1])
        values = None if self.values is None else self.values[places]
        return Bag(self.name, starts, self.codes[places], values, self.interner)

    def token(self, index: int) -> dict[str, float]:
        """Return the attributes of a token with their values; a value given twice is added up."""
        found: dict[str, float] = {}
        for k in range(int(self.starts[index]), int(self.starts[index + 1])):
            name = self.interner[int(self.codes[k])]
            found[name] = found.get(name, 0.0) + (1.0 if self.values is None else float(self.values[k]))
        return found

    def digest(self, digest: _Hash) -> None:
        """Add all that the bag says to a checksum."""
        digest.update(b"bag\0" + self.name.encode() + b"\0")
        for array in (self.starts, self.codes, self.values):
            digest.update(b"\0" if array is None else np.ascontiguousarray(array).tobytes())
        digest.update("\0".join(self.interner.strings()).encode())
