"""Tables of a TOML file, read with errors that name the place, what is allowed and the nearest name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from swvm.data.keylines import Path
from swvm.errors import SettingError, unknown_name

T = TypeVar("T")
_KINDS = {
    str: "a text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


@dataclass(frozen=True, slots=True)
class Table:
    """A table and its place in the file, such as `table1.toml:12: [choose]`; the line is known of files alone."""

    file: str
    values: Mapping[str, Any]
    path: Path = ()
    lines: Mapping[Path, int] = field(default_factory=dict)

    @property
    def place(self) -> str:
        """Where the table begins."""
        return self.at()

    def at(self, key: str = "") -> str:
        """Return the place of a key; where its line is not known, that of its table."""
        line = self.lines.get((*self.path, key)) or self.lines.get(self.path)
        where = self.file if line is None else f"{self.file}:{line}"
        return f"{where}: {_section(self.path)}" if self.path else where

    def allow(self, *known: str) -> None:
        """Raise an error for a key that is not known here."""
        for key in self.values:
            if key not in known:
                raise self.unknown("key", key, known, key)

    def unknown(self, kind: str, name: str, known: Sequence[str], key: str) -> SettingError:
        """Return an error for a name that stands at a key."""
        return SettingError(f"{self.at(key)}: {unknown_name(kind, name, list(known))}")

    def get(self, key: str, kind: type[T], default: T | None = None) -> T:
        """Return a value of this type; without a default it must be there."""
        if key not in self.values:
            if default is None:
                raise SettingError(f"{self.place} lacks {key!r}, {_KINDS[kind]}")
            return default
        value = self.values[key]
        if kind is float and isinstance(value, int) and not isinstance(value, bool):
            value = float(value)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise SettingError(f"{self.at(key)}: {key} is {value!r}; it must be {_KINDS[kind]}")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        """Return one of some names."""
        value = self.get(key, str, default)
        if key not in self.values and value not in choices:
            raise SettingError(f"{self.place} lacks {key!r}: one of {', '.join(choices)}")
        if value not in choices:
            raise self.unknown(key, value, choices, key)
        return value

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts; one text stands for a list of one."""
        return tuple(self._list(key, str, default))

    def numbers(self, key: str, default: Sequence[int] | None = None) -> tuple[int, ...]:
        """Return a list of whole numbers from 0; one number stands for a list of one."""
        found = tuple(self._list(key, int, default))
        if found and min(found) < 0:
            raise SettingError(f"{self.at(key)}: {key} holds {min(found)}; its numbers must be at least 0")
        return found

    def _list(self, key: str, kind: type[T], default: Sequence[T] | None) -> Sequence[T]:
        value = self.values.get(key, default)
        if value is None:
            raise SettingError(f"{self.place} lacks {key!r}: {_KINDS[kind]}, or a list of such")
        items = value if isinstance(value, (list, tuple)) else [value]
        for item in items:
            if not isinstance(item, kind) or isinstance(item, bool):
                wanted = f"{_KINDS[kind]}, or a list of such"
                raise SettingError(f"{self.at(key)}: {key} holds {item!r}; it must be {wanted}")
        if not items or len(set(items)) < len(items):
            raise SettingError(f"{self.at(key)}: {key} is {list(items)}; it must have one value at least, each once")
        return items

    def table(self, key: str) -> Table:
        """Return a table inside this one; empty where it is not there."""
        return Table(self.file, self.get(key, dict, {}), (*self.path, key), self.lines)

    def tables(self, key: str) -> list[Table]:
        """Return an array of tables, [[key]]."""
        items = self.values.get(key, [])
        if not isinstance(items, list) or not all(isinstance(item, dict) for item in items):
            raise SettingError(f"{self.at(key)}: {key} must be tables: write [[{key}]]")
        return [Table(self.file, item, (*self.path, key, number), self.lines) for number, item in enumerate(items, 1)]


def _section(path: Path) -> str:
    """Return `[choose]`, `[files.mine]`, `[[systems]] number 2` or `[[systems]] number 2: search`."""
    numbers = [place for place, part in enumerate(path) if isinstance(part, int)]
    if not numbers:
        return f"[{'.'.join(map(str, path))}]"
    end = numbers[-1]
    rest = "".join(f": {part}" for part in path[end + 1 :])
    return f"[[{'.'.join(map(str, path[:end]))}]] number {path[end]}{rest}"
