"""What a pipeline's configuration says of the component."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

from swvm.config import Config, parameter
from swvm.errors import unknown_name
from swvm.learn.config import TrainConfig
from swvm.learn.settings import train_config

ATTRIBUTES = ("ORTH", "LOWER", "NORM", "SHAPE", "PREFIX", "SUFFIX", "LEMMA", "TAG", "POS", "DEP", "MORPH")


WORDS = {"word": "ORTH"}


@dataclass(frozen=True, slots=True)
class PipeSettings(Config):
    """Every setting of the component, as they stand in [components.swvm]."""

    target: str = parameter("ents", "what is set and learned", choices=("ents", "spans", "tag", "pos"))
    spans_key: str = parameter("swvm", "the group of doc.spans for the target spans, and for entities with scores")
    scheme: str = parameter("iob2", "the labels that spans become", choices=("iob2", "bioes"))
    scores: str = parameter("none", "what is kept beside the labels", choices=("none", "score", "probability"))
    sentences: bool = parameter(True, "where a doc has sentences, each is labelled for itself")
    overwrite: bool = parameter(False, "entities that stand there already make way")
    threads: int = parameter(1, "threads that label a batch", minimum=1)
    columns: Mapping[str, str] = field(default_factory=dict)
    training: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        super(PipeSettings, self).__post_init__()
        for attribute in self.columns.values():
            if attribute not in ATTRIBUTES:
                raise unknown_name("attribute of tokens", str(attribute), list(ATTRIBUTES))
        self.train_config()

    @property
    def observed(self) -> Mapping[str, str]:
        """The columns that templates may read, and the attribute of tokens that each is."""
        return self.columns or WORDS

    def train_config(self) -> TrainConfig:
        """Return the settings of training."""
        return train_config(**self.training)


def defaults() -> dict[str, Any]:
    """Return the settings as a pipeline's configuration has them."""
    settings = PipeSettings()
    found = {one.name: getattr(settings, one.name) for one in fields(settings)}
    return {name: dict(value) if isinstance(value, Mapping) else value for name, value in found.items()}
