"""The feature vector of a labelling and its score. Everything that a model says of a sentence goes through here.

    score(x, y) = w . Phi(x, y)

Phi(x, y) adds up the values of the features that use each weight, most of them 1: a dict cell -> value, in order of
first use.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

from swvm.reference.chain import Cell, Clique, cliques
from swvm.reference.encoded import Sentence

Vector = dict[Cell, float]
Weights = npt.NDArray[np.float32]
Path = Sequence[int]


def cells(sentence: Sentence, i: int, clique: Clique) -> Iterator[tuple[Cell, float]]:
    """Yield the weights that a clique uses and their values. A label triple whose pair the chain lacks has none."""
    chain = sentence.chain
    for kind, feature, value in sentence.fired(i):
        context = chain.context(kind, clique)
        if context is not None:
            yield chain.cell(kind, feature, context, clique), value


def phi(sentence: Sentence, path: Path) -> Vector:
    """Return Phi(x, y)."""
    vector: Vector = {}
    for i, clique in enumerate(cliques(sentence.chain, path), start=1):
        for cell, value in cells(sentence, i, clique):
            vector[cell] = vector.get(cell, 0.0) + value
    return vector


def dot(weights: Weights, vector: Mapping[Cell, float]) -> float:
    """Return w . v, summed in the order of the vector's cells."""
    return sum((float(weights[cell]) * value for cell, value in vector.items()), 0.0)


def score(sentence: Sentence, weights: Weights, path: Path) -> float:
    """Return w . Phi(x, y); -infinity for a path with a clique that the chain does not permit."""
    chain = sentence.chain
    if not all(chain.permits(clique) for clique in cliques(chain, path)):
        return -math.inf
    return dot(weights, phi(sentence, path))
