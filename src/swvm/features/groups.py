"""Groups of templates by name: the parts that presets are made of, to be switched on and off one by one.

A group is a function from what a corpus offers (`Ground`) to lines of the notation; it yields nothing where the corpus
lacks what it reads. The functions are in `swvm.features.parts`. `presets` puts groups together; a features file takes
one with `@include NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from swvm.errors import unknown_name
from swvm.features.notation import check_columns, parse_template
from swvm.features.parts import chain, context, derived, surface
from swvm.features.parts.ground import COLUMN, POS_NAMES, Ground
from swvm.features.template import Template

__all__ = [
    "COLUMN",
    "GROUPS",
    "POS_NAMES",
    "Ground",
    "Group",
    "all_groups",
    "group_lines",
    "group_names",
    "group_templates",
    "templates_of",
]


class Group(NamedTuple):
    """A group: what it holds, in words, and what makes its lines."""

    meaning: str
    build: Callable[[Ground], Iterable[str]]


# In the order in which features files and searches take them.
GROUPS: Mapping[str, Group] = {
    "words": Group("words at -1..1 and their pairs", surface.words),
    "lower": Group("lower-cased words at -2..2", surface.lower),
    "affixes": Group("prefixes and suffixes of 1 to 4", surface.affixes),
    "shapes": Group("shapes, long and short, at -1..1", surface.shapes),
    "pos": Group("where a column holds parts of speech: it at -2..2, its pairs and its triple at -1..1", context.pos),
    "labels": Group("the label, and the pair of labels", chain.labels),
    "second_order": Group(
        "three labels, and labels two apart: a chain of second order, which is slower", chain.second_order
    ),
    "label_pairs": Group(
        "the pair of labels conjoined with the word, its short shape, its part of speech", chain.label_pairs
    ),
    "long_affixes": Group("prefixes and suffixes of 5 to 7; those of 2 and 3 of the neighbours", surface.long_affixes),
    "cases": Group(
        "shapes at -2 and 2; case classes at -2..2, their pairs and their triple; pairs of short shapes", surface.cases
    ),
    "folded": Group("folded words (numbers, Greek letters, Roman numerals) at -2..2 and their pairs", surface.folded),
    "context": Group("triples of lower-cased words, pairs of those that lie on one side or skip one", context.context),
    "ngrams": Group(
        f"the bag of character 2-, 3- and 4-grams of the word, of its first {surface.NGRAM_PLACES} places",
        surface.ngrams,
    ),
    "pos_pairs": Group("parts of speech conjoined with words, further pairs and triples of them", context.pos_pairs),
    "around": Group("the bag of the lower-cased words within 4", context.around),
    "columns": Group("every column but the first and the parts of speech: it at -1..1 and its pairs", context.columns),
    "clusters": Group(
        "where columns are derived by clusters or vectors: their prefixes at -2..2, their pairs", derived.clusters
    ),
    "lexicons": Group(
        "where columns are derived by lexicon: what is found at -1..1, with the word, its pairs", derived.lexicons
    ),
    "mentions": Group(
        "what the training data say of a word as a mention or a part of one, left out fold by fold", derived.mentions
    ),
    "target": Group(
        "what labels words and their pairs had in the training data, left out fold by fold", derived.target
    ),
}


def all_groups() -> dict[str, Group]:
    """Return every group by its name."""
    return dict(GROUPS)


def group_names(columns: Sequence[str], derived: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the names of the groups that have something to say about a corpus with these columns.

    `derived` names derived columns with the function that makes each, as in `{"brown": "clusters"}`.
    """
    ground = Ground(columns, derived or {})
    return tuple(name for name, group in GROUPS.items() if any(True for _ in group.build(ground)))


def group_lines(name: str, columns: Sequence[str], derived: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return a group's lines as a features file has them."""
    if name not in GROUPS:
        raise unknown_name("group of features", name, list(GROUPS))
    return tuple(GROUPS[name].build(Ground(columns, derived or {})))


def group_templates(name: str, columns: Sequence[str]) -> tuple[Template, ...]:
    """Return a group's templates for a corpus with these columns."""
    return templates_of(group_lines(name, columns), columns)


def templates_of(lines: Iterable[str], columns: Sequence[str]) -> tuple[Template, ...]:
    """Return the templates among lines of a features file."""
    lines = tuple(lines)
    declared = [line.split()[1] for line in lines if line.startswith(COLUMN)]
    templates = tuple(parse_template(line) for line in lines if not line.startswith(COLUMN))
    check_columns(templates, [*columns, *declared])
    return templates
