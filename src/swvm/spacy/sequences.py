"""Docs -> Corpus: a sentence is a sequence, where the doc has sentences; without them the doc is one.

Tokens of whitespace are left out: they are no words, and no entity ends in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.corpus import Column, Corpus

FIXED = ("IS_SPACE", "SENT_START")
Attributes = npt.NDArray[np.uint64]  # [tokens, columns and FIXED]: hashes of strings, flags


@dataclass(frozen=True, slots=True)
class Sequences:
    """The sequences of some docs, and where their tokens stand."""

    corpus: Corpus
    docs: npt.NDArray[np.int64]  # of each token of the corpus the number of its doc
    places: npt.NDArray[np.int64]  # and its place there


def attributes(doc: Any, columns: Mapping[str, str]) -> Attributes:
    """Return what is read of the tokens of a doc."""
    names = [*columns.values(), *FIXED]
    found: Attributes = doc.to_array(names).reshape(len(doc), len(names))
    return found


def sequences(vocab: Any, tables: Sequence[Attributes], columns: Mapping[str, str], sentences: bool) -> Sequences:
    """Return docs, by their attributes, as a corpus."""
    lengths = np.array([len(table) for table in tables], np.int64)
    table = np.concatenate(tables) if len(tables) else np.zeros((0, len(columns) + len(FIXED)), np.uint64)
    words = table[:, -2] == 0
    firsts = np.cumsum(lengths) - lengths
    begins = (table[:, -1] == 1) & sentences
    begins[firsts[lengths > 0]] = True
    sizes = np.bincount((np.cumsum(begins) - 1)[words], minlength=1)
    offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0], dtype=np.int64)))
    built = tuple(_column(vocab, name, table[words, k]) for k, name in enumerate(columns))
    docs = np.repeat(np.arange(len(tables)), lengths)
    places = np.arange(len(table)) - firsts[docs]
    corpus = Corpus(built, None, offsets, np.zeros(1, np.int64), "the docs")
    return Sequences(corpus, docs[words], places[words])


def _column(vocab: Any, name: str, hashes: Attributes) -> Column:
    distinct, codes = np.unique(hashes, return_inverse=True)
    interner = Interner()
    interner.intern([vocab.strings[number] for number in distinct.tolist()])
    return Column(name, codes.astype(np.int32), interner)
