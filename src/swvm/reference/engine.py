"""The twin in place of the engine: the same state, changed by the slow epoch. Selected by `engine="reference"`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import numpy as np

from swvm.model.chain import mask_of
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import sentences
from swvm.reference.epoch import Training, epoch
from swvm.reference.weights import AveragedWeights

if TYPE_CHECKING:
    from swvm.learn.config import TrainConfig
    from swvm.learn.problem import Problem
    from swvm.learn.state import TrainingState


def reference_engine(problem: Problem, config: TrainConfig) -> Callable[[TrainingState, Any], dict[str, float]]:
    """Return the function that runs one epoch on the state of a training run."""
    record, n_labels = problem.record, len(problem.labels)
    chain = ReferenceChain(
        n_labels,
        record.order,
        record.counts,
        record.constants,
        pairs=record.pairs if record.order == 2 and len(record.pairs) else None,
        allowed=mask_of(record, n_labels),
        start=record.start,
    )
    everything = sentences(chain, problem.encoded)
    sample_weights = None if problem.sample_weights is None else problem.sample_weights.tolist()

    def run(state: TrainingState, order: Any) -> dict[str, float]:
        weights = AveragedWeights(state.weights)
        weights.steps = state.steps
        if state.sums is not None:
            weights.u = state.sums.dense().astype(np.float64)
        training = Training(config.learner, problem.costs.astype(np.float64), problem.tags, sample_weights)
        counts = epoch(weights, everything, order.tolist(), training)
        state.weights[:] = weights.w
        if state.sums is not None:
            state.sums.assign(weights.u)
        state.steps += len(order)
        return asdict(counts)

    return run
