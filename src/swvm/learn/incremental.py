"""Training in pieces: more sentences as they come, with new features and new labels, and a model at any time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from swvm.data.corpus import Corpus
from swvm.errors import SettingError
from swvm.features.functions import Functions
from swvm.learn.beginning import Beginning, begin
from swvm.learn.config import TrainConfig
from swvm.learn.continuation import Known, prepare_more
from swvm.learn.familiar import warn_if_familiar
from swvm.learn.growth import grow, grow_sums
from swvm.learn.loop import epochs
from swvm.learn.result import describe, make_model, training_record
from swvm.learn.settings import train_config
from swvm.learn.setup import Setup
from swvm.learn.state import TrainingState
from swvm.model.model import Model


class IncrementalTrainer:
    """Keeps weights, their sums, the steps and the random numbers between calls of `partial_fit`.

    The average is over all steps of all calls; a weight of a feature that came late was 0 before.
    """

    def __init__(
        self,
        config: TrainConfig | None = None,
        *,
        start: Model | str | Path | None = None,
        functions: Functions | None = None,
        class_weights: Mapping[str, float] | None = None,
        **settings: Any,
    ) -> None:
        self.config = config if config is not None else train_config(**settings)
        if self.config.learner.average == "epoch":
            raise SettingError(
                "average 'epoch' looks ahead to the last step, and here there is none: take 'end' or 'epoch-mean'"
            )
        self._start, self._functions, self._class_weights = start, functions, class_weights
        self._now: Beginning | None = None
        self._data: list[dict[str, Any]] = []

    def partial_fit(self, corpus: Corpus, epochs: int = 1, sample_weights: Sequence[float] | None = None) -> Self:
        """Go through these sentences so many times. Ctrl-C leaves what was learned so far, steps and averages right."""
        if epochs < 1:
            raise SettingError(f"epochs is {epochs}; it must be at least 1")
        now = self._now = self._begun(corpus, sample_weights)
        self._data.append(describe(corpus))
        _run(now, epochs)
        return self

    def model(self) -> Model:
        """Return a model of what was learned so far; training may go on."""
        now = self._now
        if now is None:
            raise SettingError("there is no model yet: call partial_fit first")
        weights = now.state.model_weights()  # the next piece grows into new arrays, so these are the model's
        record = training_record(now.config, now.state, {"train": list(self._data)}, start=now.origin)
        return make_model(now.setup, weights, now.setup.names(), record)

    def _begun(self, corpus: Corpus, sample_weights: Sequence[float] | None) -> Beginning:
        now, class_weights = self._now, self._class_weights
        if now is not None:
            first = {"data": {"train": self._data}, "start": now.origin}
            warn_if_familiar(corpus, now.setup.encoder.derivation, first)
            setup = prepare_more(Known.of_setup(now.setup), corpus, now.config, class_weights, sample_weights)
            return replace(now, setup=setup, state=_enlarged(now, setup))
        return begin(
            corpus,
            self.config,
            self._start,
            self._functions,
            class_weights=class_weights,
            sample_weights=sample_weights,
        )


def _enlarged(now: Beginning, setup: Setup) -> TrainingState:
    """Move weights and sums to the larger layout."""
    old, new, state = now.setup.problem, setup.problem, now.state
    layouts = (old.record, len(old.labels), new.record, len(new.labels))

    def larger(run: TrainingState) -> TrainingState:
        sums = None if run.sums is None else grow_sums(run.sums, *layouts)
        return replace(run, weights=grow(run.weights, *layouts), sums=sums)

    return replace(larger(state), others=tuple(map(larger, state.others)))


def _run(now: Beginning, count: int) -> None:
    config = replace(now.config, epochs=now.state.epoch + count)
    for report in epochs(now.setup.problem, config, now.state):
        now.state.history.append(report.to_json())
