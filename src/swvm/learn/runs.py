"""Runs with several seeds that become one model: the mean of their weights (`seeds`).

The runs go side by side, an epoch at a time, so the development score after each epoch is that of the model that would
come out: one best epoch for all. A run's random numbers depend on the seed and on its number alone, and the mean is
taken in the order of the runs: threads change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError
from swvm.learn.config import TrainConfig
from swvm.learn.engine import Counts, Order, RunEpoch, engine_for
from swvm.learn.problem import Problem
from swvm.learn.state import TrainingState


def check_seeds(config: TrainConfig) -> None:
    """Runs that see the sentences in one order are one run."""
    if config.seeds > 1 and config.order == "file":
        raise SettingError(
            f"seeds is {config.seeds}, but with order 'file' all runs are the same: take order 'shuffle', or seeds 1"
        )


def engines_for(problem: Problem, config: TrainConfig) -> Callable[[TrainingState], Counts]:
    """Return the function that runs an epoch of every run of a state and adds up what they counted."""
    workers = min(config.seeds, config.threads)
    each = replace(config, threads=max(1, config.threads // workers))
    engines = [engine_for(problem, each) for _ in range(config.seeds)]
    sentences = len(problem.encoded)

    def run_all(state: TrainingState) -> Counts:
        runs = state.runs
        orders = [epoch_order(sentences, config.order, run.rng) for run in runs]
        if workers == 1:
            return _sum([engine(run, order) for engine, run, order in zip(engines, runs, orders, strict=True)])
        return _in_threads(engines, runs, orders, workers)

    return run_all


def epoch_order(sentences: int, order: str, rng: np.random.Generator) -> npt.NDArray[np.int64]:
    """Return the order of the sentences in the next epoch."""
    return rng.permutation(sentences) if order == "shuffle" else np.arange(sentences, dtype=np.int64)


def _in_threads(
    engines: Sequence[RunEpoch], runs: Sequence[TrainingState], orders: Sequence[Order], workers: int
) -> Counts:
    """Ctrl-C waits for the epochs that are being run, and begins no other."""
    pool = ThreadPoolExecutor(workers)
    try:
        return _sum(list(pool.map(lambda engine, run, order: engine(run, order), engines, runs, orders)))
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def _sum(counts: Sequence[Counts]) -> Counts:
    return {name: sum(one[name] for one in counts) for name in counts[0]}
