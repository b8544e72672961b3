"""Derived columns with dictionaries and loops: the twin of `swvm.features.derived` and of `native/derived`.

A token's key is any Python value, here the tuple of what is observed; None where something of it is absent.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Mapping, Sequence
from fractions import Fraction

FOLDS = 10
BOUNDS = [(Fraction(part, 20), letter) for part, letter in zip((0, 1, 4, 10, 16, 19), "abcdef", strict=True)]
COUNTS = [(1, "1"), (2, "2"), (4, "3"), (9, "4"), (29, "5")]

Key = Hashable | None
Tell = Callable[[Counter[str]], str | None]


def folds_of(lengths: Sequence[int], starts: Sequence[int]) -> list[int]:
    """Return the fold of each sentence: runs of parts (documents, or sentences), each about a tenth of the tokens."""
    total, folds, before, fold = max(sum(lengths), 1), [], 0, 0
    for number, length in enumerate(lengths):
        if number in starts:
            fold = before * FOLDS // total
        folds.append(fold)
        before += length
    return folds


def told(keys: Sequence[Key], classes: Sequence[str], folds: Sequence[int], tell: Tell) -> list[str | None]:
    """Return what is said of each token's key by the tokens of the other folds."""
    return [
        None if key is None else tell(counted(keys, classes, [fold != own for fold in folds])[key])
        for key, own in zip(keys, folds, strict=True)
    ]


def counted(keys: Sequence[Key], classes: Sequence[str], chosen: Sequence[bool]) -> defaultdict[Key, Counter[str]]:
    """Return how often each key was met with each class, in the chosen tokens."""
    counts: defaultdict[Key, Counter[str]] = defaultdict(Counter)
    for key, class_, wanted in zip(keys, classes, chosen, strict=True):
        if wanted and key is not None:
            counts[key][class_] += 1
    return counts


def tell_mention(order: Sequence[str]) -> Tell:
    """Return what a count of mention types says ("" is no mention); ties go to the type that is first in `order`."""

    def tell(counts: Counter[str]) -> str | None:
        met, inside = sum(counts.values()), [(-counts[type_], place) for place, type_ in enumerate(order)]
        if not met:
            return "new"
        most, place = min(inside, default=(0, 0))
        share = share_letter(sum(counts[type_] for type_ in order), met)
        return f"{share}{count_digit(met)}{order[place] if most else ''}"

    return tell


def tell_labels(order: Sequence[str]) -> Tell:
    """Return what a count of labels says: share and count of the first, its name, and a second that is not rare."""

    def tell(counts: Counter[str]) -> str | None:
        ranked = sorted((-counts[label], place) for place, label in enumerate(order) if counts[label])
        if not ranked:
            return None
        met = sum(counts.values())
        share = share_letter(-ranked[0][0], met)
        second = f"/{order[ranked[1][1]]}" if len(ranked) > 1 and share < "f" else ""
        return f"{share}{count_digit(met)}{order[ranked[0][1]]}{second}"

    return tell


def share_letter(part: int, whole: int) -> str:
    """Return the letter of a share."""
    if part == whole:
        return "h"
    return next((letter for bound, letter in BOUNDS if Fraction(part, whole) <= bound), "g")


def count_digit(count: int) -> str:
    """Return the digit of a count."""
    return next((digit for bound, digit in COUNTS if count <= bound), "6")


def match_phrases(phrases: Mapping[tuple[str, ...], str], words: Sequence[str]) -> list[str | None]:
    """Return B-, I-, E- and S-TYPE where phrases lie: from left to right, the longest at each place."""
    found: list[str | None] = [None] * len(words)
    at = 0
    while at < len(words):
        ends = [end for end in range(at + 1, len(words) + 1) if tuple(words[at:end]) in phrases]
        if not ends:
            at += 1
            continue
        type_, length = phrases[tuple(words[at : ends[-1]])], ends[-1] - at
        places = "S" if length == 1 else "B" + "I" * (length - 2) + "E"
        found[at : ends[-1]] = [f"{place}-{type_}" if type_ else place for place in places]
        at = ends[-1]
    return found
