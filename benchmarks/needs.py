"""Libraries that a section is measured beside: where one is absent, the section is skipped with a sentence."""

from __future__ import annotations

from importlib.util import find_spec


class MissingError(Exception):
    """A section cannot be measured here."""


def need(section: str, *modules: str) -> None:
    """Raise an error unless all these modules are installed."""
    missing = [module for module in modules if find_spec(module) is None]
    if missing:
        raise MissingError(
            f"{section}: skipped, what it had stays: {', '.join(missing)} not installed (pip install --group bench)"
        )
