"""Specification and records -> the runs that are known now.

`plan` is a function of the two alone, so an experiment that was killed goes on by asking again. What depends on results
comes in rounds: first the grids (and the first batch of each optuna search), then the next batch, last the final runs.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache, cached_property, partial
from itertools import product
from pathlib import Path
from typing import Any

from swvm.data.splits import Split
from swvm.experiment.grid import Values, all_combinations, configuration, random_combinations
from swvm.experiment.records import Record
from swvm.experiment.selection import best_epoch, choose
from swvm.experiment.sources import CorpusSource, Whole, fold_splits, official_split
from swvm.experiment.spec import Final, Protocol, Spec, System
from swvm.features.derived.files import content_of
from swvm.features.featurefile import files_named

# What of the settings decides the features and the chain: runs that share it share a prepared part.
PART_SETTINGS = ("minimum_count", "transitions", "label_constraint", "boundary")
LATER_PART_SETTINGS = ("chain", "train_scheme")


@dataclass(frozen=True)
class PartKey:
    """A part of a corpus with its features: all that a set of runs has in common."""

    source: CorpusSource
    data: str  # the checksum of the joined corpus
    invalid: str
    protocol: Protocol  # its folds: the one fold of this part
    train: str
    features: str
    features_sha256: str  # of the file; "" for a preset
    minimum_count: int
    transitions: str
    label_constraint: str
    boundary: str = "virtual"
    chain: int | None = None
    train_scheme: str = "data"

    @property
    def fold(self) -> int:
        return self.protocol.folds[0]

    @cached_property
    def identity(self) -> dict[str, Any]:
        """Return what decides the sentences and their features; no path is in it."""
        plain = asdict(self)
        plain["source"] = self.source.name
        for name, default in {"boundary": "virtual", "chain": None, "train_scheme": "data"}.items():
            if plain[name] == default:  # the default names no run: records from before the setting stay known
                del plain[name]
        plain["features"] = Path(self.features).name if self.features_sha256 else self.features
        return plain

    @cached_property
    def id(self) -> str:
        return digest(self.identity)

    def split(self, whole: Whole) -> Split:
        """Return the sentences of train, dev and test."""
        if self.protocol.kind == "official":
            return official_split(whole.parts)
        return fold_splits(len(whole.corpus), self.protocol.seed, self.protocol.parts, self.fold)


@dataclass(frozen=True)
class Run:
    """One system with its settings, to be trained on one part with one seed."""

    part: PartKey
    stage: str
    system: str
    place: int
    settings: Mapping[str, Any]  # effective settings
    seed: int
    scores_test: bool

    @cached_property
    def id(self) -> str:
        """Return a hash of all that decides the result."""
        what = {"part": self.part.identity, "settings": dict(self.settings), "seed": self.seed}
        return digest({**what, "stage": self.stage, "system": self.system, "test": self.scores_test})

    @property
    def counted(self) -> str | None:
        """The side whose sentences the record counts one by one."""
        return "test" if self.scores_test else None

    @property
    def every_epoch(self) -> bool:
        """Whether dev is scored after every epoch, or after the last one alone."""
        return True

    @property
    def text(self) -> str:
        """The run in one line."""
        shown = [f"{name}={value}" for name, value in self.settings.items() if name in SHOWN]
        return f"{self.part.source.name} {self.part.fold} {self.system} {' '.join(shown)} seed={self.seed}"


SHOWN = (
    "gamma",
    "beta",
    "temperature",
    "sense",
    "templates",
    "mode",
    "identity",
    "constraint",
    "k_best",
    "C",
    "average",
)


def digest(content: Any) -> str:
    """Return a short hash of plain data."""
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:24]


def plan(spec: Spec, data: Mapping[str, str], records: Mapping[str, Record]) -> list[Run]:
    """Return all runs that are known now, done ones included, in the order in which to do them.

    `data` holds the checksum of each corpus. Where all are done, the experiment is finished.
    """
    planner = Planner(spec, data)
    runs = in_order(planner.grid(records))
    if spec.final is None or any(run.id not in records for run in runs):
        return runs
    return runs + in_order(planner.final(spec.final, [records[run.id] for run in runs]))


@dataclass(frozen=True, slots=True)
class Planner:
    """Makes runs of a specification."""

    spec: Spec
    data: Mapping[str, str]

    def grid(self, records: Mapping[str, Record]) -> Iterator[Run]:
        """Yield the runs of every grid, of every random search, and of the batches of optuna that are known."""
        for source, features, system in product(self.spec.corpora, self.spec.features, self.spec.systems):
            runs_of = partial(self._runs, source, features, system)
            values = {"learner": (system.learner,), **system.values}
            if system.search.kind == "optuna":
                from swvm.experiment.tuning import optuna_runs  # noqa: PLC0415 (an optional dependency)

                yield from optuna_runs(system, values, self.spec.choose.metric, runs_of, records)
                continue
            for place, settings in enumerate(_combinations(system, values)):
                yield from runs_of(place, settings)

    def final(self, final: Final, records: Sequence[Record]) -> Iterator[Run]:
        """Yield the runs of the chosen configurations."""
        sources = {source.name: source for source in self.spec.corpora}
        features = {features_name(one): one for one in self.spec.features}
        choice = self.spec.choose
        for _, chosen, _ in choose(records, choice.by, choice.metric):
            settings = dict(chosen.settings)
            if final.epochs == "best":
                settings["epochs"] = best_epoch(chosen, choice.metric)
            source = sources[chosen.corpus]
            part, train = self._part(source, features[chosen.features], settings), final_training(final, source)
            for fold, seed in product(self.spec.protocol.folds, final.seeds):
                key = replace(part, train=train, protocol=replace(part.protocol, folds=(fold,)))
                yield Run(key, "final", chosen.system, chosen.place, settings, seed, scores_test=True)

    def _runs(
        self, source: CorpusSource, features: str, system: System, place: int, settings: Mapping[str, Any]
    ) -> list[Run]:
        """Return the runs of one configuration: each fold with each seed."""
        part = self._part(source, features, settings)
        test = self.spec.final is None
        return [
            Run(
                replace(part, protocol=replace(part.protocol, folds=(fold,))),
                "grid",
                system.name,
                place,
                settings,
                seed,
                test,
            )
            for fold, seed in product(self.spec.protocol.folds, self.spec.seeds)
        ]

    def _part(self, source: CorpusSource, features: str, settings: Mapping[str, Any]) -> PartKey:
        spec, chosen = self.spec, {name: settings[name] for name in PART_SETTINGS}
        chosen |= {name: settings[name] for name in LATER_PART_SETTINGS if name in settings}
        sha256 = file_sha256(features) if Path(features).suffix else ""
        return PartKey(source, self.data[source.name], spec.invalid, spec.protocol, "train", features, sha256, **chosen)


def _combinations(system: System, values: Mapping[str, Values]) -> list[dict[str, Any]]:
    search = system.search
    if search.kind == "random":
        return random_combinations(system.place, values, search.count, search.seed)
    return all_combinations(system.place, values)


def final_training(final: Final, source: CorpusSource) -> str:
    """Return what the final runs are trained on."""
    if final.train != "official-train":
        return final.train
    return "train" if source.has_dev else "train+dev"


@cache
def file_sha256(path: str) -> str:
    """Return the checksum of a features file and of the files that its derived columns are made from."""
    digest = hashlib.sha256(Path(path).read_bytes())
    for file in files_named(path):
        digest.update(hashlib.sha256(content_of(file)).digest())
    return digest.hexdigest()


def features_name(features: str) -> str:
    """Return how records name a preset, or a file of templates."""
    return Path(features).name if Path(features).suffix else features


def in_order(runs: Iterable[Run]) -> list[Run]:
    """Return the runs fold by fold, then seed by seed, part by part, the cheap ones first: early results are useful."""
    runs = list(runs)
    corpora = {name: number for number, name in enumerate(dict.fromkeys(run.part.source.name for run in runs))}

    def key(run: Run) -> tuple[Any, ...]:
        return (run.part.fold, run.seed, corpora[run.part.source.name], run.part.id, relative_cost(run.settings))

    return sorted({run.id: run for run in runs}.values(), key=key)


def relative_cost(settings: Mapping[str, Any]) -> float:
    """Return about how long an epoch takes, in units of CSP's, by what was measured on CoNLL-2000."""
    config = configuration(settings).learner
    base = {"csp": 1.0, "mira": 1.0, "swvp": 1.2, "swvm": 1.2}[config.learner]
    return base + 0.8 * (config.k_best - 1) if config.learner != "csp" else base
