"""Counts and shares as letters and digits: coarse, so that what was learned on one count holds for its neighbours."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int64]

# The share of a whole: a none, b up to 1/20, c 1/5, d 1/2, e 4/5, f 19/20, g less than all, h all.
SHARES = "abcdefgh"
_SHARE_BOUNDS = np.array([0.0, 0.05, 0.2, 0.5, 0.8, 0.95])
# How often: 1 once, 2 twice, 3 up to four times, 4 up to nine, 5 up to 29, 6 more.
_COUNT_BOUNDS = np.array([1, 2, 4, 9, 29])


def share_buckets(part: Ints, whole: Ints) -> Ints:
    """Return the bucket of part / whole, 0 to 7; of 0 / 0 it is 0."""
    share = part / np.maximum(whole, 1)
    found = np.searchsorted(_SHARE_BOUNDS, share, side="left")
    return np.where((part == whole) & (whole > 0), len(SHARES) - 1, found).astype(np.int64)


def count_buckets(count: Ints) -> Ints:
    """Return the bucket of a count of at least 1, 1 to 6."""
    return np.searchsorted(_COUNT_BOUNDS, count, side="left").astype(np.int64) + 1
