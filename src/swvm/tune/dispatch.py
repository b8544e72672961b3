"""Tasks of a search: batches come one after another, and no worker starts anew between them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from swvm.experiment.dispatch import Dispatcher, Prepare, Task
from swvm.experiment.features import forget
from swvm.experiment.plan import PartKey
from swvm.tune.bounds import Bounds
from swvm.tune.trials import Trial


class BatchDispatcher(Dispatcher):
    """Hands out the trials of a batch; none when the time is over. A part stays while the next batch reads it."""

    def __init__(self, cache: Path, bounds: Bounds) -> None:
        super().__init__([], cache)
        self._bounds = bounds
        self._parts: dict[str, PartKey] = {}

    def add(self, trials: Sequence[Trial]) -> None:
        """Begin a batch."""
        needed = {trial.part.id: trial.part for trial in trials}
        for id in self._ready - needed.keys():
            forget(self._parts.pop(id), self._cache)
        self._begun &= needed.keys()
        self._ready &= needed.keys()
        self._parts |= needed
        self._waiting += trials

    def next_task(self) -> Task | None:
        """Return what can be done now."""
        return None if self._bounds.over() else super().next_task()

    def done(self, task: Task) -> None:
        """Note that a task has been done."""
        if isinstance(task, Prepare):
            self._ready.add(task.part.id)
