"""Records -> the chosen configuration of every system, and its scores on test.

A configuration is all settings of a system. Of each group of them (by default: a system on a corpus with a set of
features) the one with the best mean score on dev, over the parts and seeds, is chosen; ties go to the one that stands
first in the grid. Its test scores are those of its final runs where there are any, else those of the grid's own runs.
What says whether two of them differ is in `significance`.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

from swvm.errors import SettingError, unknown_name
from swvm.experiment.outcome import METRICS
from swvm.experiment.records import Record

BY = ("system",)
SCORES = ("precision", "recall", "f1", "token_precision", "token_recall", "token_f1", "accuracy")


@dataclass(frozen=True, slots=True)
class Configuration:
    """A system with its settings on a corpus: one record for each part and seed."""

    corpus: str
    features: str
    protocol: str
    system: str
    place: int
    settings: Mapping[str, Any]
    records: tuple[Record, ...]

    @property
    def parts(self) -> tuple[int, ...]:
        return tuple(sorted({record.part for record in self.records}))

    def dev(self, metric: str = "f1") -> tuple[float, ...]:
        """Return the score on dev of each part, the mean over the seeds."""
        return by_part(self.records, "dev", metric)

    def mean_dev(self, metric: str = "f1") -> float:
        return fmean(self.dev(metric))


@dataclass(frozen=True, slots=True)
class Result:
    """The chosen configuration of a group with its test records, one for each part and seed."""

    group: Mapping[str, Any]  # what the group has in common: {"system": "SWVM"}
    chosen: Configuration
    tests: tuple[Record, ...]
    candidates: int  # how many configurations it was chosen from

    @property
    def corpus(self) -> str:
        return self.chosen.corpus

    @property
    def features(self) -> str:
        return self.chosen.features

    @property
    def name(self) -> str:
        """The group's values in one line."""
        return " ".join(str(value) for value in self.group.values() if value is not None)

    def test(self, metric: str = "f1") -> tuple[float, ...]:
        """Return the test score of each part, the mean over the seeds."""
        return by_part(self.tests, "test", metric)

    def mean(self, metric: str = "f1") -> float:
        """Return the mean of a test score over the parts (so F1 is not the harmonic mean of P and R)."""
        return fmean(self.test(metric))

    def spread(self, metric: str = "f1") -> float:
        """Return the standard deviation of a test score over parts and seeds; 0 where there is one run alone."""
        values = [record.test.score(metric) for record in self.tests if record.test is not None]
        return stdev(values) if len(values) > 1 else 0.0


def by_part(records: Iterable[Record], side: str, metric: str) -> tuple[float, ...]:
    """Return the score of each part, in their order, the mean over the seeds."""
    values: dict[int, list[float]] = defaultdict(list)
    for record in records:
        outcome = getattr(record, side)
        if outcome is not None:
            values[record.part].append(outcome.score(metric))
    return tuple(fmean(values[part]) for part in sorted(values))


def configurations(records: Iterable[Record]) -> list[Configuration]:
    """Gather the grid's records, in the order of corpora, systems and their grids."""
    found: dict[tuple[str, ...], list[Record]] = defaultdict(list)
    for record in records:
        if record.stage == "grid":
            key = (record.corpus, record.features, record.protocol, record.system, settings_key(record.settings))
            found[key].append(record)
    return [_configuration(members) for members in found.values()]


def settings_key(settings: Mapping[str, Any]) -> str:
    """Return settings as text that is the same for the same settings."""
    return json.dumps(dict(settings), sort_keys=True)


def _configuration(records: Sequence[Record]) -> Configuration:
    first = min(records, key=lambda record: record.place)
    ordered = tuple(sorted(records, key=lambda record: (record.part, record.seed)))
    return Configuration(
        first.corpus, first.features, first.protocol, first.system, first.place, first.settings, ordered
    )


def choose(
    records: Iterable[Record], by: Sequence[str] = BY, metric: str = "f1"
) -> list[tuple[Mapping[str, Any], Configuration, int]]:
    """Return of each group its values, the best configuration on dev, and how many there were to choose from.

    `by` names what groups have in common beside corpus and features: `system`, or settings such as `gamma`. Only
    configurations that have run on every part and seed that any of their group has can be chosen.
    """
    check_metric(metric)
    groups: dict[tuple[Any, ...], list[Configuration]] = defaultdict(list)
    for one in configurations(records):
        groups[(one.corpus, one.features, one.protocol, *_values(one.records[0], by))].append(one)
    return [_best(dict(zip(by, key[3:], strict=True)), members, metric) for key, members in groups.items()]


def check_metric(metric: str) -> None:
    """Raise an error for a score that is not there."""
    if metric not in METRICS:
        raise unknown_name("metric", metric, list(METRICS))


def _values(record: Record, by: Sequence[str]) -> tuple[Any, ...]:
    return tuple(record.value(name) for name in by)


def _best(
    group: Mapping[str, Any], members: Sequence[Configuration], metric: str
) -> tuple[Mapping[str, Any], Configuration, int]:
    whole = max(len(one.records) for one in members)
    complete = [one for one in members if len(one.records) == whole and one.dev(metric)]
    if not complete:
        what = ", ".join(f"{name} {value}" for name, value in group.items())
        raise SettingError(f"no run of the {what} has a development score to choose by; run the experiment anew")
    ordered = sorted(complete, key=lambda one: (one.place, settings_key(one.settings)))
    return group, max(ordered, key=lambda one: round(one.mean_dev(metric), 9)), len(members)


def results(records: Iterable[Record], by: Sequence[str] = BY, metric: str = "f1") -> list[Result]:
    """Return the chosen configuration of every group with its test records."""
    records = list(records)
    finals = [record for record in records if record.stage == "final"]
    found = []
    for group, chosen, candidates in choose(records, by, metric):
        tests = [record for record in finals if _is_final_of(record, chosen)]
        found.append(Result(group, chosen, tuple(tests) or chosen.records, candidates))
    return found


def tested(records: Iterable[Record], by: Sequence[str] = BY, metric: str = "f1") -> list[Result]:
    """Return the results that have a test score. Where final runs are still to come, the others have none."""
    return [one for one in results(records, by, metric) if one.test(metric)]


def _is_final_of(record: Record, chosen: Configuration) -> bool:
    """A final run has the settings of the chosen one; its number of epochs may be another."""
    same_data = (record.corpus, record.features, record.protocol) == (chosen.corpus, chosen.features, chosen.protocol)
    return same_data and record.system == chosen.system and _same_but_epochs(record.settings, chosen.settings)


def _same_but_epochs(a: Mapping[str, Any], b: Mapping[str, Any]) -> bool:
    return settings_key({**a, "epochs": 0}) == settings_key({**b, "epochs": 0})


def ids_for_tests(records: Iterable[Record], by: Sequence[str] = BY) -> set[str]:
    """Return the ids of the records that systems are compared by: the tests of what any metric chooses."""
    records = list(records)
    return {test.id for metric in METRICS for one in results(records, by, metric) for test in one.tests}


def best_epoch(configuration: Configuration, metric: str = "f1") -> int:
    """Return the epoch (from 1) after which the mean score on dev is best; the first of equals."""
    name = {"f1": "curve", "token_f1": "token_curve"}.get(metric)
    if name is None:
        raise SettingError(f"curves are kept of f1 and token_f1, not of {metric}")
    curves = [getattr(record, name) for record in configuration.records]
    means = [round(fmean(values), 9) for values in zip(*curves, strict=True)]
    return 1 + means.index(max(means))
