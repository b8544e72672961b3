"""The only epoch loop: a generator that yields what each epoch did. Logging, saving and stopping are its caller's."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from swvm.learn.config import TrainConfig
from swvm.learn.engine import Counts
from swvm.learn.problem import Problem
from swvm.learn.runs import engines_for
from swvm.learn.state import TrainingState


@dataclass(frozen=True, slots=True)
class EpochReport:
    """What one epoch did. `counts` are sums over its sentences, of all runs (the fields of the engine's Counts)."""

    epoch: int
    seconds: float
    counts: Counts

    @property
    def token_error(self) -> float:
        """The percentage of tokens that were labelled wrongly before their step."""
        return 100.0 * self.counts["wrong_tokens"] / max(self.counts["tokens"], 1)

    @property
    def sentence_error(self) -> float:
        """The percentage of sentences that were labelled wrongly before their step."""
        return 100.0 * self.counts["wrong_sentences"] / max(self.counts["sentences"], 1)

    @property
    def mean_entropy(self) -> float:
        """The mean entropy of gamma, in nats."""
        return self.counts["entropy"] / max(self.counts["mixes"], 1)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data."""
        return asdict(self)


def epochs(problem: Problem, config: TrainConfig, state: TrainingState) -> Iterator[EpochReport]:
    """Run the epochs that are left, changing the state in place, and yield a report after each."""
    run = engines_for(problem, config)
    sentences = len(problem.encoded)
    while state.epoch < config.epochs:
        began = time.perf_counter()
        counts = run(state)
        state.end_epoch(total_steps=config.epochs * sentences)
        yield EpochReport(state.epoch, time.perf_counter() - began, counts)
