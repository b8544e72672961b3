"""The table from feature keys to ids, as arrays: native `FeatureIndex` reads it, this file builds and takes it apart.

Open addressing: the home of a key is its low bits, the next slot is tried when one is taken, key 0 is an empty slot.
An id carries its kind in its two highest bits.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

KIND_SHIFT = 30
MAX_FEATURES = 1 << KIND_SHIFT  # of one kind

Keys = npt.NDArray[np.uint64]
Ids = npt.NDArray[np.uint32]


def index_capacity(entries: int) -> int:
    """Return the smallest power of two that leaves the table at most 0.75 full."""
    capacity = 2
    while entries * 4 > capacity * 3:
        capacity *= 2
    return capacity


def pack_ids(ids: npt.NDArray[Any], kind: int) -> Ids:
    """Return the ids as they stand in the table."""
    return ids.astype(np.uint32) | np.uint32(kind << KIND_SHIFT)


def entries_of(keys: Keys, ids: Ids, kind: int) -> tuple[Keys, Ids]:
    """Return the keys of one kind and their plain ids, in the order of the slots."""
    chosen = (keys != 0) & (ids >> KIND_SHIFT == kind)
    return keys[chosen], ids[chosen] & np.uint32(MAX_FEATURES - 1)


def build_index(keys: Keys, ids: Ids) -> tuple[Keys, Ids]:
    """Return the two arrays of a table that holds these distinct keys, none of them 0."""
    table_keys = np.zeros(index_capacity(len(keys)), np.uint64)
    table_ids = np.zeros(len(table_keys), np.uint32)
    mask = len(table_keys) - 1
    waiting = np.arange(len(keys))
    slots = (keys & np.uint64(mask)).astype(np.int64)
    while len(waiting):
        # Of the keys that ask for a slot the first one gets it; a key moves on only from a slot that is taken.
        free = np.flatnonzero(table_keys[slots] == 0)
        chosen, first = np.unique(slots[free], return_index=True)
        winners = waiting[free[first]]
        table_keys[chosen], table_ids[chosen] = keys[winners], ids[winners]
        left = np.ones(len(waiting), np.bool_)
        left[free[first]] = False
        waiting, slots = waiting[left], slots[left] + 1 & mask
    return table_keys, table_ids


def find(keys: Keys, ids: Ids, key: int, kind: int) -> int | None:
    """Return the id of a key, as native `FeatureIndex::find` does, or None: the slow twin, for tests and inspection."""
    mask = len(keys) - 1
    slot = key & mask
    while keys[slot] != 0 and keys[slot] != key:
        slot = slot + 1 & mask
    found = int(ids[slot])
    return found & (MAX_FEATURES - 1) if keys[slot] != 0 and found >> KIND_SHIFT == kind else None
