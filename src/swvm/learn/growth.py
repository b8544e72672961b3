"""Weights in a larger layout: features and labels were added, and every old weight moves to its new place.

Old ids stay, but the boundary is the label behind the last one, so its lane and its contexts move; the label pairs of a
second-order chain are numbered in their sorted order. What is new begins with 0. So an old path scores what it did.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from swvm.learn.sums import Sums
from swvm.model.record import KINDS, ChainRecord, lanes_of

Floats = npt.NDArray[np.float32]
Places = npt.NDArray[np.int64]
Pairs = npt.NDArray[np.int32]


def grow(array: Floats, old: ChainRecord, old_labels: int, new: ChainRecord, new_labels: int) -> Floats:
    """Return weights [rows, lanes] of the old chain in the layout of the new one, as a new array."""
    grown = np.zeros((new.rows(new_labels), lanes_of(new_labels)), np.float32)
    rows = row_places(old, old_labels, new, new_labels)
    grown[rows, :old_labels] = array[:, :old_labels]
    grown[rows, new_labels] = array[:, old_labels]  # the boundary as t[i]
    return grown


def grow_sums(sums: Sums, old: ChainRecord, old_labels: int, new: ChainRecord, new_labels: int) -> Sums:
    """Return the sums in the layout of the new chain. A weight that is new has seen steps of 0 alone."""
    grown = Sums.zeros((new.rows(new_labels), lanes_of(new_labels)))
    used = sums.used
    grown.rows[: len(used), :old_labels] = used[:, :old_labels]
    grown.rows[: len(used), new_labels] = used[:, old_labels]
    grown.places[row_places(old, old_labels, new, new_labels)] = sums.places
    return grown


def row_places(old: ChainRecord, old_labels: int, new: ChainRecord, new_labels: int) -> Places:
    """Return for each old row its new one: base[kind] + feature * contexts[kind] + context."""
    label = np.append(np.arange(old_labels), new_labels)
    contexts = (np.zeros(1, np.int64), label, label, _pair_places(old, old_labels, new, new_labels))
    sizes = new.contexts(new_labels)
    parts, base = [], 0
    for kind in range(KINDS):
        features = base + np.arange(old.counts[kind], dtype=np.int64) * sizes[kind]
        parts.append((features[:, None] + contexts[kind]).ravel())
        base += new.counts[kind] * sizes[kind]
    return np.concatenate(parts)


def moved_pairs(pairs: Pairs, old_labels: int, new_labels: int) -> Pairs:
    """Return pairs of labels with the boundary's new id."""
    return np.where(pairs == old_labels, np.int32(new_labels), pairs)


def _pair_places(old: ChainRecord, old_labels: int, new: ChainRecord, new_labels: int) -> Places:
    """Return for each old pair its number among the new ones; both are numbered in sorted order."""
    before = moved_pairs(_sorted(old.pairs), old_labels, new_labels)
    codes = [pairs.astype(np.int64) @ [new_labels + 1, 1] for pairs in (before, _sorted(new.pairs))]
    return np.searchsorted(codes[1], codes[0])


def _sorted(pairs: Pairs) -> Pairs:
    return pairs[np.lexsort((pairs[:, 1], pairs[:, 0]))]
