"""What groups may read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

POS_NAMES = ("pos", "upos", "xpos", "postag", "tag")
COLUMN = "@column"


@dataclass(frozen=True, slots=True)
class Ground:
    """What groups may read: the corpus's columns in their order, and derived columns with what derives them."""

    columns: Sequence[str]
    derived: Mapping[str, str] = field(default_factory=dict)

    @property
    def pos(self) -> str | None:
        """The column, other than the first, whose name says that it holds parts of speech."""
        return next((name for name in self.columns[1:] if name.lower() in POS_NAMES), None)

    def derived_by(self, *functions: str) -> list[str]:
        """Return the derived columns that one of these functions makes."""
        return [name for name, function in self.derived.items() if function in functions]
