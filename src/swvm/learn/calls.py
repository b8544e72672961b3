"""The arguments of `train` that are no settings: what they must be."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swvm.data.corpus import Corpus, check_corpus
from swvm.errors import DataError, SettingError, wrong_type
from swvm.learn.config import TrainConfig
from swvm.learn.settings import train_config


def config_of(config: TrainConfig | None, settings: Mapping[str, Any]) -> TrainConfig:
    """Return the settings, which are given in one of two ways."""
    if config is None:
        return train_config(**settings)
    if not isinstance(config, TrainConfig):
        raise wrong_type("config", config, "a TrainConfig, or settings by their names: train(corpus, epochs=10)")
    if settings:
        raise SettingError(f"there are a config and {', '.join(settings)}; put all settings into the config, or none")
    return config


def check_dev(dev: Corpus | None) -> None:
    """Development data must have a labelled token."""
    if dev is None:
        return
    check_corpus(dev, "dev")
    if dev.n_tokens == 0:
        raise DataError(f"{dev.source}: there are no sentences in the development data")
    dev.labelled()


def check_callback(on_epoch: Any) -> None:
    """A callback is called after each epoch."""
    if on_epoch is not None and not callable(on_epoch):
        raise wrong_type("on_epoch", on_epoch, "a function of one argument, which is told of each epoch")


def checkpoint_path(given: Any) -> Path:
    """Return the path of a checkpoint."""
    if not isinstance(given, str | os.PathLike):
        raise wrong_type("checkpoint", given, "the path of a file")
    path = Path(given)
    if path.is_dir():
        raise SettingError(f"{path}: this is a folder; name a file in it")
    if not path.parent.is_dir():
        raise SettingError(f"{path}: cannot write: there is no folder {path.parent}; make it first")
    return path
