"""Sums that keep only the rows that were moved are the plain sums."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from swvm.data.corpus import Corpus
from swvm.learn.engine import engine_for
from swvm.learn.settings import train_config
from swvm.learn.setup import prepare
from swvm.learn.state import TrainingState
from swvm.learn.sums import Sums

dense_sums = arrays.arrays(
    np.float32, st.tuples(st.integers(0, 9), st.just(8)), elements=st.sampled_from([0.0, 0.0, 0.0, 1.5, -2.25])
)


@given(dense_sums)
@settings(max_examples=100, deadline=None)
def test_what_is_assigned_is_there(dense: np.ndarray) -> None:
    sums = Sums.zeros(dense.shape)
    sums.assign(dense)
    np.testing.assert_array_equal(sums.dense(), dense)
    assert len(sums.used) == np.count_nonzero(dense.any(axis=1))
    sums.clear()
    assert not sums.dense().any()
    assert len(sums.used) == 0


@given(dense_sums, st.integers(1, 1000))
@settings(max_examples=100, deadline=None)
def test_the_mean_has_the_same_bits(dense: np.ndarray, steps: int) -> None:
    sums = Sums.zeros(dense.shape)
    sums.assign(dense)
    weights = np.random.default_rng(steps).standard_normal(dense.shape, np.float32)
    expected = weights - dense / np.float32(steps)
    sums.discount(weights, steps)
    np.testing.assert_array_equal(weights, expected)


CORPUS = Corpus.from_sentences(
    [["the", "dog", "barks"], ["the", "big", "dog"], ["dogs", "bark"]] * 2,
    [["O", "B-X", "O"], ["O", "B-X", "I-X"], ["B-X", "O"]] * 2,
)


@pytest.mark.native
@pytest.mark.parametrize("average", ["end", "epoch", "epoch-mean"])
@pytest.mark.parametrize("learner", ["csp", "mira"])
def test_both_engines_sum_alike(average: str, learner: str) -> None:
    seen = []
    for engine in ("native", "reference"):
        config = train_config(learner=learner, average=average, engine=engine, epochs=3)
        problem = prepare(CORPUS, config).problem
        state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), average, seed=1)
        run = engine_for(problem, config)
        for order in ([0, 1, 2, 3, 4, 5], [5, 3, 1, 0, 2, 4]):
            run(state, np.array(order))
        assert state.sums is not None
        seen.append((state.sums.dense(), state.mean()))
    np.testing.assert_allclose(seen[0][0], seen[1][0], rtol=1e-5, atol=1e-5)
    np.testing.assert_allclose(seen[0][1], seen[1][1], rtol=1e-5, atol=1e-5)
    assert seen[0][0].any()


@pytest.mark.native
def test_rows_that_no_step_moves_take_no_place() -> None:
    config = train_config(epochs=1)
    problem = prepare(CORPUS, config).problem
    state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), "end", seed=1)
    engine_for(problem, config)(state, np.arange(6))
    assert state.sums is not None
    assert 0 < len(state.sums.used) < problem.chain.rows
    moved = state.weights.any(axis=1)
    assert (state.sums.places[moved] >= 0).all()


@pytest.mark.native
@pytest.mark.parametrize("places", [[1], [0, 5], [2**31 - 1]])
def test_places_with_gaps_are_refused(places: list[int]) -> None:
    config = train_config(epochs=1)
    problem = prepare(CORPUS, config).problem
    state = TrainingState.fresh((problem.chain.rows, problem.chain.lanes), "end", seed=1)
    assert state.sums is not None
    state.sums.places[: len(places)] = places
    with pytest.raises(Exception, match="gaps"):
        engine_for(problem, config)(state, np.arange(6))
