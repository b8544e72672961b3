"""A column of a table, whatever library it came from: codes into its distinct values, -1 where there is none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from math import isnan
from typing import Any, NoReturn, Protocol

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError

NULLS = ("NAType", "NaTType")  # the types of pandas.NA and pandas.NaT
LISTS = (list, tuple, np.ndarray)

Codes = npt.NDArray[np.int32]
Offsets = npt.NDArray[np.int64]


class Table(Protocol):
    """What is asked of a table."""

    @property
    def names(self) -> Sequence[str]:
        """Return the names of the columns."""

    def values(self, name: str) -> Values:
        """Return a column."""

    def class_names(self, name: str) -> Sequence[str] | None:
        """Return the names that the integers of a column stand for, where the table knows them."""


@dataclass(frozen=True, slots=True)
class Values:
    """The values of a column, end to end. The codes count the distinct values in order of first appearance."""

    name: str
    codes: Codes
    distinct: list[Any]
    offsets: Offsets | None = None  # the list of row r is offsets[r] .. offsets[r+1]; None: a value a row

    def place(self, number: int) -> str:
        """Say where a value stands; rows count from 0, as the libraries count them."""
        if self.offsets is None:
            return f"row {number} (counted from 0)"
        row = int(np.searchsorted(self.offsets, number, side="right")) - 1
        return f"row {row} (counted from 0), value {number - int(self.offsets[row]) + 1} of its list"


def coded(name: str, flat: list[Any], offsets: Offsets | None = None) -> Values:
    """Return a list of values as codes."""
    try:
        index = dict.fromkeys(flat)
    except TypeError:
        number = next(number for number, value in enumerate(flat) if not _is_hashable(value))
        place = Values(name, np.zeros(0, np.int32), [], offsets).place(number)
        raise DataError(f"column {name!r}, {place}: {flat[number]!r} is no string") from None
    numbers = {value: number for number, value in enumerate(index)}
    codes = np.fromiter(map(numbers.__getitem__, flat), np.int32, len(flat))
    return by_appearance(Values(name, codes, list(index), offsets))


def coded_lists(name: str, rows: list[Any]) -> Values:
    """Return lists of values as codes."""
    if set(map(type, rows)) - set(LISTS):
        number = next(number for number, row in enumerate(rows) if not isinstance(row, LISTS))
        no_list(name, number, rows[number])
    lengths = np.fromiter(map(len, rows), np.int64, len(rows))
    return coded(name, list(chain.from_iterable(rows)), ends(lengths))


def no_list(name: str, row: int, found: Any) -> NoReturn:
    """Raise the error for a row without a list in a column of lists."""
    remedy = "drop or fill such rows first" if is_null(found) else "every row of this column needs a list of strings"
    raise DataError(f"column {name!r}, row {row} (counted from 0): {found!r} is no list; {remedy}")


def by_appearance(values: Values) -> Values:
    """Give the codes their order: unused values go, nulls become -1."""
    codes, distinct = values.codes, values.distinct
    first = np.full(len(distinct) + 1, len(codes))
    first[codes[::-1]] = np.arange(len(codes))[::-1]  # of equal indices the last one counts; -1 is the last place
    order = [k for k in np.argsort(first[:-1], kind="stable").tolist() if first[k] < len(codes)]
    order = [k for k in order if not is_null(distinct[k])]
    number = np.full(len(distinct) + 1, -1, np.int32)
    number[order] = np.arange(len(order))
    return Values(values.name, number[codes], [distinct[k] for k in order], values.offsets)


def ends(lengths: npt.NDArray[np.int64]) -> Offsets:
    """Return offsets from lengths."""
    return np.concatenate(([0], np.cumsum(lengths, dtype=np.int64)))


def is_null(value: Any) -> bool:
    """Say whether this is how one of the libraries writes that there is no value."""
    return value is None or (isinstance(value, float) and isnan(value)) or type(value).__name__ in NULLS


def _is_hashable(value: Any) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True
