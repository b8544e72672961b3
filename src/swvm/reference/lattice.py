"""The score of every clique at every position of a sentence, as one array, for decoding to read.

`lattice[i-1, o, p, q]` is the sum of all weights that fire at position i = 1..n+1 with t[i-2] = o, t[i-1] = p and
t[i] = q; -infinity where the chain, or a forced label, does not permit it.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from swvm.reference.brute_force import Added, Forced
from swvm.reference.chain import T_T, TT, ReferenceChain, T
from swvm.reference.encoded import Sentence
from swvm.reference.scores import Weights

Lattice = npt.NDArray[np.float64]  # [n+1, L+1, L+1, L+1]


def lattice(sentence: Sentence, weights: Weights, forced: Forced | None = None, added: Added | None = None) -> Lattice:
    """Return the scores of all cliques of a sentence."""
    chain, n, side = sentence.chain, sentence.length, sentence.chain.labels + 1
    out = np.zeros((n + 1, side, side, side))
    out += _mask(chain)
    if not chain.closes:
        out[n] = 0.0
    for i in range(1, n + 2):
        for one in sentence.fired(i):
            _add_feature(chain, weights, one, out[i - 1])
    for i in range(1, n + 1):
        if added is not None:
            out[i - 1, :, :, :-1] += added[i - 1]
        if forced is not None and forced[i - 1] >= 0:
            others = np.arange(side) != forced[i - 1]
            out[i - 1, :, :, others] = -np.inf
    return out


def _mask(chain: ReferenceChain) -> npt.NDArray[np.float64]:
    side = chain.labels + 1
    mask = np.zeros((side, side, side))
    for clique in np.ndindex(side, side, side):
        if not chain.permits((clique[0], clique[1], clique[2])):
            mask[clique] = -np.inf
    return mask


def _add_feature(
    chain: ReferenceChain, weights: Weights, one: tuple[int, int, float], here: npt.NDArray[np.float64]
) -> None:
    """Add one feature's rows, times its value, to a position: [o, p, q]. Lanes beyond the boundary are padding."""
    kind, feature, value = one
    first = chain.base[kind] + feature * chain.contexts[kind]
    rows = value * weights[first : first + chain.contexts[kind], : chain.labels + 1].astype(np.float64)
    if kind == T:
        here += rows[0]
    elif kind == TT:
        here += rows[None, :, :]
    elif kind == T_T:
        here += rows[:, None, :]
    else:
        for (o, p), row in zip(chain.pairs, rows, strict=True):
            here[o, p] += row
