"""Groups that read the neighbourhood: words further away, parts of speech, columns of any kind."""

from __future__ import annotations

from collections.abc import Iterable

from swvm.features.parts.ground import Ground
from swvm.features.parts.writing import at, joined, window


def context(ground: Ground) -> Iterable[str]:
    """Yield wider conjunctions of words."""
    triples = ((-2, -1, 0), (-1, 0, 1), (0, 1, 2))
    pairs = ((-2, -1), (1, 2), (-2, 0), (0, 2))
    yield from (joined("lower(w{})", *offsets) for offsets in (*triples, *pairs))


def around(ground: Ground) -> Iterable[str]:
    """Yield a bag: its templates share their features."""
    yield from (f"around: {at('lower(w{})', offset)}, t[i]" for offset in (-4, -3, -2, -1, 1, 2, 3, 4))


def pos(ground: Ground) -> Iterable[str]:
    """Yield parts of speech."""
    if ground.pos:
        term = f"{ground.pos}{{}}"
        yield from window(term, range(-2, 3))
        yield from (joined(term, *offsets) for offsets in ((-1, 0), (0, 1), (-1, 1), (-1, 0, 1)))


def pos_pairs(ground: Ground) -> Iterable[str]:
    """Yield more conjunctions of parts of speech."""
    if not ground.pos:
        return
    term = f"{ground.pos}{{}}"
    yield from (f"{at(term, offset)}, lower(w[i]), t[i]" for offset in (-1, 0, 1))
    yield from (f"{at(term, 0)}, {at('lower(w{})', offset)}, t[i]" for offset in (-1, 1))
    offsets = ((-2, -1), (1, 2), (-2, -1, 0), (0, 1, 2), (-2, -1, 0, 1), (-1, 0, 1, 2))
    yield from (joined(term, *some) for some in offsets)


def columns(ground: Ground) -> Iterable[str]:
    """Yield columns of which nothing but the name is known."""
    for name in ground.columns[1:]:
        if name != ground.pos:
            yield from window(f"{name}{{}}", range(-1, 2))
            yield from (joined(f"{name}{{}}", *pair) for pair in ((-1, 0), (0, 1), (-1, 1)))
