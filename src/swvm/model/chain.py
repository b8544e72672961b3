"""From labels and a chain's record to the native chain, and the mask of transitions that decoding obeys."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.schemes import allowed_transitions, scheme_named
from swvm.errors import SettingError, unknown_name
from swvm.model.record import ChainRecord

Mask = npt.NDArray[np.bool_]
BOUNDARY = ""  # in lists of transitions: the begin (as the first of a pair) or the end (as the second) of a sentence


@dataclass(frozen=True, slots=True)
class Constraints:
    """Which label may follow which. `scheme`: what that label scheme allows ("model": the model's own scheme).

    `allowed`: these transitions alone. `forbidden`: not these. Pairs of label names; "" is the sentence's boundary.
    """

    scheme: str | None = None
    allowed: Sequence[tuple[str, str]] | None = None
    forbidden: Sequence[tuple[str, str]] = ()

    def mask(self, labels: Sequence[str], own_scheme: str) -> Mask | None:
        """Return bool [L+1, L+1], row L the begin and column L the end; None where everything is allowed."""
        if self.scheme is None and self.allowed is None and not self.forbidden:
            return None
        mask = np.ones((len(labels) + 1, len(labels) + 1), np.bool_)
        if self.scheme is not None:
            mask &= allowed_transitions(labels, self._scheme(own_scheme))
        if self.allowed is not None:
            only = np.zeros_like(mask)
            only[_places(self.allowed, labels)] = True
            mask &= only
        mask[_places(self.forbidden, labels)] = False
        return mask

    def _scheme(self, own_scheme: str) -> str:
        """`bio` is the model's own scheme where that is one of the BIO family, so that users need not know which."""
        if self.scheme in ("model", "bio"):
            return own_scheme
        return scheme_named(str(self.scheme))


def _places(pairs: Iterable[tuple[str, str]], labels: Sequence[str]) -> tuple[list[int], list[int]]:
    known = {label: number for number, label in enumerate(labels)}
    known[BOUNDARY] = len(labels)
    rows, columns = [], []
    for pair in pairs:
        if len(pair) != 2:
            raise SettingError(f"a transition is a pair of labels, such as ('O', 'B-PER'); this is {pair!r}")
        for label in pair:
            if label not in known:
                raise unknown_name("label in a transition:", label, list(labels))
        rows.append(known[pair[0]])
        columns.append(known[pair[1]])
    return rows, columns


def forbidden_pairs(mask: Mask | None) -> tuple[tuple[int, int], ...]:
    """Return the forbidden transitions of a mask as the pairs of a chain's record."""
    if mask is None:
        return ()
    return tuple((int(p), int(q)) for p, q in np.argwhere(~mask))


def mask_of(record: ChainRecord, n_labels: int) -> Mask | None:
    """Return the mask that a chain's record stands for."""
    if not record.forbidden:
        return None
    mask = np.ones((n_labels + 1, n_labels + 1), np.bool_)
    mask[tuple(np.array(record.forbidden).T)] = False
    return mask


def native_chain(n_labels: int, record: ChainRecord, extra: Mask | None = None) -> _native.Chain:
    """Build the chain of the engine; `extra` forbids more than the record does."""
    mask = mask_of(record, n_labels)
    if extra is not None:
        mask = extra if mask is None else mask & extra
    pairs = record.pairs if record.order == 2 and len(record.pairs) else None
    return _native.Chain(n_labels, record.order, record.counts, record.constants, pairs, mask, record.start)


def seen_pairs(gold: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64], n_labels: int) -> npt.NDArray[np.int32]:
    """Return the label pairs (t[i-1], t[i]) of the training data, the boundary (L) before each sentence included."""
    boundary = n_labels
    first = np.zeros(len(gold), np.bool_)
    first[offsets[:-1][offsets[:-1] < offsets[1:]]] = True
    previous = np.where(first, boundary, np.roll(gold, 1))
    codes = np.unique(previous.astype(np.int64) * (n_labels + 1) + gold)
    pairs = np.stack([codes // (n_labels + 1), codes % (n_labels + 1)], axis=1)
    return np.vstack([pairs, [[boundary, boundary]]]).astype(np.int32)


def all_pairs(n_labels: int) -> npt.NDArray[np.int32]:
    """Return every pair that a second-order chain can have."""
    pairs = [(p, q) for p in range(n_labels + 1) for q in range(n_labels)]
    return np.array([*pairs, (n_labels, n_labels)], np.int32)
