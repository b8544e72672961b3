"""Settings of training in a TOML file, as `swvm tune` writes it; `features` is a preset, or a path beside the file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

from swvm.data.keylines import Path, lines_of_keys
from swvm.data.utf8 import decoded
from swvm.errors import DataError, SettingError, SwvmError
from swvm.features.presets import preset_names
from swvm.learn.settings import train_config


def read_settings(path: str | FilePath) -> dict[str, Any]:
    """Return the settings in a file, checked, as `swvm.train` takes them."""
    path = FilePath(path)
    try:
        text = decoded(path.read_bytes(), str(path))
        settings = tomllib.loads(text)
    except OSError as error:
        raise DataError(f"{path}: cannot read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{path}: this is no TOML file of settings: {error}") from None
    features = settings.get("features")
    if features is not None and not isinstance(features, str):
        raise SettingError(f"{path}: features is {features!r}; it must be a text: a preset, or a file beside this one")
    if isinstance(features, str) and features not in preset_names():
        settings["features"] = str(path.parent / features)
    _check(settings, str(path), lines_of_keys(text))
    return settings


def _check(settings: Mapping[str, Any], path: str, lines: Mapping[Path, int]) -> None:
    """Check the settings one by one: the error names the line."""
    for name, value in settings.items():
        where = f"{path}:{lines[name,]}" if (name,) in lines else path
        try:
            train_config(**{name: value})
        except SwvmError as error:
            raise SettingError(f"{where}: {error}") from None
        except TypeError:
            raise SettingError(f"{where}: {name} is {value!r}, a value of the wrong kind") from None


def settings_text(settings: Mapping[str, Any], comments: tuple[str, ...] = ()) -> str:
    """Return a file of settings; "inf", which stands for infinity in records, is TOML's inf."""
    lines = [f"# {comment}" for comment in comments]
    return "\n".join([*lines, *(f"{name} = {_toml(value)}" for name, value in settings.items())]) + "\n"


def _toml(value: Any) -> str:
    if value == "inf":
        return "inf"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
