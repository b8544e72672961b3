"""How sure a mean test score is: the spread of the runs, or a bootstrap over the test sentences."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import stdev

import numpy as np
import numpy.typing as npt

from swvm.experiment.records import Record
from swvm.experiment.selection import Result

TRIALS = 2000


def deviation_interval(result: Result, metric: str) -> tuple[float, float] | None:
    """Return mean ± one standard deviation over parts and seeds; None where there is one run alone."""
    values = [record.test.score(metric) for record in result.tests if record.test is not None]
    if len(values) < 2:
        return None
    mean, deviation = result.mean(metric), stdev(values)
    return mean - deviation, mean + deviation


def bootstrap_interval(result: Result, metric: str, seed: int = 1) -> tuple[float, float] | None:
    """Return the middle 95 % of the mean F1 when the sentences of every part are drawn with replacement.

    It says how far the choice of test sentences moves the score, not what training on others would do.
    """
    records = [record for record in result.tests if record.packed is not None]
    if not records:
        return None
    generator = np.random.default_rng(seed)
    drawn = np.mean([_drawn_f1(record, metric, generator) for record in records], axis=0)
    low, high = np.quantile(drawn, (0.025, 0.975)).tolist()
    return low, high


def _drawn_f1(record: Record, metric: str, generator: np.random.Generator) -> npt.NDArray[np.float64]:
    table = record.sentences
    assert table is not None
    counts = table.counts(metric)
    # Sentences with the same counts are drawn together: a multinomial over the distinct ones.
    rows, sizes = np.unique(np.stack([counts.tp, counts.fp, counts.fn], axis=1), axis=0, return_counts=True)
    sentences = int(sizes.sum())
    tp, fp, fn = (generator.multinomial(sentences, sizes / sentences, size=TRIALS) @ rows).T
    return np.asarray(200.0 * tp / np.maximum(2 * tp + fp + fn, 1), np.float64)


def describe_interval(results: Sequence[Result]) -> str:
    """Say in a caption what the bars of `interval` are."""
    if all(len(one.tests) > 1 for one in results):
        return "bars: one standard deviation of the runs to both sides; small dots: the runs (parts × seeds)"
    return "bars: 95 % of a bootstrap over the test sentences"


def interval(result: Result, results: Sequence[Result], metric: str) -> tuple[float, float] | None:
    """Return the interval that `describe_interval` names."""
    if all(len(one.tests) > 1 for one in results):
        return deviation_interval(result, metric)
    return bootstrap_interval(result, metric)
