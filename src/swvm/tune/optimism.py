"""How much of the winner's score is luck: it was chosen there, so other sentences would score it lower.

The sentences are cut into halves at random, many times; the best recipe on one half is scored on the other, and what it
loses there is the optimism of a choice on half of them. Noise, and with it the luck of the best of many, falls with the
root of the number of sentences, so on all of them it is taken as that divided by √2. This holds for recipes that were
fixed before these sentences were looked at; of those that were reached by looking at them it sees a part of the luck.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.tune.bench import Result

HALVES = 200


@dataclass(frozen=True, slots=True)
class Optimism:
    """The mean loss of the best of `recipes` from the half that chose it to the other, and what follows for all."""

    recipes: int
    on_halves: float

    @property
    def on_all(self) -> float:
        return max(0.0, self.on_halves) / math.sqrt(2)


def optimism(results: Sequence[Result], seed: int) -> Optimism | None:
    """Estimate the optimism of choosing among these results, which must be of one level."""
    counts = [_mean_counts(result) for result in results if result.tables]
    if len(counts) < 2 or len(counts[0]) < 2:
        return None
    table = np.stack(counts)  # [recipes, sentences, tp fp fn]
    sentences = table.shape[1]
    rng = np.random.default_rng(seed)
    losses = []
    for _ in range(HALVES):
        half = np.zeros(sentences)
        half[rng.permutation(sentences)[: sentences // 2]] = 1.0
        for chosen, other in ((half, 1.0 - half), (1.0 - half, half)):
            here = _f1(np.einsum("s,rsk->rk", chosen, table))
            best = int(np.argmax(here))
            losses.append(here[best] - _f1(other @ table[best])[()])
    return Optimism(len(counts), float(np.mean(losses)))


def _mean_counts(result: Result) -> npt.NDArray[np.float64]:
    """Return tp, fp and fn of each sentence, the mean over the seeds; the folds one behind another."""
    folds = sorted({fold for fold, _ in result.tables})
    parts = []
    for fold in folds:
        mine = [table for (number, _), table in result.tables.items() if number == fold]
        parts.append(np.mean([np.stack([one.tp, one.fp, one.fn], axis=1) for one in mine], axis=0))
    return np.concatenate(parts).astype(np.float64)


def _f1(totals: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    tp, fp, fn = totals[..., 0], totals[..., 1], totals[..., 2]
    return np.asarray(200.0 * tp / np.maximum(2 * tp + fp + fn, 1.0))
