"""From a corpus to a model: set up, run the epochs, watch the development score, keep the best, leave a record."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np

from swvm import __version__
from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences
from swvm.evaluate import Scores, evaluate
from swvm.features.encoded import Encoded
from swvm.features.functions import Functions
from swvm.learn.checkpoint import Checkpoint
from swvm.learn.config import TrainConfig
from swvm.learn.loop import EpochReport, epochs
from swvm.learn.settings import config_to_json, train_config
from swvm.learn.setup import Setup, fingerprint, prepare
from swvm.learn.state import Floats, TrainingState
from swvm.model.decode import decode
from swvm.model.model import Model
from swvm.model.names import model_names
from swvm.model.record import ModelRecord


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
    functions: Functions | None = None,
    class_weights: Mapping[str, float] | None = None,
    sample_weights: Sequence[float] | None = None,
    checkpoint: str | Path | None = None,
    on_epoch: OnEpoch | None = None,
    **settings: Any,
) -> Model:
    """Train a model. Settings are given by name (`learner="mira", k_best=3`) or as a `TrainConfig`.

    With `dev` the epoch with the best development score is kept, and `patience` stops early. With `checkpoint` the
    state is kept in that file after every epoch, and a run that was killed goes on from there to the very same bits.
    """
    config = config if config is not None else train_config(**settings)
    began = time.perf_counter()
    setup = prepare(corpus, config, functions, class_weights, sample_weights)
    seconds = {"features": time.perf_counter() - began}
    shape = (setup.problem.chain.rows, setup.problem.chain.lanes)
    state = TrainingState.fresh(shape, config.learner.average, config.seed)
    run = Training(setup, config, state, corpus, dev, seconds, on_epoch)
    del setup, state  # the run alone decides how long they live
    if checkpoint is not None:
        run.keep_in(Checkpoint(Path(checkpoint), fingerprint(corpus), config))
    return run.to_the_end()


@dataclass
class Training:
    """One run: the epochs, and what is remembered between them."""

    setup: Setup
    config: TrainConfig
    state: TrainingState
    corpus: Corpus
    dev: Corpus | None = None
    seconds: dict[str, float] = field(default_factory=dict)
    on_epoch: OnEpoch | None = None
    checkpoint: Checkpoint | None = None
    best: Floats | None = None
    best_score: float = -1.0
    best_epoch: int = 0

    def keep_in(self, checkpoint: Checkpoint) -> None:
        """Keep the state in a file, and take up what stands there already."""
        self.checkpoint = checkpoint
        found = checkpoint.load(self.state)
        if found is not None:
            self.best, self.best_score, self.best_epoch = found

    def to_the_end(self) -> Model:
        """Run the epochs that are left and return the model."""
        began = time.perf_counter()
        dev = None if self.dev is None else self.setup.encoder.encode(self.dev)
        try:
            for report in epochs(self.setup.problem, self.config, self.state):
                self._after(report, dev)
                if self._patience_is_over():
                    break
        except KeyboardInterrupt:
            raise TrainingInterrupted(self._model(self.state.model_weights(), interrupted=True)) from None
        self.seconds["epochs"] = time.perf_counter() - began
        if self.checkpoint is not None:
            self.checkpoint.remove()
        weights = self.best if self.best is not None else self.state.finish()
        self._give_back()
        return self._model(weights)

    def _give_back(self) -> None:
        """Let go of what only the epochs needed, before the names of the features take memory."""
        problem = self.setup.problem
        self.setup = replace(self.setup, problem=replace(problem, encoded=problem.encoded.select([])))
        self.state.weights, self.state.sums = np.zeros((0, 0), np.float32), None

    def _after(self, report: EpochReport, dev: Encoded | None) -> None:
        scores = None if dev is None else self._score(dev)
        improved = scores is not None and scores.f1 > self.best_score
        if scores is not None and improved:
            self.best, self.best_score, self.best_epoch = self.state.model_weights().copy(), scores.f1, report.epoch
        entry = report.to_json()
        if scores is not None:
            entry["dev_f1"] = scores.f1
        self.state.history.append(entry)
        if self.checkpoint is not None:
            self.checkpoint.save(self.state, self.best, self.best_score, self.best_epoch)
        if self.on_epoch is not None:
            self.on_epoch(Progress(report, scores, improved))

    def _score(self, dev: Encoded) -> Scores:
        assert self.dev is not None
        problem = self.setup.problem
        best = decode(problem.chain, self.state.model_weights(), dev, threads=self.config.threads).best
        gold = LabelSequences.of_corpus(self.dev)
        return evaluate(gold, LabelSequences(best, problem.labels, self.dev.offsets), scheme=self.setup.scheme)

    def _patience_is_over(self) -> bool:
        return self.config.patience is not None and self.state.epoch - self.best_epoch >= self.config.patience

    def _model(self, weights: Floats, interrupted: bool = False) -> Model:
        began = time.perf_counter()
        setup, encoder = self.setup, self.setup.encoder
        index = encoder.index
        assert index is not None
        names = model_names(encoder, self.corpus)
        self.seconds["names"] = time.perf_counter() - began
        record = ModelRecord(
            labels=setup.problem.labels,
            columns=encoder.columns,
            templates=tuple(template.text for template in encoder.templates),
            scheme=setup.scheme.value,
            chain=setup.problem.record,
            weights=weights,
            keys=index.keys,
            ids=index.ids,
            names=names,
            training=self._training_record(interrupted),
        )
        return Model(record, encoder)

    def _training_record(self, interrupted: bool) -> dict[str, Any]:
        corpora = {"train": self.corpus} if self.dev is None else {"train": self.corpus, "dev": self.dev}
        record = {
            "settings": config_to_json(self.config),
            "data": {name: describe(corpus) for name, corpus in corpora.items()},
            "versions": {"swvm": __version__, "numpy": np.__version__, "python": platform.python_version()},
            "seconds": {name: round(value, 3) for name, value in self.seconds.items()},
            "epochs": self.state.history,
            "steps": self.state.steps,
        }
        if self.best is not None:
            record["best_epoch"], record["dev_f1"] = self.best_epoch, self.best_score
        if interrupted:
            record["interrupted"] = True
        return record


def describe(corpus: Corpus) -> dict[str, Any]:
    """Return what a training record says of a corpus."""
    return {
        "source": corpus.source,
        "sentences": len(corpus),
        "tokens": corpus.n_tokens,
        "sha256": fingerprint(corpus),
    }
