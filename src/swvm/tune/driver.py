"""Runs a procedure: its batches become runs in worker processes, whose records are written as they end.

Batches whose results are in the records cost nothing, so a search that was killed goes on where it was. A batch counts
when it is whole: where a bound cuts one off, its records are kept for the next call, and nothing is chosen by them.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from swvm.experiment.dispatch import Workshop
from swvm.experiment.plan import Run
from swvm.experiment.pool import Done, here, in_processes
from swvm.experiment.records import Record, append_record
from swvm.tune.bench import Bench
from swvm.tune.bounds import Bounds
from swvm.tune.dispatch import BatchDispatcher
from swvm.tune.search import Batches
from swvm.tune.trials import Candidate, Trial


class Watcher:
    """Is told what happens. The command line draws it; this one is silent."""

    def phase(self, name: str) -> None:
        """A phase begins."""

    def batch(self, trials: Sequence[Trial], evaluated: int) -> None:
        """A batch of trials begins; the results so far rest on `evaluated` trials."""

    def record(self, run: Run, record: Record) -> None:
        """A trial has ended and its record is written."""


@dataclass
class Driver:
    """Runs the phases of a search."""

    path: Path
    records: dict[str, Record]
    workshop: Workshop
    workers: int
    watcher: Watcher = field(default_factory=Watcher)
    ran: set[str] = field(default_factory=set)  # the ids of the trials of this call
    benches: list[Bench] = field(default_factory=list)  # of the phases so far, the last one's last

    @property
    def evaluated(self) -> int:
        """How many runs all results rest on."""
        return sum(bench.evaluated for bench in self.benches)

    def run(self, phase: str, bench: Bench, batches: Batches, bounds: Bounds) -> str:
        """Run a procedure to its end or to a bound; return what ended it: "done", "trials" or "time"."""
        self.watcher.phase(phase)
        if not any(one is bench for one in self.benches):
            self.benches.append(bench)
        batch, todo, why = self._next(batches, bounds)
        if batch is None:
            return why
        dispatcher = BatchDispatcher(self.workshop.cache, bounds)
        dispatcher.add(todo)
        waiting = {trial.id for trial in todo}
        with closing(self._pool(dispatcher)) as done:
            for run, record in done:
                self._keep(run, record)
                waiting.discard(run.id)
                if waiting:
                    continue
                bench.take(batch, self.records)
                batch, todo, why = self._next(batches, bounds)
                if batch is None:
                    return why
                dispatcher.add(todo)
                waiting = {trial.id for trial in todo}
        return "time"

    def _keep(self, run: Run, record: Record) -> None:
        append_record(self.path, record)
        self.records[run.id] = record
        self.ran.add(run.id)
        self.watcher.record(run, record)

    def _next(self, batches: Batches, bounds: Bounds) -> tuple[list[Candidate] | None, list[Trial], str]:
        """Return the next batch with trials that are not in the records; None at the end, or at a bound."""
        bench = self.benches[-1]
        for batch in batches:
            trials = {trial.id: trial for candidate in batch for trial in bench.trials.of(candidate)}
            if bounds.too_many(self.evaluated + len(trials.keys() - bench.known)):
                return None, [], "trials"
            todo = [trial for id, trial in trials.items() if id not in self.records]
            if todo:
                self.watcher.batch(todo, self.evaluated)
                return batch, todo, ""
            bench.take(batch, self.records)
        return None, [], "done"

    def _pool(self, dispatcher: BatchDispatcher) -> Generator[Done, None, None]:
        if self.workers == 1:
            return here(dispatcher, self.workshop)
        return in_processes(dispatcher, self.workshop, self.workers)
