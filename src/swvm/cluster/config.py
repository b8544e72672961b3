"""The settings of word clusters."""

from __future__ import annotations

from dataclasses import dataclass

from swvm.config import Config, parameter


@dataclass(frozen=True, slots=True)
class ClusterConfig(Config):
    """Every setting of `swvm cluster`. There is no seed: nothing is drawn."""

    clusters: int = parameter(500, "how many clusters", minimum=2, maximum=20000)
    minimum_count: int = parameter(2, "words seen less often get no cluster", minimum=1)
    sweeps: int = parameter(20, "passes over the words at most; fewer where no word moves any more", minimum=1)
    lower: bool = parameter(False, "cluster words in lower case: clusters(lower(w), ...) in features")
    fold: bool = parameter(False, "cluster words under the word function fold: clusters(fold(w), ...) in features")
    fold_digits: bool = parameter(False, "cluster words with every digit as 0")
