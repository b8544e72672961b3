"""Where the keys of a TOML file stand, for messages: Python's parser does not say."""

from __future__ import annotations

import re
from collections import Counter

Path = tuple[str | int, ...]  # ("protocol", "folds"), ("systems", 2, "C"): arrays of tables are counted from 1

_HEADER = re.compile(r"\s*(\[\[?)\s*([^\[\]]+?)\s*\]")
_KEY = re.compile(r"""\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=""")
_LONG = re.compile(r'"""|' + "'''")


def lines_of_keys(text: str) -> dict[Path, int]:
    """Return the line, from 1, of each table and of each key that begins a line in it."""
    found: dict[Path, int] = {}
    arrays: Counter[str] = Counter()
    table: Path = ()
    within = False  # a text of several lines
    for number, line in enumerate(text.split("\n"), 1):
        header, key = _HEADER.match(line), _KEY.match(line)
        if within or not (header or key):
            pass
        elif header:
            name = header[2]
            arrays[name] += header[1] == "[["
            table = (*_parts(name), arrays[name]) if header[1] == "[[" else _parts(name)
            found.setdefault(table, number)
        elif key:
            found.setdefault((*table, *_parts(key[1])), number)
        within ^= len(_LONG.findall(line)) % 2 == 1
    return found


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part.strip().strip("\"'") for part in name.split("."))
