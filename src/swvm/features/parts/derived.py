"""Groups that read derived columns, or declare them: clusters, lexicons, what the training labels say of words."""

from __future__ import annotations

from collections.abc import Iterable

from swvm.features.parts.ground import COLUMN, Ground
from swvm.features.parts.writing import joined, window

PATH_LENGTHS = (4, 6, 10)
TARGETS = ("lower(w)", "lower(w[i-1]), lower(w)", "lower(w), lower(w[i+1])")


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


def lexicons(ground: Ground) -> Iterable[str]:
    """Yield phrases that were found."""
    for name in ground.derived_by("lexicon"):
        yield from window(f"{name}{{}}", range(-1, 2))
        yield f"{name}[i], lower(w[i]), t[i]"
        yield f"{name}[i], short_shape(w[i]), t[i]"
        yield from (joined(f"{name}{{}}", *pair) for pair in ((-1, 0), (0, 1)))
        yield f"{name}[i], t[i-1], t[i]"


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


def target(ground: Ground) -> Iterable[str]:
    """Yield target encodings; declare them where none is there."""
    names = ground.derived_by("target")
    if not names:
        names = [f"target{number}" for number in range(1, len(TARGETS) + 1)]
        for name, terms in zip(names, TARGETS, strict=True):
            yield f"{COLUMN} {name} = target({terms})"
    for name in names:
        yield from window(f"{name}{{}}", range(-1, 2))
