"""Groups over labels: alone, in pairs and triples, and pairs beside what is observed."""

from __future__ import annotations

from collections.abc import Iterable

from swvm.features.parts.ground import Ground
from swvm.features.parts.writing import place


def labels(ground: Ground) -> Iterable[str]:
    """Yield what observes nothing."""
    yield "t[i]"
    yield "t[i-1], t[i]"


def second_order(ground: Ground) -> Iterable[str]:
    """Yield labels over three positions."""
    yield "t[i-2], t[i-1], t[i]"
    yield "t[i-2], t[i]"


def label_pairs(ground: Ground) -> Iterable[str]:
    """Yield observations conjoined with the pair of labels."""
    yield "lower(w[i]), t[i-1], t[i]"
    yield "short_shape(w[i]), t[i-1], t[i]"
    if ground.pos:
        yield f"{place(ground.pos)}, t[i-1], t[i]"
