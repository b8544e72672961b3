"""Files -> pairs of labellings: one file whose last two columns are gold and predicted, or two files."""

from __future__ import annotations

import os
from itertools import pairwise
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from swvm.data.corpus import Column, Corpus
from swvm.data.places import line_of_token, lines_named
from swvm.data.reading import SUFFIXES, read
from swvm.data.schemes.detection import detect
from swvm.data.schemes.labels import LabelSequences
from swvm.data.schemes.transitions import Scheme, scheme_named
from swvm.data.schemes.validation import check_forms
from swvm.errors import DataError
from swvm.evaluate.evaluation import evaluate
from swvm.evaluate.scores import Scores

PathLike: TypeAlias = "str | os.PathLike[str]"
Labellings: TypeAlias = tuple[LabelSequences, LabelSequences]


def evaluate_files(
    gold: PathLike,
    predicted: PathLike | None = None,
    mode: str = "conlleval",
    scheme: str | Scheme | None = None,
    **options: Any,
) -> Scores:
    """Score one file (its last two columns are gold and predicted), or the labels of two files of the same tokens.

    `options` say how the files are read (see `swvm.data.read`).
    """
    labels = read_labels(gold, predicted, **options)
    check_labels(labels, gold, predicted, scheme, **options)
    return evaluate(*labels, mode=mode, scheme=scheme)


def read_labels(gold: PathLike, predicted: PathLike | None = None, **options: Any) -> Labellings:
    """Return the gold and the predicted labels of one file or of two."""
    if predicted is None:
        return _last_two_columns(gold, options)
    one, other = read(gold, **options), read(predicted, **options)
    _check_same_tokens(one, other, (gold, predicted), options)
    return LabelSequences.of_corpus(one), LabelSequences.of_corpus(other)


def read_words(gold: PathLike, predicted: PathLike | None = None, **options: Any) -> list[list[str]]:
    """Return the words of the sentences whose labels `read_labels` returns: the first column."""
    corpus = read(gold, **options)
    if predicted is None and len(corpus.all_columns) < 3:
        raise DataError(f"{gold}: there are labels alone, and no words to show beside them; add a column of words")
    words = corpus.columns[0].strings(0, corpus.n_tokens)
    return [words[begin:end] for begin, end in pairwise(corpus.offsets.tolist())]


def _last_two_columns(path: PathLike, options: dict[str, Any]) -> Labellings:
    if options.get("format") == "jsonl" or SUFFIXES.get(Path(str(path).removesuffix(".gz")).suffix) == "jsonl":
        raise DataError(f"{path}: JSON lines hold one labelling; give two files, gold and predicted")
    corpus = read(path, **options)
    columns = corpus.all_columns
    if len(columns) < 2:
        raise DataError(f"{path}: the last two columns must be gold and predicted labels; there is one column")
    gold, predicted = (LabelSequences.of_column(column, corpus.offsets) for column in columns[-2:])
    return gold, predicted


def check_labels(
    labels: Labellings,
    gold: PathLike,
    predicted: PathLike | None = None,
    scheme: str | Scheme | None = None,
    **options: Any,
) -> None:
    """Raise an error with file and line for a label of no scheme."""
    with lines_named(gold, **options):
        found = scheme_named(scheme) if scheme is not None else detect(labels[0])
    if found is Scheme.TAGS:
        return
    for sequences, path in zip(labels, (gold, gold if predicted is None else predicted), strict=True):
        with lines_named(path, **options):
            check_forms(sequences)


def _check_same_tokens(
    gold: Corpus, predicted: Corpus, paths: tuple[PathLike, PathLike], options: dict[str, Any]
) -> None:
    """Raise an error that names the first place where the two files have not the same tokens or sentences."""
    token = min(_first_different_token(gold.columns[0], predicted.columns[0]), _first_different_end(gold, predicted))
    if token == max(gold.n_tokens, predicted.n_tokens):
        return
    places = [_describe(corpus, token, path, options) for corpus, path in zip((gold, predicted), paths, strict=True)]
    raise DataError(f"{places[0]}, but {places[1]}; the two files must have the same tokens in the same sentences")


def _first_different_token(gold: Column, predicted: Column) -> int:
    number = {word: code for code, word in enumerate(gold.interner.strings())}
    table = np.array([number.get(word, -1) for word in predicted.interner.strings()], np.int64)
    length = min(len(gold.codes), len(predicted.codes))
    different = np.flatnonzero(gold.codes[:length] != table[predicted.codes[:length]])
    return int(different[0]) if len(different) else length


def _first_different_end(gold: Corpus, predicted: Corpus) -> int:
    """Return the first token that begins a sentence, or ends the file, in one of the two alone."""
    alone = np.setxor1d(gold.offsets, predicted.offsets)
    return int(alone[0]) if len(alone) else max(gold.n_tokens, predicted.n_tokens)


def _describe(corpus: Corpus, token: int, path: PathLike, options: dict[str, Any]) -> str:
    if token >= corpus.n_tokens:
        return f"{path} ends after {corpus.n_tokens} tokens"
    sentence = int(np.searchsorted(corpus.offsets, token, side="right"))
    begins = "begins" if token in corpus.offsets else "is inside"
    line = line_of_token(path, token, **options)
    where = f"{path}:{line}" if line is not None else str(path)
    return f"{where}: the token {corpus.columns[0].strings(token, token + 1)[0]!r} {begins} sentence {sentence}"
