"""Every labelling of a short sentence, ranked. The oracle of decoding: nothing clever, L^n paths.

Ties: among paths of equal score the one whose last differing label, read from the end, has the lowest id.
"""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import numpy.typing as npt

from swvm.reference.encoded import Sentence
from swvm.reference.scores import Weights, score

Forced = npt.NDArray[np.int32]  # [n]: a label, or -1 where the position is free
Added = npt.NDArray[np.float64]  # [n, L]: what a label at a position adds to the score
Scored = tuple[float, tuple[int, ...]]


def ranking(scored: Scored) -> tuple[float, tuple[int, ...]]:
    """Return the key that sorts paths: high scores first, then the tie rule."""
    value, path = scored
    return -value, path[::-1]


def brute_force(
    sentence: Sentence,
    weights: Weights,
    k: int,
    forced: Forced | None = None,
    added: Added | None = None,
) -> list[Scored]:
    """Return the k best of all permitted labellings with their scores, what was added included."""
    ranked = []
    for path in product(range(sentence.chain.labels), repeat=sentence.length):
        if forced is not None and any(label not in (-1, t) for label, t in zip(forced, path, strict=True)):
            continue
        value = score(sentence, weights, path)
        if added is not None:
            value += sum(float(added[i, t]) for i, t in enumerate(path))
        if value > -math.inf:
            ranked.append((value, path))
    return sorted(ranked, key=ranking)[:k]
