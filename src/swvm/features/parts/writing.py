"""Lines of the notation from terms: a column at an offset, a window of it, conjunctions."""

from __future__ import annotations

from collections.abc import Iterable


def place(column: str, offset: int = 0) -> str:
    """Write a column at an offset: `w[i-1]`."""
    return f"{column}[i{offset:+d}]" if offset else f"{column}[i]"


def window(term: str, offsets: Iterable[int]) -> list[str]:
    """Write a term such as `lower(w{})` at each offset."""
    return [f"{at(term, offset)}, t[i]" for offset in offsets]


def at(term: str, offset: int) -> str:
    """Write a term at an offset."""
    return term.format(place("", offset))


def joined(term: str, *offsets: int) -> str:
    """Write the conjunction of a term at several offsets."""
    return ", ".join([*(at(term, offset) for offset in offsets), "t[i]"])
