"""Which library a table is of. None of them is imported for that: a table of one that is not there cannot come."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from swvm.data.tables.arrow import ArrowTable, HuggingFaceTable
from swvm.data.tables.frames import PandasTable, PolarsTable
from swvm.data.tables.values import Table
from swvm.errors import DataError

TABLES: dict[tuple[str, str], Callable[[Any], Table]] = {
    ("pandas", "DataFrame"): PandasTable,
    ("polars", "DataFrame"): PolarsTable,
    ("polars", "LazyFrame"): PolarsTable,
    ("pyarrow", "Table"): ArrowTable,
    ("pyarrow", "RecordBatch"): ArrowTable,
    ("datasets", "Dataset"): HuggingFaceTable,
}
SEVERAL = {("datasets", "DatasetDict"), ("datasets", "IterableDatasetDict")}
STREAMED = ("datasets", "IterableDataset")
COLUMNS = {
    ("pandas", "Series"),
    ("polars", "Series"),
    ("pyarrow", "Array"),
    ("pyarrow", "ChunkedArray"),
    ("datasets", "Column"),
}
ALLOWED = "a DataFrame of pandas or polars, a Table of pyarrow, a Dataset of Hugging Face datasets"


def is_table(given: Any) -> bool:
    """Say whether this is a table of a library that we know, or of one that hands out Arrow streams."""
    kinds = _kinds(given)
    known = {*TABLES, *SEVERAL, STREAMED}
    return bool(kinds & known) or (hasattr(given, "__arrow_c_stream__") and not is_column(given))


def is_column(given: Any) -> bool:
    """Say whether this is a single column of such a library."""
    return bool(_kinds(given) & COLUMNS)


def table_of(given: Any) -> Table:
    """Return a table whose columns can be asked for."""
    kinds = _kinds(given)
    for kind, adapter in TABLES.items():
        if kind in kinds:
            return adapter(given)
    if kinds & SEVERAL:
        parts = ", ".join(map(repr, given))
        raise DataError(f"this is a {type(given).__name__}; choose one of its parts: {parts}")
    if STREAMED in kinds:
        raise DataError(
            "a streamed dataset cannot be read at once: load it without streaming=True, or take a part of it"
        )
    if hasattr(given, "__arrow_c_stream__"):
        if find_spec("pyarrow") is None:
            raise DataError(f"to read a {type(given).__name__} pyarrow is needed: pip install pyarrow")
        return ArrowTable(given)
    raise DataError(f"a {type(given).__name__} is no table. Allowed: {ALLOWED}")


def single(column: Any) -> Table:
    """Return a column as a table that has it alone."""
    (kind,) = _kinds(column) & COLUMNS
    if kind[0] == "datasets":
        return HuggingFaceTable(column.source.select_columns([column.column_name]))
    if kind[0] == "pyarrow":
        return ArrowTable(import_module("pyarrow").table({"values": column}))
    name = "values" if column.name is None else column.name
    return PandasTable(column.to_frame(name)) if kind[0] == "pandas" else PolarsTable(column.to_frame(name))


def _kinds(given: Any) -> set[tuple[str, str]]:
    """Return the library and the name of the class and of those that it was derived from."""
    return {(one.__module__.partition(".")[0], one.__name__) for one in type(given).__mro__}
