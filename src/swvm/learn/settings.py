"""Settings given by name, as the command line and Python callers give them, sorted into the configurations."""

from __future__ import annotations

from dataclasses import asdict, fields
from typing import Any

from swvm.errors import unknown_name
from swvm.learn.config import TrainConfig
from swvm.learn.learners import LearnerConfig

LEARNER_SETTINGS = tuple(field.name for field in fields(LearnerConfig))
TRAIN_SETTINGS = tuple(field.name for field in fields(TrainConfig) if field.name != "learner")


def train_config(**settings: Any) -> TrainConfig:
    """Build the configuration from flat settings: `train_config(learner="mira", k_best=3, epochs=10)`.

    `constraint` is the learner's reading of SWVM; the hard constraint on labels is `label_constraint`.
    """
    learner = {name: value for name, value in settings.items() if name in LEARNER_SETTINGS}
    rest = {name: value for name, value in settings.items() if name not in LEARNER_SETTINGS}
    for name in rest:
        if name not in TRAIN_SETTINGS:
            raise unknown_name("setting", name, [*LEARNER_SETTINGS, *TRAIN_SETTINGS])
    return TrainConfig(learner=LearnerConfig(**learner), **rest)


def config_to_json(config: TrainConfig) -> dict[str, Any]:
    """Return the configuration as plain data; a Python function stands as its name, infinity as "inf"."""
    return {name: _plain(value) for name, value in asdict(config).items()}


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    if isinstance(value, tuple | list):
        return [_plain(inner) for inner in value]
    if callable(value):
        return getattr(value, "__name__", type(value).__name__)
    if isinstance(value, float) and value == float("inf"):
        return "inf"
    return value
