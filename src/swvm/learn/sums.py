"""The sums of the averaging: u = sum over steps j of (j - 1) Delta_j, where step j (from 1) adds Delta_j to w.

Most rows of w are never moved. So u has a row only for those that were, in the order of their first move; the memory of
the others is never touched, and the system does not give it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.learn.aligned import aligned_zeros

Floats = npt.NDArray[np.float32]
_CHUNK = 1 << 14  # rows; what is made in passing stays small


@dataclass(frozen=True, slots=True)
class Sums:
    """Rows of u, and for each row of w the place of its row of u, or -1. The engine changes both in place."""

    rows: Floats
    places: npt.NDArray[np.int32]

    @classmethod
    def zeros(cls, shape: tuple[int, int]) -> Sums:
        """Return sums of which no row is used."""
        return cls(aligned_zeros(shape), np.full(shape[0], -1, np.int32))

    @property
    def used(self) -> Floats:
        """The rows that are used."""
        return self.rows[: int(self.places.max(initial=-1)) + 1]

    def clear(self) -> None:
        """Set all to 0."""
        self.used[:] = 0.0
        self.places[:] = -1

    def dense(self) -> Floats:
        """Return u as an array of the shape of w."""
        result = np.zeros_like(self.rows)
        moved = np.flatnonzero(self.places >= 0)
        result[moved] = self.rows[self.places[moved]]
        return result

    def assign(self, dense: npt.NDArray[np.floating]) -> None:
        """Take the values of an array of the shape of w."""
        self.clear()
        moved = np.flatnonzero(dense.any(axis=1))
        self.rows[: len(moved)] = dense[moved]
        self.places[moved] = np.arange(len(moved), dtype=np.int32)

    def discount(self, weights: Floats, divisor: int) -> None:
        """Change w to w - u / divisor, in place."""
        self.discount_into(weights, weights, divisor)

    def discount_into(self, target: Floats, weights: Floats, divisor: int) -> None:
        """Write w - u / divisor into `target`, the rows that have moved alone; the others must hold w already."""
        moved = np.flatnonzero(self.places >= 0)
        for begin in range(0, len(moved), _CHUNK):
            chunk = moved[begin : begin + _CHUNK]
            target[chunk] = weights[chunk] + self.rows[self.places[chunk]] / np.float32(-divisor)
