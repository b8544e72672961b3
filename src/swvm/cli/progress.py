"""What training shows while it runs: a table that grows, on a terminal with a bar below it. All on standard error."""

from __future__ import annotations

import sys
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Self

from swvm.cli.show import say
from swvm.learn.loop import EpochReport
from swvm.learn.training import Progress

HEADER = "epoch  token error  sentence error    updates   dev F1   seconds"


def epoch_line(progress: Progress) -> str:
    """Return the row of an epoch; a star marks the best development F1 so far."""
    report = progress.report
    f1 = "" if progress.dev is None else f"{progress.dev.f1:.2f}"
    return (
        f"{report.epoch:5}  {report.token_error:9.2f} %  {report.sentence_error:12.2f} %  "
        f"{int(report.counts['updates']):9,}  {f1:>7}{'*' if progress.best else ' '} {report.seconds:8.2f}"
    ).rstrip()


class Silent(AbstractContextManager["Silent"]):
    """Shows nothing, and remembers the epochs of this run."""

    def __init__(self) -> None:
        self.reports: list[EpochReport] = []

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """End the display."""

    def stage(self, name: str) -> None:
        """Say what is being done now."""

    def on_epoch(self, progress: Progress) -> None:
        """Take the report of an epoch."""
        self.reports.append(progress.report)


class Lines(Silent):
    """Prints a line an epoch."""

    def on_epoch(self, progress: Progress) -> None:
        """Print the row of an epoch, under the header where it is the first."""
        if not self.reports:
            self.print(HEADER)
        super().on_epoch(progress)
        self.print(epoch_line(progress))

    def print(self, line: str) -> None:
        """Print a row."""
        say(line)


class Bar(Lines):
    """Lines, and below them a bar for the epochs that are left."""

    def __init__(self, epochs: int) -> None:
        from rich.console import Console  # noqa: PLC0415 (only on a terminal)
        from rich.progress import BarColumn, SpinnerColumn, TextColumn, TimeElapsedColumn  # noqa: PLC0415
        from rich.progress import Progress as RichProgress  # noqa: PLC0415

        super().__init__()
        columns: list[Any] = [SpinnerColumn(), TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn()]
        self._bar = RichProgress(*columns, console=Console(stderr=True), transient=True)
        self._epochs = epochs
        self._task = self._bar.add_task("reading", total=epochs)

    def __enter__(self) -> Self:
        """Draw the bar."""
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the bar away; the lines stay."""
        self._bar.stop()

    def stage(self, name: str) -> None:
        """Write the stage beside the bar."""
        self._bar.update(self._task, description=name)

    def on_epoch(self, progress: Progress) -> None:
        """Print the row and move the bar."""
        super().on_epoch(progress)
        done = progress.report.epoch
        self._bar.update(self._task, completed=done, description=f"epoch {min(done + 1, self._epochs)}/{self._epochs}")

    def print(self, line: str) -> None:
        """Print a row above the bar."""
        self._bar.console.print(line, highlight=False, markup=False)


def progress_for(epochs: int, *, verbose: bool, quiet: bool) -> Silent:
    """Return the display: a bar on a terminal, in a pipe nothing unless asked for."""
    if quiet:
        return Silent()
    if sys.stderr.isatty():
        return Bar(epochs)
    return Lines() if verbose else Silent()
