"""Runs an experiment: round by round, what is not in the records yet. Displays are its caller's.

Killed at any moment, the same call goes on: a record is written when its run ends, and only then.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.errors import SettingError
from swvm.experiment.dispatch import Dispatcher, Workshop
from swvm.experiment.lock import exclusive
from swvm.experiment.plan import Run, plan
from swvm.experiment.pool import Done, here, in_processes
from swvm.experiment.records import Record, append_record, by_id, heal, read_records
from swvm.experiment.sources import load_whole
from swvm.experiment.spec import Spec


class Watcher:
    """Is told what happens. The command line draws it; this one is silent."""

    def round(self, runs: Sequence[Run], done: int) -> None:
        """A round of runs begins; `done` of the experiment's runs are in the records already."""

    def record(self, run: Run, record: Record) -> None:
        """A run has ended and its record is written."""


@dataclass(frozen=True, slots=True)
class Status:
    """Where an experiment stands. `known` are the runs of this round and all before; more may follow from them."""

    known: int
    done: int
    others: int  # records of the file that belong to no run of the specification
    more: bool  # a round follows whose runs depend on results


def checksums(spec: Spec) -> dict[str, str]:
    """Return the checksum of each corpus."""
    return {source.name: load_whole(source, spec.invalid).sha256 for source in spec.corpora}


def status(spec: Spec, path: str | Path) -> Status:
    """Say where an experiment stands."""
    records = by_id(read_records(path))
    runs = plan(spec, checksums(spec), records)
    ids = {run.id for run in runs}
    done = len(ids & records.keys())
    more = done < len(ids) and (spec.final is not None or any(s.search.kind == "optuna" for s in spec.systems))
    return Status(len(ids), done, len(records.keys() - ids), more)


def run_experiment(
    spec: Spec, path: str | Path, workers: int | None = None, watcher: Watcher | None = None
) -> list[Record]:
    """Do all runs that are not in the file of records, and return the records of the experiment."""
    path = Path(path)
    if path.suffix == ".gz":
        raise SettingError(
            f"{path}: records are written to a plain file; name {path.with_suffix('')}, which goes on from it"
        )
    with exclusive(path):
        heal(path)
        return _run(spec, path, workers or os.cpu_count() or 1, watcher or Watcher())


def _run(spec: Spec, path: Path, workers: int, watcher: Watcher) -> list[Record]:
    records, data = by_id(read_records(path)), checksums(spec)
    workshop = Workshop(path.with_name(path.name + ".features"), spec.name, spec.sha256)
    try:
        for runs in _rounds(spec, data, records):
            watcher.round(runs, len(records))
            for run, record in _do(runs, workshop, workers):
                append_record(path, record)
                records[run.id] = record
                watcher.record(run, record)
    finally:
        shutil.rmtree(workshop.cache, ignore_errors=True)
    return [records[run.id] for run in plan(spec, data, records)]


def _rounds(spec: Spec, data: Mapping[str, str], records: Mapping[str, Record]) -> Iterator[list[Run]]:
    """Yield what is to be done, until nothing is; between two rounds the records grow."""
    while True:
        todo = [run for run in plan(spec, data, records) if run.id not in records]
        if not todo:
            return
        yield todo


def _do(runs: Sequence[Run], workshop: Workshop, workers: int) -> Iterator[Done]:
    dispatcher = Dispatcher(runs, workshop.cache)
    if min(workers, len(runs)) == 1:
        return here(dispatcher, workshop)
    return in_processes(dispatcher, workshop, min(workers, len(runs)))
