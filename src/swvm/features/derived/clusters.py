"""Word clusters: `clusters(w, "paths.txt")`, `clusters(lower(w), "spacy:es")`.

A file of paths has a line for each word: `path<TAB>word`, as Brown's clustering writes it, its count behind or not; or
`word<TAB>cluster`. Paths are strings of 0 and 1; `prefix(brown[i], 4)` is a coarser cluster. Words in the file go
through the functions of the term; where several become one, the most frequent counts (without counts: the first).
"""

from __future__ import annotations

import gzip
import json
import re
from importlib import import_module, util
from pathlib import Path
from typing import Any

import numpy as np

from swvm.errors import DataError, missing_extra, unknown_name
from swvm.features.derived.declaration import SPACY, Declaration
from swvm.features.derived.files import checksum, lines_of
from swvm.features.derived.making import Made, Maker, Training, file_of, register
from swvm.features.derived.resource import Resource, table_of
from swvm.features.derived.terms import ABSENT, Terms

MOST_VALUES = 1 << 16
_PATH = re.compile("[01]+")


def make_clusters(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Read a table of clusters."""
    name = str(declaration.file)
    if name.startswith(SPACY):
        pairs, sha256 = spacy_paths(name.removeprefix(SPACY)), None
    else:
        pairs, sha256 = read_paths(file_of(declaration)), checksum(declaration)
    return Made(word_table(declaration, terms, training, pairs, sha256))


def word_table(
    declaration: Declaration,
    terms: Terms,
    training: Training,
    pairs: list[tuple[str, str]],
    sha256: str | None = None,
) -> Resource:
    """Return a table from words to values; of words that become one, the first counts."""
    values = {ABSENT: 0}
    numbers = [values.setdefault(value, len(values)) for _, value in pairs]
    if len(values) > MOST_VALUES:
        raise DataError(f"{declaration}: {len(values)} different clusters; at most {MOST_VALUES} are allowed")
    keys = terms.keys_of_words([word for word, _ in pairs])
    table = table_of(keys, np.array(numbers, np.uint32))
    return Resource(declaration, tuple(values), *table, sha256=sha256, functions=training.functions)


def read_paths(path: Path) -> list[tuple[str, str]]:
    """Return (word, cluster) for each line, the most frequent words first."""
    rows = [(where, line.split("\t") if "\t" in line else line.split()) for where, line in lines_of(path)]
    first = rows[0][1]
    path_first = len(first) >= 2 and _PATH.fullmatch(first[0]) is not None
    found = [_row(where, cells, path_first=path_first) for where, cells in rows]
    found.sort(key=lambda row: -row[2])  # stable: of equal counts the order of the file
    return [(word, cluster) for word, cluster, _ in found]


def _row(where: str, cells: list[str], *, path_first: bool) -> tuple[str, str, int]:
    count = cells[2] if len(cells) == 3 else "0"
    if len(cells) not in (2, 3) or not all(cells):
        raise DataError(f"{where}: expected `path<TAB>word` or `path<TAB>word<TAB>count`, found {len(cells)} cells")
    if not (count.isascii() and count.isdigit()):
        raise DataError(f"{where}: the third cell is a count, a whole number from 0, and this is {count!r}")
    word, cluster = (cells[1], cells[0]) if path_first else (cells[0], cells[1])
    if path_first and not _PATH.fullmatch(cluster):
        raise DataError(f"{where}: a path is written with 0 and 1, such as 0110, and this is {cluster!r}")
    return word, cluster, int(count)


def spacy_paths(language: str) -> list[tuple[str, str]]:
    """Return (word, path) from spaCy's table of Brown clusters: a number whose bits are the path from its end on."""
    if util.find_spec("spacy_lookups_data") is None:
        raise missing_extra(f'clusters(w, "{SPACY}{language}")', "clusters")
    tables: dict[str, Any] = getattr(import_module("spacy_lookups_data"), language, {})
    if "lexeme_cluster" not in tables:
        known = [name for name in ("de", "en", "es") if name != language]
        raise unknown_name("table of clusters in spacy-lookups-data", language, known)
    with gzip.open(str(tables["lexeme_cluster"]).removesuffix(".gz") + ".gz") as file:
        numbers: dict[str, int] = json.load(file)
    return [(word, path_of(number)) for word, number in numbers.items() if number]


def path_of(number: int) -> str:
    """Return the path that a number above 0 stands for: a prefix of k bits is `number & (2**k - 1)`."""
    return f"{number:b}"[::-1]


register(
    Maker(
        "clusters",
        make_clusters,
        "the cluster of a word by a file of paths, or by spaCy's table of a language",
        'brown = clusters(w, "paths.txt")',
        file=True,
        by_reference=True,
    )
)
