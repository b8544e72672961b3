"""What an index says about each vocabulary, kept while the vocabulary lives.

A vocabulary is the interners of the columns that the templates read. One that grew is looked at from where it was left.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from threading import Lock
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from swvm._native import FeatureIndex, FeatureMemo, FeaturePlan, Interner

Hashes = Callable[[Sequence[Interner], Sequence[int]], list[npt.NDArray[np.uint64]]]
MOST = 32


class _Entry(NamedTuple):
    memo: FeatureMemo
    growing: Lock
    interners: list[weakref.ref[Interner]]  # their callbacks drop the entry before an identity is used again


class Memos:
    """The memos of one index. `hashes` gives the atoms' hashes of the codes from given ones on."""

    def __init__(self, plan: FeaturePlan, index: FeatureIndex, hashes: Hashes) -> None:
        self._plan = plan
        self._index = index
        self._hashes = hashes
        self._entries: dict[tuple[int, ...], _Entry] = {}
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def of(self, interners: Sequence[Interner]) -> FeatureMemo:
        """Return the memo of a vocabulary, which knows all its codes."""
        with self._lock:
            entry = self._find(interners)
        with entry.growing:
            known = entry.memo.codes
            if any(len(interner) > size for interner, size in zip(interners, known, strict=True)):
                entry.memo.grow(self._hashes(interners, known))
        return entry.memo

    def _find(self, interners: Sequence[Interner]) -> _Entry:
        entries, key = self._entries, tuple(map(id, interners))
        entry = entries.pop(key, None)
        if entry is None:
            refs = [weakref.ref(interner, lambda _: entries.pop(key, None)) for interner in interners]
            memo = FeatureMemo(self._plan, self._index)
            memo.grow(self._hashes(interners, [len(interner) for interner in interners]))  # the boundaries alone
            entry = _Entry(memo, Lock(), refs)
        entries[key] = entry
        while len(entries) > MOST:
            entries.pop(next(iter(entries)), None)
        return entry
