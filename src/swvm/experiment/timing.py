"""How long an experiment will take: before it runs, from two epochs of a few systems; while it runs, from its records.

An epoch takes longer with every labelling that is decoded, about as a straight line in K, so of each learner the
smallest and the largest K are measured, and the others lie between. The first epochs make the most updates: the
estimate is rather high than low. It counts processor time, so that it does not depend on who else uses the machine.
"""

from __future__ import annotations

import tempfile
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean

from swvm.experiment.execution import execute
from swvm.experiment.features import Prepared, ensure, forget, load
from swvm.experiment.plan import Run, features_name, relative_cost
from swvm.experiment.records import Record

EPOCHS = 2


@dataclass(frozen=True, slots=True)
class Measured:
    """What two epochs of one system took."""

    run: Run
    first: float  # the first epoch, with scoring dev
    later: float

    def seconds(self, epochs: int) -> float:
        return self.first + (epochs - 1) * self.later

    @property
    def learner(self) -> str:
        return learner_of(self.run)

    @property
    def k_best(self) -> int:
        return k_best_of(self.run)


def learner_of(run: Run) -> str:
    return str(run.settings["learner"])


def k_best_of(run: Run) -> int:
    return int(run.settings.get("k_best", 1))


@dataclass(frozen=True, slots=True)
class Estimate:
    """The time of the runs of one corpus with one set of features, in seconds of one worker."""

    corpus: str
    features: str
    runs: int
    preparing: float  # all parts
    seconds: float  # all runs
    measured: tuple[Measured, ...]


def estimate(runs: Sequence[Run]) -> Iterator[Estimate]:
    """Measure, and yield an estimate for each corpus with each set of features."""
    groups: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        groups[run.part.source.name, run.part.features].append(run)
    for (corpus, features), members in groups.items():
        preparing, measured = measure(samples(members))
        seconds = sum(predict(run, [one for one in measured if one.learner == learner_of(run)]) for run in members)
        parts = len({run.part.id for run in members})
        yield Estimate(corpus, features_name(features), len(members), parts * preparing, seconds, tuple(measured))


def samples(runs: Sequence[Run]) -> list[Run]:
    """Return of each learner a run with the smallest and one with the largest K, all on the first part."""
    chosen = []
    for learner in dict.fromkeys(map(learner_of, runs)):
        mine = sorted((run for run in runs if learner_of(run) == learner), key=k_best_of)
        low, high = (replace(run, part=runs[0].part) for run in (mine[0], mine[-1]))
        chosen += [low] if k_best_of(low) == k_best_of(high) else [low, high]
    return chosen


def measure(runs: Sequence[Run]) -> tuple[float, list[Measured]]:
    """Return the seconds that preparing the part took, and what each run's epochs took."""
    with tempfile.TemporaryDirectory(prefix="swvm-") as folder:
        began = time.process_time()
        ensure(runs[0].part, Path(folder))
        preparing = time.process_time() - began
        prepared = load(runs[0].part, Path(folder))
        measured = [_measure(run, prepared) for run in runs]
        del prepared
        forget(runs[0].part, Path(folder))
    return preparing, measured


def _measure(run: Run, prepared: Prepared) -> Measured:
    short = [replace(run, settings={**run.settings, "epochs": epochs}) for epochs in (1, EPOCHS)]
    one, two = (execute(part, prepared, "", "").seconds["cpu"] for part in short)
    return Measured(run, one, max(two - one, 0.1 * one))


def predict(run: Run, measured: Sequence[Measured]) -> float:
    """Return the seconds of a run, from what was measured of its learner."""
    epochs = int(run.settings["epochs"])
    low, high = measured[0], measured[-1]
    if high.k_best == low.k_best:
        return low.seconds(epochs)
    share = (k_best_of(run) - low.k_best) / (high.k_best - low.k_best)
    return low.seconds(epochs) + share * (high.seconds(epochs) - low.seconds(epochs))


def weight(run: Run) -> float:
    """Return how long a run takes relative to others of its corpus."""
    return relative_cost(run.settings) * float(run.settings["epochs"])


def seconds_left(todo: Iterable[Run], records: Mapping[str, Record], done: Iterable[Run]) -> float | None:
    """Estimate the seconds of one worker that are left, from the records; None where nothing is known of a corpus."""
    rates: dict[str, list[float]] = defaultdict(list)
    for run in done:
        rates[run.part.source.name].append(records[run.id].seconds["all"] / weight(run))
    todo = list(todo)
    if any(run.part.source.name not in rates for run in todo):
        return None
    means = {corpus: fmean(values) for corpus, values in rates.items()}
    return sum(means[run.part.source.name] * weight(run) for run in todo)
