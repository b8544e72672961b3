"""Settings of training in a TOML file, as `swvm tune` writes it; `features` is a preset, or a path beside the file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from swvm.errors import DataError, SettingError, SwvmError
from swvm.features.presets import preset_names
from swvm.learn.settings import train_config


def read_settings(path: str | Path) -> dict[str, Any]:
    """Return the settings in a file, checked, as `swvm.train` takes them."""
    path = Path(path)
    try:
        settings = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise DataError(f"{path}: this is no TOML file of settings: {error}") from None
    features = settings.get("features")
    if isinstance(features, str) and features not in preset_names():
        settings["features"] = str(path.parent / features)
    try:
        train_config(**settings)
    except SwvmError as error:
        raise SettingError(f"{path}: {error}") from None
    except TypeError as error:
        raise SettingError(f"{path}: a setting has a value of the wrong kind ({error})") from None
    return settings


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
