"""Records -> what tables and figures are made from: chosen configurations, their tests, in the order of the tables."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from swvm.errors import DataError, unknown_name
from swvm.experiment.records import Record
from swvm.experiment.selection import Configuration, Result, configurations, settings_key, tested
from swvm.experiment.significance import TestSettings, Versus, best_and_second, versus
from swvm.report.names import Place, gamma_rank, learner_rank, places

METRICS = ("f1", "token_f1")


@dataclass(frozen=True, slots=True)
class Analysis:
    """All that a report shows follows from this. `versus` holds, by place, the best system against the second."""

    records: tuple[Record, ...]
    metric: str  # what configurations were chosen by
    places: tuple[Place, ...]
    results: tuple[Result, ...]  # one for each place and system
    versus: Mapping[Place, Versus]

    def at(self, place: Place) -> list[Result]:
        """Return the results of a place, in the order of the tables."""
        return [one for one in self.results if place.holds(one)]

    def systems(self) -> list[tuple[str, str]]:
        """Return (learner, system) of every system, in the order of the tables."""
        found = {(learner_of(one), one.chosen.system) for one in self.results}
        return sorted(found, key=lambda pair: learner_rank(*pair))


def analyse(records: Iterable[Record], metric: str = "f1") -> Analysis:
    """Choose the configurations and compare the best two systems of each corpus."""
    if metric not in METRICS:
        raise unknown_name("metric", metric, list(METRICS))
    records = tuple(sorted(records, key=record_rank))
    _check(records)
    found = sorted(tested(records, metric=metric), key=result_rank)
    if not found:
        raise DataError("no record has a test score yet: the final runs come last. Run the experiment to its end")
    pairs = best_and_second(found, metric)
    settings = TestSettings(metric=metric)
    compared = {
        Place(*place): versus(best, second, settings)
        for place, (best, second) in pairs.items()
        if have_counts(best, second)
    }
    return Analysis(records, metric, tuple(places(records)), tuple(found), compared)


def _check(records: Sequence[Record]) -> None:
    if not records:
        raise DataError("there are no records to report on")
    protocols = sorted({record.protocol for record in records})
    if len(protocols) > 1:
        raise DataError(f"the records are of the protocols {' and '.join(protocols)}; make a report of each")


def have_counts(*compared: Result) -> bool:
    """Say whether all tests of the results can be made: they need the counts of each sentence."""
    return all(record.packed is not None for one in compared for record in one.tests)


def record_rank(record: Record) -> tuple[Any, ...]:
    """Return a key that orders records in one way, whatever order they were written in."""
    order = (record.corpus, record.features, record.stage, record.system, record.place)
    return (*order, settings_key(record.settings), record.part, record.seed, record.id)


def result_rank(result: Result) -> tuple[Any, ...]:
    """Return the key by which results are sorted."""
    return (result.corpus, result.features, *learner_rank(learner_of(result), result.chosen.system), result.name)


def learner_of(one: Result | Configuration) -> str:
    """Return the learner of a system."""
    chosen = one.chosen if isinstance(one, Result) else one
    return str(chosen.settings["learner"])


def grid_of(analysis: Analysis, system: str) -> list[Configuration]:
    """Return all configurations of a system, in the order of its grid."""
    found = [one for one in configurations(analysis.records) if one.system == system]
    return sorted(found, key=configuration_rank)


def configuration_rank(one: Configuration) -> tuple[Any, ...]:
    """Return the key by which configurations of a system are sorted: mode, SetGamma, K, then the rest."""
    settings = one.settings
    gamma = gamma_rank(str(settings.get("gamma", "")))
    return (one.corpus, one.features, str(settings.get("mode", "")), gamma, settings.get("k_best", 0), one.place)


def varied(members: Sequence[Configuration]) -> list[str]:
    """Return the names of the settings that have two values among them. Not to read a setting is no value."""
    names = dict.fromkeys(name for one in members for name in one.settings)
    return [name for name in names if len({str(one.settings[name]) for one in members if name in one.settings}) > 1]
