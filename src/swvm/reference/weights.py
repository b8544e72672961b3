"""Weights with lazy averaging: the mean over all steps, without touching all weights at every step.

Steps are counted from 1; step j adds Delta_j, which then stands in the weights of the steps j, j+1, ..., J. So

    mean = 1/J sum over j of w_j = w_0 + sum over j of ((J - j + 1) / J) Delta_j = w_J - u / J
    u    = sum over j of (j - 1) Delta_j

w is float32, u is float64. Delta_j is rounded to float32 once, and both get the rounded value.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from swvm.reference.scores import Vector, Weights


class AveragedWeights:
    """w and u, with the number of steps taken so far."""

    def __init__(self, weights: Weights) -> None:
        self.w: Weights = weights.astype(np.float32)
        self.u: npt.NDArray[np.float64] = np.zeros(weights.shape)
        self.steps = 0

    def add(self, step: Vector) -> None:
        """Add a step's vector: w[cell] = float32(w[cell] + float32(v)), u[cell] += (j - 1) float32(v)."""
        for cell, value in step.items():
            rounded = np.float32(value)
            self.w[cell] += rounded
            self.u[cell] += self.steps * float(rounded)

    def count(self) -> None:
        """End a step, whether it has moved the weights or not."""
        self.steps += 1

    def mean(self) -> Weights:
        """Return the mean of the weights after every step so far."""
        return self.discounted(max(self.steps, 1))

    def discounted(self, total: int) -> Weights:
        """Return w_0 + sum over j of ((total - j + 1) / total) Delta_j."""
        return (self.w - self.u / total).astype(np.float32)

    def overwrite(self, weights: Weights) -> None:
        """Go on from other weights. What came before is settled in them: u counts what follows."""
        self.w = weights.copy()
        self.u[:] = 0.0
