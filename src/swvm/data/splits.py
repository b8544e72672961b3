"""Cutting a corpus into parts: by ratios, into folds, and as in the paper.

A part is an array of sentence numbers, in the order of the shuffle. The same seed gives the same parts. Where whole
documents must stay together, they are shuffled instead of the sentences, and the cuts fall between documents.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError

Part: TypeAlias = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Split:
    """Sentence numbers of the three parts."""

    train: Part
    dev: Part
    test: Part


def by_ratios(
    sentences: int, ratios: Sequence[float] = (80, 10, 10), *, seed: int, documents: npt.ArrayLike | None = None
) -> Split:
    """Shuffle and cut by ratios (train, dev, test); they need not sum to 1. A ratio may be 0.

    `documents` holds the first sentence of each document, as in a Corpus.
    """
    if len(ratios) != 3 or min(ratios) < 0 or sum(ratios) <= 0:
        raise SettingError(f"ratios are {tuple(ratios)}; they must be three numbers, none below 0, such as 80/10/10")
    _check_documents(documents, sum(ratio > 0 for ratio in ratios))
    return Split(*_cut(sentences, ratios, seed, documents))


def folds(sentences: int, k: int, *, seed: int, documents: npt.ArrayLike | None = None) -> list[Part]:
    """Shuffle and cut into k parts of equal size (to within one sentence, or one document)."""
    if not 2 <= k <= sentences:
        raise SettingError(f"the number of folds is {k}; it must be at least 2 and at most the {sentences} sentences")
    _check_documents(documents, k)
    return _cut(sentences, (1,) * k, seed, documents)


def fold_split(parts: Sequence[Part], fold: int) -> Split:
    """Return the paper's split number `fold`: test = that part, dev = the next one, train = the rest in order."""
    k = len(parts)
    if k < 3:
        raise SettingError(f"train, dev and test need at least 3 parts; there are {k}")
    if not 0 <= fold < k:
        raise SettingError(f"the fold is {fold}; it must be in 0..{k - 1}")
    dev = (fold + 1) % k
    train = [part for number, part in enumerate(parts) if number not in (fold, dev)]
    return Split(np.concatenate(train), parts[dev], parts[fold])


def paper_splits(sentences: int, *, seed: int, parts: int = 10, count: int = 5) -> list[Split]:
    """Return the splits of the paper's protocol: 10 equal parts, folds 0..4."""
    cut = folds(sentences, parts, seed=seed)
    return [fold_split(cut, fold) for fold in range(count)]


def _cut(sentences: int, ratios: Sequence[float], seed: int, documents: npt.ArrayLike | None) -> list[Part]:
    shares = np.cumsum(np.asarray(ratios, np.float64))
    bounds = shares[:-1] / shares[-1] * sentences
    generator = np.random.default_rng(seed)
    if documents is None:
        return np.split(generator.permutation(sentences), _whole(bounds))
    return _cut_documents(sentences, _checked(documents, sentences), bounds, generator)


def _whole(bounds: npt.NDArray[np.float64]) -> npt.NDArray[np.int64]:
    """Round to whole sentences; the small term keeps 0.1 + 0.2 from deciding."""
    return np.floor(bounds + 0.5 - 1e-9).astype(np.int64)


def _cut_documents(
    sentences: int, documents: Part, bounds: npt.NDArray[np.float64], generator: np.random.Generator
) -> list[Part]:
    """A shuffled document goes to the part in which its middle sentence falls."""
    sizes = np.diff(np.append(documents, sentences))
    order = generator.permutation(len(documents))
    middles = np.cumsum(sizes[order]) - sizes[order] / 2
    part_of = np.searchsorted(bounds, middles, side="right")
    parts = []
    for part in range(len(bounds) + 1):
        chosen = order[part_of == part]
        spans = [np.arange(documents[d], documents[d] + sizes[d]) for d in chosen.tolist()]
        parts.append(np.concatenate([np.empty(0, np.int64), *spans]))
    return parts


def _check_documents(documents: npt.ArrayLike | None, parts: int) -> None:
    count = parts if documents is None else len(np.asarray(documents))
    if count < parts:
        raise SettingError(
            f"{parts} parts cannot be cut from {count} document(s); cut by sentences, or check that the file marks its "
            "documents (-DOCSTART-)"
        )


def _checked(documents: npt.ArrayLike, sentences: int) -> Part:
    starts = np.asarray(documents, np.int64)
    if len(starts) == 0 or starts[0] != 0 or np.any(np.diff(starts) <= 0) or starts[-1] >= max(sentences, 1):
        raise SettingError(f"documents must rise from 0 and stay below the {sentences} sentences; got {starts[:5]}…")
    return starts
