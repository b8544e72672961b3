"""Blocks of bytes -> corpora, for column files, CoNLL-U and plain text. JSON lines are in `jsonl`.

A parser keeps its interners from block to block, so a word has one code in all of them, until an interner outgrows
its bound and is replaced: then the column has a new interner, and codes start anew. One thread a parser.
"""

from __future__ import annotations

from typing import Protocol

import numpy as np
import numpy.typing as npt

from swvm._native import Interner, Layout, parse_columns, parse_sentences
from swvm.data.blocks import Block, RawBlock
from swvm.data.corpus import Column, Corpus
from swvm.data.names import Names
from swvm.errors import DataError

MAX_STRINGS = 1 << 20
MAX_STRING_BYTES = 1 << 25


class Parser(Protocol):
    """What every format has: a block of bytes becomes a corpus."""

    def parse(self, raw: RawBlock) -> Block:
        """Parse a block; errors name the file and the line."""
        ...


def bounded(interner: Interner) -> Interner:
    """Return the interner, or an empty one if it holds too much."""
    full = len(interner) > MAX_STRINGS or interner.n_bytes > MAX_STRING_BYTES
    return Interner() if full else interner


class ColumnParser:
    """Rows of a column file or of CoNLL-U."""

    def __init__(self, source: str, layout: Layout, names: Names) -> None:
        self._source, self._layout, self._names = source, layout, names
        self._interners = [Interner() if name is not None else None for name in names.columns]

    def parse(self, raw: RawBlock) -> Block:
        """Parse a block of whole sentences."""
        self._interners = [None if interner is None else bounded(interner) for interner in self._interners]
        try:
            parsed = parse_columns(raw.data, self._layout, self._interners, raw.first_line)
        except ValueError as error:
            raise DataError(f"{self._source}:{error}") from None
        codes, offsets, documents, line_ends = parsed
        corpus = self._corpus(codes, offsets, documents)
        return Block(raw, corpus, line_ends, self._layout.separator)

    def _corpus(
        self,
        codes: list[npt.NDArray[np.int32]],
        offsets: npt.NDArray[np.int64],
        documents: npt.NDArray[np.int64],
    ) -> Corpus:
        observed, labels, rest = [], None, iter(codes)
        for k, (name, interner) in enumerate(zip(self._names.columns, self._interners, strict=True)):
            if name is None or interner is None:
                continue
            column = Column(name, next(rest), interner)
            if k == self._names.label:
                labels = column
            else:
                observed.append(column)
        return Corpus(tuple(observed), labels, offsets, documents, self._source)


class TextParser:
    """Plain text: a sentence a line, words separated by blanks. Lines without a word are no sentences."""

    def __init__(self, source: str, name: str = "word") -> None:
        self._source, self._name = source, name
        self._words = Interner()

    def parse(self, raw: RawBlock) -> Block:
        """Parse a block of whole lines."""
        self._words = bounded(self._words)
        try:
            codes, offsets, documents, _ = parse_sentences(raw.data, self._words, raw.first_line)
        except ValueError as error:
            raise DataError(f"{self._source}:{error}") from None
        column = Column(self._name, codes[0], self._words)
        return Block(raw, Corpus((column,), None, offsets, documents, self._source))
