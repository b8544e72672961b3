"""Which columns of a file are read, and what they are called.

`columns="word,pos,label"` names the columns from the left; `_` skips one. In formats with named fields an entry is
`name=field`, e.g. `word=form,label=upos`. The labels are the column called `label`, else the last one named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from swvm.errors import DataError, SettingError, unknown_name, wrong_type

SKIP = "_"
LABEL = "label"

Spec = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Names:
    """For each column of a file its name, or None to skip it; and which of them holds the labels."""

    columns: tuple[str | None, ...]
    label: int | None


def parse_spec(columns: str | Sequence[str] | None) -> Spec | None:
    """Return (name, field) for each entry; the field is empty where none is given."""
    if columns is None:
        return None
    if not isinstance(columns, str | Sequence) or not all(isinstance(entry, str) for entry in columns):
        raise wrong_type("columns", columns, "names, as word,pos,label or as a list")
    entries = columns.split(",") if isinstance(columns, str) else list(columns)
    pairs = [(name.strip(), field.strip()) for name, _, field in (entry.partition("=") for entry in entries)]
    names = [name for name, _ in pairs if name != SKIP]
    if not names or "" in names:
        raise SettingError(f"columns {columns!r}: give names separated by commas, e.g. word,pos,label")
    if len(set(names)) < len(names):
        raise SettingError(f"columns {columns!r}: a name occurs twice; use {SKIP} for columns to skip")
    return tuple(pairs)


def name_columns(spec: Spec | None, n_columns: int, labels: bool, source: str) -> Names:
    """Name the columns of a column file.

    Without a spec: `word`, `pos` (if there is just one between), `label`; with more between them `c1`, `c2`, …
    """
    if spec is None:
        return _default_names(n_columns, labels, source)
    if any(field for _, field in spec):
        raise SettingError("columns: name=field is for CoNLL-U and JSON lines; a column file has no named fields")
    names = [name for name, _ in spec]
    if labels and len(names) != n_columns:
        raise DataError(
            f"{source}: {len(names)} columns are named ({', '.join(names)}) but the file has {n_columns}; "
            f"name every column, {SKIP} for one to skip"
        )
    return _with_label(names, labels, n_columns, source)


def name_fields(spec: Spec, fields: Mapping[str, str], order: Sequence[str], labels: bool, source: str) -> Names:
    """Name the columns of a format whose fields have names and this order.

    `fields` maps usual names of columns to fields.
    """
    wanted = {}
    for name, field in spec:
        chosen = field or fields.get(name, name)
        if name != SKIP and chosen not in order:
            raise unknown_name("field", chosen, list(order))
        if chosen in wanted:
            raise SettingError(f"columns: the field {chosen!r} is named twice")
        wanted[chosen] = name
    label = _label_name([name for name, _ in spec if name != SKIP]) if labels else LABEL
    names = [wanted.get(field, SKIP) for field in order]
    if labels:
        return _checked(names, names.index(label), source)
    return _checked([SKIP if name == label else name for name in names], None, source)


def _default_names(n_columns: int, labels: bool, source: str) -> Names:
    n_observed = n_columns - labels
    if n_observed < 1:
        raise DataError(
            f"{source}: the first row has one column, and a labelled corpus needs two: a word and its label"
        )
    observed = ["word", "pos"] if n_observed == 2 else ["word", *(f"c{k}" for k in range(1, n_observed))]
    return Names((*observed, *([LABEL] if labels else [])), n_observed if labels else None)


def _with_label(names: list[str], labels: bool, n_columns: int, source: str) -> Names:
    if labels:
        return _checked(names, names.index(_label_name([name for name in names if name != SKIP])), source)
    observed = [SKIP if name == LABEL else name for name in names]
    while observed and observed[-1] == SKIP:
        observed.pop()
    if len(observed) > n_columns:
        raise DataError(
            f"{source}: the columns {', '.join(observed)} are needed, but the first row has {n_columns}"
            f"{' column' if n_columns == 1 else ' columns'}; give a file that has them in this order"
        )
    return _checked(observed + [SKIP] * (n_columns - len(observed)), None, source)


def _label_name(names: list[str]) -> str:
    return LABEL if LABEL in names else names[-1]


def _checked(names: list[str], label: int | None, source: str) -> Names:
    columns = tuple(None if name == SKIP else name for name in names)
    if not any(name is not None and k != label for k, name in enumerate(columns)):
        raise DataError(f"{source}: the columns name no observed column; name at least the words, e.g. word,label")
    return Names(columns, label)
