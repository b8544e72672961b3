"""`tune`: data -> the recipe that is taken, with all that was tried on the way to it."""

from __future__ import annotations

import math
import os
import shutil
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from swvm.config import Config, parameter
from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, detect
from swvm.errors import SettingError
from swvm.experiment.dispatch import Workshop
from swvm.experiment.lock import exclusive
from swvm.experiment.records import by_id, heal, read_records
from swvm.experiment.sources import Whole, load_whole
from swvm.tune.bench import Bench, Result
from swvm.tune.bounds import Bounds
from swvm.tune.driver import Driver, Watcher
from swvm.tune.final import FULL, Final, Part
from swvm.tune.groups import groups_of
from swvm.tune.halving import Halving
from swvm.tune.noise import Noise
from swvm.tune.optimism import Optimism, optimism
from swvm.tune.recipe import Groups, Recipe
from swvm.tune.search import Greedy, Search, leaders
from swvm.tune.sources import GivenSource
from swvm.tune.space import Space, schemes_for
from swvm.tune.trials import Trials

SEARCHES: Mapping[str, type[Search]] = {"greedy": Greedy, "halving": Halving}


@dataclass(frozen=True, slots=True)
class TuneConfig(Config):
    """The settings of a search."""

    folds: int | None = parameter(None, "choose by the mean F1 over so many folds of TRAIN, instead of dev", minimum=2)
    search: str = parameter("greedy", "how recipes are searched for", choices=tuple(SEARCHES))
    minutes: float | None = parameter(60.0, "the time of this call")
    trials: int | None = parameter(None, "runs at most; the same number gives the same recipe", minimum=1)
    sample: int = parameter(100_000, "tokens that are learned from before the finalists", minimum=1)
    seed: int = parameter(1, "the seed of everything that is drawn", minimum=1)
    workers: int | None = parameter(None, "processes; no result depends on them", minimum=1)

    def __post_init__(self) -> None:
        Config.__post_init__(self)
        if self.minutes is not None and not 0 < self.minutes < math.inf:
            raise SettingError(f"minutes is {self.minutes}; it must be a number above 0")


@dataclass(frozen=True)
class Found:
    """What a search has found."""

    recipe: Recipe
    result: Result
    search: Search
    final: Final
    noise: Noise
    optimism: Optimism | None
    ended: Mapping[str, str]  # of each phase: "done", "trials" or "time"
    ran: int  # trials of this call; the others were in the records
    seconds: float  # of this call
    whole: Whole
    config: TuneConfig

    @property
    def space(self) -> Space:
        """What was searched."""
        return self.search.space

    @property
    def groups(self) -> Groups:
        """All groups that the corpus offers."""
        return self.space.groups

    @property
    def rivals(self) -> list[Result]:
        """The results that the winner can be compared with: of the same data and the same seeds."""
        return (self.final.bench if self.final.decided else self.search.bench).at(self.result.level)

    @property
    def tried(self) -> list[Result]:
        """All results, those of the finalists first."""
        return [*self.final.bench.results.values(), *self.search.bench.results.values()]

    @property
    def trials(self) -> int:
        """How many runs the results rest on."""
        return self.final.bench.evaluated + self.search.bench.evaluated

    @property
    def parts(self) -> list[Part]:
        """What each part of the recipe brings, as far as it was measured."""
        return self.final.parts()

    @property
    def share(self) -> float:
        """The share of the training sentences that the score is of."""
        return self.result.level


def tune(source: GivenSource, records: str | Path, config: TuneConfig, watcher: Watcher | None = None) -> Found:
    """Search a recipe. Records go to a file; the same call goes on from them."""
    path, began = Path(records), time.monotonic()
    with exclusive(path):
        heal(path)
        cache = path.with_name(path.name + ".features")
        try:
            return Tuning(source, path, cache, config, watcher or Watcher(), began).run()
        finally:
            shutil.rmtree(cache, ignore_errors=True)


@dataclass(frozen=True)
class Tuning:
    """One call of `tune`."""

    source: GivenSource
    path: Path
    cache: Path
    config: TuneConfig
    watcher: Watcher
    began: float

    def run(self) -> Found:
        """Search, and compare the finalists."""
        config, whole = self.config, load_whole(self.source, "keep")
        check_data(whole, config.folds)
        groups = groups_of([column.name for column in whole.corpus.columns])
        trials = Trials(self.source, whole.sha256, groups, self.cache / "templates", config.folds or 0, config.seed)
        space, bench, bounds = Space(groups, schemes=self._schemes(whole)), Bench(trials), self._bounds()
        level = _level(training(whole, config.folds), config.sample)
        driver = self._driver()
        search = SEARCHES[config.search](space, bench, level, space.starts()["basic"], config.seed)
        ended = {"search": driver.run("search", bench, search.batches(), bounds.searching())}
        if not bench.results:
            raise SettingError(_TOO_SHORT)
        final = Final(space, Bench(trials.fresh()), leaders(bench, level), search.current)
        ended["finalists"] = driver.run("finalists", final.bench, final.batches(), bounds)
        return self._found(whole, search, final, ended, driver)

    def _schemes(self, whole: Whole) -> tuple[str, ...]:
        return schemes_for(detect(LabelSequences.of_corpus(training(whole, self.config.folds))))

    def _bounds(self) -> Bounds:
        minutes = self.config.minutes
        return Bounds(math.inf if minutes is None else 60 * minutes, self.config.trials, self.began)

    def _driver(self) -> Driver:
        workers = self.config.workers or os.cpu_count() or 1
        workshop = Workshop(self.cache, "tune", "")
        return Driver(self.path, by_id(read_records(self.path)), workshop, workers, self.watcher)

    def _found(self, whole: Whole, search: Search, final: Final, ended: Mapping[str, str], driver: Driver) -> Found:
        bench, level = (final.bench, FULL) if final.decided else (search.bench, search.level)
        return Found(
            recipe=final.current,
            result=bench.result(final.current, level),
            search=search,
            final=final,
            noise=Noise(bench.at(level)),
            optimism=optimism(bench.at(level), self.config.seed),
            ended=ended,
            ran=driver.ran,
            seconds=time.monotonic() - self.began,
            whole=whole,
            config=self.config,
        )


_TOO_SHORT = "the limit was reached before the starting recipes had been tried; allow more --minutes or --trials"


def check_data(whole: Whole, folds: int | None) -> None:
    """Raise an error where there is nothing to tune on."""
    sentences = len(whole.corpus)
    if folds and folds > sentences:
        raise SettingError(f"folds is {folds}; it must be at most the number of sentences, {sentences}")
    if not folds and "dev" not in whole.parts:
        raise SettingError("there are no development data to choose by: give --dev, or cut TRAIN into --folds")


def training(whole: Whole, folds: int | None) -> Corpus:
    """Return the training data; of folds all of it."""
    return whole.corpus if folds else whole.corpus.select(whole.parts["train"])


def _level(corpus: Corpus, sample: int) -> float:
    return min(1.0, round(sample / corpus.n_tokens, 3))
