"""The state of training: weights, their sums, and how far it has come. All of it goes into a checkpoint.

Step j (from 1) adds Delta_j to w, and (j - 1) Delta_j to the sums u; the mean over J steps is w - u / J.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.learn.aligned import aligned_zeros
from swvm.learn.sums import Sums

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class Best:
    """The best epoch by the development score; of equal ones the earliest."""

    weights: Floats | None = None
    score: float = -1.0
    epoch: int = 0


@dataclass(slots=True)
class TrainingState:
    """Changed in place, epoch by epoch."""

    weights: Floats
    sums: Sums | None  # None: no averaging
    average: str
    rng: np.random.Generator
    epoch: int = 0  # epochs done
    steps: int = 0  # sentences seen since the weights began
    history: list[dict[str, Any]] = field(default_factory=list)
    others: tuple[TrainingState, ...] = ()  # further runs, with other random numbers; the model is the mean of all

    @classmethod
    def fresh(
        cls, shape: tuple[int, int], average: str, seed: int, start: Floats | None = None, seeds: int = 1
    ) -> TrainingState:
        """Begin with weights of 0, or with a copy of given ones. The first of several runs is that of one seed."""
        randoms = [np.random.default_rng([seed, k] if k else seed) for k in range(seeds)]
        first, *others = (cls._begun(shape, average, one, start) for one in randoms)
        first.others = tuple(others)
        return first

    @classmethod
    def _begun(
        cls, shape: tuple[int, int], average: str, rng: np.random.Generator, start: Floats | None
    ) -> TrainingState:
        weights = aligned_zeros(shape)
        if start is not None:
            weights[:] = start
        return cls(weights, None if average == "none" else Sums.zeros(shape), average, rng)

    @property
    def runs(self) -> tuple[TrainingState, ...]:
        """All runs, this one first."""
        return (self, *self.others)

    def mean(self) -> Floats:
        """Return the mean of the weights after every step so far, as a new array."""
        result = self.weights.copy()
        if self.sums is not None:
            self.sums.discount(result, max(self.steps, 1))
        return result

    def model_weights(self) -> Floats:
        """Return what a model made now would have. A new array for `end` and for several runs, else the weights."""
        if self.others:
            return self._mean_of_runs()
        return self.mean() if self.average == "end" else self.weights

    def _mean_of_runs(self) -> Floats:
        total = self.mean() if self.average == "end" else self.weights.copy()
        for run in self.others:
            total += run.model_weights()
        total /= np.float32(len(self.runs))
        return total

    def finish(self) -> Floats:
        """Return the weights of the final model, in the memory of the weights: the state ends here."""
        if self.others:
            return self._mean_of_runs()
        if self.average == "end" and self.sums is not None:
            self.sums.discount(self.weights, max(self.steps, 1))
        return self.weights

    def end_epoch(self, total_steps: int) -> None:
        """Overwrite the weights where the kind of averaging asks for it.

        Since an epoch that ends with W goes on from W, both kinds are w - u / D with the sums u of this epoch alone:
        D = TN for `epoch` (the released program's), D = the steps so far for `epoch-mean`.
        """
        for run in self.others:
            run.end_epoch(total_steps)
        self.epoch += 1
        if self.average in ("epoch", "epoch-mean") and self.sums is not None:
            self.sums.discount(self.weights, total_steps if self.average == "epoch" else max(self.steps, 1))
            self.sums.clear()
