"""A derived column from counts: what the training labels say of each key becomes a list of values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from swvm.features.derived.declaration import Declaration
from swvm.features.derived.folds import Ints, Summary, count, left_out
from swvm.features.derived.making import Made, Training
from swvm.features.derived.resource import Resource, table_of
from swvm.features.derived.terms import ABSENT, Terms


@dataclass(frozen=True, slots=True)
class Tally:
    """What is counted and how it is told. `unseen` is the value of what was not met, by all or by the other folds."""

    classes: Ints  # of the tokens
    summary: Summary
    text: Callable[[int], str]
    unseen: str = ABSENT


def made_of_counts(declaration: Declaration, terms: Terms, training: Training, tally: Tally) -> Made:
    """Count the classes of the tokens by what the terms observe."""
    keys = terms.keys(training.corpus)
    counted = count(keys, tally.classes, training.folds)
    of_keys, of_tokens = tally.summary(counted.counts), left_out(counted, len(keys), tally.summary)
    distinct, codes = np.unique(np.concatenate([[0], of_keys, of_tokens]), return_inverse=True)
    values = dict.fromkeys([ABSENT, tally.unseen])
    unseen = len(values) - 1
    for text in (told := [tally.text(packed) for packed in distinct[1:].tolist()]):
        values[text] = None
    number = {value: place for place, value in enumerate(values)}
    codes = np.array([unseen, *(number[text] for text in told)])[codes[1:]]
    table = table_of(counted.counts.keys, codes[: len(of_keys)])
    resource = Resource(declaration, tuple(values), *table, unseen=unseen, functions=training.functions)
    return Made(resource, np.where(keys != 0, codes[len(of_keys) :], 0).astype(np.int32))
