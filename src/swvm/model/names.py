"""The names of a model's features, as its file keeps them: kind after kind, in the order of the ids."""

from __future__ import annotations

import numpy as np

from swvm.data.corpus import Corpus
from swvm.features.encoder import FeatureEncoder
from swvm.features.names import feature_names, joined
from swvm.model.record import Names


def model_names(encoder: FeatureEncoder, corpus: Corpus) -> Names:
    """Return the names of all features of an encoder that was just fitted to this corpus."""
    all_names = joined(feature_names(encoder, corpus))
    return Names(all_names.blob, all_names.offsets.astype(np.uint64), all_names.templates.astype(np.uint32))
