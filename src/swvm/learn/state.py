"""The state of training: weights, their sums, and how far it has come. All of it goes into a checkpoint.

Step j (from 1) adds Delta_j to w, and (j - 1) Delta_j to the sums u; the mean over J steps is w - u / J.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]


@dataclass(slots=True)
class TrainingState:
    """Changed in place, epoch by epoch."""

    weights: Floats
    sums: Floats | None  # None: no averaging
    average: str
    rng: np.random.Generator
    epoch: int = 0  # epochs done
    steps: int = 0  # sentences seen since the weights began
    history: list[dict[str, Any]] = field(default_factory=list)

    @classmethod
    def fresh(cls, shape: tuple[int, int], average: str, seed: int, start: Floats | None = None) -> TrainingState:
        """Begin with weights of 0, or with a copy of given ones."""
        weights = np.zeros(shape, np.float32) if start is None else start.astype(np.float32, copy=True)
        sums = None if average == "none" else np.zeros(shape, np.float32)
        return cls(weights, sums, average, np.random.default_rng(seed))

    def mean(self) -> Floats:
        """Return the mean of the weights after every step so far, as a new array."""
        return self._discounted(max(self.steps, 1))

    def model_weights(self) -> Floats:
        """Return what a model made now would have. For `end` a new array, else the weights themselves."""
        return self.mean() if self.average == "end" else self.weights

    def finish(self) -> Floats:
        """Return the weights of the final model, in the memory of the sums where that saves a copy."""
        if self.average != "end" or self.sums is None:
            return self.weights
        self.sums /= np.float32(-max(self.steps, 1))
        self.sums += self.weights
        return self.sums

    def end_epoch(self, total_steps: int) -> None:
        """Overwrite the weights where the kind of averaging asks for it.

        Since an epoch that ends with W goes on from W, both kinds are w - u / D with the sums u of this epoch alone:
        D = TN for `epoch` (the released program's), D = the steps so far for `epoch-mean`.
        """
        self.epoch += 1
        if self.average in ("epoch", "epoch-mean") and self.sums is not None:
            self.weights[:] = self._discounted(total_steps if self.average == "epoch" else max(self.steps, 1))
            self.sums[:] = 0.0

    def _discounted(self, total: int) -> Floats:
        if self.sums is None:
            return self.weights
        result: Floats = self.sums / np.float32(-total)
        result += self.weights
        return result
