"""A binary tree over clusters: the two whose union costs the least (Ward) are joined, again and again."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

Doubles = npt.NDArray[np.float64]


def paths_of_tree(centres: npt.NDArray[np.float32], sizes: npt.NDArray[np.int64]) -> list[str]:
    """Return the bits from the root to each cluster. Of equal costs the pair that stands first is joined."""
    count = len(centres)
    members: list[list[int]] = [[number] for number in range(count)]
    points, weights = centres.astype(np.float64), sizes.astype(np.float64)
    costs = np.array([_row(points, weights, number) for number in range(count)]).reshape(count, count)
    least, partner = _least(costs)
    paths = [""] * count
    for _ in range(count - 1):
        a = int(least.argmin())
        a, b = sorted((a, int(partner[a])))
        for bit, side in (("0", members[a]), ("1", members[b])):
            for number in side:
                paths[number] = bit + paths[number]
        members[a] += members[b]
        points[a] = (weights[a] * points[a] + weights[b] * points[b]) / (weights[a] + weights[b])
        weights[a] += weights[b]
        _join(costs, least, partner, (a, b), np.where(np.isinf(costs[a]), np.inf, _row(points, weights, a)))
    return paths


def _row(points: Doubles, weights: Doubles, a: int) -> Doubles:
    """Return what joining each cluster with a would cost; itself is out of the question."""
    costs: Doubles = ((points - points[a]) ** 2).sum(axis=1) * weights * weights[a] / (weights + weights[a])
    costs[a] = np.inf
    return costs


def _least(costs: Doubles) -> tuple[Doubles, npt.NDArray[np.int64]]:
    return costs.min(axis=1, initial=np.inf), costs.argmin(axis=1)


def _join(costs: Doubles, least: Doubles, partner: npt.NDArray[np.int64], pair: tuple[int, int], row: Doubles) -> None:
    """Let a be the union and b be gone; `least` and `partner` of each row stay right."""
    a, b = pair
    costs[a], costs[:, a] = row, row
    costs[b], costs[:, b] = np.inf, np.inf
    costs[a, b] = np.inf
    closer = (row < least) | ((row == least) & (a < partner))
    least[closer], partner[closer] = row[closer], a
    stale = np.flatnonzero(~closer & ((partner == a) | (partner == b)))
    stale = np.union1d(stale, pair)
    least[stale], partner[stale] = _least(costs[stale])
