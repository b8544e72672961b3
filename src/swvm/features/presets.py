"""Sets of templates by name: `paper`, `released`, `basic`, on top of it `ner`, `chunk`, `bio`; and `attributes`.

A preset is a function from what the corpus offers to lines of the notation. From `basic` on, a preset is a list of
groups (`swvm.features.groups`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence

from swvm.errors import unknown_name
from swvm.features.groups import POS_NAMES, Ground, group_lines, templates_of
from swvm.features.template import FIRST_COLUMN, Template

__all__ = ["GROUPS_OF", "POS_NAMES", "preset", "preset_lines", "preset_names", "register_preset"]

Preset = Callable[[Ground], Iterable[str]]
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


def preset_lines(name: str, columns: Sequence[str], derived: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the lines of a preset, as a features file has them, for a corpus with these columns."""
    if name not in _presets:
        raise unknown_name("preset", name, list(_presets))
    return tuple(_presets[name](Ground(columns, derived or {})))


def preset(name: str, columns: Sequence[str]) -> tuple[Template, ...]:
    """Return the templates of a preset for a corpus with these columns; what columns it derives is in its lines."""
    return templates_of(preset_lines(name, columns), columns)


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

BASIC = ("words", "lower", "affixes", "shapes", "pos", "labels")
WIDER = (*BASIC, "second_order", "long_affixes", "cases", "context", "pos_pairs", "clusters", "lexicons")
GROUPS_OF = {
    "basic": BASIC,
    "ner": (*WIDER, "label_pairs", "mentions"),
    "chunk": (*WIDER, "target"),
    "bio": (*WIDER, "folded", "label_pairs", "mentions"),
}


@register_preset("paper")
def paper(ground: Ground) -> Iterable[str]:
    """Yield the 19 templates of the paper's appendix in its order; what names words alone is conjoined with t[i]."""
    return PAPER


@register_preset("released")
def released(ground: Ground) -> Iterable[str]:
    """Yield what the paper's released program trains: each column of the token with t[i], and the label bigram."""
    for name in (FIRST_COLUMN, *ground.columns[1:]):
        yield f"{name}[i], t[i]"
    yield "t[i-1], t[i]"


def _of_groups(name: str) -> Preset:
    def build(ground: Ground) -> Iterable[str]:
        for group in GROUPS_OF[name]:
            yield from group_lines(group, ground.columns, ground.derived)

    return build


for _name in GROUPS_OF:
    register_preset(_name)(_of_groups(_name))


@register_preset("attributes")
def attributes(ground: Ground) -> Iterable[str]:
    """Yield each attribute of tokens given as dicts, and the label bigram: the model of CRFsuite."""
    return ("bag(attributes[i]), t[i]", "t[i-1], t[i]")
