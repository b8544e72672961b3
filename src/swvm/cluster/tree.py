"""Classes -> bit strings: the classes are merged two by two, cheapest first, and each merge is a bit."""

from __future__ import annotations

from collections.abc import Sequence


def bit_strings(merges: Sequence[tuple[int, int]], clusters: int) -> list[str]:
    """Return the way from the root to each class: 0 to the first of a merged pair, 1 to the second.

    The second of a pair went into the first, so from the last merge back to the first the number of a class stands for
    all that it still holds.
    """
    strings = [""] * clusters
    for first, second in reversed(merges):
        strings[first], strings[second] = strings[first] + "0", strings[first] + "1"
    return strings
