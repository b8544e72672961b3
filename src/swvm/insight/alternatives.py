"""What a sentence's labelling would score with another label at one position, for every label at once."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from swvm.features.template import Kind
from swvm.insight.places import Clique, Places
from swvm.insight.votes import Ballot, Fired
from swvm.model.chain import Mask

Scores = npt.NDArray[np.float64]  # [L]

SEEN = {Kind.T: (0,), Kind.TT: (0, 1), Kind.T_T: (0, 2), Kind.TTT: (0, 1, 2)}  # at which i - j a clique at i sees t[j]


def alternatives(ballot: Ballot, mask: Mask | None, path: Sequence[int], j: int) -> Scores:
    """Return for each label what the features that see t[j] add with it there; -infinity where it is not permitted.

    The other positions keep the labels of `path`.
    """
    places, cliques = ballot.places, ballot.cliques(path)
    total = np.zeros(len(places.labels))
    for i in range(j, min(j + ballot.model.record.chain.order, len(cliques) - 1) + 1):
        for one in ballot.fired[i]:
            if i - j in SEEN[Kind(one.kind)]:
                total += one.value * _weights(places, one, cliques[i], i - j)
        total[~_permitted(places, mask, cliques[i], i - j)] = -np.inf
    return total


def _weights(places: Places, one: Fired, clique: Clique, back: int) -> npt.NDArray[np.float32]:
    """Return the weights of a feature with each label `back` positions before the last of its clique."""
    labels, (o, p, q) = len(places.labels), clique
    if back == 0:
        context = places.context(one.kind, clique)
        return np.zeros(labels, np.float32) if context is None else places.row(one.kind, one.feature, context)[:labels]
    rows: npt.NDArray[np.float32] = places.rows(one.kind)[one.feature]
    if one.kind != Kind.TTT:
        return rows[:labels, q]
    contexts = places.pair_rows[o, :labels] if back == 1 else places.pair_rows[:labels, p]
    return np.where(contexts >= 0, rows[contexts, q], np.float32(0))


def _permitted(places: Places, mask: Mask | None, clique: Clique, back: int) -> npt.NDArray[np.bool_]:
    """Return which labels the constraints, and the label pairs of a second-order chain, permit there."""
    labels, (o, p, q) = len(places.labels), clique
    permitted = np.ones(labels, np.bool_)
    if mask is not None and back < 2:
        permitted &= mask[p, :labels] if back == 0 else mask[:labels, q]
    if places.pairs and back:
        permitted &= (places.pair_rows[o, :labels] if back == 1 else places.pair_rows[:labels, p]) >= 0
    return permitted
