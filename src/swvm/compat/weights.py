"""The weights of a model of attributes by the names that sklearn-crfsuite gives them."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from swvm.features.template import Kind
from swvm.insight.places import Places
from swvm.model.model import Model

BEFORE, AFTER = "bag(attributes[i])=", ", t[i]"


def attribute_names(model: Model) -> list[str]:
    """Return the names of the attributes that have weights."""
    return [name for _, name in _attributes(Places(model))]


def state_weights(model: Model) -> dict[tuple[str, str], float]:
    """Return the weights of (attribute, label) that are not 0."""
    places = Places(model)
    labels, names = places.labels, dict(_attributes(places))
    rows = places.rows(Kind.T)[:, 0, : len(labels)]
    found = zip(*np.nonzero(rows), strict=True)
    return {(names[f], labels[t]): float(rows[f, t]) for f, t in found if f in names}


def transition_weights(model: Model) -> dict[tuple[str, str], float]:
    """Return the weights of (label, next label): of the label bigram alone."""
    places = Places(model)
    labels = places.labels
    bigrams = [f for f in range(places.counts[Kind.TT]) if places.name(Kind.TT, f) == "t[i-1], t[i]"]
    if not bigrams:
        return {}
    rows = places.rows(Kind.TT)[bigrams[0]]
    return {(p, q): float(rows[i, j]) for i, p in enumerate(labels) for j, q in enumerate(labels)}


def _attributes(places: Places) -> Iterator[tuple[int, str]]:
    for feature in range(places.counts[Kind.T]):
        name = places.name(Kind.T, feature)
        if name.startswith(BEFORE):
            yield feature, name.removeprefix(BEFORE).removesuffix(AFTER)
