"""Checks of the files to write, made before the work begins: an hour of training must not end at a missing folder."""

from __future__ import annotations

import os
from collections.abc import Iterable
from importlib.util import find_spec
from pathlib import Path

from swvm.errors import ModelFileError, SettingError, missing_extra
from swvm.model.modelfile import FORMAT
from swvm.model.safetensors import TensorFile

PICTURES = (".png", ".svg", ".pdf")


def check_target(path: str) -> None:
    """Raise an error where a file cannot be written."""
    target = Path(path)
    folder = target.resolve().parent
    if target.is_dir():
        raise SettingError(f"{path}: cannot write: this is a folder; name a file in it")
    if not folder.is_dir():
        raise SettingError(f"{path}: cannot write: there is no folder {target.parent}; make it first")
    if not os.access(target if target.exists() else folder, os.W_OK):
        raise SettingError(f"{path}: cannot write: permission denied")


def check_model_target(path: str, inputs: Iterable[str | None]) -> None:
    """Refuse to write a model over an input, or over a file that is no model."""
    if path == "-":
        raise SettingError("a model cannot be written to standard output; name a file: -o model.swvm")
    check_target(path)
    target = Path(path)
    for given in inputs:
        if given is not None and target.exists() and Path(given).exists() and target.samefile(given):
            raise SettingError(f"{path}: the model would be written over its own data; name another file with -o")
    if target.is_file() and target.stat().st_size and not _is_model(target):
        raise SettingError(f"{path}: this file is no model of swvm and would be overwritten; remove it or name another")


def check_no_model(path: str, model: str) -> None:
    """Refuse to write other output over the model that makes it."""
    if path != "-" and Path(path).exists() and Path(path).samefile(model):
        raise SettingError(f"{path}: the output would be written over the model; name another file with -o")


def check_picture(path: str | None) -> None:
    """Raise an error where a picture cannot be drawn."""
    if path is None:
        return
    if Path(path).suffix.lower() not in PICTURES:
        raise SettingError(f"{path}: pictures are PNG, SVG or PDF; end the name in {', '.join(PICTURES)}")
    check_target(path)
    if find_spec("matplotlib") is None:
        raise missing_extra("drawing the training report", "plots")


def _is_model(path: Path) -> bool:
    try:
        return TensorFile(path).metadata.get("format") == FORMAT
    except ModelFileError:
        return False
