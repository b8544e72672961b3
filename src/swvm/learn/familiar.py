"""A warning where training goes on with the very data that derived columns were learned from.

Tables of `mentions`, `mention_phrases` and `target` are made once, from the first training data. What comes later sees
them whole, which is right for new sentences; the first data would see their own labels. Only the whole corpus is known
again, by its checksum: parts of it are not.
"""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from swvm.data.corpus import Corpus
from swvm.features.derived.derivation import Derivation, makers
from swvm.learn.setup import fingerprint


def warn_if_familiar(corpus: Corpus, derivation: Derivation, training: Mapping[str, Any]) -> None:
    """Warn where a corpus is the one that learned columns of a model come from. `training`: the model's record."""
    known = makers()
    learned = [one.name for one in derivation.resources if known[one.declaration.function].learned]
    if learned and fingerprint(corpus) == _first_data(training):
        warnings.warn(
            f"{corpus.source}: the derived columns {', '.join(learned)} were learned from the labels of these very "
            "sentences, so training on them again trusts the columns too far. Go on with other sentences, or train "
            "from the beginning with more epochs",
            stacklevel=2,
        )


def _first_data(training: Mapping[str, Any]) -> object:
    """Return the checksum of the data that the first of a chain of models was trained with; None: not known."""
    while isinstance(training.get("start"), Mapping):
        training = training["start"]
    data = training.get("data", {}).get("train")
    first = data[0] if isinstance(data, list) and data else data
    return first.get("sha256") if isinstance(first, Mapping) else None
