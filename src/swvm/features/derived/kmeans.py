"""k-means by Lloyd's steps from k-means++ seeds, and a tree over the centres. Deterministic for a seed on a machine.

Left out: several starts, tests of convergence finer than "no row moved".
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

STEPS = 25
LEARNED = 256  # rows for each cluster that the centres are learned from
SAMPLE = 20  # rows for each seed that is drawn
BLOCK = 4096

Floats = npt.NDArray[np.float32]
Doubles = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]


def cluster(rows: Floats, k: int, seed: int) -> tuple[Ints, Floats]:
    """Return the cluster of each row and the centres; fewer than k where there are fewer rows."""
    random = np.random.default_rng(seed)
    learned = rows[np.sort(random.permutation(len(rows))[: k * LEARNED])]
    centres = _seeds(learned, min(k, len(rows)), random)
    nearest = np.full(len(learned), -1)
    for _ in range(STEPS):
        before, nearest = nearest, _nearest(learned, centres)
        if np.array_equal(before, nearest):
            break
        centres = _means(learned, nearest, centres)
    return _without_empty(_nearest(rows, centres), centres)


def _seeds(rows: Floats, k: int, random: np.random.Generator) -> Floats:
    """Draw rows that lie apart: each with a chance by its squared distance to those drawn before."""
    sample = rows[random.permutation(len(rows))[: k * SAMPLE]]
    chosen = [0]
    far = _squares(sample, sample[:1])[:, 0]
    while len(chosen) < k:
        total = np.cumsum(far, dtype=np.float64)
        if total[-1] <= 0:  # the sample has no more different rows
            break
        pick = int(np.searchsorted(total, random.random() * total[-1], side="right"))
        chosen.append(min(pick, len(sample) - 1))
        far = np.minimum(far, _squares(sample, sample[chosen[-1:]])[:, 0])
    return sample[chosen]


def _squares(rows: Floats, centres: Floats) -> Floats:
    """Return the squared distances, never below 0."""
    inner = rows @ centres.T
    sums = (rows**2).sum(axis=1)[:, None] + (centres**2).sum(axis=1)
    squares: Floats = np.maximum(sums - 2 * inner, 0)
    return squares


def _nearest(rows: Floats, centres: Floats) -> Ints:
    parts = [_squares(rows[at : at + BLOCK], centres).argmin(axis=1) for at in range(0, len(rows), BLOCK)]
    return np.concatenate(parts)


def _means(rows: Floats, nearest: Ints, centres: Floats) -> Floats:
    """Return the mean of each cluster; an empty one keeps its centre."""
    order = np.argsort(nearest, kind="stable")
    counts = np.bincount(nearest, minlength=len(centres))
    filled = np.flatnonzero(counts)
    starts = (np.cumsum(counts) - counts)[filled]
    means = centres.copy()
    means[filled] = np.add.reduceat(rows[order], starts, axis=0) / counts[filled, None]
    return means


def _without_empty(nearest: Ints, centres: Floats) -> tuple[Ints, Floats]:
    kept, numbers = np.unique(nearest, return_inverse=True)
    return numbers, centres[kept]


def paths_of_tree(centres: Floats, sizes: Ints) -> list[str]:
    """Join the two clusters whose union costs the least (Ward), again and again; return the bits from the root down."""
    count = len(centres)
    members: list[list[int] | None] = [[number] for number in range(count)]
    points, weights = centres.astype(np.float64), sizes.astype(np.float64)
    costs = _ward(points, weights)
    paths = [""] * count
    for _ in range(count - 1):
        a, b = sorted(divmod(int(costs.argmin()), count))
        left, right = members[a] or [], members[b] or []
        for bit, side in (("0", left), ("1", right)):
            for number in side:
                paths[number] = bit + paths[number]
        members[a], members[b] = left + right, None
        points[a] = (weights[a] * points[a] + weights[b] * points[b]) / (weights[a] + weights[b])
        weights[a] += weights[b]
        costs[b], costs[:, b] = np.inf, np.inf
        costs[a] = np.where(np.isinf(costs[a]), np.inf, _ward_row(points, weights, a))
        costs[:, a] = costs[a]
    return paths


def _ward_row(points: Doubles, weights: Doubles, a: int) -> Doubles:
    costs: Doubles = ((points - points[a]) ** 2).sum(axis=1) * weights * weights[a] / (weights + weights[a])
    return costs


def _ward(points: Doubles, weights: Doubles) -> Doubles:
    costs = np.array([_ward_row(points, weights, a) for a in range(len(points))])
    np.fill_diagonal(costs, np.inf)
    return costs
