"""Corpus -> FILE: column files, JSON lines, text with inline brackets.

`render` makes the bytes, also of a block of a stream; `write` puts them into a file.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Sequence
from pathlib import PurePath

import numpy as np

from swvm.data.brackets import render_brackets
from swvm.data.corpus import Column, Corpus
from swvm.data.output import open_output
from swvm.errors import DataError, unknown_name

SEPARATORS = {"tab": "\t", "\t": "\t", "space": " ", " ": " "}
# What a reader of column files would not give back.
UNWRITABLE = {"\t": re.compile(r"[\t\n\r]|^ | $|^$"), " ": re.compile(r"[\t\n\r ]|^$")}
DOCUMENT = "-DOCSTART-"

Labels = Column | Sequence[Sequence[str]] | None


def write(
    corpus: Corpus,
    path: str | os.PathLike[str],
    *,
    labels: Labels = None,
    format: str = "auto",
    separator: str = "tab",
) -> None:
    """Write a corpus to a path or to `-` (standard output); a name that ends in .gz is compressed.

    `labels` are written instead of the corpus's own. `format`: `columns`, `jsonl`, `brackets`, or `auto`: by suffix.
    """
    suffix = PurePath(str(path).removesuffix(".gz")).suffix
    chosen = format if format != "auto" else "jsonl" if suffix in (".jsonl", ".ndjson") else "columns"
    content = render(corpus, labels=labels, format=chosen, separator=separator)
    with open_output(path) as stream:
        stream.write(content)


def render(corpus: Corpus, *, labels: Labels = None, format: str = "columns", separator: str = "tab") -> bytes:
    """Return the bytes that `write` writes."""
    if separator not in SEPARATORS:
        raise unknown_name("separator", separator, ["tab", "space"])
    writers: dict[str, Callable[[Corpus, Column | None], str]] = {
        "columns": lambda corpus, labels: render_columns(corpus, labels, SEPARATORS[separator]),
        "jsonl": render_jsonl,
        "brackets": render_brackets,
    }
    if format not in writers:
        raise unknown_name("output format", format, list(writers))
    return writers[format](corpus, label_column(corpus, labels)).encode()


def label_column(corpus: Corpus, labels: Labels) -> Column | None:
    """Return the given labels as a column that fits the corpus, or the corpus's own."""
    if labels is None:
        return corpus.labels
    if not isinstance(labels, Column):
        if [len(sentence) for sentence in labels] != np.diff(corpus.offsets).tolist():
            raise DataError(f"{corpus.source}: the labels to write do not have the lengths of the corpus's sentences")
        return Column.from_strings("label", [label for sentence in labels for label in sentence])
    if len(labels.codes) != corpus.n_tokens:
        raise DataError(f"{corpus.source}: {len(labels.codes)} labels to write for {corpus.n_tokens} tokens")
    return labels


def render_columns(corpus: Corpus, labels: Column | None, separator: str) -> str:
    """Return a token a line and a blank line after each sentence; documents begin with a line -DOCSTART-."""
    columns = [*corpus.columns, *([labels] if labels is not None else [])]
    for k, column in enumerate(columns):
        _check_writable(column, separator, corpus.source, first=k == 0)
    rows = list(map(separator.join, zip(*(column.strings() for column in columns), strict=True)))
    ends = corpus.offsets.tolist()
    sentences = ["\n".join(rows[ends[s] : ends[s + 1]]) + "\n\n" for s in range(len(corpus))]
    if len(corpus.documents) > 1:
        marks = separator.join([DOCUMENT, *["-X-"] * (len(columns) - 2), "O"][: len(columns)]) + "\n\n"
        for s in corpus.documents.tolist():
            sentences[s] = marks + sentences[s]
    text = "".join(sentences)
    return "\ufeff" + text if text.startswith("\ufeff") else text  # a reader takes the first one off


def render_jsonl(corpus: Corpus, labels: Column | None) -> str:
    """Return an object a line: `tokens` (the first column), further columns under their names, `tags`."""
    names = ["tokens", *(column.name for column in corpus.columns[1:])]
    lists = [column.strings() for column in corpus.columns]
    if labels is not None:
        names.append("tags")
        lists.append(labels.strings())
    ends = corpus.offsets.tolist()
    records = (
        {name: values[ends[s] : ends[s + 1]] for name, values in zip(names, lists, strict=True)}
        for s in range(len(corpus))
    )
    return "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records)


def _check_writable(column: Column, separator: str, source: str, *, first: bool) -> None:
    unwritable = UNWRITABLE[separator].search
    for code in np.unique(column.codes).tolist():
        value = column.interner[code]
        if unwritable(value) or (first and value == DOCUMENT):
            raise DataError(
                f"{source}: {value!r} in column {column.name!r} cannot stand in a column file separated by "
                f"{'tabs' if separator == chr(9) else 'spaces'}; write JSON lines instead"
            )
