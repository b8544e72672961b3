"""A feature template as data: what it observes and which labels it touches.

`notation` reads templates from text; the encoder turns them into feature ids.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum

from swvm.features.functions import DENSE, WHOLE

LABEL = "t"
FIRST_COLUMN = "w"


class Kind(IntEnum):
    """Which labels a template names, once its rightmost label is t[i]."""

    T = 0
    TT = 1
    T_T = 2
    TTT = 3


_KINDS = {(0,): Kind.T, (-1, 0): Kind.TT, (-2, 0): Kind.T_T, (-2, -1, 0): Kind.TTT}


@dataclass(frozen=True, slots=True)
class Call:
    """A word function with its arguments beside the word."""

    name: str
    args: tuple[int | str, ...] = ()


@dataclass(frozen=True, slots=True)
class Observation:
    """A column at an offset from i, with word functions applied, the innermost first."""

    column: str
    offset: int = 0
    calls: tuple[Call, ...] = ()

    @property
    def whole(self) -> str | None:
        """The function that reads a column without words, such as `bag`; None where the column has words."""
        return self.calls[0].name if len(self.calls) == 1 and self.calls[0].name in WHOLE else None

    @property
    def dense(self) -> bool:
        """Whether this is a number or a vector of the token."""
        return self.whole in DENSE

    def __str__(self) -> str:
        text = _place(self.column, self.offset)
        for call in self.calls:
            args = "".join(f", {_argument(value)}" for value in call.args)
            text = f"{call.name}({text}{args})"
        return text


@dataclass(frozen=True, slots=True)
class Template:
    """A conjunction of observations and of one to three neighbouring labels.

    Templates of the same `name` share their features: where one observes at -1 and another at 1, "the word is
    somewhere around" is one feature. Most templates have no name.
    """

    observations: tuple[Observation, ...]
    labels: tuple[int, ...]
    name: str | None = None

    @property
    def dense(self) -> bool:
        """Whether the template is of a number or a vector: one feature for each number, at every token."""
        return any(seen.dense for seen in self.observations)

    @property
    def text(self) -> str:
        """The template in canonical notation: observations, then labels, each in the order written."""
        parts = [*map(str, self.observations), *(_place(LABEL, offset) for offset in self.labels)]
        return f"{self.name}: {', '.join(parts)}" if self.name else ", ".join(parts)

    def __str__(self) -> str:
        return self.text

    @property
    def kind(self) -> Kind:
        """The kind of clique, which does not depend on where the labels lie."""
        return _KINDS[self.normalised().labels]

    def normalised(self) -> Template:
        """Return the template shifted so that its rightmost label is t[i], its labels from left to right."""
        shift = max(self.labels)
        moved = tuple(replace(seen, offset=seen.offset - shift) for seen in self.observations)
        return Template(moved, tuple(sorted(label - shift for label in self.labels)), self.name)


def unique_texts(templates: Iterable[Template]) -> tuple[str, ...]:
    """Return one key text for each template, from its normalised form.

    Two templates that mean the same (`w[i-1], t[i]` and `w[i], t[i+1]`) are two features that fire together, as
    the list of templates says: the second one's text gets ` #2`. Templates that share their features on purpose
    have one text: their name and labels, without what they observe.
    """
    seen: dict[str, int] = {}
    return tuple(_unique_text(template.normalised(), seen) for template in templates)


def _unique_text(template: Template, seen: dict[str, int]) -> str:
    if template.name:
        return Template((), template.labels, template.name).text
    count = seen[template.text] = seen.get(template.text, 0) + 1
    return template.text if count == 1 else f"{template.text} #{count}"


def column_index(name: str, columns: Sequence[str]) -> int:
    """Return which column a name of the notation means: `w` is the first one. Unknown names: see check_columns."""
    return 0 if name == FIRST_COLUMN else list(columns).index(name)


def _place(name: str, offset: int) -> str:
    return f"{name}[i{offset:+d}]" if offset else f"{name}[i]"


def _argument(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else str(value)
