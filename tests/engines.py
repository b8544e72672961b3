"""The engines under test, behind one small interface, so that one test speaks of all of them.

A test that is marked `@every_engine` takes the argument `engine`. Every engine decodes and trains from a `Case`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt
import pytest

from native_engine import native_paths
from strategies import Case
from swvm.features.encoded import Dense as ReadDense
from swvm.features.encoded import Encoded as ReadEncoded
from swvm.features.encoded import Spans as ReadSpans
from swvm.learn.config import TrainConfig
from swvm.learn.engine import engine_for
from swvm.learn.learners import LearnerConfig
from swvm.learn.problem import Problem
from swvm.learn.state import TrainingState
from swvm.model.chain import forbidden_pairs
from swvm.model.record import ChainRecord
from swvm.reference.chain import ReferenceChain
from swvm.reference.delta import hamming_costs
from swvm.reference.encoded import sentences
from swvm.reference.epoch import train as train_twin
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
        return train_twin(every, config, orders, start=case.weights, **options)


class NativeEngine:
    name = "native"

    def k_best(self, case: Case, sentence: int, k: int, **options: Any) -> list[tuple[float, tuple[int, ...]]]:
        return native_paths(case, k_best=k, **options)[sentence]

    def train(self, case: Case, config: LearnerConfig, orders: Orders, **options: Any) -> tuple[Weights, list[Any]]:
        problem = problem_of(case, **options)
        state = TrainingState.fresh(case.weights.shape, config.average, seed=0, start=case.weights)
        run = engine_for(problem, TrainConfig(learner=config))
        counts = []
        for order in orders:
            counts.append(SimpleNamespace(**run(state, np.array(order, np.int64))))
            state.end_epoch(sum(len(order) for order in orders))
        return state.finish(), counts


@dataclass(frozen=True)
class ProblemWithTags(Problem):
    given_tags: Any = None

    @property
    def tags(self) -> Any:
        return self.given_tags


def problem_of(case: Case, costs: Any = None, tags: Any = None, sample_weights: Any = None) -> Problem:
    """The case as the loop of training sees it."""
    chain, encoded = case.chain, case.encoded
    record = ChainRecord(
        chain["order"],
        chain["features"],
        np.empty((0, 2), np.int32) if chain["pairs"] is None else chain["pairs"],
        chain["constants"],
        forbidden=forbidden_pairs(chain["allowed"]),
        start=chain.get("start"),
    )
    spans = tuple(ReadSpans(span.starts, span.ids, span.values) for span in encoded.spans)
    costs = hamming_costs(case.labels) if costs is None else costs
    return ProblemWithTags(
        ReadEncoded(encoded.offsets, spans, encoded.gold, tuple(ReadDense(*one) for one in encoded.dense)),
        tuple(str(label) for label in range(case.labels)),
        "tags",
        record,
        costs.astype(np.float32),
        None if sample_weights is None else np.array(sample_weights, np.float64),
        given_tags=tags,
    )


ENGINES: list[Any] = [ReferenceEngine(), pytest.param(NativeEngine(), marks=pytest.mark.native)]
every_engine = pytest.mark.parametrize("engine", ENGINES, ids=lambda engine: engine.name)


def step(engine: Engine, case: Case, config: LearnerConfig, sentence: int, **options: Any) -> tuple[Case, Any]:
    """Take one step on one sentence; return the case with the new weights, and the counts. Averaging is off."""
    weights, counts = engine.train(case, config, [[sentence]], **options)
    return case.with_weights(weights), counts[0]


def train(engine: Engine, case: Case, epochs: int = 2, **settings: Any) -> Weights:
    """Train with some settings, through the file forwards and backwards by turns."""
    orders = [list(range(len(case.encoded)))[:: (-1) ** epoch] for epoch in range(epochs)]
    return engine.train(case, LearnerConfig(**settings), orders)[0]
