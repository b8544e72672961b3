"""Sets of templates by name: `paper`, `released`, `basic`.

A preset is a function from the names of the columns to lines of the notation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from swvm.errors import unknown_name
from swvm.features.notation import check_columns, parse_template
from swvm.features.template import FIRST_COLUMN, Template

Preset = Callable[[Sequence[str]], Iterable[str]]
POS_NAMES = ("pos", "upos", "xpos", "postag", "tag")
_presets: dict[str, Preset] = {}


def register_preset(name: str) -> Callable[[Preset], Preset]:
    """Register a preset under a name."""

    def register(build: Preset) -> Preset:
        _presets[name] = build
        return build

    return register


def preset_names() -> tuple[str, ...]:
    """Return the names of all presets."""
    return tuple(_presets)


def preset(name: str, columns: Sequence[str]) -> tuple[Template, ...]:
    """Return the templates of a preset for a corpus with these columns."""
    if name not in _presets:
        raise unknown_name("preset", name, list(_presets))
    templates = tuple(parse_template(line) for line in _presets[name](columns))
    check_columns(templates, columns)
    return templates


PAPER = (
    # Unigrams
    "w[i], t[i]",
    "w[i-1], t[i]",
    "w[i+1], t[i]",
    "t[i]",
    "t[i-1]",
    "t[i+1]",
    # Bigrams
    "w[i], w[i-1], t[i]",
    "w[i], w[i+1], t[i]",
    "w[i-1], w[i+1], t[i]",
    "t[i], t[i-1]",
    "t[i], t[i+1]",
    "t[i-1], t[i+1]",
    "w[i], t[i-1]",
    "w[i], t[i]",
    "w[i], t[i+1]",
    # Trigrams
    "t[i-1], t[i], t[i+1]",
    "w[i], t[i], t[i+1]",
    "w[i], t[i-1], t[i+1]",
    "w[i], t[i], t[i-1]",
)


@register_preset("paper")
def paper(columns: Sequence[str]) -> Iterable[str]:
    """Yield the 19 templates of the paper's appendix in its order; what names words alone is conjoined with t[i]."""
    return PAPER


@register_preset("released")
def released(columns: Sequence[str]) -> Iterable[str]:
    """Yield what the paper's released program trains: each column of the token with t[i], and the label bigram."""
    for name in (FIRST_COLUMN, *columns[1:]):
        yield f"{name}[i], t[i]"
    yield "t[i-1], t[i]"


@register_preset("basic")
def basic(columns: Sequence[str]) -> Iterable[str]:
    """Yield words, affixes and shapes around i, parts of speech where a column has them, and the label bigram."""
    yield from _window("w[{}]", range(-1, 2))
    yield from _pairs("w")
    yield from _window("lower(w[{}])", range(-2, 3))
    for length in range(1, 5):
        yield f"prefix(w[i], {length}), t[i]"
        yield f"suffix(w[i], {length}), t[i]"
    yield from _window("shape(w[{}])", range(-1, 2))
    yield from _window("short_shape(w[{}])", range(-1, 2))
    pos = pos_column(columns)
    if pos:
        yield from _window(f"{pos}[{{}}]", range(-2, 3))
        yield from _pairs(pos)
        yield f"{pos}[i-1], {pos}[i], {pos}[i+1], t[i]"
    yield "t[i]"
    yield "t[i-1], t[i]"


def pos_column(columns: Sequence[str]) -> str | None:
    """Return the column, other than the first, whose name says that it holds parts of speech."""
    return next((name for name in columns[1:] if name.lower() in POS_NAMES), None)


def _window(term: str, offsets: Iterable[int]) -> Iterable[str]:
    return (f"{term.format(f'i{offset:+d}' if offset else 'i')}, t[i]" for offset in offsets)


def _pairs(column: str) -> Iterable[str]:
    return (
        f"{column}[i-1], {column}[i], t[i]",
        f"{column}[i], {column}[i+1], t[i]",
        f"{column}[i-1], {column}[i+1], t[i]",
    )
