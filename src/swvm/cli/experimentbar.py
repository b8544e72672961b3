"""What a running experiment shows: on a terminal a bar with the time left, and a line a run where it is asked for."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from swvm.cli.show import say
from swvm.experiment.plan import Run
from swvm.experiment.records import Record
from swvm.experiment.runner import Watcher
from swvm.experiment.timing import weight


class Silent(Watcher, AbstractContextManager["Silent"]):
    """Shows nothing, and counts."""

    done = 0

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the display."""

    def round(self, runs: Sequence[Run], done: int) -> None:
        """Take the number of runs that were done before."""
        self.done = done

    def record(self, run: Run, record: Record) -> None:
        """Count a run."""
        self.done += 1


class Lines(Silent):
    """Prints a line a run."""

    def record(self, run: Run, record: Record) -> None:
        """Print what came out."""
        super().record(run, record)
        self.print(record_line(run, record))

    def print(self, line: str) -> None:
        """Print a line."""
        say(line)


class Bar(Silent):
    """A bar that moves with the work done; a run with K = 5 counts for more than one with K = 1."""

    def __init__(self) -> None:
        from rich.console import Console  # noqa: PLC0415 (only on a terminal)
        from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn  # noqa: PLC0415

        columns: list[Any] = [TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
        self._bar = Progress(*columns, TextColumn("{task.fields[left]}"), console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("reading", total=None, left="")
        self._all = self._work = 0.0
        self._began = time.monotonic()
        self._total = 0

    def __enter__(self) -> Self:
        """Draw the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the bar away."""
        self._bar.stop()

    def round(self, runs: Sequence[Run], done: int) -> None:
        """Begin a bar for the runs of a round."""
        super().round(runs, done)
        self._total = done + len(runs)
        self._all, self._work, self._began = sum(map(weight, runs)), 0.0, time.monotonic()
        self._bar.update(self._task, total=self._all, completed=0.0, description=f"run {done + 1}/{self._total}")

    def record(self, run: Run, record: Record) -> None:
        """Move the bar."""
        super().record(run, record)
        self._work += weight(run)
        left = (time.monotonic() - self._began) * (self._all - self._work) / self._work
        shown = min(self.done + 1, self._total)
        self._bar.update(
            self._task, completed=self._work, description=f"run {shown}/{self._total}", left=f"{clock(left)} left"
        )

    def print(self, line: str) -> None:
        """Print a line above the bar."""
        self._bar.console.print(line, highlight=False, markup=False)


class BarAndLines(Bar, Lines):
    """A bar, and above it a line a run."""


def record_line(run: Run, record: Record) -> str:
    """Return a run and its scores in a line."""
    scores = {"dev": record.dev, "test": record.test}
    shown = "  ".join(f"{name} {outcome.f1:.2f}" for name, outcome in scores.items() if outcome is not None)
    return f"{run.text}  {shown}  {record.seconds['all']:.1f} s"


def clock(seconds: float) -> str:
    """Return hours, minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"


def watcher_for(*, verbose: bool, quiet: bool) -> Silent:
    """Return the display: a bar on a terminal, in a pipe nothing unless asked for."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        return BarAndLines() if verbose else Bar()
    return Lines() if verbose else Silent()
