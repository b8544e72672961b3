"""What a search knows: the results of every recipe tried so far, whole batches only, in the order of asking.

Nothing here depends on the number of workers or on the clock, so neither does what is chosen from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean, stdev

import numpy as np

from swvm.evaluate.scores import SentenceCounts
from swvm.experiment.records import Record
from swvm.tune.halves import Mask, Sentences
from swvm.tune.recipe import Recipe
from swvm.tune.trials import Candidate, Trials

Level = float  # the share of the training sentences: only results of one level are compared


@dataclass
class Result:
    """A recipe at a level with its records, scored on some sentences of dev, or on all."""

    recipe: Recipe
    level: Level
    place: int  # how many recipes were tried before it
    records: tuple[Record, ...] = ()
    sentences: Sentences | None = None

    def on(self, sentences: Sentences | None) -> Result:
        """Return the result on other sentences."""
        return replace(self, sentences=sentences)

    @cached_property
    def scores(self) -> dict[tuple[int, int], float]:
        """F1 by fold and seed."""
        if self.sentences is None:
            return {(record.part, record.seed): record.dev.f1 for record in self.records if record.dev is not None}
        return {key: _f1(table) for key, table in self.tables.items()}

    @cached_property
    def score(self) -> float:
        """The mean F1 over folds and seeds."""
        return fmean(self.scores.values())

    @cached_property
    def by_seed(self) -> dict[int, float]:
        """The mean over the folds of each seed."""
        seeds = sorted({seed for _, seed in self.scores})
        return {seed: fmean(f1 for (_, one), f1 in self.scores.items() if one == seed) for seed in seeds}

    @property
    def spread(self) -> float | None:
        """The standard deviation over the seeds; None of one seed alone."""
        values = list(self.by_seed.values())
        return stdev(values) if len(values) > 1 else None

    @cached_property
    def tables(self) -> dict[tuple[int, int], SentenceCounts]:
        """The counts of the sentences, by fold and seed."""
        tables = {(record.part, record.seed): record.sentences for record in self.records}
        counts = {key: table.counts() for key, table in tables.items() if table is not None}
        if self.sentences is None:
            return counts
        return {(fold, seed): _some(table, self.sentences[fold]) for (fold, seed), table in counts.items()}

    @property
    def seconds(self) -> float:
        """What one run took."""
        return fmean(record.seconds["all"] for record in self.records)


@dataclass
class Bench:
    """All results by recipe and level."""

    trials: Trials
    results: dict[tuple[Recipe, Level], Result] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)  # the ids of the runs that the results rest on
    sentences: Sentences | None = None  # of dev: by these the results are scored; None: by all

    @property
    def evaluated(self) -> int:
        """How many runs the results rest on."""
        return len(self.known)

    def take(self, batch: Iterable[Candidate], records: Mapping[str, Record]) -> None:
        """Take the results of a whole batch. More seeds of a recipe join those that are here."""
        for candidate in batch:
            key = (candidate.recipe, candidate.share)
            before = self.results.get(key)
            found = {record.id: record for record in before.records} if before else {}
            new = {trial.id: records[trial.id] for trial in self.trials.of(candidate)}
            if before and new.keys() <= found.keys():
                continue
            self.known |= new.keys()
            ordered = sorted({**found, **new}.values(), key=lambda record: (record.part, record.seed))
            place = before.place if before else len(self.results)
            self.results[key] = Result(candidate.recipe, candidate.share, place, tuple(ordered), self.sentences)

    def result(self, recipe: Recipe, level: Level) -> Result:
        """Return the result of a recipe."""
        return self.results[recipe, level]

    def at(self, level: Level) -> list[Result]:
        """Return the results of a level in the order in which they were first asked for."""
        return sorted((one for one in self.results.values() if one.level == level), key=lambda one: one.place)


def paired(a: Result, b: Result) -> tuple[SentenceCounts, SentenceCounts] | None:
    """Return the counts of both over the folds and seeds that both have, one after another; None if there are none."""
    keys = sorted(a.tables.keys() & b.tables.keys())
    if not keys:
        return None
    return _summed([a.tables[key] for key in keys], keys), _summed([b.tables[key] for key in keys], keys)


def _summed(tables: Sequence[SentenceCounts], keys: Sequence[tuple[int, int]]) -> SentenceCounts:
    """Add the seeds of each fold up, sentence by sentence, and put the folds one behind another."""
    folds = sorted({fold for fold, _ in keys})
    parts = []
    for fold in folds:
        mine = [table for table, key in zip(tables, keys, strict=True) if key[0] == fold]
        parts.append([np.sum([getattr(one, name) for one in mine], axis=0) for name in ("tp", "fp", "fn")])
    tp, fp, fn = (np.concatenate([part[k] for part in parts]) for k in range(3))
    return SentenceCounts(tp, fp, fn, (fp + fn) == 0)


def _some(table: SentenceCounts, mask: Mask) -> SentenceCounts:
    return SentenceCounts(table.tp[mask], table.fp[mask], table.fn[mask], table.exact[mask])


def _f1(table: SentenceCounts) -> float:
    right, wrong = 2 * int(table.tp.sum()), int(table.fp.sum() + table.fn.sum())
    return 100.0 * right / (right + wrong) if right + wrong else 0.0
