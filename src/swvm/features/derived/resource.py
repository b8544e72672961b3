"""What a derived column is made from, once its maker is done: a table from keys to values.

The values are strings of a fixed list, the first of which is "" and means that the column is absent there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner, KeyTable, build_key_table
from swvm.data.corpus import Column, Corpus
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.terms import ABSENT, Keys, PerVocabulary, Terms, column_of
from swvm.features.functions import Functions

PLACES = ("B", "I", "E", "S")  # of a token in a phrase, as the native matcher numbers them

Numbers = npt.NDArray[np.uint32]
Codes = npt.NDArray[np.int32]


@dataclass(frozen=True, eq=False)
class Resource:
    """A derived column, ready to be read. `keys` and `numbers` are the arrays of a native `KeyTable`.

    A key is that of what is observed at a token, its number the place of the value in `values`. Where it holds
    phrases, a key is that of the first words of one, and its number is the type of the phrase that ends there, counted
    from 1; the values are those of `phrase_values`.
    """

    declaration: Declaration
    values: tuple[str, ...]
    keys: Keys
    numbers: Numbers
    phrases: bool = False
    unseen: int = 0  # the value of a key that is not in the table
    sha256: str | None = None  # of the file that it is made from again, where a model keeps no more than that
    functions: Functions | None = None

    @property
    def name(self) -> str:
        """The name of the column."""
        return self.declaration.name

    @property
    def count(self) -> int:
        """The numbers that the table may hold: those below."""
        return (len(self.values) - 1) // len(PLACES) + 1 if self.phrases else len(self.values)

    @cached_property
    def interner(self) -> Interner:
        """The values; it never grows."""
        interner = Interner()
        interner.intern(list(self.values))
        return interner

    @cached_property
    def terms(self) -> Terms:
        """What is observed."""
        return Terms(self.declaration.terms, self.functions)

    @cached_property
    def table(self) -> KeyTable:
        """The native table."""
        return KeyTable(self.keys, self.numbers, self.count)

    def column(self, corpus: Corpus) -> Column:
        """Return the column for a corpus, which holds the columns that the declaration observes."""
        return Column(self.name, self.codes(corpus), self.interner)

    def codes(self, corpus: Corpus) -> Codes:
        """Return for each token which value it has."""
        if self.phrases:
            return matched(self.table, np.arange(self.count), self.terms, corpus)
        if self.terms.one_word:
            column = column_of(corpus, self.declaration.terms[0])
            return self._per_word.of(column.interner)[column.codes]
        return self._look_up(self.terms.keys(corpus))

    def _look_up(self, keys: Keys) -> Codes:
        found = self.table.look_up(keys)
        if self.unseen:
            found[(found == 0) & (keys != 0)] = self.unseen
        return found

    @cached_property
    def _per_word(self) -> PerVocabulary:
        return PerVocabulary(lambda words, start: self._look_up(self.terms.word_keys(words, start)))


def matched(table: KeyTable, types: npt.NDArray[np.int64], terms: Terms, corpus: Corpus) -> Codes:
    """Return where phrases of a table lie; `types` has the type of each number, 0 for none."""
    hashes, codes = terms.words(corpus)
    return table.match_phrases(types.astype(np.int32), hashes, codes, corpus.offsets)


def phrase_values(types: Iterable[str]) -> tuple[str, ...]:
    """Return the values of a column of phrases: absent, then B, I, E and S of each type."""
    return (ABSENT, *(f"{place}-{type_}" if type_ else place for type_ in types for place in PLACES))


def table_of(keys: Keys, numbers: npt.NDArray[Any]) -> tuple[Keys, Numbers]:
    """Return the arrays of a table from keys in any order; of equal keys the first one counts."""
    return build_key_table(np.ascontiguousarray(keys), np.ascontiguousarray(numbers, np.uint32))


def with_prefixes(phrases: Keys, types: npt.NDArray[Any], prefixes: Keys) -> tuple[Keys, npt.NDArray[Any]]:
    """Return keys and numbers of a table of phrases: their types, and 0 for what only begins one."""
    return np.concatenate([phrases, prefixes]), np.concatenate([types, np.zeros(len(prefixes), np.int64)])
