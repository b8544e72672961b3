"""Hashes of spaCy's strings -> codes of a column. What one batch has met, the next one need not look up again."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.corpus import Column

Hashes = npt.NDArray[np.uint64]
MOST = 1 << 20  # distinct strings that are kept


class Strings:
    """The strings of one attribute that were met so far. Safe to share between threads."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._forget()

    def column(self, vocab: Any, name: str, hashes: Hashes) -> Column:
        """Return the strings of these hashes as a column."""
        distinct, places = np.unique(hashes, return_inverse=True)
        with self._lock:
            if len(self._hashes) > MOST:
                self._forget()
            new = distinct[~self._has(distinct)]
            if len(new):
                self._learn(vocab, new)
            codes = self._codes[np.searchsorted(self._hashes, distinct)]
            return Column(name, codes[places], self._interner)

    def _forget(self) -> None:
        self._hashes, self._codes = np.zeros(0, np.uint64), np.zeros(0, np.int32)  # side by side, by rising hash
        self._interner = Interner()

    def _has(self, distinct: Hashes) -> npt.NDArray[np.bool_]:
        if not len(self._hashes):
            return np.zeros(len(distinct), np.bool_)
        places = np.searchsorted(self._hashes, distinct)
        found: npt.NDArray[np.bool_] = self._hashes[np.minimum(places, len(self._hashes) - 1)] == distinct
        return found

    def _learn(self, vocab: Any, new: Hashes) -> None:
        codes = self._interner.intern([vocab.strings[number] for number in new.tolist()])
        hashes = np.concatenate((self._hashes, new))
        order = np.argsort(hashes)
        self._hashes, self._codes = hashes[order], np.concatenate((self._codes, codes))[order]


Known = Mapping[str, Strings]


def nothing_known(columns: Mapping[str, str]) -> Known:
    """Return for each column that nothing was met yet."""
    return {name: Strings() for name in columns}
