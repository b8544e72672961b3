"""The engines under test, behind one small interface, so that one test speaks of all of them.

A test takes the argument `engine`, parametrised by `ENGINES`. Every engine decodes and trains from a `Case`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from strategies import Case
from swvm.learn.learners import LearnerConfig
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import sentences
from swvm.reference.epoch import train
from swvm.reference.viterbi import k_best

Weights = npt.NDArray[np.float32]
Orders = Sequence[Sequence[int]]


class Engine(Protocol):
    name: str

    def k_best(self, case: Case, sentence: int, k: int, **options: Any) -> list[tuple[float, tuple[int, ...]]]:
        """Return scores and paths. Options: `forced` int32[n], `added` float64[n, L]."""
        ...

    def train(self, case: Case, config: LearnerConfig, orders: Orders, **options: Any) -> tuple[Weights, list[Any]]:
        """Train from the case's weights, an epoch an order. Options: `costs`, `tags`, `sample_weights`."""
        ...


class ReferenceEngine:
    name = "reference"

    def k_best(self, case: Case, sentence: int, k: int, **options: Any) -> list[tuple[float, tuple[int, ...]]]:
        return k_best(sentences(ReferenceChain(**case.chain), case.encoded)[sentence], case.weights, k, **options)

    def train(self, case: Case, config: LearnerConfig, orders: Orders, **options: Any) -> tuple[Weights, list[Any]]:
        every = sentences(ReferenceChain(**case.chain), case.encoded)
        return train(every, config, orders, start=case.weights, **options)


ENGINES: list[Engine] = [ReferenceEngine()]


def step(engine: Engine, case: Case, config: LearnerConfig, sentence: int, **options: Any) -> tuple[Case, Any]:
    """Take one step on one sentence; return the case with the new weights, and the counts. Averaging is off."""
    weights, counts = engine.train(case, config, [[sentence]], **options)
    return case.with_weights(weights), counts[0]
