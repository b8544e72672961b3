"""Tables of a TOML file, read with errors that name the place, what is allowed and the nearest name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

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
    """A table and its place in the file, such as `table1.toml: [choose]`."""

    place: str
    values: Mapping[str, Any]

    def allow(self, *known: str) -> None:
        """Raise an error for a key that is not known here."""
        for key in self.values:
            if key not in known:
                raise unknown_name(f"key in {self.place}:", key, list(known))

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
            raise SettingError(f"{self.place}: {key} is {value!r}; it must be {_KINDS[kind]}")
        return value

    def choice(self, key: str, choices: Sequence[str], default: str) -> str:
        """Return one of some names."""
        value = self.get(key, str, default)
        if value not in choices:
            raise unknown_name(f"{key} in {self.place}:", value, list(choices))
        return value

    def texts(self, key: str, default: Sequence[str] | None = None) -> tuple[str, ...]:
        """Return a list of texts; one text stands for a list of one."""
        return tuple(self._list(key, str, default))

    def numbers(self, key: str, default: Sequence[int] | None = None) -> tuple[int, ...]:
        """Return a list of whole numbers from 0; one number stands for a list of one."""
        found = tuple(self._list(key, int, default))
        if found and min(found) < 0:
            raise SettingError(f"{self.place}: {key} holds {min(found)}; its numbers must be at least 0")
        return found

    def _list(self, key: str, kind: type[T], default: Sequence[T] | None) -> Sequence[T]:
        value = self.values.get(key, default)
        if value is None:
            raise SettingError(f"{self.place} lacks {key!r}, a list")
        items = value if isinstance(value, (list, tuple)) else [value]
        for item in items:
            if not isinstance(item, kind) or isinstance(item, bool):
                raise SettingError(
                    f"{self.place}: {key} holds {item!r}; it must be a list of which each is {_KINDS[kind]}"
                )
        if not items or len(set(items)) < len(items):
            raise SettingError(f"{self.place}: {key} is {list(items)}; it must have one value at least, each once")
        return items

    def table(self, key: str) -> Table:
        """Return a table inside this one; empty where it is not there."""
        return Table(f"{self.place}: [{key}]", self.get(key, dict, {}))

    def tables(self, key: str) -> list[Table]:
        """Return an array of tables, [[key]]."""
        items = self.get(key, list, [])
        if not all(isinstance(item, dict) for item in items):
            raise SettingError(f"{self.place}: {key} must be tables: write [[{key}]]")
        return [Table(f"{self.place}: [[{key}]] number {number}", item) for number, item in enumerate(items, start=1)]
