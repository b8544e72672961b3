"""Corpus -> a table of pandas, polars, pyarrow or Hugging Face datasets, each imported when it is asked for."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import LabelInput
from swvm.data.tables.outgoing import Out, outgoing
from swvm.errors import MissingExtraError


def to_pandas(corpus: Corpus, labels: LabelInput | None = None, *, scores: Any = None, rows: str = "sentences") -> Any:
    """Return a DataFrame of pandas.

    `rows`: `sentences` (lists in the columns tokens, tags), `tokens` (sentence, word, label) or `entities` (sentence,
    start, end, type, text; the end is not included). `labels` stand for the corpus's own, as `Model.label` returns
    them. `scores` has a number for each row; with sentences also a list of numbers for each, one a token.
    """
    pandas = _library("pandas")
    return pandas.DataFrame({one.name: _pandas(pandas, one) for one in outgoing(corpus, labels, scores, rows)})


def to_polars(corpus: Corpus, labels: LabelInput | None = None, *, scores: Any = None, rows: str = "sentences") -> Any:
    """Return a DataFrame of polars; the arguments are those of `to_pandas`."""
    polars = _library("polars")
    return polars.DataFrame([_polars(polars, one) for one in outgoing(corpus, labels, scores, rows)])


def to_arrow(corpus: Corpus, labels: LabelInput | None = None, *, scores: Any = None, rows: str = "sentences") -> Any:
    """Return a Table of pyarrow; the arguments are those of `to_pandas`."""
    pyarrow = _library("pyarrow")
    return pyarrow.table({one.name: _arrow(pyarrow, one) for one in outgoing(corpus, labels, scores, rows)})


def to_dataset(corpus: Corpus, labels: LabelInput | None = None, *, scores: Any = None, rows: str = "sentences") -> Any:
    """Return a Dataset of Hugging Face datasets, the labels as ClassLabel; the arguments are those of `to_pandas`."""
    datasets, pyarrow = _library("datasets"), _library("pyarrow")
    columns = outgoing(corpus, labels, scores, rows)
    features = datasets.Features({one.name: _feature(datasets, one) for one in columns})
    arrays = [_arrow(pyarrow, one, classes=True) for one in columns]
    table = pyarrow.table(arrays, schema=features.arrow_schema)
    return datasets.Dataset(table, info=datasets.DatasetInfo(features=features))


def _library(name: str) -> Any:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        raise MissingExtraError(f"a table of {name} needs {name}: pip install {name}") from None


def _pandas(pandas: Any, one: Out) -> Any:
    if one.offsets is not None:
        return pandas.Series(one.cells(), dtype=object)
    return one.values if one.strings is None else pandas.Series(one.flat(), dtype="str")


def _polars(polars: Any, one: Out) -> Any:
    flat = polars.Series(one.name, one.values)
    if one.strings is not None:
        flat = polars.Series(one.name, list(one.strings), dtype=polars.String).gather(one.values)
    return flat if one.offsets is None else _polars_lists(polars, flat, np.diff(one.offsets))


def _polars_lists(polars: Any, flat: Any, lengths: Any) -> Any:
    """Gather the values of each row; rows without any get the empty list that is put behind the others."""
    rows = polars.Series("row", np.repeat(np.arange(len(lengths)), lengths))
    lists = polars.DataFrame([rows, flat]).group_by("row", maintain_order=True).agg(flat.name).get_column(flat.name)
    empty = polars.Series(flat.name, [[]], dtype=polars.List(flat.dtype))
    filled = lengths > 0
    return lists.append(empty).gather(np.where(filled, np.cumsum(filled) - 1, filled.sum()))


def _arrow(pyarrow: Any, one: Out, *, classes: bool = False) -> Any:
    flat = pyarrow.array(one.values.astype(np.int64) if one.values.dtype.kind == "i" else one.values)
    if one.strings is not None and not (classes and one.classes):
        strings = pyarrow.array(list(one.strings), pyarrow.string())
        flat = pyarrow.DictionaryArray.from_arrays(
            pyarrow.array(one.values, pyarrow.int32()), strings
        ).dictionary_decode()
    if one.offsets is None:
        return flat
    return pyarrow.ListArray.from_arrays(pyarrow.array(one.offsets, pyarrow.int32()), flat)


def _feature(datasets: Any, one: Out) -> Any:
    value = datasets.Value("int64" if one.values.dtype.kind == "i" else "float64")
    if one.strings is not None:
        value = datasets.ClassLabel(names=list(one.strings)) if one.classes else datasets.Value("string")
    return value if one.offsets is None else datasets.Sequence(value)
