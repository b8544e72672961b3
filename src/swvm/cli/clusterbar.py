"""What `swvm cluster` shows while it runs: on a terminal a bar, in a pipe nothing. On standard error."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from swvm.cli.show import count
from swvm.cluster import ClusterConfig
from swvm.cluster.exchange import ExchangeState


class ClusterBar(AbstractContextManager["ClusterBar"]):
    """Shows nothing."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the display."""

    def reading(self, tokens: int) -> None:
        """Take how many tokens have been read."""

    def on_slice(self, state: ExchangeState) -> None:
        """Take how far exchange has come."""


class TerminalBar(ClusterBar):
    """A bar over the words of the sweep that runs."""

    def __init__(self, config: ClusterConfig) -> None:
        from rich.console import Console  # noqa: PLC0415 (only on a terminal)
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("reading", total=None)
        self._sweeps = config.sweeps

    def __enter__(self) -> Self:
        """Draw the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the bar away."""
        self._bar.stop()

    def reading(self, tokens: int) -> None:
        """Show how many tokens have been read."""
        self._bar.update(self._task, description=f"reading, {count(tokens)} tokens")

    def on_slice(self, state: ExchangeState) -> None:
        """Move the bar."""
        words = len(state.assignment)
        number = min(state.sweep + (state.word > 0), self._sweeps)
        text = f"sweep {number} of at most {self._sweeps}, {count(state.moved)} words moved"
        self._bar.update(self._task, total=words, completed=state.word or words, description=text)


def display_for(config: ClusterConfig, *, quiet: bool) -> ClusterBar:
    """Return the display: a bar on a terminal, else nothing."""
    return TerminalBar(config) if sys.stderr.isatty() and not quiet else ClusterBar()
