"""The label space and where the weight of each clique lies. Scores and paths are elsewhere.

The twin of `native/chain`. A clique at position i is the triple (t[i-2], t[i-1], t[i]); before position 1 and after
position n stands the boundary, whose id is L.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError

T, TT, T_T, TTT = range(4)
Clique = tuple[int, int, int]  # (t[i-2], t[i-1], t[i])
Cell = tuple[int, int]  # (row, lane) of one weight


class ReferenceChain:
    """L labels, first or second order, and the layout of the weights [rows, lanes]."""

    def __init__(
        self,
        labels: int,
        order: int,
        features: Sequence[int],
        constants: Sequence[tuple[int, int]] = (),
        *,
        pairs: npt.NDArray[np.int32] | None = None,
        allowed: npt.NDArray[np.bool_] | None = None,
        start: int | None = None,
    ) -> None:
        if order == 1 and features[T_T] + features[TTT] > 0:
            raise SettingError("features of t[i-2] need a second-order chain")
        if any(kind == T for kind, _ in constants):
            raise SettingError("a constant of kind T stands in the spans, like any feature of one label")
        self.labels = labels
        self.order = order
        self.features = tuple(features)
        self.constants = tuple(constants)
        self.allowed = allowed
        self.start = labels if start is None else start  # what stands before a sentence: the boundary, or a label
        self.closes = start is None  # whether cliques reach the end; the released program's do not
        self.pairs = _all_pairs(labels) if pairs is None else sorted((int(p), int(q)) for p, q in pairs)
        if order == 1:
            self.pairs = []
        self.pair_index = {pair: number for number, pair in enumerate(self.pairs)}
        self.contexts = (1, labels + 1, labels + 1, len(self.pairs))
        self.base = tuple(sum(self.features[j] * self.contexts[j] for j in range(kind)) for kind in range(4))
        self.rows = sum(f * c for f, c in zip(self.features, self.contexts, strict=True))

    @property
    def boundary(self) -> int:
        """The virtual label before and after a sentence."""
        return self.labels

    @property
    def lanes(self) -> int:
        """L+1 rounded up to a multiple of 8."""
        return (self.labels + 1 + 7) // 8 * 8

    def context(self, kind: int, clique: Clique) -> int | None:
        """Return which of a feature's rows a clique uses; None where the chain lacks the pair (t[i-2], t[i-1])."""
        o, p, _ = clique
        if kind == TTT:
            return self.pair_index.get((o, p))
        return (0, p, o)[kind]

    def cell(self, kind: int, feature: int, context: int, clique: Clique) -> Cell:
        """Return the place of one weight: row base[k] + f * contexts[k] + context, lane t[i]."""
        return self.base[kind] + feature * self.contexts[kind] + context, clique[2]

    def permits(self, clique: Clique) -> bool:
        """Say whether a path may use a clique: its transition is allowed, and in second order its pair is there."""
        o, p, q = clique
        if self.order == 2 and (o, p) not in self.pair_index:
            return False
        return self.allowed is None or bool(self.allowed[p, q])

    def zeros(self) -> npt.NDArray[np.float32]:
        """Return weights of zero."""
        return np.zeros((self.rows, self.lanes), np.float32)


def cliques(chain: ReferenceChain, path: Sequence[int]) -> list[Clique]:
    """Return the cliques of a path at positions 1..n+1, or 1..n where the chain does not close."""
    padded = [chain.start, chain.start, *path, chain.boundary]
    return [(padded[i - 1], padded[i], padded[i + 1]) for i in range(1, len(path) + 1 + chain.closes)]


def _all_pairs(labels: int) -> list[tuple[int, int]]:
    return [(p, q) for p in range(labels + 1) for q in range(labels)] + [(labels, labels)]
