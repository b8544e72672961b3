"""TABLE -> Corpus: a row a sentence, or a row a token; every error names the column and the row."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from swvm._native import Interner
from swvm.data.corpus import Column, Corpus
from swvm.data.names import LABEL
from swvm.data.tables.choice import Choice, choose, usual_column
from swvm.data.tables.kinds import single, table_of
from swvm.data.tables.values import Offsets, Table, Values, ends
from swvm.errors import DataError

ClassNames = Mapping[str, Sequence[str]]


def from_table(
    table: Any,
    *,
    columns: str | Sequence[str] | None = None,
    labels: bool | str = True,
    sentence: str | None = None,
    class_names: ClassNames | None = None,
    source: str = "the table",
) -> Corpus:
    """Return a table of pandas, polars, pyarrow or Hugging Face datasets as a corpus.

    A table whose words are lists has a sentence a row. Else it has a token a row, and the column `sentence` says where
    a sentence ends: its value changes; a null means the same as the row above.

    `columns` names what is observed: `"word=tokens,pos=pos_tags"`; an entry `label=ner_tags` is the labels.
    Without it the words are the column called tokens, words, token, word or form. `labels` is the name of a column,
    or True for the one called label, labels, tag, tags, ner, ner_tag or ner_tags, where there is one; False: none.
    `class_names` says for columns of integers what they stand for; a Dataset knows it.
    """
    with _placed(source):
        read = table_of(table)
        choice = choose(read.names, columns, labels, list(class_names or {}))
        return _corpus(read, choice, sentence, class_names or {}, source)


def lists_of(column: Any, source: str = "the column") -> list[list[str]]:
    """Return a column of lists (a Series, an Array of pyarrow, a Column of datasets) as lists of strings."""
    with _placed(source):
        table = single(column)
        (name,) = table.names
        values = table.values(name)
        if values.offsets is None and len(values.codes):
            raise DataError(
                f"column {name!r} has a value a row, and lists are needed. "
                "Where a row is a token, give the whole table with its sentences and labels as X"
            )
        offsets = np.zeros(1, np.int64) if values.offsets is None else values.offsets
        strings = Column(name, *_coded(table, name, values, {}))
        return Corpus((strings,), None, offsets, np.zeros(1, np.int64), source).tokens()


@contextmanager
def _placed(source: str) -> Iterator[None]:
    """Put the name of what is read before the message of an error."""
    try:
        yield
    except DataError as error:
        raise DataError(f"{source}: {error}") from None


def _corpus(table: Table, choice: Choice, sentence: str | None, class_names: ClassNames, source: str) -> Corpus:
    wanted = {**choice.observed, **({LABEL: choice.label} if choice.label is not None else {})}
    values = {name: table.values(field) for name, field in wanted.items()}
    first = next(iter(values.values()))
    offsets = first.offsets if first.offsets is not None else _sentences(table, first, sentence)
    for one in values.values():
        _check_lengths(first, one)
    built = [Column(name, *_coded(table, wanted[name], one, class_names)) for name, one in values.items()]
    observed, last = (built, None) if choice.label is None else (built[:-1], built[-1])
    return Corpus(tuple(observed), last, offsets, np.zeros(1, np.int64), source)


def _coded(table: Table, field: str, values: Values, class_names: ClassNames) -> tuple[Any, Interner]:
    """Return the values as codes of strings; what is no string is an error, unless it is an integer with a name."""
    missing = np.flatnonzero(values.codes < 0)
    if len(missing):
        raise DataError(
            f"column {values.name!r}, {values.place(int(missing[0]))}: there is no value (null). Drop or fill it "
            "first; pandas reads words such as 'NA' and 'null' of a CSV file so: read_csv(..., keep_default_na=False)"
        )
    names = class_names.get(field) or table.class_names(field)
    strings = [_string(values, code, names) for code in range(len(values.distinct))]
    interner = Interner()
    try:
        return interner.intern(strings)[values.codes], interner
    except UnicodeEncodeError:
        raise DataError(f"column {values.name!r} holds half of a surrogate pair, which is no character") from None


def _string(values: Values, code: int, names: Sequence[str] | None) -> str:
    value = values.distinct[code]
    if isinstance(value, str):
        return value
    place = f"column {values.name!r}, {values.place(int(np.argmax(values.codes == code)))}"
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)):
        raise DataError(f"{place}: {value!r} is no string")
    if names is None:
        raise DataError(
            f"{place}: {int(value)} is a number, and names are needed: "
            f"class_names={{{values.name!r}: [...]}} says what the numbers stand for"
        )
    if not 0 <= value < len(names):
        raise DataError(f"{place}: {int(value)} has no name; the names go from 0 to {len(names) - 1}")
    return names[int(value)]


def _check_lengths(first: Values, other: Values) -> None:
    if first.offsets is None and other.offsets is None:
        return
    if first.offsets is None or other.offsets is None:
        lists, plain = (first, other) if other.offsets is None else (other, first)
        raise DataError(
            f"column {lists.name!r} has a list a row, {plain.name!r} a value a row; both need the same shape"
        )
    wrong = np.flatnonzero(np.diff(first.offsets) != np.diff(other.offsets))
    if len(wrong):
        row = int(wrong[0])
        counts = [int(one.offsets[row + 1] - one.offsets[row]) for one in (first, other) if one.offsets is not None]
        raise DataError(
            f"row {row} (counted from 0): {counts[0]} values of {first.name!r} but {counts[1]} of {other.name!r}"
        )


def _sentences(table: Table, words: Values, sentence: str | None) -> Offsets:
    """Return where the sentences of a table with a token a row begin."""
    name = sentence if sentence is not None else usual_column(table.names, "sentence")
    if name is None or name not in table.names:
        raise DataError(
            f"column {words.name!r} has a value a row, so a row is a token, and a column must say where sentences end: "
            f"{'there is no ' + repr(name) if name else 'name it with sentence=...'}; "
            f"the table has {', '.join(map(str, table.names))}"
        )
    ids = table.values(name)
    if not len(ids.codes):
        return np.zeros(1, np.int64)
    if ids.codes[0] < 0:
        raise DataError(f"column {name!r}, row 0: the first row has no sentence (null)")
    known = np.maximum.accumulate(np.where(ids.codes >= 0, np.arange(len(ids.codes)), 0))
    filled = ids.codes[known]
    starts = np.concatenate(([0], np.flatnonzero(np.diff(filled)) + 1))
    _check_together(ids, filled[starts], starts)
    return ends(np.diff(np.append(starts, len(filled))))


def _check_together(ids: Values, runs: Any, starts: Any) -> None:
    _, first = np.unique(runs, return_index=True)
    again = np.setdiff1d(np.arange(len(runs)), first)
    if len(again):
        row, value = int(starts[again[0]]), ids.distinct[int(runs[again[0]])]
        raise DataError(
            f"column {ids.name!r}, {ids.place(row)}: the sentence {value!r} begins again. The rows of a sentence must "
            "stand together: sort by this column, with a stable sort, or number the sentences through"
        )
