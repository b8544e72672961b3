"""The same seed gives the same bits: for every learner, any number of threads, any instruction set, with functions."""

from __future__ import annotations

from contextlib import contextmanager

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm import _native
from swvm.learn.training import train

pytestmark = pytest.mark.native

CORPUS = small_corpus(1, 60, types=3)
FEATURES = {1: "w[i], t[i]\nw[i-1], t[i]\nt[i-1], t[i]\nw[i], t[i-1], t[i]\n"}
FEATURES[2] = FEATURES[1] + "t[i-2], t[i-1], t[i]\nw[i], t[i-2], t[i]\n"
LEARNERS = {
    "csp": {"learner": "csp"},
    "mira 1": {"learner": "mira", "C": 0.3},
    "mira 3": {"learner": "mira", "k_best": 3},
    "swvp 1": {"learner": "swvp", "gamma": "softmin"},
    "swvp 3": {"learner": "swvp", "gamma": "wm", "k_best": 3, "mode": "balanced"},
    "swvm 1": {"learner": "swvm", "gamma": "optimization", "mode": "balanced", "C": 0.3},
    "swvm 3": {"learner": "swvm", "constraint": "each", "k_best": 3, "templates": "run"},
}
every_learner = pytest.mark.parametrize("learner", list(LEARNERS))
both_orders = pytest.mark.parametrize("order", [1, 2])


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Train, and return the weights as bytes with the counts of every epoch."""
    folder = tmp_path_factory.mktemp("features")
    for order, text in FEATURES.items():
        (folder / f"{order}.features").write_text(text)

    def weights(learner, order=1, **more):
        settings = {"epochs": 3, "features": str(folder / f"{order}.features"), **LEARNERS[learner], **more}
        model = train(CORPUS, **settings)
        return model.record.weights.tobytes(), [epoch["counts"] for epoch in model.training["epochs"]]

    return weights


@contextmanager
def instruction_set(name):
    before = _native.instruction_set()
    assert _native.use_instruction_set(name)
    try:
        yield
    finally:
        _native.use_instruction_set(before)


@every_learner
@both_orders
def test_the_same_seed_gives_the_same_bits(run, learner, order):
    first = run(learner, order)
    assert run(learner, order) == first
    assert run(learner, order, seed=2)[0] != first[0]


@every_learner
@both_orders
@pytest.mark.parametrize("batch", [4, 16])
@pytest.mark.parametrize("joint", [False, True])
def test_threads_do_not_matter(run, learner, order, batch, joint):
    one = run(learner, order, batch=batch, joint=joint)
    for threads in (2, 5):
        assert run(learner, order, batch=batch, joint=joint, threads=threads) == one
    assert one[0] != run(learner, order)[0], "a batch is not the online algorithm"


@every_learner
@both_orders
def test_a_batch_of_1_is_the_online_algorithm(run, learner, order):
    """Whatever the threads, and with joint steps too: there is nothing to join."""
    online = run(learner, order)
    assert run(learner, order, batch=1, threads=4) == online
    assert run(learner, order, batch=1, joint=True) == online


@every_learner
@both_orders
def test_instruction_sets_do_not_matter(run, learner, order):
    expected = run(learner, order)
    with instruction_set("base"):
        assert run(learner, order) == expected
        assert run(learner, order, batch=4, threads=2) == run(learner, order, batch=4)
    batched = run(learner, order, batch=4)
    with instruction_set("base"):
        assert run(learner, order, batch=4) == batched


def uniform(margins):
    return np.full(len(margins), 1.0 / len(margins))


def wrong_positions(gold, predicted):
    return [[int(i)] for i in np.flatnonzero(gold != predicted)]


@pytest.mark.parametrize(
    "settings", [{"gamma": uniform}, {"templates": wrong_positions}, {"gamma": uniform, "k_best": 3}]
)
@pytest.mark.parametrize("learner", ["swvp 1", "swvm 1"])
def test_user_functions(run, learner, settings):
    named = {**settings, "gamma": "uniform" if "gamma" in settings else "softmin", "templates": "single"}
    settings = {"gamma": "softmin", **settings}
    expected = run(learner, **named)
    assert run(learner, **settings) == expected
    for batch in (4, 16):
        one = run(learner, batch=batch, **settings)
        assert run(learner, batch=batch, threads=3, **settings) == one == run(learner, batch=batch, **named)


def test_a_failing_function_in_a_thread_is_the_same_error():
    """Of all sentences of a batch that fail, the first is named, whatever the threads."""

    def wrong(margins):
        return np.ones(len(margins)) * 2

    messages = set()
    for threads in (1, 2, 5):
        with pytest.raises(Exception, match="sentence") as error:
            train(CORPUS, learner="swvp", gamma=wrong, mode="balanced", batch=16, threads=threads)
        messages.add(str(error.value))
    assert len(messages) == 1


def test_joint_steps_count_as_a_step_a_sentence():
    """The average runs over sentences, so that a mean of batches is comparable."""
    model = train(CORPUS, learner="mira", batch=16, joint=True, epochs=2)
    assert model.training["steps"] == 2 * len(CORPUS)
