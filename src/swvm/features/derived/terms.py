"""What a derived column observes, as keys: hashes of conjunctions around a token, and of words.

What depends on the vocabulary alone is kept while the vocabulary lives, and grows with it.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner, conjunction_keys
from swvm.data.corpus import Column, Corpus
from swvm.features.functions import Functions
from swvm.features.template import FIRST_COLUMN, Observation
from swvm.features.words import atom_hashes

ABSENT = ""
Keys = npt.NDArray[np.uint64]
OfWords = Callable[[Interner, int], npt.NDArray[Any]]


class PerVocabulary:
    """Arrays with a number for each string of an interner; strings that came since are looked at when asked for."""

    def __init__(self, of_words: OfWords) -> None:
        self._of_words = of_words
        self._known: weakref.WeakKeyDictionary[Interner, npt.NDArray[Any]] = weakref.WeakKeyDictionary()
        self._lock = Lock()

    def of(self, words: Interner) -> npt.NDArray[Any]:
        """Return the numbers of all strings."""
        with self._lock:
            known = self._known.get(words)
            if known is None or len(known) < len(words):
                start = 0 if known is None else len(known)
                new = self._of_words(words, start)
                known = self._known[words] = new if known is None else np.concatenate([known, new])
        return known


@dataclass(frozen=True)
class Terms:
    """The observations of a derived column. Safe to share between threads."""

    observed: tuple[Observation, ...]
    functions: Functions | None = None
    _hashes: tuple[PerVocabulary, ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        tables = tuple(PerVocabulary(_hashes_of(term, self.functions)) for term in self.observed)
        object.__setattr__(self, "_hashes", tables)

    @property
    def one_word(self) -> bool:
        """True where the token itself is all that is observed, in one column."""
        return len(self.observed) == 1 and self.observed[0].offset == 0

    def keys(self, corpus: Corpus) -> Keys:
        """Return for each token the key of what is observed, 0 where something of it is absent."""
        seen = []
        for term, hashes in zip(self.observed, self._hashes, strict=True):
            column = column_of(corpus, term)
            seen.append((hashes.of(column.interner), column.codes, term.offset))
        return conjunction_keys(seen, corpus.offsets)

    def word_keys(self, words: Interner, start: int = 0) -> Keys:
        """Return the keys of words from a code on, where one word is observed."""
        hashes = _hashes_of(self.observed[0], self.functions)(words, start)
        each = np.arange(len(hashes) + 1)
        return conjunction_keys([(hashes, each[:-1].astype(np.int32), 0)], each)

    def keys_of_words(self, words: Sequence[str]) -> Keys:
        """Return the key of each word, where one word is observed."""
        interner = Interner()
        codes = interner.intern(list(words))
        return self.word_keys(interner)[codes]

    def words(self, corpus: Corpus) -> tuple[Keys, npt.NDArray[np.int32]]:
        """Return the hash of each distinct word under the first term, and the codes of the tokens."""
        column = column_of(corpus, self.observed[0])
        return self._hashes[0].of(column.interner), column.codes

    def hashes_of_words(self, words: Sequence[str]) -> Keys:
        """Return the hash of each word under the first term."""
        interner = Interner()
        codes = interner.intern(list(words))
        return _hashes_of(self.observed[0], self.functions)(interner, 0)[codes]


def column_of(corpus: Corpus, term: Observation) -> Column:
    """Return the column that a term observes."""
    return corpus.columns[0] if term.column == FIRST_COLUMN else corpus.column(term.column)


def _hashes_of(term: Observation, functions: Functions | None) -> OfWords:
    def hashes(words: Interner, start: int) -> Keys:
        found = atom_hashes(words, term.calls, start, functions)
        if start == 0 and len(found) and words[0] == ABSENT:  # of a derived column
            found[0] = 0
        return found

    return hashes
