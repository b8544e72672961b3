"""Differences of feature vectors and of labellings.

    DeltaPhi(x, y, z) = Phi(x, y) - Phi(x, z)        the paper's definition
    L(y, z) = sum over i of cost[y_i, z_i]           Hamming distance, where cost is 1 off its diagonal

The mask of transitions plays no part here: the gold labelling, or a mix of gold and predicted, may be one that decoding
would never return, and it still has a feature vector.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from swvm.reference.chain import Cell, cliques
from swvm.reference.encoded import Sentence
from swvm.reference.scores import Path, Vector, cells

Costs = npt.NDArray[np.float64]  # [L, L]: gold label, other label; 0 on the diagonal


def delta(sentence: Sentence, gold: Path, other: Path) -> Vector:
    """Return Phi(x, gold) - Phi(x, other), without zeros. Cliques that both have are not touched."""
    vector: Vector = {}
    pairs = zip(cliques(sentence.chain, gold), cliques(sentence.chain, other), strict=True)
    for i, (here, there) in enumerate(pairs, start=1):
        if here == there:
            continue
        for cell, value in cells(sentence, i, here):
            vector[cell] = vector.get(cell, 0.0) + value
        for cell, value in cells(sentence, i, there):
            vector[cell] = vector.get(cell, 0.0) - value
    return {cell: value for cell, value in vector.items() if value != 0.0}


def add(vector: Vector, factor: float, other: Mapping[Cell, float]) -> None:
    """Do v += factor * other, cell by cell in float64."""
    for cell, value in other.items():
        vector[cell] = vector.get(cell, 0.0) + factor * value


def inner(a: Mapping[Cell, float], b: Mapping[Cell, float]) -> float:
    """Return a . b, summed in the order of a's cells."""
    return sum((value * b[cell] for cell, value in a.items() if cell in b), 0.0)


def hamming_costs(labels: int) -> Costs:
    """Return the cost of the plain Hamming distance."""
    return np.ones((labels, labels)) - np.eye(labels)


def class_costs(weights: Sequence[float]) -> Costs:
    """Return the cost where a missed label counts by its weight: cost[y, z] = weight[y] for z != y."""
    return hamming_costs(len(weights)) * np.asarray(weights, np.float64)[:, None]


def hamming(costs: Costs, gold: Path, other: Path) -> float:
    """Return L(y, z)."""
    return sum((float(costs[y, z]) for y, z in zip(gold, other, strict=True)), 0.0)
