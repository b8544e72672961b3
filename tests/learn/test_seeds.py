"""Several runs become one model: the mean of their weights, for any number of threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm.errors import SettingError
from swvm.evaluate import evaluate
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.loop import epochs
from swvm.learn.settings import train_config
from swvm.learn.setup import prepare
from swvm.learn.state import TrainingState
from swvm.learn.training import train

CORPUS, DEV = small_corpus(1, 40), small_corpus(2, 25)
AVERAGES = ["end", "none", "epoch", "epoch-mean"]


def alone(number, **settings):
    """Return the weights of one of the runs, done by itself."""
    config = train_config(**settings)
    problem = prepare(CORPUS, config).problem
    state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), config.learner.average, config.seed)
    state = replace(state, rng=np.random.default_rng([config.seed, number] if number else config.seed))
    for _ in epochs(problem, config, state):
        pass
    return state.finish()


@pytest.mark.parametrize("average", AVERAGES)
def test_the_model_is_the_mean_of_its_runs(average):
    settings = {"learner": "mira", "average": average, "epochs": 3, "seed": 7}
    model = train(CORPUS, seeds=3, **settings)
    runs = [alone(number, **settings) for number in range(3)]
    assert np.array_equal(runs[0], train(CORPUS, **settings).record.weights)
    assert not np.array_equal(runs[0], runs[1])
    assert np.allclose(model.record.weights, np.mean(runs, axis=0), rtol=1e-5, atol=1e-7)
    assert model.training["settings"]["seeds"] == 3
    counts = [epoch["counts"]["sentences"] for epoch in model.training["epochs"]]
    assert counts == [3 * len(CORPUS)] * 3


@pytest.mark.parametrize("average", AVERAGES)
def test_threads_change_nothing(average):
    settings = {"learner": "swvm", "average": average, "epochs": 3, "seeds": 4, "features": "paper"}
    models = [train(CORPUS, DEV, threads=threads, **settings) for threads in (1, 2, 3, 9)]
    for model in models[1:]:
        assert np.array_equal(model.record.weights, models[0].record.weights)
        assert model.training["best_epoch"] == models[0].training["best_epoch"]


def test_a_gamma_of_ones_own_in_threads():
    def even(margins):
        return np.full(len(margins), 1 / len(margins))

    settings = {"learner": "swvp", "gamma": even, "epochs": 2, "seeds": 2}
    one, two = (train(CORPUS, threads=threads, **settings) for threads in (1, 2))
    assert np.array_equal(one.record.weights, two.record.weights)


def test_the_best_epoch_is_that_of_the_mean():
    told = []
    train(CORPUS, DEV, epochs=4, seeds=3, on_epoch=told.append)
    for progress in told:
        model = train(CORPUS, epochs=progress.report.epoch, seeds=3)
        assert evaluate(DEV.tags(), model.label(DEV).to_lists()).f1 == progress.dev.f1
    assert len({progress.dev.f1 for progress in told}) > 1


class KilledError(Exception):
    pass


@pytest.mark.parametrize("average", AVERAGES)
def test_a_checkpoint_holds_every_run(tmp_path, average):
    settings = {"learner": "mira", "average": average, "epochs": 4, "seeds": 3}

    def killed(progress):
        if progress.report.epoch == 2:
            raise KilledError

    with pytest.raises(KilledError):
        train(CORPUS, DEV, checkpoint=tmp_path / "c", on_epoch=killed, **settings)
    found = train(CORPUS, DEV, checkpoint=tmp_path / "c", threads=2, **settings)
    assert np.array_equal(found.record.weights, train(CORPUS, DEV, **settings).record.weights)
    with pytest.raises(SettingError, match="setting seeds"):
        train(CORPUS, DEV, checkpoint=tmp_path / "c", **settings | {"seeds": 2})


def test_in_pieces_and_from_a_model():
    start = train(CORPUS, epochs=1)
    trainer = IncrementalTrainer(seeds=2, start=start)
    for seed in (1, 4):
        trainer.partial_fit(small_corpus(seed, 15, types=3))
    whole = trainer.model()
    assert whole.record.weights.any()
    again = IncrementalTrainer(seeds=2, start=start, threads=2)
    for seed in (1, 4):
        again.partial_fit(small_corpus(seed, 15, types=3))
    assert np.array_equal(again.model().record.weights, whole.record.weights)
    single = IncrementalTrainer(start=start)
    for seed in (1, 4):
        single.partial_fit(small_corpus(seed, 15, types=3))
    assert not np.array_equal(single.model().record.weights, whole.record.weights)


def test_runs_that_would_be_the_same_are_refused():
    with pytest.raises(SettingError, match="seeds is 2, but with order 'file' all runs are the same"):
        train(CORPUS, seeds=2, order="file")
