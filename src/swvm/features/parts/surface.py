"""Groups that read the words: as they are, in parts, and what their letters look like."""

from __future__ import annotations

from collections.abc import Iterable

from swvm.features.parts.ground import Ground
from swvm.features.parts.writing import joined, place, window

NGRAM_PLACES = 12
LONG_AFFIXES = range(5, 8)


def words(ground: Ground) -> Iterable[str]:
    """Yield words and their pairs."""
    yield from window("w{}", range(-1, 2))
    yield from (joined("w{}", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))


def lower(ground: Ground) -> Iterable[str]:
    """Yield lower-cased words."""
    yield from window("lower(w{})", range(-2, 3))


def folded(ground: Ground) -> Iterable[str]:
    """Yield folded words."""
    yield from window("fold(w{})", range(-2, 3))
    yield from (joined("fold(w{})", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))


def affixes(ground: Ground) -> Iterable[str]:
    """Yield prefixes and suffixes of the word."""
    for length in range(1, 5):
        yield f"prefix(w[i], {length}), t[i]"
        yield f"suffix(w[i], {length}), t[i]"


def long_affixes(ground: Ground) -> Iterable[str]:
    """Yield longer affixes, and the neighbours' shorter ones."""
    for length in LONG_AFFIXES:
        yield f"prefix(w[i], {length}), t[i]"
        yield f"suffix(w[i], {length}), t[i]"
    for offset in (-1, 1):
        for length in (2, 3):
            yield f"prefix({place('w', offset)}, {length}), t[i]"
            yield f"suffix({place('w', offset)}, {length}), t[i]"


def shapes(ground: Ground) -> Iterable[str]:
    """Yield shapes."""
    yield from window("shape(w{})", range(-1, 2))
    yield from window("short_shape(w{})", range(-1, 2))


def cases(ground: Ground) -> Iterable[str]:
    """Yield what letters look like, further away and together."""
    yield from window("shape(w{})", (-2, 2))
    yield from window("short_shape(w{})", (-2, 2))
    yield from window("case(w{})", range(-2, 3))
    yield from (joined("case(w{})", *offsets) for offsets in ((-1, 0), (0, 1), (-1, 0, 1), (-2, -1, 0), (0, 1, 2)))
    yield from (joined("short_shape(w{})", *offsets) for offsets in ((-1, 0), (0, 1), (-1, 0, 1)))


def ngrams(ground: Ground) -> Iterable[str]:
    """Yield bags: the templates of one name share their features."""
    for length in range(2, 5):
        for number in range(1, NGRAM_PLACES + 1):
            yield f"ngram{length}: ngram(lower(w[i]), {length}, {number}), t[i]"
