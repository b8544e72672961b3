"""Columns of Arrow tables (pyarrow) and of Hugging Face datasets, which are Arrow tables with more to say."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import numpy as np

from swvm.data.tables.values import Values, by_appearance, ends, no_list


class ArrowTable:
    """A Table or RecordBatch of pyarrow."""

    def __init__(self, table: Any) -> None:
        pa = import_module("pyarrow")
        self._table = pa.table(table) if not isinstance(table, pa.Table) else table
        self.names = list(self._table.column_names)
        self._features = _features_of(self._table)

    def values(self, name: str) -> Values:
        """Return a column."""
        return arrow_values(name, self._table.column(name))

    def class_names(self, name: str) -> Sequence[str] | None:
        """Return the names of classes that `datasets` left in the table, also in a Parquet file."""
        feature = self._features.get(name, {})
        inner = feature.get("feature", feature)
        return inner.get("names") if isinstance(inner, dict) and inner.get("_type") == "ClassLabel" else None


class HuggingFaceTable:
    """A Dataset of `datasets`; selections and shuffles count."""

    def __init__(self, dataset: Any) -> None:
        self._dataset = dataset
        self.names = list(dataset.column_names)

    def values(self, name: str) -> Values:
        """Return a column; no other is read."""
        return arrow_values(name, self._dataset.select_columns([name]).with_format("arrow")[:].column(name))

    def class_names(self, name: str) -> Sequence[str] | None:
        """Return the names of a ClassLabel, also within a Sequence."""
        feature = self._dataset.features[name]
        names: Sequence[str] | None = getattr(getattr(feature, "feature", feature), "names", None)
        return names


def arrow_values(name: str, column: Any) -> Values:
    """Return a ChunkedArray as codes: Arrow itself finds the distinct values, no token becomes a Python object."""
    pa, compute = import_module("pyarrow"), import_module("pyarrow.compute")
    if not _is_list(pa.types, column.type):
        return _coded(pa, name, column)
    if column.null_count:
        no_list(name, int(np.flatnonzero(column.is_null().to_numpy())[0]), None)
    lengths = compute.list_value_length(column).to_numpy().astype(np.int64)
    values = _coded(pa, name, compute.list_flatten(column))
    return Values(name, values.codes, values.distinct, ends(lengths))


def _coded(pa: Any, name: str, column: Any) -> Values:
    if pa.types.is_nested(column.type):  # read as Python values, so that the error can show one
        return Values(name, np.zeros(len(column), np.int32), [_first(column)])
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if not pa.types.is_dictionary(column.type):
        column = column.dictionary_encode()
    whole = column.unify_dictionaries().combine_chunks()
    if isinstance(whole, pa.ChunkedArray):  # one without a chunk
        return Values(name, np.zeros(0, np.int32), [])
    codes = whole.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int32)
    return by_appearance(Values(name, codes, whole.dictionary.to_pylist()))


def _is_list(types: Any, kind: Any) -> bool:
    return bool(types.is_list(kind) or types.is_large_list(kind) or types.is_fixed_size_list(kind))


def _first(column: Any) -> Any:
    return next((value for value in column.to_pylist() if value is not None), None)


def _features_of(table: Any) -> dict[str, Any]:
    content = (table.schema.metadata or {}).get(b"huggingface")
    try:
        found = json.loads(content)["info"]["features"] if content else {}
    except (ValueError, KeyError, TypeError):
        return {}
    return found if isinstance(found, dict) else {}
