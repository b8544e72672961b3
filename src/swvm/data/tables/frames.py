"""Columns of pandas and polars."""

from __future__ import annotations

from typing import Any

import numpy as np

from swvm.data.tables.values import LISTS, Values, coded, coded_lists, ends, is_null, no_list
from swvm.errors import DataError


class NoClassNames:
    """A table that does not know what its integers stand for."""

    def class_names(self, name: str) -> None:
        """Return nothing."""
        return


class PandasTable(NoClassNames):
    """A DataFrame of pandas. Its index is not looked at."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self.names = list(frame.columns)
        if len(set(self.names)) < len(self.names):
            raise DataError(f"two columns of this table have the same name: {', '.join(map(str, self.names))}")

    def values(self, name: str) -> Values:
        """Return a column."""
        cells = self._frame[name].tolist()
        first = next((cell for cell in cells if not is_null(cell)), None)
        return coded_lists(name, cells) if isinstance(first, LISTS) or not cells else coded(name, cells)


class PolarsTable(NoClassNames):
    """A DataFrame of polars."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame.collect() if hasattr(frame, "collect") else frame
        self.names = list(self._frame.columns)

    def values(self, name: str) -> Values:
        """Return a column."""
        series = self._frame.get_column(name)
        kind = type(series.dtype).__name__
        if kind == "Array":
            series, kind = series.arr.to_list(), "List"
        if kind != "List":
            return coded(name, series.to_list())
        if series.null_count():
            no_list(name, series.is_null().arg_true()[0], None)
        lengths = series.list.len()
        flat = series.filter(lengths > 0).explode().to_list()  # an empty list would explode to a null
        return coded(name, flat, ends(lengths.to_numpy().astype(np.int64)))
