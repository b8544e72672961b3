"""Target encoding: what labels a word, or a conjunction of what stands around it, had in the training data.

`target(lower(w[i-1]), lower(w[i]))` is a letter for the share of the most frequent label, a digit for how often the
conjunction was met, that label, and the second label where it is not rare: `e4B-NP/I-NP`. What was not met has none.
In training each fold sees what the other nine say (`folds`).
"""

from __future__ import annotations

import numpy as np

from swvm.features.derived.buckets import SHARES, count_buckets, share_buckets
from swvm.features.derived.counting import Tally, made_of_counts
from swvm.features.derived.declaration import Declaration
from swvm.features.derived.folds import Counts, Ints, ranked, sums
from swvm.features.derived.making import Made, Maker, Training, register
from swvm.features.derived.terms import Terms

MOST_TERMS = 6
CLEAR = SHARES.index("f")  # from here on the second label is not told


def make_target(declaration: Declaration, terms: Terms, training: Training) -> Made:
    """Count the labels by conjunction."""
    names = training.labels.names
    base = len(names) + 1
    tally = Tally(
        training.labels.codes.astype(np.int64),
        lambda counts: _summary(counts, base),
        lambda packed: _text(packed, names),
    )
    return made_of_counts(declaration, terms, training, tally)


def _summary(counts: Counts, base: int) -> Ints:
    """Pack two labels, share and count; 0: the conjunction was not met."""
    everything = np.ones(len(counts.key), np.bool_)
    met = sums(counts)
    first, most = ranked(counts, everything)
    second, others = ranked(counts, everything, 1)
    shares = share_buckets(most, met)
    told = np.where((others > 0) & (shares < CLEAR), second + 1, 0)
    packed = ((told * base + first + 1) * 8 + shares) * 8 + count_buckets(met)
    return np.where(met > 0, packed, 0)


def _text(packed: int, names: tuple[str, ...]) -> str:
    rest, count = divmod(packed, 8)
    rest, share = divmod(rest, 8)
    second, first = divmod(rest, len(names) + 1)
    return f"{SHARES[share]}{count}{names[first - 1]}{'/' + names[second - 1] if second else ''}"


register(
    Maker(
        "target",
        make_target,
        "the labels that a word or a conjunction had in the training data",
        "te = target(lower(w[i-1]), lower(w[i]))",
        most_terms=MOST_TERMS,
        learned=True,
    )
)
