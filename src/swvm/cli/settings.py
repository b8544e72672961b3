"""Configuration classes -> options: name, help, choices and default all come from the one declaration."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import MISSING, Field, fields
from typing import Any

import click

from swvm.cli.command import Function, option
from swvm.config import Config

SHORTER = {"minimum_count": "min-count"}
TYPES: dict[str, Any] = {"int": click.INT, "float": click.FLOAT}


def setting_options(config: type[Config], section: str, skip: Collection[str] = ()) -> Callable[[Function], Function]:
    """Give a command an option for every field. One that is not given is None: then the default of the class holds."""

    def decorate(function: Function) -> Function:
        for declared in reversed(fields(config)):
            if declared.name not in skip:
                function = _decorator(declared, section)(function)
        return function

    return decorate


def option_name(setting: str) -> str:
    """Return the option of a setting: `k_best` is `--k-best`."""
    return "--" + SHORTER.get(setting, setting).replace("_", "-")


def _decorator(declared: Field[Any], section: str) -> Callable[[Function], Function]:
    kind = str(declared.type).partition(" ")[0]
    choices = declared.metadata["choices"]
    attributes: dict[str, Any] = {"section": section, "default": None, "help": _help(declared)}
    if kind == "bool":
        attributes["is_flag"] = True
    elif kind.startswith("tuple"):
        attributes |= {"multiple": True, "metavar": "NAME=FILE"}
    else:
        attributes["type"] = TYPES.get(kind, click.STRING)
        attributes["metavar"] = "|".join(choices) if choices else {"int": "N", "float": "X"}.get(kind, "NAME")
    return option(option_name(declared.name), declared.name, **attributes)


def _help(declared: Field[Any]) -> str:
    text: str = declared.metadata["help"]
    text = text[0].upper() + text[1:] + "."
    default = declared.default
    return text if default in (None, False, MISSING, ()) else f"{text}  [{default}]"
