"""k-means by Lloyd's steps from k-means++ seeds. The same clusters for a seed, for any number of threads.

Rows of length 1 or less are made whole numbers: 1 becomes SCALE. Then every product of a row and a centre is a whole
number below 2²⁴, which float32 holds exactly, so a matrix product has one value in whatever order it is summed. Left
out: several starts.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STEPS = 12
MOVED = 0.001  # the share of the rows that may still change their cluster at the end
LEARNED = 256  # rows for each cluster that the centres are learned from
SAMPLE = 20  # rows for each seed that is drawn
SCALE = 2000  # its square is below 2²², whatever the signs
ROUNDED = 1.001
BLOCK = 1024

Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int64]


def cluster(rows: Floats, k: int, seed: int) -> tuple[Ints, Floats]:
    """Return the cluster of each row and the centres; fewer than k where there are fewer rows."""
    random = np.random.default_rng(seed)
    whole = _whole(rows)
    learned = whole[np.sort(random.permutation(len(rows))[: k * LEARNED])]
    centres = _seeds(learned, min(k, len(rows)), random)
    nearest = np.full(len(learned), -1)
    for _ in range(STEPS):
        before, nearest = nearest, _nearest(learned, centres)
        if np.count_nonzero(before != nearest) <= MOVED * len(learned):
            break
        centres = _means(learned, nearest, centres)
    numbers, centres = _without_empty(_nearest(whole, centres), centres)
    return numbers, centres / np.float32(SCALE)


def _whole(rows: Floats) -> Floats:
    """Return rows as whole numbers; those that are longer than 1, but for rounding, are made shorter."""
    lengths = np.linalg.norm(rows, axis=1, keepdims=True)
    scales = np.where(lengths > ROUNDED, SCALE / np.maximum(lengths, 1), SCALE).astype(np.float32)
    found: Floats = np.rint(rows * scales)
    return found


def _seeds(rows: Floats, k: int, random: np.random.Generator) -> Floats:
    """Draw rows that lie apart: each with a chance by its squared distance to those drawn before."""
    sample = rows[random.permutation(len(rows))[: k * SAMPLE]]
    lengths = _lengths(sample)
    chosen = [0]
    far = _squares(sample, lengths, 0)
    while len(chosen) < k:
        total = np.cumsum(far)
        if total[-1] <= 0:  # the sample has no more different rows
            break
        pick = int(np.searchsorted(total, random.random() * total[-1], side="right"))
        chosen.append(min(pick, len(sample) - 1))
        far = np.minimum(far, _squares(sample, lengths, chosen[-1]))
    return sample[chosen]


def _lengths(rows: Floats) -> npt.NDArray[np.float64]:
    found: npt.NDArray[np.float64] = np.einsum("ij,ij->i", rows, rows, dtype=np.float64)
    return found


def _squares(rows: Floats, lengths: npt.NDArray[np.float64], one: int) -> npt.NDArray[np.float64]:
    """Return the squared distances of all rows from one of them: whole numbers, so their sums are exact."""
    found: npt.NDArray[np.float64] = lengths + lengths[one] - 2.0 * (rows @ rows[one]).astype(np.float64)
    return found


def _nearest(rows: Floats, centres: Floats) -> Ints:
    """Return the centre with the least |c|² / 2 − x·c, half the squared distance but for what all have in common."""
    halves = np.floor(_lengths(centres) / 2).astype(np.float32)
    turned = np.ascontiguousarray(centres.T)
    scores = np.empty((BLOCK, len(centres)), np.float32)
    found = np.empty(len(rows), np.int64)
    for at in range(0, len(rows), BLOCK):
        block = rows[at : at + BLOCK]
        here = np.matmul(block, turned, out=scores[: len(block)])
        here -= halves
        here.argmax(axis=1, out=found[at : at + len(block)])
    return found


def _means(rows: Floats, nearest: Ints, centres: Floats) -> Floats:
    """Return the mean of each cluster, in whole numbers; an empty one keeps its centre."""
    order = np.argsort(nearest, kind="stable")
    counts = np.bincount(nearest, minlength=len(centres))
    filled = np.flatnonzero(counts)
    starts = (np.cumsum(counts) - counts)[filled]
    sums = np.add.reduceat(rows[order], starts, axis=0, dtype=np.float64)
    means = centres.copy()
    means[filled] = np.rint(sums / counts[filled, None])
    return means


def _without_empty(nearest: Ints, centres: Floats) -> tuple[Ints, Floats]:
    kept, numbers = np.unique(nearest, return_inverse=True)
    return numbers, centres[kept]
