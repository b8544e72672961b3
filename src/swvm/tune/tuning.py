"""`tune`: data -> the recipe that is taken, with all that was tried on the way to it."""

from __future__ import annotations

import hashlib
import math
import os
import shutil
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, Scheme, detect
from swvm.data.splits import Part
from swvm.errors import SettingError
from swvm.experiment.dispatch import Workshop
from swvm.experiment.lock import exclusive
from swvm.experiment.plan import digest
from swvm.experiment.records import by_id, heal, read_records
from swvm.experiment.sources import Whole, load_whole
from swvm.tune.bench import Bench
from swvm.tune.bounds import SEARCHING, Bounds
from swvm.tune.config import SEARCHES, TuneConfig
from swvm.tune.driver import Driver, Watcher
from swvm.tune.ending import Ending, runs_of_end
from swvm.tune.estimate import estimate
from swvm.tune.final import Final
from swvm.tune.found import Found
from swvm.tune.groups import SPACY, Resource, groups_of
from swvm.tune.halves import Halves, halves
from swvm.tune.noise import Noise
from swvm.tune.recipe import Recipe
from swvm.tune.search import Search
from swvm.tune.sources import GivenSource
from swvm.tune.space import Space, schemes_for
from swvm.tune.trials import Candidate, Trials


def tune(
    source: GivenSource,
    records: str | Path,
    config: TuneConfig,
    watcher: Watcher | None = None,
    resources: Sequence[Resource] = (),
) -> Found:
    """Search a recipe. Records go to a file; the same call goes on from them. `resources` may be looked up by it."""
    path, began = Path(records), time.monotonic()
    with exclusive(path):
        heal(path)
        cache = path.with_name(path.name + ".features")
        try:
            return Tuning(source, path, cache, config, watcher or Watcher(), began, tuple(resources)).run()
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
    resources: tuple[Resource, ...] = ()

    def run(self) -> Found:
        """Search, and compare the finalists."""
        config, whole = self.config, load_whole(self.source, "keep")
        check_data(whole, config.folds)
        scheme = detect(LabelSequences.of_corpus(training(whole, config.folds)))
        columns = [column.name for column in whole.corpus.columns]
        groups = groups_of(columns, self.resources, tags=scheme is Scheme.TAGS)
        sha256 = checksum(whole, self.resources)
        trials = Trials(self.source, sha256, groups, self.cache / "templates", config.folds or 0, config.seed)
        space, bench, bounds = Space(groups, schemes=schemes_for(scheme)), Bench(trials), self._bounds()
        level = _level(training(whole, config.folds), config.sample)
        driver = self._driver()
        cut = halves(whole.corpus, scored(whole, trials), config.judges, config.seed)
        bench.sentences = cut.searched
        search = SEARCHES[config.search](space, bench, level, space.starts()["basic"], config.seed)
        leaving = runs_of_end(space, trials)
        ended = {"search": driver.run("search", bench, search.batches(), bounds.up_to(SEARCHING, leaving))}
        if not bench.results:
            raise SettingError(_TOO_SHORT)
        ending = Ending(search, Bench(trials.fresh()), driver, bounds)
        final = ending.begun()
        ended |= ending.run(final)
        return self._found(whole, cut, search, final, ended=ended, driver=driver)

    def _bounds(self) -> Bounds:
        minutes = self.config.minutes
        return Bounds(math.inf if minutes is None else 60 * minutes, self.config.trials, self.began)

    def _driver(self) -> Driver:
        workers = self.config.workers or os.cpu_count() or 1
        workshop = Workshop(self.cache, "tune", "")
        return Driver(self.path, by_id(read_records(self.path)), workshop, workers, self.watcher)

    def _found(
        self, whole: Whole, cut: Halves, search: Search, final: Final, *, ended: Mapping[str, str], driver: Driver
    ) -> Found:
        bench, level = (final.bench, final.level) if final.decided else (search.bench, search.level)
        judges = cut.judging or cut.searched
        results = [result.on(judges) for result in bench.at(level)]
        compared = {*final.finalists, final.current} if final.decided or not cut.apart else {final.current}
        [result] = [one for one in results if one.recipe == final.current]
        return Found(
            recipe=final.current,
            result=result,
            estimate=estimate(result, [one for one in results if one.recipe in compared], cut, self.config.seed),
            rivals=results,
            search=search,
            final=final,
            noise=Noise(results),
            halves=cut,
            ended=ended,
            ran=frozenset(driver.ran),
            seconds=time.monotonic() - self.began,
            whole=whole,
            config=self.config,
        )


_TOO_SHORT = "the limit was reached before the starting recipes had been tried; allow more --minutes or --trials"


def checksum(whole: Whole, resources: Sequence[Resource]) -> str:
    """Return a checksum of the corpora and of the files that words are looked up in."""
    files = [one.file for one in resources if not one.file.startswith(SPACY)]
    if not files:
        return whole.sha256
    return digest([whole.sha256, *(hashlib.sha256(Path(file).read_bytes()).hexdigest() for file in files)])


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


def scored(whole: Whole, trials: Trials) -> list[Part]:
    """Return the sentences that each fold scores."""
    [candidate] = [Candidate(Recipe())]
    return [trial.part.split(whole).dev for trial in trials.of(candidate)]


def _level(corpus: Corpus, sample: int) -> float:
    return min(1.0, round(sample / corpus.n_tokens, 3))
