"""Which task is next: runs in their order, each after its part is prepared; parts are dropped after their last run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.errors import SwvmError
from swvm.experiment.execution import execute
from swvm.experiment.features import Prepared, ensure, forget, load
from swvm.experiment.plan import PartKey, Run
from swvm.experiment.records import Record


@dataclass(frozen=True)
class Prepare:
    """The task of computing a part's features."""

    part: PartKey

    @property
    def text(self) -> str:
        return f"the features of {self.part.source.name}"


Task = Prepare | Run


@dataclass(frozen=True)
class Workshop:
    """What every task needs to know: where parts are kept, and for which experiment it works."""

    cache: Path
    experiment: str
    spec_sha256: str


class Dispatcher:
    """Hands out tasks; whoever does them says when they are done."""

    def __init__(self, runs: Sequence[Run], cache: Path) -> None:
        self._cache = cache
        self._waiting = list(runs)
        self._left = Counter(run.part.id for run in runs)
        self._begun: set[str] = set()
        self._ready: set[str] = set()

    def next_task(self) -> Task | None:
        """Return what can be done now; None where all is done or waits for parts that are being prepared."""
        for number, run in enumerate(self._waiting):
            if run.part.id in self._ready:
                return self._waiting.pop(number)
            if run.part.id not in self._begun:
                self._begun.add(run.part.id)
                return Prepare(run.part)
        return None

    def done(self, task: Task) -> None:
        """Note that a task has been done."""
        if isinstance(task, Prepare):
            self._ready.add(task.part.id)
            return
        self._left[task.part.id] -= 1
        if not self._left[task.part.id]:
            forget(task.part, self._cache)


class RunError(SwvmError):
    """A task cannot be done. A class of its own, because it goes from process to process."""


class Worker:
    """Does tasks, one after another, and keeps the part of the last one."""

    def __init__(self, workshop: Workshop) -> None:
        self._workshop = workshop
        self._part: tuple[str, Prepared] | None = None

    def perform(self, task: Task) -> Record | None:
        """Do a task; a run gives a record. An error says of which task it is."""
        try:
            return self._perform(task)
        except SwvmError as error:
            raise RunError(f"{task.text}: {error}") from error

    def _perform(self, task: Task) -> Record | None:
        if isinstance(task, Prepare):
            ensure(task.part, self._workshop.cache)
            return None
        return execute(task, self._load(task.part), self._workshop.experiment, self._workshop.spec_sha256)

    def _load(self, key: PartKey) -> Prepared:
        if self._part is None or self._part[0] != key.id:
            self._part = None  # let go of the old one first
            self._part = (key.id, load(key, self._workshop.cache))
        return self._part[1]
