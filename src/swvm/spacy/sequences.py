"""Docs -> Corpus: a sentence is a sequence, where the doc has sentences; without them the doc is one.

Tokens of whitespace are left out: they are no words, and no entity ends in one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.attrs import IDS

from swvm.data.corpus import Corpus
from swvm.spacy.strings import Known

FIXED = ("IS_SPACE", "SENT_START", "ENT_IOB")
SPACE, START, ENTITY = -3, -2, -1  # where they stand in a table
Attributes = npt.NDArray[np.uint64]  # [tokens, columns and FIXED]: hashes of strings, flags


@dataclass(frozen=True, slots=True)
class Sequences:
    """The sequences of some docs, and where their tokens stand."""

    corpus: Corpus
    docs: npt.NDArray[np.int64]  # of each token of the corpus the number of its doc
    places: npt.NDArray[np.int64]  # and its place there
    bounds: npt.NDArray[np.int64]  # the tokens of each doc, whitespace too: bounds[d] .. bounds[d+1]
    marked: npt.NDArray[np.bool_]  # docs that have entities


def ids_of(columns: Mapping[str, str]) -> list[int]:
    """Return what is read of tokens, as spaCy's numbers."""
    return [IDS[name] for name in (*columns.values(), *FIXED)]


def attributes(doc: Any, ids: Sequence[int]) -> Attributes:
    """Return what is read of the tokens of a doc."""
    found: Attributes = doc.to_array(ids)
    return found.reshape(len(doc), len(ids))


def sequences(
    vocab: Any, tables: Sequence[Attributes], columns: Mapping[str, str], sentences: bool, known: Known
) -> Sequences:
    """Return docs, by their attributes, as a corpus. `known`: the strings that were met before, which grow."""
    lengths = np.array([len(table) for table in tables], np.int64)
    table = np.concatenate(tables) if len(tables) else np.zeros((0, len(columns) + len(FIXED)), np.uint64)
    words = table[:, SPACE] == 0
    bounds = np.concatenate(([0], np.cumsum(lengths)))
    begins = (table[:, START] == 1) & sentences
    begins[bounds[:-1][lengths > 0]] = True
    sizes = np.bincount((np.cumsum(begins) - 1)[words], minlength=1)
    offsets = np.concatenate(([0], np.cumsum(sizes[sizes > 0], dtype=np.int64)))
    built = tuple(known[name].column(vocab, name, table[words, k]) for k, name in enumerate(columns))
    docs = np.repeat(np.arange(len(tables)), lengths)
    places = np.arange(len(table)) - bounds[docs]
    inside = (table[:, ENTITY] & np.uint64(1)) == 1  # begin or within
    marked = np.bincount(docs[inside], minlength=len(tables)) > 0
    corpus = Corpus(built, None, offsets, np.zeros(1, np.int64), "the docs")
    return Sequences(corpus, docs[words], places[words], bounds, marked)
