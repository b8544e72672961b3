"""Lexicons: `lexicon(lower(w), "genes.txt")`, a list of phrases found from left to right, the longest first.

A line is a phrase, its words separated by blanks as the corpus's tokens are, and after a tab its type or nothing. The
words of the list go through the functions of the term: `lexicon(w, ...)` is exact, `lexicon(fold(w), ...)` folded. The
values are B-TYPE, I-TYPE, E-TYPE and S-TYPE; a phrase of several types has them joined by `|`.
"""

from __future__ import annotations

import numpy as np

from swvm._native import prefix_keys
from swvm.errors import DataError
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.files import checksum, lines_of
from swvm.features.derived.making import Made, Maker, Training, file_of, register
from swvm.features.derived.resource import Resource, phrase_values, table_of, with_prefixes
from swvm.features.derived.terms import Terms

MOST_WORDS = 100


def make_lexicon(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Read a list of phrases."""
    phrases, types = read_phrases(declaration)
    hashes = terms.hashes_of_words([word for phrase in phrases for word in phrase])
    offsets = np.cumsum([0, *map(len, phrases)], dtype=np.int64)
    prefixes = prefix_keys(hashes, np.arange(len(hashes), dtype=np.int32), offsets)
    names, numbers = _types(prefixes[offsets[1:] - 1], types)
    table = table_of(*with_prefixes(*numbers, prefixes))
    sha256 = checksum(declaration)
    values = phrase_values(names)
    return Made(Resource(declaration, values, *table, True, sha256=sha256, functions=training.functions))


def read_phrases(declaration: Declaration) -> tuple[list[list[str]], list[str]]:
    """Return the words and the type of each line."""
    phrases, types = [], []
    for where, line in lines_of(file_of(declaration)):
        phrase, *rest = line.split("\t")
        words, type_ = phrase.split(), "".join(rest[:1]).strip()
        if len(rest) > 1 or not words or len(words) > MOST_WORDS:
            raise DataError(
                f"{where}: expected a phrase of 1 to {MOST_WORDS} words, and a type after a tab or none; "
                f"found {len(words)} words and {len(rest)} tabs"
            )
        if any(char.isspace() for char in type_):
            raise DataError(f"{where}: the type {type_!r} has a blank in it; write one word, such as GENE")
        phrases.append(words)
        types.append(type_)
    return phrases, types


def _types(keys: np.ndarray, types: list[str]) -> tuple[tuple[str, ...], tuple[np.ndarray, np.ndarray]]:
    """Return the names of the types, and each distinct phrase with the number of its type."""
    of_phrases: dict[int, set[str]] = {}
    for key, type_ in zip(keys.tolist(), types, strict=True):
        of_phrases.setdefault(key, set()).add(type_)
    of_phrases.pop(0, None)  # a word that the term's functions leave nothing of
    names = {key: "|".join(sorted(filter(None, found))) for key, found in of_phrases.items()}
    number = {name: place for place, name in enumerate(dict.fromkeys(names.values()), 1)}
    numbers = np.array([number[name] for name in names.values()], np.int64)
    return tuple(number), (np.array(list(names), np.uint64), numbers)


register(
    Maker(
        "lexicon",
        make_lexicon,
        "the longest phrase of a list that matches here, as B-, I-, E- or S-TYPE",
        'gene = lexicon(lower(w), "genes.txt")',
        file=True,
        by_reference=True,
    )
)
