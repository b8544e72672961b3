"""The settings of a training run, beside those of the learner."""

from __future__ import annotations

from dataclasses import dataclass, field

from swvm.config import Config, parameter
from swvm.learn.learners import LearnerConfig


@dataclass(frozen=True, slots=True)
class TrainConfig(Config):
    """Every setting of training. The learner's own are in `learner`."""

    learner: LearnerConfig = field(default_factory=LearnerConfig)
    features: str = parameter("basic", "a preset of templates, or a features file")
    chain: int | None = parameter(
        None, "2 adds the label trigram to the templates; else their labels say the order", minimum=1, maximum=2
    )
    train_scheme: str = parameter(
        "data",
        "the label scheme to learn in; what comes out is in the data's own",
        choices=("data", "iob1", "iob2", "bioes", "io"),
    )
    clusters: tuple[str, ...] = parameter(
        (), "a column of word clusters, NAME=FILE of paths, or of spaCy's table: NAME=spacy:es"
    )
    lexicon: tuple[str, ...] = parameter((), "a column of phrases found, NAME=FILE: a phrase a line, a tab, its type")
    minimum_count: int = parameter(1, "features seen less often are left out", minimum=1)
    transitions: str = parameter(
        "seen", "the label pairs of a second-order chain: those of the training data, or all", choices=("seen", "all")
    )
    label_constraint: str = parameter(
        "none", "forbid what the label scheme forbids, in training and tagging", choices=("none", "bio")
    )
    boundary: str = parameter(
        "virtual",
        "around a sentence: a virtual label, or the label O before it and nothing behind (the released program)",
        choices=("virtual", "outside"),
    )
    epochs: int = parameter(10, "passes over the training data", minimum=1)
    patience: int | None = parameter(None, "stop after so many epochs without a better development score", minimum=1)
    order: str = parameter("shuffle", "the order of the sentences in an epoch", choices=("shuffle", "file"))
    seed: int = parameter(1, "the seed of the shuffle", minimum=0)
    seeds: int = parameter(1, "runs with different seeds whose weights are averaged to one model", minimum=1)
    batch: int = parameter(1, "sentences decoded with the same weights before their steps are taken", minimum=1)
    joint: bool = parameter(False, "one step over all constraints of a batch")
    threads: int = parameter(
        1, "threads for a batch or for several seeds; the result does not depend on them", minimum=1
    )
    engine: str = parameter("native", "the engine, or its slow twin to be read", choices=("native", "reference"))
