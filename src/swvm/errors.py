"""The errors a user can meet. Each message says what is wrong, where, what is allowed and what to do."""

from __future__ import annotations

from difflib import get_close_matches


class SwvmError(Exception):
    """Base of every error that swvm raises on purpose."""


class DataError(SwvmError):
    """A corpus file cannot be read as asked. The message begins with `file:line:` where a line is known."""


class TemplateError(SwvmError):
    """A feature template cannot be parsed, or names a column that the corpus does not have."""


class SettingError(SwvmError):
    """A setting (parameter, option, name) has a value that is not allowed."""


class ModelFileError(SwvmError):
    """A model file is damaged, hostile, or written by a newer version."""


class DecodeError(SwvmError):
    """A sentence has no labelling under the given constraints."""


class MissingExtraError(SwvmError):
    """A feature needs an optional dependency. The message gives the pip command."""


def missing_extra(purpose: str, extra: str) -> MissingExtraError:
    """Return the one sentence that an absent optional dependency gets."""
    return MissingExtraError(f'{purpose} needs an optional dependency: pip install "swvm[{extra}]"')


def wrong_type(what: str, value: object, allowed: str) -> SettingError:
    """Return an error for a value of a wrong type."""
    text = repr(value)
    shown = text if len(text) <= 40 else f"{text[:37]}..."
    return SettingError(f"{what} is {shown}, of type {type(value).__name__}; give {allowed}")


def unknown_name(kind: str, name: str, known: list[str]) -> SettingError:
    """Return an error that lists the allowed names and the nearest one."""
    nearest = get_close_matches(name, known, n=1)
    hint = f" Did you mean {nearest[0]!r}?" if nearest else ""
    return SettingError(f"unknown {kind} {name!r}.{hint} Known: {', '.join(sorted(known))}")
