"""Every parameter, declared once: its default, what it means and what is allowed.

The command line, the validation, the documentation and the estimators all read these declarations.
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from swvm.errors import SettingError, unknown_name


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
            _check(declared.name, getattr(self, declared.name), declared.metadata)


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
