"""What a search shows: on a terminal a bar with the best score so far, and a line a trial where it is asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from swvm.cli.experimentbar import clock
from swvm.cli.show import say
from swvm.experiment.plan import Run
from swvm.experiment.records import Record
from swvm.tune.config import TuneConfig
from swvm.tune.driver import Watcher
from swvm.tune.trials import Trial


class Silent(Watcher, AbstractContextManager["Silent"]):
    """Shows nothing."""

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the display."""


class Lines(Silent):
    """Prints a line a trial."""

    def record(self, run: Run, record: Record) -> None:
        """Print what came out."""
        self.print(trial_line(run, record))

    def print(self, line: str) -> None:
        """Print a line."""
        say(line)


class Bar(Silent):
    """A bar for the batch, beside it the phase, how many trials there are, the best score, and the time."""

    def __init__(self, minutes: float | None) -> None:
        from rich.console import Console  # noqa: PLC0415 (only on a terminal)
        from rich.progress import BarColumn, Progress, TextColumn  # noqa: PLC0415

        columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[state]}")]
        self._bar = Progress(*columns, console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("reading", total=None, state="")
        self._minutes, self._began = minutes, time.monotonic()
        self._phase, self._trials, self._best = "reading", 0, 0.0

    def __enter__(self) -> Self:
        """Draw the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the bar away."""
        self._bar.stop()

    def phase(self, name: str) -> None:
        """Name the phase."""
        self._phase = name

    def batch(self, trials: Sequence[Trial], evaluated: int) -> None:
        """Begin the bar anew."""
        self._trials = evaluated
        self._bar.reset(self._task, total=len(trials), description=self._phase, state=self._state())

    def record(self, run: Run, record: Record) -> None:
        """Move the bar."""
        super().record(run, record)
        self._trials += 1
        if record.dev is not None:
            self._best = max(self._best, record.dev.f1)
        self._bar.update(self._task, advance=1, state=self._state())

    def print(self, line: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(line, highlight=False, markup=False)

    def _state(self) -> str:
        of = "" if self._minutes is None else f" of {clock(60 * self._minutes)}"
        return f"{self._trials} trials, best run {self._best:.2f}, {clock(time.monotonic() - self._began)}{of}"


class BarAndLines(Bar, Lines):
    """A bar, and above it a line a trial."""


def trial_line(run: Run, record: Record) -> str:
    """Return a trial and its score in a line."""
    score = "" if record.dev is None else f"  dev {record.dev.f1:.2f}"
    return f"{run.text}{score}  {record.seconds['all']:.1f} s"


def watcher_for(config: TuneConfig, *, verbose: bool, quiet: bool) -> Silent:
    """Return the display: a bar on a terminal, in a pipe nothing unless asked for."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        return BarAndLines(config.minutes) if verbose else Bar(config.minutes)
    return Lines() if verbose else Silent()
