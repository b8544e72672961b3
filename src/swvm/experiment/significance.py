"""Is the best system better than the second? Tests part by part, and on how many parts it holds.

The tests themselves are in `swvm.evaluate.significance`, the replicability analysis in `swvm.evaluate.replicability`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from swvm.errors import DataError, unknown_name
from swvm.evaluate.replicability import Replicability, replicability
from swvm.evaluate.significance import (
    Alternative,
    PairedTest,
    approximate_randomisation,
    mcnemar,
    paired_bootstrap,
    paired_t_test,
    sentence_f1,
)
from swvm.experiment.outcome import SentenceTable
from swvm.experiment.records import Record
from swvm.experiment.selection import Result

TESTS = ("t-test", "randomisation", "bootstrap", "mcnemar")


@dataclass(frozen=True, slots=True)
class TestSettings:
    """How two systems are compared. `metric`: f1 (mentions) or token_f1."""

    __test__ = False  # no class of tests

    metric: str = "f1"
    alternative: Alternative = "greater"
    alpha: float = 0.05
    trials: int = 10_000
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Versus:
    """Two systems on one corpus: each test on every part, and on how many parts the first is better."""

    better: Result
    other: Result
    parts: tuple[int, ...]
    tests: Mapping[str, tuple[PairedTest, ...]] = field(default_factory=dict)
    replicability: Mapping[str, Replicability] = field(default_factory=dict)

    @property
    def corpus(self) -> str:
        return self.better.corpus

    def star(self, test: str = "t-test") -> bool:
        """Say whether the first is better on all parts: the star of the paper's table (with several parts)."""
        return self.replicability[test].on_all


def best_and_second(results: Iterable[Result], metric: str = "f1") -> dict[tuple[str, str], tuple[Result, Result]]:
    """Return for each (corpus, features) the two groups with the highest mean test score."""
    by_corpus: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for one in results:
        if one.test(metric):
            by_corpus[one.corpus, one.features].append(one)
    ranked = {key: sorted(group, key=lambda one: -one.mean(metric)) for key, group in by_corpus.items()}
    return {key: (group[0], group[1]) for key, group in ranked.items() if len(group) > 1}


def named_pair(results: Iterable[Result], names: tuple[str, str]) -> dict[tuple[str, str], tuple[Result, Result]]:
    """Return for each (corpus, features) the two groups with these names."""
    by_name = {(one.corpus, one.features, one.name): one for one in results}
    for name in names:
        if name not in {key[2] for key in by_name}:
            raise unknown_name("system", name, sorted({key[2] for key in by_name}))
    places = dict.fromkeys((corpus, features) for corpus, features, _ in by_name)
    pairs = {place: [by_name.get((*place, name)) for name in names] for place in places}
    return {place: (a, b) for place, (a, b) in pairs.items() if a is not None and b is not None}


def versus(better: Result, other: Result, settings: TestSettings | None = None) -> Versus:
    """Test two systems on every part that both have been run on, with the lowest seed that both have there."""
    settings = settings or TestSettings()
    pairs = paired_records(better.tests, other.tests)
    if not pairs:
        raise DataError(f"{better.name} and {other.name} have no test run on the same part of {better.corpus}")
    tables = [_tables(a, b) for a, b in pairs]
    tests = {name: tuple(paired_test(name, a, b, settings) for a, b in tables) for name in TESTS}
    analysed = {name: replicability([t.p_value for t in ts], alpha=settings.alpha) for name, ts in tests.items()}
    return Versus(better, other, tuple(a.part for a, _ in pairs), tests, analysed)


def paired_records(a: Sequence[Record], b: Sequence[Record]) -> list[tuple[Record, Record]]:
    """Return for each part that both have the records of the lowest seed that both have."""
    of_a, of_b = ({(record.part, record.seed): record for record in records} for records in (a, b))
    lowest: dict[int, tuple[int, int]] = {}
    for part, seed in sorted(of_a.keys() & of_b.keys()):
        lowest.setdefault(part, (part, seed))
    return [(of_a[key], of_b[key]) for key in lowest.values()]


def _tables(a: Record, b: Record) -> tuple[SentenceTable, SentenceTable]:
    one, other = _table(a), _table(b)
    if a.origin.get("data") != b.origin.get("data") or not np.array_equal(one.lengths, other.lengths):
        raise DataError(f"{a.system} and {b.system} were not tested on the same sentences of {a.corpus}, part {a.part}")
    return one, other


def _table(record: Record) -> SentenceTable:
    table = record.sentences
    if table is None:
        raise DataError(
            f"the record {record.id} ({record.system} on {record.corpus}) has no counts of test sentences"
            "; `swvm experiment compact --slim` leaves out those that no test needed"
        )
    return table


def paired_test(name: str, a: SentenceTable, b: SentenceTable, settings: TestSettings) -> PairedTest:
    """Compare two systems on the same sentences by the test of this name (one of TESTS)."""
    if name == "mcnemar":
        return mcnemar(a.right, b.right, settings.alternative)
    x, y, how = a.counts(settings.metric), b.counts(settings.metric), settings.alternative
    if name == "t-test":
        return paired_t_test(sentence_f1(x), sentence_f1(y), how)
    test = approximate_randomisation if name == "randomisation" else paired_bootstrap
    return test(x, y, seed=settings.seed, trials=settings.trials, alternative=how)
