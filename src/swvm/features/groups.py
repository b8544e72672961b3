"""Groups of templates by name: the parts that presets are made of, to be switched on and off one by one.

A group is a function from what a corpus offers (`Ground`) to lines of the notation; it yields nothing where the corpus
lacks what it reads. `presets` puts groups together; a features file takes one with `@include NAME`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from swvm.errors import unknown_name
from swvm.features.notation import check_columns, parse_template
from swvm.features.template import Template

POS_NAMES = ("pos", "upos", "xpos", "postag", "tag")
COLUMN = "@column"
NGRAM_PLACES = 12
LONG_AFFIXES = range(5, 8)
PATH_LENGTHS = (4, 6, 10)
TARGETS = ("lower(w)", "lower(w[i-1]), lower(w)", "lower(w), lower(w[i+1])")


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


Build = Callable[[Ground], Iterable[str]]


class Group(NamedTuple):
    """A group: what it holds, in words, and what makes its lines."""

    meaning: str
    build: Build


_groups: dict[str, Group] = {}


def register_group(name: str, meaning: str) -> Callable[[Build], Build]:
    """Register a group under a name."""

    def register(build: Build) -> Build:
        _groups[name] = Group(meaning, build)
        return build

    return register


def all_groups() -> dict[str, Group]:
    """Return every group by its name."""
    return dict(_groups)


def group_names(columns: Sequence[str], derived: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return the names of the groups that have something to say about a corpus with these columns.

    `derived` names derived columns with the function that makes each, as in `{"brown": "clusters"}`.
    """
    ground = Ground(columns, derived or {})
    return tuple(name for name, group in _groups.items() if any(True for _ in group.build(ground)))


def group_lines(name: str, columns: Sequence[str], derived: Mapping[str, str] | None = None) -> tuple[str, ...]:
    """Return a group's lines as a features file has them."""
    if name not in _groups:
        raise unknown_name("group of features", name, list(_groups))
    return tuple(_groups[name].build(Ground(columns, derived or {})))


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


@register_group("words", "words at -1..1 and their pairs")
def words(ground: Ground) -> Iterable[str]:
    """Yield words and their pairs."""
    yield from window("w{}", range(-1, 2))
    yield from (joined("w{}", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))


@register_group("lower", "lower-cased words at -2..2")
def lower(ground: Ground) -> Iterable[str]:
    """Yield lower-cased words."""
    yield from window("lower(w{})", range(-2, 3))


@register_group("affixes", "prefixes and suffixes of 1 to 4")
def affixes(ground: Ground) -> Iterable[str]:
    """Yield prefixes and suffixes of the word."""
    for length in range(1, 5):
        yield f"prefix(w[i], {length}), t[i]"
        yield f"suffix(w[i], {length}), t[i]"


@register_group("shapes", "shapes, long and short, at -1..1")
def shapes(ground: Ground) -> Iterable[str]:
    """Yield shapes."""
    yield from window("shape(w{})", range(-1, 2))
    yield from window("short_shape(w{})", range(-1, 2))


@register_group("pos", "where a column holds parts of speech: it at -2..2, its pairs and its triple at -1..1")
def pos(ground: Ground) -> Iterable[str]:
    """Yield parts of speech."""
    if ground.pos:
        term = f"{ground.pos}{{}}"
        yield from window(term, range(-2, 3))
        yield from (joined(term, *offsets) for offsets in ((-1, 0), (0, 1), (-1, 1), (-1, 0, 1)))


@register_group("labels", "the label, and the pair of labels")
def labels(ground: Ground) -> Iterable[str]:
    """Yield what observes nothing."""
    yield "t[i]"
    yield "t[i-1], t[i]"


@register_group("second_order", "three labels, and labels two apart: a chain of second order, which is slower")
def second_order(ground: Ground) -> Iterable[str]:
    """Yield labels over three positions."""
    yield "t[i-2], t[i-1], t[i]"
    yield "t[i-2], t[i]"


@register_group("label_pairs", "the pair of labels conjoined with the word, its short shape, its part of speech")
def label_pairs(ground: Ground) -> Iterable[str]:
    """Yield observations conjoined with the pair of labels."""
    yield "lower(w[i]), t[i-1], t[i]"
    yield "short_shape(w[i]), t[i-1], t[i]"
    if ground.pos:
        yield f"{place(ground.pos)}, t[i-1], t[i]"


@register_group("long_affixes", "prefixes and suffixes of 5 to 7; those of 2 and 3 of the neighbours")
def long_affixes(ground: Ground) -> Iterable[str]:
    """Yield longer affixes, and the neighbours' shorter ones."""
    for length in LONG_AFFIXES:
        yield f"prefix(w[i], {length}), t[i]"
        yield f"suffix(w[i], {length}), t[i]"
    for offset in (-1, 1):
        for length in (2, 3):
            yield f"prefix({place('w', offset)}, {length}), t[i]"
            yield f"suffix({place('w', offset)}, {length}), t[i]"


@register_group(
    "cases", "shapes at -2 and 2; case classes at -2..2, their pairs and their triple; pairs of short shapes"
)
def cases(ground: Ground) -> Iterable[str]:
    """Yield what letters look like, further away and together."""
    yield from window("shape(w{})", (-2, 2))
    yield from window("short_shape(w{})", (-2, 2))
    yield from window("case(w{})", range(-2, 3))
    yield from (joined("case(w{})", *offsets) for offsets in ((-1, 0), (0, 1), (-1, 0, 1), (-2, -1, 0), (0, 1, 2)))
    yield from (joined("short_shape(w{})", *offsets) for offsets in ((-1, 0), (0, 1), (-1, 0, 1)))


