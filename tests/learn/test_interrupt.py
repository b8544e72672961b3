"""Ctrl-C: training stops at once with the average so far, and its checkpoint goes on to the same bits."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm.learn.engine import engine_for
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.runs import epoch_order
from swvm.learn.settings import train_config
from swvm.learn.setup import prepare
from swvm.learn.state import TrainingState
from swvm.learn.training import TrainingInterrupted, train
from swvm.model.model import Model

TESTS = Path(__file__).resolve().parent
SETTINGS = {"learner": "swvm", "C": 0.1, "seed": 3}
CORPUS = small_corpus(1, 40)

TIMES = 3000

CHILD = """
import sys
sys.path.insert(0, {tests!r})
from small_corpus import small_corpus
from swvm.learn.training import TrainingInterrupted, train
def told(progress):
    print("epoch", progress.report.epoch, flush=True)
corpus = small_corpus(1, 40)
corpus = corpus.select(list(range(40)) * {times})
try:
    train(corpus, checkpoint={checkpoint!r}, on_epoch=told, **{settings!r})
except TrainingInterrupted as interrupted:
    interrupted.model.save({model!r})
    print("interrupted", interrupted.model.training["steps"], flush=True)
"""


def weights_after(corpus, settings, steps):
    """Train step by step, and return the mean of the weights after each of so many steps."""
    config = train_config(**{**settings, "average": "none"})
    problem = prepare(corpus, config).problem
    state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), "none", config.seed)
    run, total, orders = engine_for(problem, config), np.zeros(state.weights.shape), []
    while len(orders) < steps:
        orders += epoch_order(len(corpus), config.order, state.rng).tolist()
    for sentence in orders[:steps]:
        run(state, np.array([sentence]))
        total += state.weights
    return total / steps, state.weights


class RaiseAfter:
    """A SetGamma in Python that is interrupted in its n-th call, as by Ctrl-C."""

    def __init__(self, calls):
        self.left = calls

    def __call__(self, margins):
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt
        return np.full(len(margins), 1 / len(margins))


@pytest.mark.parametrize("settings", [{}, {"k_best": 3}, {"batch": 4}, {"learner": "swvp", "constraint": "released"}])
@pytest.mark.parametrize("average", ["end", "none"])
def test_the_model_is_the_average_over_the_steps_taken(settings, average):
    settings = {"learner": "swvm", "C": 0.1, "mode": "balanced", "average": average, "epochs": 40} | settings
    with pytest.raises(TrainingInterrupted) as interrupted:
        train(CORPUS, gamma=RaiseAfter(100 if "k_best" in settings else 40), **settings)
    model = interrupted.value.model
    steps = model.training["steps"]
    assert model.training["interrupted"] is True
    assert steps % 40, "inside an epoch"
    if "batch" not in settings:
        mean, last = weights_after(CORPUS, {**settings, "gamma": "uniform"}, steps)
        expected = mean if average == "end" else last
        if settings.get("constraint") == "released" and average == "none":
            return  # the sentence that was interrupted has moved the weights in part
        assert np.allclose(model.record.weights, expected, atol=1e-4)
    assert len(model.tag([["o1", "p2"]])[0]) == 2


def test_the_checkpoint_of_an_interrupted_run_goes_on_to_the_same_bits(tmp_path):
    calls, expected = [], train(CORPUS, epochs=5, **SETTINGS)

    def stop(progress):
        calls.append(progress)
        if progress.report.epoch == 2:
            raise KeyboardInterrupt

    with pytest.raises(TrainingInterrupted) as interrupted:
        train(CORPUS, checkpoint=tmp_path / "c", on_epoch=stop, epochs=5, **SETTINGS)
    assert interrupted.value.model.training["steps"] == 80
    found = train(CORPUS, checkpoint=tmp_path / "c", on_epoch=calls.append, epochs=5, **SETTINGS)
    assert [progress.report.epoch for progress in calls] == [1, 2, 3, 4, 5]
    assert np.array_equal(found.record.weights, expected.record.weights)


def test_an_interrupted_piece_leaves_a_trainer_that_goes_on():
    trainer = IncrementalTrainer(learner="swvp", mode="balanced", gamma=RaiseAfter(40), average="end")
    with pytest.raises(KeyboardInterrupt):
        trainer.partial_fit(CORPUS, epochs=9)
    steps = trainer.model().training["steps"]
    mean, _ = weights_after(CORPUS, {"learner": "swvp", "mode": "balanced"}, steps)
    assert np.allclose(trainer.model().record.weights, mean, atol=1e-4)
    trainer.partial_fit(CORPUS)
    assert trainer.model().training["steps"] == steps + 40


def test_the_twin_keeps_what_it_had_before_the_epoch():
    with pytest.raises(TrainingInterrupted) as interrupted:
        train(CORPUS, learner="swvp", mode="balanced", gamma=RaiseAfter(40), epochs=9, engine="reference")
    assert interrupted.value.model.training["steps"] % 40 == 0


@pytest.mark.skipif(os.name != "posix", reason="SIGINT")
def test_a_real_signal_inside_an_epoch(tmp_path):
    """The signal comes when the first epoch has ended; the second is long, and is left before its end."""
    settings = {**SETTINGS, "k_best": 3, "epochs": 2}
    files = {"checkpoint": str(tmp_path / "c"), "model": str(tmp_path / "m")}
    code = CHILD.format(tests=str(TESTS), times=TIMES, settings=settings, **files)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "epoch 1\n"
    process.send_signal(signal.SIGINT)
    told, _ = process.communicate()
    name, steps = told.split()
    assert name == "interrupted" and process.returncode == 0
    corpus = CORPUS.select(list(range(40)) * TIMES)
    done = int(steps) - len(corpus)
    assert 0 <= done < len(corpus)
    assert np.array_equal(Model.load(tmp_path / "m").record.weights, average_of(corpus, settings, done))
    found = train(corpus, checkpoint=tmp_path / "c", **settings)
    assert np.array_equal(found.record.weights, train(corpus, **settings).record.weights)


def average_of(corpus, settings, done):
    """The average after one epoch and so many sentences of the second."""
    config = train_config(**settings)
    problem = prepare(corpus, config).problem
    state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), "end", config.seed)
    run = engine_for(problem, config)
    for count in (len(corpus), done):
        run(state, epoch_order(len(corpus), config.order, state.rng)[:count])
    return state.mean()
