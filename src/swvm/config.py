"""Every parameter, declared once: its default, what it means and what is allowed.

The command line, the validation, the documentation and the estimators all read these declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from numbers import Integral, Real
from typing import Any

from swvm.errors import SettingError, unknown_name, wrong_type


def parameter(
    default: Any,
    help: str,
    *,
    choices: tuple[str, ...] | None = None,
    minimum: float | None = None,
    maximum: float | None = None,
) -> Any:
    """Declare a parameter of a configuration class."""
    metadata = {"help": help, "choices": choices, "minimum": minimum, "maximum": maximum}
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, slots=True)
class Config:
    """Base of the configuration classes: checks every value against its declaration."""

    def __post_init__(self) -> None:
        for declared in fields(self):
            value = getattr(self, declared.name)
            _check_number(declared.name, value, str(declared.type))
            _check(declared.name, value, declared.metadata)


def _check_number(name: str, value: Any, declared: str) -> None:
    """A field declared as a number takes no text; a whole number no fraction; a truth value nothing else."""
    kind, _, optional = declared.partition(" | ")
    if kind == "bool" and not isinstance(value, bool):
        raise wrong_type(name, value, "True or False")
    if kind not in ("int", "float") or (optional == "None" and value is None):
        return
    whole = kind == "int"
    if isinstance(value, bool) or not isinstance(value, Integral if whole else Real):
        raise wrong_type(name, value, "a whole number" if whole else "a number")


def check_count(name: str, value: Any, least: int = 1) -> int:
    """Return a whole number that must not be below the least."""
    if isinstance(value, bool) or not isinstance(value, Integral):
        raise wrong_type(name, value, "a whole number")
    if value < least:
        raise SettingError(f"{name} is {value}; it must be at least {least}")
    return int(value)


def _check(name: str, value: Any, metadata: Any) -> None:
    choices, minimum, maximum = metadata.get("choices"), metadata.get("minimum"), metadata.get("maximum")
    if choices is not None and value not in choices:
        raise unknown_name(name.replace("_", "-"), str(value), list(choices))
    if value is None:
        return
    if minimum is not None and not value >= minimum:
        raise SettingError(f"{name} is {value}; it must be at least {minimum:g}")
    if maximum is not None and not value <= maximum:
        raise SettingError(f"{name} is {value}; it must be at most {maximum:g}")
