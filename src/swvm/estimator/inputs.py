"""X and y in the shapes that people have them -> Corpus.

A sentence is a list of tokens: strings, rows of values (word, part of speech, …), or dicts of attributes. Columns are
a dict of such lists.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from itertools import chain
from typing import Any

import numpy as np

from swvm.data.attributes import corpus_of_dicts
from swvm.data.corpus import Column, Corpus
from swvm.data.tables import from_table, is_column, is_table, lists_of
from swvm.errors import DataError

SHAPES = (
    "sentences as lists of tokens (strings, rows of strings such as ('Paris', 'NNP'), or dicts of attributes), "
    "a dict of columns, each a list of sentences, a table (pandas, polars, pyarrow, datasets), or a swvm Corpus"
)


def corpus_of(
    X: Any, y: Any = None, columns: Sequence[str] | None = None, source: str = "X", *, labels: bool = True
) -> Corpus:
    """Return X, with the labels y where they are given, as a corpus. `columns` names the values of a row.

    The labels that a table has beside the words are left unread where `labels` is False.
    """
    if is_table(X):
        X = from_table(X, columns=columns, labels=labels and y is None, source=source)
    elif is_column(X):
        X = lists_of(X, source)
    if isinstance(X, Corpus):
        return X if y is None else replace(X, labels=_labels_like(X, y))
    if isinstance(X, Mapping):
        return _with_columns({str(name): _sentences(values, source) for name, values in X.items()}, y, source)
    sentences = _sentences(X, source)
    first = next((sentence[0] for sentence in sentences if len(sentence)), "")
    if isinstance(first, str):
        return _with_columns({(columns or ["word"])[0]: sentences}, y, source)
    if isinstance(first, (tuple, list, np.ndarray)):
        return _with_columns(_unzipped(sentences, columns, len(first), source), y, source)
    if isinstance(first, (Mapping, Set)):
        return corpus_of_dicts(sentences, None if y is None else _label_lists(y), source)
    raise DataError(f"{source}: a token is {first!r}, a {type(first).__name__}. Give {SHAPES}")


def default_names(size: int) -> tuple[str, ...]:
    """Return names for rows of so many values, as for the columns of a file."""
    return ("word", "pos") if size == 2 else ("word", *(f"c{k}" for k in range(1, size)))


def _sentences(X: Any, source: str) -> list[Any]:
    if isinstance(X, (str, bytes)) or not hasattr(X, "__iter__"):
        raise DataError(f"{source} is a {type(X).__name__}. Give {SHAPES}")
    sentences = list(X)
    for number, sentence in enumerate(sentences, 1):
        if isinstance(sentence, (str, bytes)) or not hasattr(sentence, "__len__"):
            raise DataError(
                f"{source}: sentence {number} is {sentence!r}, no list of tokens. A single sentence stands in a list: "
                "[['Paris', 'sleeps']]"
            )
    return sentences


def _with_columns(columns: Mapping[str, Sequence[Any]], y: Any, source: str) -> Corpus:
    for name, sentences in columns.items():
        _check_strings(sentences, f"a value of the column {name!r}", source)
    return Corpus.from_columns(columns, None if y is None else _label_lists(y), source)


def _unzipped(sentences: list[Any], columns: Sequence[str] | None, size: int, source: str) -> dict[str, list[Any]]:
    names = tuple(columns) if columns is not None else default_names(size)
    for number, sentence in enumerate(sentences, 1):
        for row in sentence:
            if isinstance(row, str) or len(row) != len(names):
                raise DataError(
                    f"{source}: sentence {number}: the row {row!r} does not have a value for each of {', '.join(names)}"
                )
    return {name: [[row[k] for row in sentence] for sentence in sentences] for k, name in enumerate(names)}


def _label_lists(y: Any) -> list[Any]:
    if isinstance(y, Corpus):
        return y.tags()
    if is_column(y):
        return lists_of(y, "y")
    labels = _sentences(y, "y")
    _check_strings(labels, "a label", "y")
    return labels


def _labels_like(corpus: Corpus, y: Any) -> Column:
    labels = _label_lists(y)
    lengths = np.diff(corpus.offsets).tolist()
    if [len(sentence) for sentence in labels] != lengths:
        raise DataError(f"y: its sentences do not have the lengths of the {len(lengths)} sentences of {corpus.source}")
    return Column.from_strings("label", list(chain.from_iterable(labels)))


def _check_strings(sentences: Sequence[Any], what: str, source: str) -> None:
    for number, sentence in enumerate(sentences, 1):
        for value in sentence:
            if not isinstance(value, str):
                raise DataError(f"{source}: sentence {number}: {what} is {value!r}; it must be a string")
