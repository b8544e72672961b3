"""The labels that a corpus uses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from swvm.data.corpus import Corpus


def labels_of(corpus: Corpus, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the labels in order of first appearance, after those that are known already."""
    column = corpus.labelled()
    used, first = np.unique(column.codes, return_index=True)
    strings = column.interner.strings()
    ordered = [strings[code] for code in used[np.argsort(first)]]
    return (*known, *(label for label in ordered if label not in set(known)))
