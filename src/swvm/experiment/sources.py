"""Corpora of an experiment: all parts of one joined to a single corpus, and the sentences of each part.

Joined, the parts share their strings, so that one corpus serves every split.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.corpora import corpus_info, load_corpus
from swvm.data.corpus import Column, Corpus
from swvm.data.reading import read
from swvm.data.schemes import LabelSequences, Scheme, convert, detect
from swvm.data.schemes.conversion import Invalid
from swvm.data.splits import Part, Split, paper_splits
from swvm.errors import DataError
from swvm.experiment.synthetic import Recipe
from swvm.learn.setup import fingerprint

DEV_SHARE = 0.1  # of the training sentences, the last ones, where there is no part for development


@dataclass(frozen=True, slots=True)
class CorpusSource:
    """A known corpus, files for its parts, or the recipe of a synthetic one."""

    name: str
    files: tuple[tuple[str, str], ...] = ()  # (part, path)
    columns: str = ""
    recipe: Recipe | None = None

    @property
    def has_dev(self) -> bool:
        """Whether the corpus has a part for development of its own."""
        if self.files or self.recipe:
            return "dev" in dict(self.files)
        return "dev" in corpus_info(self.name).splits

    def pieces(self) -> dict[str, Corpus]:
        """Read the parts, in the order train, dev, test."""
        if self.recipe:
            return {"train": self.recipe.corpus()}
        if self.files:
            columns = self.columns or None
            return {part: read(path, columns=columns) for part, path in self.files}
        splits = corpus_info(self.name).splits
        return {part: load_corpus(self.name, part) for part in ("train", "dev", "test") if part in splits}


@dataclass(frozen=True, slots=True)
class Whole:
    """The joined corpus, and the sentences of each part in it."""

    corpus: Corpus
    parts: dict[str, Part]
    sha256: str


@lru_cache(maxsize=2)
def load_whole(source: CorpusSource, invalid: Invalid = "keep") -> Whole:
    """Read all parts of a corpus and join them, in the order train, dev, test."""
    pieces = source.pieces()
    corpus = join(list(pieces.values()), source.name)
    if invalid != "keep":
        corpus = _treated(corpus, invalid)
    ends = np.cumsum([len(piece) for piece in pieces.values()])
    parts = {name: np.arange(end - len(pieces[name]), end) for name, end in zip(pieces, ends.tolist(), strict=True)}
    return Whole(corpus, parts, fingerprint(corpus))


def join(pieces: Sequence[Corpus], source: str) -> Corpus:
    """Return one corpus with the sentences of all, in their order."""
    names = [[column.name for column in piece.all_columns] for piece in pieces]
    if any(one != names[0] or piece.labels is None for one, piece in zip(names, pieces, strict=True)):
        raise DataError(
            f"{source}: the parts must be labelled and have the same columns; they have {names}. Name "
            "their columns, _ for one to leave out"
        )
    columns = [_join_columns([piece.all_columns[k] for piece in pieces]) for k in range(len(names[0]))]
    lengths = np.concatenate([np.diff(piece.offsets) for piece in pieces])
    offsets = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    firsts = np.cumsum([0, *(len(piece) for piece in pieces[:-1])]).tolist()
    documents = np.concatenate([piece.documents + first for piece, first in zip(pieces, firsts, strict=True)])
    return Corpus(tuple(columns[:-1]), columns[-1], offsets, documents, source)


def _join_columns(columns: Sequence[Column]) -> Column:
    interner = Interner()
    codes = [np.asarray(interner.intern(column.interner.strings()))[column.codes] for column in columns]
    return Column(columns[0].name, np.concatenate(codes).astype(np.int32), interner)


def _treated(corpus: Corpus, invalid: Invalid) -> Corpus:
    """Repair labels that the scheme forbids, or raise the error that names them."""
    sequences = LabelSequences.of_corpus(corpus)
    scheme = detect(sequences)
    if scheme is Scheme.TAGS:
        return corpus
    repaired = convert(sequences, scheme, scheme, invalid)
    interner = Interner()
    interner.intern(list(repaired.names))
    return replace(corpus, labels=Column(corpus.labelled().name, repaired.codes, interner))


def official_split(parts: dict[str, Part]) -> Split:
    """Return the corpus's own parts; where there is none for development, the last tenth of train."""
    if "test" not in parts:
        found = ", ".join(parts)
        raise DataError(f"official splits need a part 'test'; this corpus has {found}. Name it, or take folds")
    train = parts["train"]
    if "dev" in parts:
        return Split(train, parts["dev"], parts["test"])
    kept = len(train) - round(DEV_SHARE * len(train))
    return Split(train[:kept], train[kept:], parts["test"])


def fold_splits(sentences: int, seed: int, parts: int, fold: int) -> Split:
    """Return the paper's split number `fold` of the joined corpus."""
    return paper_splits(sentences, seed=seed, parts=parts, count=fold + 1)[fold]


def lengths_of(corpus: Corpus) -> npt.NDArray[np.int64]:
    """Return how many tokens each sentence has."""
    return np.diff(corpus.offsets)
