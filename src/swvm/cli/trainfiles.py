"""Weights of classes and sentences, as a user writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from swvm.errors import SettingError


def class_weights_of(given: Sequence[str]) -> dict[str, float] | None:
    """Return the weights of `PER=2`, `B-LOC=0.5`."""
    weights = {}
    for text in given:
        name, _, value = text.rpartition("=")
        weight = _number(value)
        if not name or weight is None:
            raise SettingError(f"class weight {text!r}: give a label or a mention type and a number, e.g. PER=2")
        weights[name] = weight
    return weights or None


def sample_weights_of(path: str | None) -> list[float] | None:
    """Return the weights in a file, one a line."""
    if path is None:
        return None
    weights = []
    try:
        lines = Path(path).read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise SettingError(f"{path}: this is no text file; sample weights are numbers, one a line") from None
    for number, line in enumerate(lines, 1):
        weight = _number(line)
        if weight is None:
            raise SettingError(f"{path}:{number}: {line!r} is no number; sample weights are numbers, one a line")
        weights.append(weight)
    return weights


def _number(text: str) -> float | None:
    try:
        return float(text)
    except ValueError:
        return None
