"""A corpus in memory: columns of integer codes, cut into sentences and documents.

Reading and writing files is in `reading` and `writing`; what labels mean is in `schemes`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.bag import Bag
from swvm.data.vectors import Vectors
from swvm.errors import DataError, unknown_name, wrong_type

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Column:
    """One value per token, as codes; the interner turns a code into its string."""

    name: str
    codes: npt.NDArray[np.int32]
    interner: Interner

    @classmethod
    def from_strings(cls, name: str, values: list[str]) -> Column:
        """Give the values codes in order of first appearance."""
        interner = Interner()
        return cls(name, interner.intern(values), interner)

    def strings(self, start: int = 0, stop: int | None = None) -> list[str]:
        """Return the values of the tokens start .. stop."""
        codes = self.codes[start:stop]
        if len(codes) < len(self.interner) // 4:
            return [self.interner[code] for code in codes.tolist()]
        distinct = self.interner.strings()
        return [distinct[code] for code in codes.tolist()]


@dataclass(frozen=True, slots=True)
class Corpus:
    """Sentences as columns of codes. Sentence s holds the tokens offsets[s] .. offsets[s+1]."""

    columns: tuple[Column, ...]
    labels: Column | None
    offsets: npt.NDArray[np.int64]
    documents: npt.NDArray[np.int64]
    source: str = "memory"
    bags: tuple[Bag, ...] = ()
    vectors: tuple[Vectors, ...] = ()

    def __post_init__(self) -> None:
        lengths = [*((column.name, len(column.codes)) for column in self.all_columns)]
        lengths += [(bag.name, bag.n_tokens) for bag in self.bags]
        lengths += [(one.name, one.n_tokens) for one in self.vectors]
        for name, length in lengths:
            if length != self.n_tokens:
                raise DataError(f"{self.source}: column {name!r} has {length} values for {self.n_tokens} tokens")

    @classmethod
    def from_columns(
        cls,
        columns: Mapping[str, Sequence[Sequence[str]]],
        labels: Sequence[Sequence[str]] | None = None,
        source: str = "memory",
    ) -> Corpus:
        """Build a corpus from named columns, each a list of sentences, and the labels in the same shape."""
        given = {**columns, "label": labels} if labels is not None else dict(columns)
        if not columns:
            raise DataError(f"{source}: a corpus needs at least one column of tokens")
        lengths = _lengths(given, source)
        built = [Column.from_strings(name, [v for s in sentences for v in s]) for name, sentences in given.items()]
        observed, last = (built[:-1], built[-1]) if labels is not None else (built, None)
        offsets = np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))
        return cls(tuple(observed), last, offsets, np.zeros(1, np.int64), source)

    @classmethod
    def from_sentences(
        cls, tokens: Sequence[Sequence[str]], tags: Sequence[Sequence[str]] | None = None, source: str = "memory"
    ) -> Corpus:
        """Build a corpus with one column, `word`, and labels if tags are given."""
        return cls.from_columns({"word": tokens}, tags, source)

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[list[tuple[str, ...]]]:
        return iter(self.sentences())

    def __getitem__(self, chosen: Any) -> Corpus:
        """Return a corpus of these sentences: a slice, numbers or a mask, as numpy and scikit-learn index."""
        rows = chosen[0] if isinstance(chosen, tuple) and len(chosen) == 2 and chosen[1] is ... else chosen
        return self.select(np.atleast_1d(np.arange(len(self))[rows]))

    @property
    def shape(self) -> tuple[int]:
        """The number of sentences, as tools that cut data into folds ask for it."""
        return (len(self),)

    @property
    def n_tokens(self) -> int:
        """The number of tokens."""
        return int(self.offsets[-1])

    @property
    def all_columns(self) -> tuple[Column, ...]:
        """The observed columns and, last, the labels where there are any."""
        return self.columns if self.labels is None else (*self.columns, self.labels)

    def column(self, name: str) -> Column:
        """Return the observed column of this name."""
        for column in self.columns:
            if column.name == name:
                return column
        raise unknown_name("column", name, [column.name for column in self.columns])

    def bag(self, name: str) -> Bag:
        """Return the bag of this name."""
        for bag in self.bags:
            if bag.name == name:
                return bag
        raise DataError(
            f"{self.source}: there are no attributes {name!r}, which a template reads by bag({name}[i]). "
            "Give tokens as dicts (SequenceTagger), or a corpus with such a bag"
        )

    def vectors_named(self, name: str) -> Vectors:
        """Return the numbers or vectors of this name."""
        for vectors in self.vectors:
            if vectors.name == name:
                return vectors
        raise DataError(
            f"{self.source}: there are no numbers {name!r}, which a template reads by value({name}[i]) or "
            f"vector({name}[i]). Give them: corpus.with_vectors({name!r}, array)"
        )

    def with_vectors(self, name: str, values: Any) -> Corpus:
        """Return the corpus with numbers for each token: [tokens], [tokens, d], or such an array for each sentence."""
        added = Vectors.of_tokens(name, values, np.diff(self.offsets).tolist())
        return self._with(added)

    def with_word_vectors(self, name: str, words: Sequence[str], table: Any, column: str | None = None) -> Corpus:
        """Return the corpus with a vector for each token by its word: row k of the table is that of words[k].

        `column` is the first one unless it is named. A token whose word is not among them has no vector.
        """
        source = self.columns[0] if column is None else self.column(column)
        return self._with(Vectors.of_words(name, words, table, source.codes, source.interner.strings()))

    def _with(self, added: Vectors) -> Corpus:
        others = tuple(one for one in self.vectors if one.name != added.name)
        return replace(self, vectors=(*others, added))

    def sentence(self, index: int) -> list[tuple[str, ...]]:
        """Return the rows of a sentence: the values of its columns and, last, its label where there is one."""
        if not -len(self) <= index < len(self):
            raise IndexError(f"there is no sentence {index}: the corpus has {len(self)}")
        index %= len(self)
        start, stop = int(self.offsets[index]), int(self.offsets[index + 1])
        return list(zip(*(column.strings(start, stop) for column in self.all_columns), strict=True))

    def sentences(self) -> list[list[tuple[str, ...]]]:
        """Return the rows of every sentence."""
        return self._cut(list(zip(*(column.strings() for column in self.all_columns), strict=True)))

    def tokens(self) -> list[list[str]]:
        """Return the first column, sentence by sentence."""
        return self._cut(self.columns[0].strings())

    def tags(self) -> list[list[str]]:
        """Return the labels, sentence by sentence."""
        return self._cut(self.labelled().strings())

    def labelled(self) -> Column:
        """Return the label column; an error says that there is none."""
        if self.labels is None:
            raise DataError(f"{self.source}: this corpus has no labels, and they are needed here")
        return self.labels

    def select(self, indices: npt.ArrayLike) -> Corpus:
        """Return a corpus of these sentences, in this order. It shares the strings of this one."""
        chosen = np.asarray(indices, dtype=np.int64)
        lengths = np.diff(self.offsets)[chosen]
        offsets = np.concatenate(([0], np.cumsum(lengths)))
        tokens = np.repeat(self.offsets[:-1][chosen] - offsets[:-1], lengths) + np.arange(offsets[-1])
        taken = [replace(column, codes=column.codes[tokens]) for column in self.all_columns]
        observed, labels = (taken, None) if self.labels is None else (taken[:-1], taken[-1])
        bags = tuple(bag.select(tokens) for bag in self.bags)
        vectors = tuple(one.select(tokens) for one in self.vectors)
        return Corpus(tuple(observed), labels, offsets, self._documents_of(chosen), self.source, bags, vectors)

    def document_of_sentences(self) -> npt.NDArray[np.int64]:
        """Return for each sentence the index of its document."""
        return np.searchsorted(self.documents, np.arange(len(self)), side="right") - 1

    def _documents_of(self, chosen: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        document = self.document_of_sentences()[chosen]
        return np.concatenate(([0], np.flatnonzero(np.diff(document)) + 1))

    def _cut(self, values: list[T]) -> list[list[T]]:
        ends = self.offsets.tolist()
        return [values[start:stop] for start, stop in pairwise(ends)]


def check_corpus(given: object, what: str) -> None:
    """Raise an error for what is no corpus, such as the path of one."""
    if not isinstance(given, Corpus):
        raise wrong_type(what, given, "a swvm Corpus: swvm.read(PATH), or Corpus.from_sentences(tokens, labels)")


def _lengths(columns: Mapping[str, Sequence[Sequence[str]]], source: str) -> list[int]:
    """Return the sentence lengths that all columns must share."""
    first, *others = columns
    lengths = [len(sentence) for sentence in columns[first]]
    for name in others:
        found = [len(sentence) for sentence in columns[name]]
        if len(found) != len(lengths):
            raise DataError(f"{source}: {len(lengths)} sentences of {first!r} but {len(found)} of {name!r}")
        for number, (expected, length) in enumerate(zip(lengths, found, strict=True), 1):
            if expected != length:
                raise DataError(f"{source}: sentence {number} has {expected} values of {first!r}, {length} of {name!r}")
    return lengths
