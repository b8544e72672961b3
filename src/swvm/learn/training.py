"""From a corpus to a model: set up, run the epochs, watch the development score, keep the best, leave a record."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from swvm.data.corpus import Corpus, check_corpus
from swvm.evaluate import Scores
from swvm.features.functions import Functions
from swvm.learn.beginning import Beginning, begin, identity_of
from swvm.learn.calls import check_callback, check_dev, checkpoint_path, config_of
from swvm.learn.checkpoint import Checkpoint
from swvm.learn.config import TrainConfig
from swvm.learn.loop import EpochReport, epochs
from swvm.learn.result import describe, make_model, training_record
from swvm.learn.state import Best, Floats
from swvm.learn.watching import Watch, check_patience, patience_is_over
from swvm.model.model import Model


@dataclass(frozen=True, slots=True)
class Progress:
    """What a callback is told after each epoch."""

    report: EpochReport
    dev: Scores | None
    best: bool  # the best development score so far


OnEpoch = Callable[[Progress], None]


class TrainingInterrupted(KeyboardInterrupt):
    """Ctrl-C during training; `model` is what the average was when it came."""

    def __init__(self, model: Model) -> None:
        super().__init__("training was interrupted")
        self.model = model


def train(
    corpus: Corpus,
    dev: Corpus | None = None,
    config: TrainConfig | None = None,
    *,
    start: Model | str | Path | None = None,
    functions: Functions | None = None,
    class_weights: Mapping[str, float] | None = None,
    sample_weights: Sequence[float] | None = None,
    checkpoint: str | Path | None = None,
    on_epoch: OnEpoch | None = None,
    **settings: Any,
) -> Model:
    """Train a model. Settings are given by name (`learner="mira", k_best=3`) or as a `TrainConfig`.

    With `dev` the epoch with the best development score is kept, and `patience` stops early. With `start`, a model or
    its file, training goes on from that model's weights, with its templates, and adds what features and labels are new.

    With `checkpoint` the state is kept in that file after every epoch, and a run that was killed goes on from there to
    the very same bits. The file stays when all is done, until the model is safe: the same call returns the model again.
    """
    check_corpus(corpus, "corpus")
    check_dev(dev)
    check_callback(on_epoch)
    config = config_of(config, settings)
    path = None if checkpoint is None else checkpoint_path(checkpoint)
    check_patience(config, dev)
    began = time.perf_counter()
    beginning = begin(corpus, config, start, functions, class_weights=class_weights, sample_weights=sample_weights)
    run = Training(beginning, corpus, dev, on_epoch)
    del beginning  # the run alone decides how long it lives
    run.seconds["features"] = time.perf_counter() - began
    if path is not None:
        run.keep_in(Checkpoint(path, identity_of(run.beginning, corpus, dev)))
    return run.to_the_end()


@dataclass
class Training:
    """One run: the epochs, and what is remembered between them."""

    beginning: Beginning
    corpus: Corpus
    dev: Corpus | None = None
    on_epoch: OnEpoch | None = None
    checkpoint: Checkpoint | None = None
    best: Best = field(default_factory=Best)
    seconds: dict[str, float] = field(default_factory=dict)

    def keep_in(self, checkpoint: Checkpoint) -> None:
        """Keep the state in a file, and take up what stands there already."""
        self.checkpoint = checkpoint
        self.best = checkpoint.load(self.beginning.state) or self.best

    def to_the_end(self) -> Model:
        """Run the epochs that are left and return the model."""
        began = time.perf_counter()
        state = self.beginning.state
        try:
            self._run_epochs()
        except KeyboardInterrupt:
            raise TrainingInterrupted(self._model(state.model_weights(), interrupted=True)) from None
        self.seconds["epochs"] = time.perf_counter() - began
        weights = self.best.weights if self.best.weights is not None else state.finish()
        self._give_back()
        return self._model(weights)

    def _run_epochs(self) -> None:
        start = self.beginning
        watch = None if self.dev is None else Watch.of(start.setup, self.dev, start.config.threads)
        if patience_is_over(start.config, start.state, self.best):  # a run that had come to its end already
            return
        for report in epochs(start.setup.problem, start.config, start.state):
            self._after(report, watch)
            if patience_is_over(start.config, start.state, self.best):
                return

    def _after(self, report: EpochReport, watch: Watch | None) -> None:
        state, before = self.beginning.state, self.best.epoch
        scores = None if watch is None else watch.look(state, self.best)
        state.history.append(report.to_json() | ({} if scores is None else {"dev_f1": scores.f1}))
        if self.checkpoint is not None:
            self.checkpoint.save(state, self.best)
        if self.on_epoch is not None:
            self.on_epoch(Progress(report, scores, self.best.epoch != before))

    def _give_back(self) -> None:
        """Let go of what only the epochs needed, before the names of the features take memory."""
        setup, state = self.beginning.setup, self.beginning.state
        problem = replace(setup.problem, encoded=setup.problem.encoded.select([]))
        self.beginning = replace(self.beginning, setup=replace(setup, problem=problem))
        state.weights, state.sums = np.zeros((0, 0), np.float32), None

    def _model(self, weights: Floats, interrupted: bool = False) -> Model:
        began = time.perf_counter()
        start = self.beginning
        names = start.setup.names()
        self.seconds["names"] = time.perf_counter() - began
        corpora = {"train": self.corpus} if self.dev is None else {"train": self.corpus, "dev": self.dev}
        found = self.best.epoch > 0
        record = training_record(
            start.config,
            start.state,
            {name: describe(corpus) for name, corpus in corpora.items()},
            seconds={name: round(value, 3) for name, value in self.seconds.items()},
            best_epoch=self.best.epoch if found else None,
            dev_f1=self.best.score if found else None,
            interrupted=True if interrupted else None,
            start=start.origin,
        )
        return make_model(start.setup, weights, names, record)
