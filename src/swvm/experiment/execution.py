"""One run: train on a prepared part, score dev after every epoch, score test at the end, make the record."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from swvm import __version__
from swvm.data.schemes import LabelSequences
from swvm.evaluate.evaluation import evaluate
from swvm.evaluate.scores import Scores
from swvm.experiment.breakdown import breakdown
from swvm.experiment.features import Prepared, Side
from swvm.experiment.grid import configuration
from swvm.experiment.outcome import Outcome, SentenceTable
from swvm.experiment.plan import Run, features_name
from swvm.experiment.records import Record
from swvm.learn.loop import EpochReport, epochs
from swvm.learn.state import Floats, TrainingState
from swvm.model.decode import decode

SUMS = ("updates", "templates", "violations", "fallbacks", "positive_mixes", "mixes", "constraints",
        "active_constraints", "sweeps", "unconverged", "infeasible")  # fmt: skip
Pair = tuple[Scores, Scores]  # of mentions, of tokens


def execute(run: Run, prepared: Prepared, experiment: str, spec_sha256: str) -> Record:
    """Do a run."""
    config = configuration(run.settings, run.part.features, run.seed)
    problem = prepared.problem
    shape = (problem.chain.rows, problem.chain.lanes)
    state = TrainingState.fresh(shape, config.learner.average, config.seed, seeds=config.seeds)
    averaged = Averaged(state)
    reports: list[EpochReport] = []
    curve: list[Pair] = []
    last: Labelled | None = None  # dev after the last epoch
    began, cpu = time.perf_counter(), time.process_time()
    for report in epochs(problem, config, state):
        reports.append(report)
        if "dev" in prepared.sides and (run.every_epoch or report.epoch == config.epochs):
            last = label_and_score(prepared, averaged.weights(), "dev")
            curve.append(last.pair)
    seconds = {
        "all": time.perf_counter() - began,
        "cpu": time.process_time() - cpu,  # less than all, where others use the machine
        "epochs": sum(report.seconds for report in reports),
    }
    return Record(
        id=run.id,
        experiment=experiment,
        stage=run.stage,
        corpus=run.part.source.name,
        features=features_name(run.part.features),
        protocol=run.part.protocol.kind,
        part=run.part.fold,
        train=run.part.train,
        system=run.system,
        place=run.place,
        settings=dict(run.settings),
        seed=run.seed,
        curve=tuple(round(mentions.f1, 6) for mentions, _ in curve),
        token_curve=tuple(round(tokens.f1, 6) for _, tokens in curve),
        training=training_report(reports),
        seconds={name: round(value, 3) for name, value in seconds.items()},
        origin={"spec": spec_sha256, "data": run.part.data, "features": feature_count(prepared), **machine()},
        **({"dev": outcome(curve[-1])} if curve else {})
        | ({} if run.counted is None else counted(prepared, averaged, run.counted, last)),
    )


class Labelled(NamedTuple):
    """A side labelled by the weights of a moment, and its scores."""

    predicted: npt.NDArray[np.int32]
    pair: Pair


def label_and_score(prepared: Prepared, weights: Floats, name: str) -> Labelled:
    """Label a side and score it."""
    side = prepared.sides[name]
    predicted = predict(prepared, weights, side)
    return Labelled(predicted, scores(side, predicted, prepared))


def counted(prepared: Prepared, averaged: Averaged, name: str, dev: Labelled | None) -> dict[str, Any]:
    """Return what a record says of a side in detail; dev may have been labelled by these weights already."""
    known = dev if name == "dev" else None
    predicted, pair = known or label_and_score(prepared, averaged.weights(), name)
    side = prepared.sides[name]
    right = right_tokens(side, predicted, prepared)
    mentions, tokens = pair
    table = SentenceTable.of(np.diff(side.gold.offsets), mentions.sentences, tokens.sentences, right)
    return {
        name: outcome(pair),
        "packed": table.to_json(),
        "breakdown": breakdown(side, labelled(side, predicted, prepared), prepared),
    }


class Averaged:
    """What a model made now would have, without a copy of all weights for every epoch that is scored.

    Training begins with weights of 0, so rows that have not moved are 0 in the mean as well.
    """

    def __init__(self, state: TrainingState) -> None:
        self._state = state
        alone = state.average == "end" and not state.others
        self._mean = np.zeros(state.weights.shape, np.float32) if alone else None

    def weights(self) -> Floats:
        """Return the weights; the array changes at the next call."""
        state = self._state
        if self._mean is None or state.sums is None:
            return state.model_weights()
        state.sums.discount_into(self._mean, state.weights, max(state.steps, 1))
        return self._mean


def predict(prepared: Prepared, weights: Floats, side: Side) -> npt.NDArray[np.int32]:
    """Return the labels that these weights give."""
    return decode(prepared.problem.chain, weights, side.encoded).best


def labelled(side: Side, predicted: npt.NDArray[np.int32], prepared: Prepared) -> LabelSequences:
    """Return predicted label ids as sequences of the corpus's labels."""
    labels = LabelSequences(predicted, prepared.problem.labels, side.gold.offsets)
    return labels if prepared.translation is None else prepared.translation.sequences(labels)


def scores(side: Side, predicted: npt.NDArray[np.int32], prepared: Prepared) -> Pair:
    """Score a part per mention, as conlleval counts, and per token."""
    labels = labelled(side, predicted, prepared)
    mentions, tokens = (evaluate(side.gold, labels, mode, prepared.scheme) for mode in ("conlleval", "tokens"))
    return mentions, tokens


def right_tokens(side: Side, predicted: npt.NDArray[np.int32], prepared: Prepared) -> npt.NDArray[np.bool_]:
    """Say of each token whether its label is right."""
    number = {name: code for code, name in enumerate(side.gold.names)}
    found = labelled(side, predicted, prepared)
    table = np.array([number.get(name, -1) for name in found.names], np.int32)
    return np.asarray(table[found.codes] == side.gold.codes)


def outcome(pair: Pair) -> Outcome:
    """Return the scores in a few numbers."""
    mentions, tokens = pair
    sentences = mentions.sentences
    exact = int(np.count_nonzero(sentences.exact))
    return Outcome(mentions.counts, tokens.counts, mentions.tokens, mentions.correct_tokens, len(sentences), exact)


def training_report(reports: Iterable[EpochReport]) -> dict[str, Any]:
    """Return sums over all epochs, and a few numbers epoch by epoch."""
    reports = list(reports)
    sums = {name: sum(int(report.counts.get(name, 0)) for report in reports) for name in SUMS}
    by_epoch = {
        "updates": [int(report.counts["updates"]) for report in reports],
        "token_error": [round(report.token_error, 4) for report in reports],
        "mean_entropy": [round(report.mean_entropy, 5) for report in reports],
    }
    return {**sums, "by_epoch": by_epoch}


def feature_count(prepared: Prepared) -> int:
    """Return the number of features."""
    return sum(prepared.problem.record.counts)


@cache
def machine() -> Mapping[str, Any]:
    """Return versions and the kind of machine."""
    versions = {"swvm": __version__, "numpy": np.__version__, "python": platform.python_version()}
    return {"versions": versions, "machine": {"system": platform.system(), "cpu": _cpu(), "cores": os.cpu_count()}}


def _cpu() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.processor() or platform.machine()
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.machine()
