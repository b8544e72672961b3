"""A recipe in files: the templates, and beside them the settings of `swvm train`; and the same as a command line."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swvm.learn.config import TrainConfig
from swvm.learn.learners import LearnerConfig
from swvm.learn.settings import config_to_json, train_config
from swvm.learn.settingsfile import settings_text
from swvm.model.atomic import replacing
from swvm.tune.recipe import Groups, Recipe, template_lines

OPTIONS = {"minimum_count": "min-count"}


def settings_of(recipe: Recipe) -> dict[str, Any]:
    """Return the settings that differ from those of `swvm train`, and always the learner and the epochs."""
    learner, training = config_to_json(TrainConfig(learner=LearnerConfig()))["learner"], config_to_json(TrainConfig())
    usual = {**training, **learner}
    always = ("learner", "epochs")
    return {name: value for name, value in recipe.effective().items() if name in always or value != usual.get(name)}


def settings_path(path: Path) -> Path:
    """Return where the settings of a recipe stand."""
    return path.with_suffix(".toml")


def write_recipe(path: Path, recipe: Recipe, groups: Groups, comments: tuple[str, ...]) -> None:
    """Write templates and settings."""
    lines = [*(f"# {comment}" for comment in comments), "", *template_lines(recipe, groups, path.parent)]
    settings = {"features": path.name, **settings_of(recipe)}
    train_config(**{**settings, "C": float(settings.get("C", "inf"))})  # what is written must be readable
    _write(path, "".join(f"{line}\n" for line in lines))
    _write(
        settings_path(path), settings_text(settings, ("Settings for `swvm train --settings`, found by `swvm tune`.",))
    )


def command_line(recipe: Recipe, path: Path, train: str, dev: str | None, reading: Mapping[str, Any]) -> str:
    """Return the call that trains a model with the recipe, every setting written out."""
    words = ["swvm", "train", train, *(["--dev", dev] if dev else []), "--features", str(path)]
    for name, value in {**reading, **settings_of(recipe)}.items():
        words += ["--" + OPTIONS.get(name, name).replace("_", "-"), str(value)]
    return shlex.join([*words, "-o", "model.swvm"])


def _write(path: Path, text: str) -> None:
    with replacing(path) as stream:
        stream.write(text.encode("utf-8"))
