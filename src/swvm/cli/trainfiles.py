"""Weights of classes and sentences and biases of labels, as a user writes them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from swvm.errors import SettingError


def class_weights_of(given: Sequence[str]) -> dict[str, float] | None:
    """Return the weights of `PER=2`, `B-LOC=0.5`."""
    return _numbers_of(given, "class weight", "PER=2") or None


def biases_of(given: Sequence[str]) -> dict[str, float]:
    """Return the amounts of `O=-0.1`, `PER=0.2`."""
    return _numbers_of(given, "bias", "O=-0.1")


def _numbers_of(given: Sequence[str], what: str, example: str) -> dict[str, float]:
    numbers = {}
    for text in given:
        name, _, value = text.rpartition("=")
        number = _number(value)
        if not name or number is None:
            raise SettingError(f"{what} {text!r}: give a label or a mention type and a number, e.g. {example}")
        numbers[name] = number
    return numbers


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