@register_group("folded", "folded words (numbers, Greek letters, Roman numerals) at -2..2 and their pairs")
def folded(ground: Ground) -> Iterable[str]:
    """Yield folded words."""
    yield from window("fold(w{})", range(-2, 3))
    yield from (joined("fold(w{})", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))


@register_group("context", "triples of lower-cased words, pairs of those that lie on one side or skip one")
def context(ground: Ground) -> Iterable[str]:
    """Yield wider conjunctions of words."""
    triples = ((-2, -1, 0), (-1, 0, 1), (0, 1, 2))
    pairs = ((-2, -1), (1, 2), (-2, 0), (0, 2))
    yield from (joined("lower(w{})", *offsets) for offsets in (*triples, *pairs))


@register_group("ngrams", f"the bag of character 2-, 3- and 4-grams of the word, of its first {NGRAM_PLACES} places")
def ngrams(ground: Ground) -> Iterable[str]:
    """Yield bags: the templates of one name share their features."""
    for length in range(2, 5):
        for number in range(1, NGRAM_PLACES + 1):
            yield f"ngram{length}: ngram(lower(w[i]), {length}, {number}), t[i]"


@register_group("pos_pairs", "parts of speech conjoined with words, further pairs and triples of them")
def pos_pairs(ground: Ground) -> Iterable[str]:
    """Yield more conjunctions of parts of speech."""
    if not ground.pos:
        return
    term = f"{ground.pos}{{}}"
    yield from (f"{at(term, offset)}, lower(w[i]), t[i]" for offset in (-1, 0, 1))
    yield from (f"{at(term, 0)}, {at('lower(w{})', offset)}, t[i]" for offset in (-1, 1))
    offsets = ((-2, -1), (1, 2), (-2, -1, 0), (0, 1, 2), (-2, -1, 0, 1), (-1, 0, 1, 2))
    yield from (joined(term, *some) for some in offsets)


@register_group("around", "the bag of the lower-cased words within 4")
def around(ground: Ground) -> Iterable[str]:
    """Yield a bag: its templates share their features."""
    yield from (f"around: {at('lower(w{})', offset)}, t[i]" for offset in (-4, -3, -2, -1, 1, 2, 3, 4))


@register_group("columns", "every column but the first and the parts of speech: it at -1..1 and its pairs")
def columns(ground: Ground) -> Iterable[str]:
    """Yield columns of which nothing but the name is known."""
    for name in ground.columns[1:]:
        if name != ground.pos:
            yield from window(f"{name}{{}}", range(-1, 2))
            yield from (joined(f"{name}{{}}", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))


@register_group("clusters", "where columns are derived by clusters or vectors: their prefixes at -2..2, their pairs")
def clusters(ground: Ground) -> Iterable[str]:
    """Yield paths and their prefixes."""
    for name in ground.derived_by("clusters", "vectors"):
        term = f"{name}{{}}"
        yield from window(term, range(-2, 3))
        for length in PATH_LENGTHS:
            yield from window(f"prefix({term}, {length})", range(-2, 3))
        for pair in ((-1, 0), (0, 1), (-1, 1)):
            yield joined(f"prefix({term}, {PATH_LENGTHS[1]})", *pair)
            yield joined(term, *pair)


@register_group("lexicons", "where columns are derived by lexicon: what is found at -1..1, with the word, its pairs")
def lexicons(ground: Ground) -> Iterable[str]:
    """Yield phrases that were found."""
    for name in ground.derived_by("lexicon"):
        yield from window(f"{name}{{}}", range(-1, 2))
        yield f"{name}[i], lower(w[i]), t[i]"
        yield f"{name}[i], short_shape(w[i]), t[i]"
        yield from (joined(f"{name}{{}}", *pair) for pair in ((-1, 0), (0, 1)))
        yield f"{name}[i], t[i-1], t[i]"


@register_group("mentions", "what the training data say of a word as a mention or a part of one, left out fold by fold")
def mentions(ground: Ground) -> Iterable[str]:
    """Yield the share of a word's occurrences in mentions, and the mentions found again; declare what is not there."""
    shares, found = ground.derived_by("mentions"), ground.derived_by("mention_phrases")
    if not shares:
        yield f"{COLUMN} mention = mentions(lower(w), optional=1)"
    if not found:
        yield f"{COLUMN} mention_found = mention_phrases(lower(w), optional=1)"
    for name in shares or ["mention"]:
        term = f"{name}{{}}"
        yield from window(term, range(-2, 3))
        yield from window(f"prefix({term}, 1)", range(-2, 3))
        yield from (joined(f"prefix({term}, 1)", *offsets) for offsets in ((-1, 0), (0, 1), (-1, 0, 1)))
        yield f"{name}[i], short_shape(w[i]), t[i]"
    for name in found or ["mention_found"]:
        yield from window(f"{name}{{}}", range(-1, 2))
        yield f"{name}[i], short_shape(w[i]), t[i]"
        yield f"{name}[i], t[i-1], t[i]"


@register_group("target", "what labels words and their pairs had in the training data, left out fold by fold")
def target(ground: Ground) -> Iterable[str]:
    """Yield target encodings; declare them where none is there."""
    names = ground.derived_by("target")
    if not names:
        names = [f"target{number}" for number in range(1, len(TARGETS) + 1)]
        for name, terms in zip(names, TARGETS, strict=True):
            yield f"{COLUMN} {name} = target({terms})"
    for name in names:
        yield from window(f"{name}{{}}", range(-1, 2))
