"""Corpus and labels -> the columns of a table of any library, with a row a sentence, a token or an entity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Column, Corpus
from swvm.data.schemes.labels import LabelInput, LabelSequences, as_sequences, parse_labels
from swvm.data.schemes.mentions import break_rule, find_mentions
from swvm.data.tables.values import ends
from swvm.errors import DataError, unknown_name

ROWS = ("sentences", "tokens", "entities")


@dataclass(frozen=True, slots=True)
class Out:
    """A column: numbers, or codes of strings; with offsets a list a row."""

    name: str
    values: npt.NDArray[Any]
    strings: Sequence[str] | None = None
    offsets: npt.NDArray[np.int64] | None = None
    classes: bool = False  # of the strings there are few, and all are known: a ClassLabel

    def flat(self) -> list[Any]:
        """Return the values as Python objects, end to end."""
        if self.strings is None:
            flat: list[Any] = self.values.tolist()
            return flat
        return list(map(list(self.strings).__getitem__, self.values.tolist()))

    def cells(self) -> list[Any]:
        """Return what each row has: a value, or a list."""
        flat = self.flat()
        if self.offsets is None:
            return flat
        return [flat[begin:end] for begin, end in pairwise(self.offsets.tolist())]


def outgoing(corpus: Corpus, labels: LabelInput | None, scores: Any, rows: str) -> list[Out]:
    """Return the columns of a table with these rows; the labels given stand for the corpus's own."""
    if rows not in ROWS:
        raise unknown_name("kind of rows", rows, list(ROWS))
    sequences = _sequences(corpus, labels)
    if rows == "entities":
        return _entities(corpus, sequences, scores)
    if rows == "tokens":
        return _tokens(corpus, sequences, scores)
    names = ["tokens", *(column.name for column in corpus.columns[1:])]
    columns = [_strings(name, column, corpus.offsets) for name, column in zip(names, corpus.columns, strict=True)]
    if sequences is not None:
        columns.append(Out("tags", sequences.codes, sequences.names, corpus.offsets, classes=True))
    return [*columns, *_sentence_scores(corpus, scores)]


def _sequences(corpus: Corpus, labels: LabelInput | None) -> LabelSequences | None:
    if labels is None:
        return None if corpus.labels is None else LabelSequences.of_corpus(corpus)
    sequences = as_sequences(labels)
    if not np.array_equal(sequences.offsets, corpus.offsets):
        raise DataError(f"{corpus.source}: the labels do not have the lengths of the corpus's {len(corpus)} sentences")
    return sequences


def _tokens(corpus: Corpus, sequences: LabelSequences | None, scores: Any) -> list[Out]:
    lengths = np.diff(corpus.offsets)
    columns = [Out("sentence", np.repeat(np.arange(len(corpus)), lengths))]
    columns += [_strings(column.name, column) for column in corpus.columns]
    if sequences is not None:
        columns.append(Out("label", sequences.codes, sequences.names, classes=True))
    return [*columns, *_scores(scores, corpus.n_tokens, "tokens")]


def _entities(corpus: Corpus, sequences: LabelSequences | None, scores: Any) -> list[Out]:
    """Return a row a mention, as `break_rule` reads the labels; tokens count from 0 within their sentence."""
    if sequences is None:
        raise DataError(f"{corpus.source}: this corpus has no labels, and entities are read from labels")
    parsed = parse_labels(sequences.names)
    found = find_mentions(sequences, parsed, break_rule(parsed))
    begins = corpus.offsets[found.sentences]
    words = corpus.columns[0].strings()
    spans = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    texts = [" ".join(words[start:end]) for start, end in spans]
    return [
        Out("sentence", found.sentences),
        Out("start", found.starts - begins),
        Out("end", found.ends - begins),
        Out("type", found.types, parsed.type_names, classes=True),
        Out("text", np.arange(len(texts)), texts),
        *_scores(scores, len(found), "entities"),
    ]


def _strings(name: str, column: Column, offsets: npt.NDArray[np.int64] | None = None) -> Out:
    return Out(name, column.codes, column.interner.strings(), offsets)


def _sentence_scores(corpus: Corpus, scores: Any) -> list[Out]:
    """Return a score a sentence, or where lists are given a score a token."""
    if scores is None or not len(scores) or np.ndim(scores[0]) == 0:
        return _scores(scores, len(corpus), "sentences")
    lengths = np.array([len(one) for one in scores])
    if not np.array_equal(ends(lengths), corpus.offsets):
        raise DataError(f"{corpus.source}: the lists of scores do not have the lengths of the corpus's sentences")
    return [Out("scores", np.concatenate([np.asarray(one, np.float64) for one in scores]), None, corpus.offsets)]


def _scores(scores: Any, rows: int, kind: str) -> list[Out]:
    if scores is None:
        return []
    values = np.asarray(scores, np.float64)
    if values.shape != (rows,):
        shape = " × ".join(map(str, values.shape))
        raise DataError(f"scores: {shape} numbers for {rows} {kind}; a table of {kind} needs a score for each")
    return [Out("score", values)]
