"""Two systems, tested on all that both were run on: records of experiments, or outputs in column files.

Per dataset (a corpus, or one output file) each test has a p-value on every part; on how many parts the first system is
better is said by the replicability analysis of Bonferroni, since folds share their training data. Over corpora, which
are independent, Fisher's is given beside it. A corpus with several parts enters there with its p-value for all parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import Any

import numpy as np

from swvm.errors import DataError, SettingError, unknown_name
from swvm.evaluate.evaluation import evaluate
from swvm.evaluate.files import read_labels
from swvm.evaluate.pairs import pair_labels
from swvm.evaluate.replicability import Replicability, replicability
from swvm.evaluate.significance import PairedTest
from swvm.experiment.outcome import SentenceTable
from swvm.experiment.records import records_there
from swvm.experiment.selection import Result, tested
from swvm.experiment.significance import TESTS, TestSettings, Versus, paired_test, versus


@dataclass(frozen=True, slots=True)
class Dataset:
    """Two systems on one corpus, or in one pair of files. Scores are in percent, a mean over the parts."""

    name: str
    scores: tuple[float, float]
    tests: Mapping[str, tuple[PairedTest, ...]]
    over_parts: Mapping[str, Replicability]

    @property
    def difference(self) -> float:
        return self.scores[0] - self.scores[1]

    @property
    def p_values(self) -> dict[str, float]:
        """Return the p-value of each test for: better on all parts."""
        return {name: found.values[-1] for name, found in self.over_parts.items()}

    def to_json(self) -> dict[str, Any]:
        tests = {
            name: {"parts": [test.to_json() for test in found], "replicability": self.over_parts[name].to_json()}
            for name, found in self.tests.items()
        }
        return {
            "name": self.name,
            "f1": list(self.scores),
            "difference": self.scores[0] - self.scores[1],
            "tests": tests,
        }


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two systems on one or more datasets."""

    names: tuple[str, str]
    settings: TestSettings
    datasets: tuple[Dataset, ...]

    def over_datasets(self, test: str) -> tuple[Replicability, Replicability]:
        """Return the analyses by Bonferroni and by Fisher over the datasets."""
        p_values = [dataset.p_values[test] for dataset in self.datasets]
        alpha = self.settings.alpha
        return replicability(p_values, "bonferroni", alpha), replicability(p_values, "fisher", alpha)

    def to_json(self) -> dict[str, Any]:
        over = {test: {found.method: found.to_json() for found in self.over_datasets(test)} for test in TESTS}
        how = {"metric": self.settings.metric, "alternative": self.settings.alternative, "seed": self.settings.seed}
        return {
            "systems": list(self.names),
            **how,
            "datasets": [dataset.to_json() for dataset in self.datasets],
            "over_datasets": over if len(self.datasets) > 1 else None,
        }


def compare_outputs(
    gold: str | Path, a: str | Path, b: str | Path, settings: TestSettings, **options: Any
) -> Comparison:
    """Compare two labellings of a gold file; `options` say how the files are read."""
    tables = [table_of_files(gold, output, **options) for output in (a, b)]
    tests = {name: (paired_test(name, tables[0], tables[1], settings),) for name in TESTS}
    scores = tuple(_f1(table, settings.metric) for table in tables)
    over = {
        name: replicability([test.p_value for test in found], alpha=settings.alpha) for name, found in tests.items()
    }
    dataset = Dataset(str(gold), (scores[0], scores[1]), tests, over)
    return Comparison((str(a), str(b)), settings, (dataset,))


def table_of_files(gold: str | Path, output: str | Path, **options: Any) -> SentenceTable:
    """Return the counts of each sentence of an output."""
    labels = read_labels(gold, output, **options)
    mentions, tokens = (evaluate(*labels, mode=mode) for mode in ("conlleval", "tokens"))
    right = pair_labels(*labels).right()
    return SentenceTable.of(np.diff(labels[0].offsets), mentions.sentences, tokens.sentences, right)


def _f1(table: SentenceTable, metric: str) -> float:
    counts = table.counts(metric)
    found = 2 * int(counts.tp.sum())
    whole = found + int(counts.fp.sum() + counts.fn.sum())
    return 100.0 * found / whole if whole else 0.0


def compare_records(
    paths: Sequence[str | Path], settings: TestSettings, names: Sequence[str] = (), choose_by: str = "f1"
) -> Comparison:
    """Compare a system of one file of records with a system of another, or two systems of one file.

    Without a name a file's system is the one that is best on dev, corpus by corpus.
    """
    files = list(paths) * 2 if len(paths) == 1 else list(paths)
    if len(paths) == 1 and len(names) != 2:
        raise SettingError(f"{paths[0]}: to compare two systems of one file, name them: --system A --system B")
    wanted: list[str | None] = [*names] if names else [None, None]
    sides = [_side(file, name, choose_by) for file, name in zip(files, wanted, strict=True)]
    common = [key for key in sides[0] if key in sides[1]]
    if not common:
        raise DataError(f"{files[0]} and {files[1]} have no corpus with the same features and protocol in common")
    pairs = [(key, versus(sides[0][key], sides[1][key], settings)) for key in common]
    shown = [name or Path(file).name for name, file in zip(wanted, files, strict=True)]
    return Comparison((shown[0], shown[1]), settings, tuple(_dataset(key, pair, settings) for key, pair in pairs))


Key = tuple[str, str]


def _side(path: str | Path, name: str | None, choose_by: str) -> dict[Key, Result]:
    """Return the chosen system of a file for each (corpus, protocol)."""
    found = tested(records_there(path), metric=choose_by)
    if not found:
        raise DataError(f"{path}: no record has a test score yet. Run the experiment to its end")
    named = [one for one in found if name in (None, one.name)]
    if not named:
        known = list(dict.fromkeys(one.name for one in found))
        raise SettingError(f"{path}: {unknown_name('system with test scores:', str(name), known)}")
    best: dict[Key, Result] = {}
    for one in sorted(named, key=lambda one: one.chosen.mean_dev(choose_by)):
        best[one.corpus, one.chosen.protocol] = one
    return dict(sorted(best.items()))


def _dataset(key: Key, pair: Versus, settings: TestSettings) -> Dataset:
    scores = fmean(pair.better.test(settings.metric)), fmean(pair.other.test(settings.metric))
    return Dataset(key[0], scores, pair.tests, pair.replicability)
