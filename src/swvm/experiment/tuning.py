"""Search with optuna: its suggestions become runs, and the records of those runs tell it how good they were.

Suggestions come in batches of a fixed size, so that they depend on the seed alone and not on the number of workers. All
that optuna knows is in the records: a search that was killed is replayed from them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import Any

from swvm.errors import missing_extra
from swvm.experiment.grid import Range, Values, checked
from swvm.experiment.plan import Run
from swvm.experiment.records import Record
from swvm.experiment.spec import System

BATCH = 4
RunsOf = Callable[[int, Mapping[str, Any]], list[Run]]


def optuna_runs(
    system: System, values: Mapping[str, Values], metric: str, runs_of: RunsOf, records: Mapping[str, Record]
) -> Iterator[Run]:
    """Yield the runs of all batches that are known: those done, and the next one."""
    study = _study(system.search.seed)
    for first in range(0, system.search.count, BATCH):
        size = min(BATCH, system.search.count - first)
        trials = [study.ask() for _ in range(size)]
        batch = [runs_of(first + k, _settings(system, values, trial)) for k, trial in enumerate(trials)]
        for runs in batch:
            yield from runs
        if any(run.id not in records for runs in batch for run in runs):
            return
        for trial, runs in zip(trials, batch, strict=True):
            study.tell(trial, _score([records[run.id] for run in runs], metric))


def _study(seed: int) -> Any:
    try:
        import optuna  # noqa: PLC0415 (an optional dependency)
    except ImportError:
        raise missing_extra("a search with optuna", "tune") from None
    optuna.logging.set_verbosity(optuna.logging.WARNING)
    return optuna.create_study(direction="maximize", sampler=optuna.samplers.TPESampler(seed=seed))


def _settings(system: System, values: Mapping[str, Values], trial: Any) -> dict[str, Any]:
    return checked(system.place, {name: _suggest(trial, name, one) for name, one in values.items()})


def _suggest(trial: Any, name: str, values: Values) -> Any:
    if not isinstance(values, Range):
        return values[trial.suggest_categorical(name, list(range(len(values))))] if len(values) > 1 else values[0]
    if values.whole:
        return trial.suggest_int(name, int(values.low), int(values.high), log=values.log)
    return trial.suggest_float(name, values.low, values.high, log=values.log)


def _score(records: Sequence[Record], metric: str) -> float:
    return fmean(record.dev.score(metric) for record in records if record.dev is not None)
