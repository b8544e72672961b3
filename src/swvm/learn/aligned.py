"""Arrays that begin at a multiple of 64 bytes: a row of weights then lies in as few lines of the cache as it can."""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt

LINE = 64


def aligned_zeros(shape: tuple[int, int]) -> npt.NDArray[np.float32]:
    """Return zeros of float32; their memory is not touched."""
    size = math.prod(shape)
    room = np.zeros(size + LINE // 4, np.float32)
    skipped = -room.ctypes.data % LINE // 4
    return room[skipped : skipped + size].reshape(shape)
