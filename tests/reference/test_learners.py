"""What holds exactly between the learners, and of a single step."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import every_engine, step, train
from strategies import cases, make_case, with_permitted_gold, zero_weights
from swvm.learn.gamma import GAMMAS
from swvm.learn.learners import AVERAGES, CONSTRAINTS, LearnerConfig
from swvm.reference.delta import hamming, hamming_costs

learners = st.sampled_from(["csp", "mira", "swvp", "swvm"])
modes = st.sampled_from(["aggressive", "balanced"])
few = settings(max_examples=30, deadline=None, derandomize=True)  # real weights: rounding may break a rare tie


@every_engine
@few
@given(
    case=cases(integers=False),
    average=st.sampled_from(list(AVERAGES)),
    mode=modes,
)
def test_swvp_of_the_whole_is_csp(engine, case, average, mode):
    case = with_permitted_gold(case)
    expected = train(engine, case, learner="csp", average=average)
    found = train(engine, case, learner="swvp", templates="whole", gamma="softmin", mode=mode, average=average)
    assert np.array_equal(found, expected)


@every_engine
@few
@given(
    case=cases(integers=False),
    k=st.integers(1, 4),
    C=st.sampled_from([0.02, 0.3, math.inf]),
    constraint=st.sampled_from(list(CONSTRAINTS)),
    decoding=st.sampled_from(["plain", "cost-augmented"]),
)
def test_swvm_of_the_whole_is_mira(engine, case, k, C, constraint, decoding):
    case, shared = with_permitted_gold(case), {"k_best": k, "C": C, "decoding": decoding}
    expected = train(engine, case, learner="mira", **shared)
    found = train(engine, case, learner="swvm", templates="whole", gamma="wm", constraint=constraint, **shared)
    if constraint == "released":  # its residual is the sum of gamma d, which is summed in another order than w.v
        assert np.allclose(found, expected, atol=1e-4)
    else:
        assert np.array_equal(found, expected)


@every_engine
@few
@given(case=cases(integers=False, order=1, masked=False), k=st.integers(1, 3))
def test_swvm_of_runs_is_mira_in_first_order(engine, case, k):
    """DeltaPhi(y, y_k) is the sum over the runs: the uniform mix with the mixed loss is MIRA's constraint over |JJ|."""
    for sentence in range(len(case.encoded)):
        expected, counts = step(engine, case, LearnerConfig("mira", k_best=k, average="none"), sentence)
        if counts.unconverged:
            continue
        config = LearnerConfig(
            "swvm", k_best=k, templates="run", mode="balanced", constraint="mix-loss", average="none"
        )
        found, counts = step(engine, case, config, sentence)
        if not counts.unconverged:
            assert np.allclose(found.weights, expected.weights, atol=1e-4)


@every_engine
@few
@given(
    case=cases(integers=False, masked=False),
    gamma=st.sampled_from(list(GAMMAS)[:6]),
    templates=st.sampled_from(["single", "double", "triple", "run"]),
    mode=modes,
)
def test_a_step_of_swvm_meets_its_constraint(engine, case, gamma, templates, mode):
    """K = 1, C = infinity: afterwards w.v = L. v is the direction of the step itself."""
    shared = {"gamma": gamma, "templates": templates, "mode": mode, "average": "none"}
    for sentence in range(len(case.encoded)):
        after, counts = step(engine, case, LearnerConfig("swvm", **shared), sentence)
        if not counts.updates:
            continue
        (_, predicted), *_ = engine.k_best(case, sentence, 1)
        loss = hamming(hamming_costs(case.labels), case.gold_of(sentence), predicted)
        moved = (after.weights - case.weights).astype(np.float64)
        mixed, _ = step(engine, case, LearnerConfig("swvp", **shared), sentence)
        v = (mixed.weights - case.weights).astype(np.float64)
        assert np.isclose(np.sum(after.weights * v), loss, atol=1e-3)
        assert np.isclose(np.sum(moved * v) ** 2, np.sum(moved**2) * np.sum(v**2), rtol=1e-3)


@every_engine
@few
@given(case=cases(order=1, masked=False, integers=False))
def test_uniform_singles_are_csp_shared_out(engine, case):
    """First order, no two neighbouring errors: the SWVP step is the CSP step over |JJ|."""
    for sentence in range(len(case.encoded)):
        (_, predicted), *_ = engine.k_best(case, sentence, 1)
        wrong = np.flatnonzero(np.array(case.gold_of(sentence)) != np.array(predicted))
        if len(wrong) == 0 or np.any(np.diff(wrong) == 1):
            continue
        csp, _ = step(engine, case, LearnerConfig("csp", average="none"), sentence)
        swvp, _ = step(engine, case, LearnerConfig("swvp", mode="balanced", average="none"), sentence)
        assert np.allclose((csp.weights - case.weights) / len(wrong), swvp.weights - case.weights, atol=1e-5)


@every_engine
@pytest.mark.parametrize("learner", ["csp", "mira", "swvp", "swvm"])
def test_nothing_moves_where_the_best_is_gold(engine, learner):
    """K = 1. With K > 1 MIRA and SWVM still move where a runner-up is too close, SWVP does not."""
    case = make_case(5, lengths=[4], integers=False)
    (_, best), *_ = engine.k_best(case, 0, 1)
    case.encoded.gold[:] = best
    after, counts = step(engine, case, LearnerConfig(learner, average="none"), 0)
    assert np.array_equal(after.weights, case.weights)
    assert counts.updates == counts.wrong_sentences == 0
    shrunk = case.with_weights(case.weights * np.float32(1e-3))
    after, counts = step(engine, shrunk, LearnerConfig(learner, k_best=3, average="none"), 0)
    assert counts.updates == (learner in ("mira", "swvm"))


@every_engine
@few
@given(case=cases(integers=False), learner=learners, k=st.integers(1, 3))
def test_the_lazy_average_is_the_plain_mean(engine, case, learner, k):
    case = with_permitted_gold(case)
    order = [sentence for _ in range(3) for sentence in range(len(case.encoded))]
    config = {"learner": learner, "k_best": k, "C": 1.0}
    after, visited = case, []
    for sentence in order:
        after, _ = step(engine, after, LearnerConfig(**config, average="none"), sentence)
        visited.append(after.weights.astype(np.float64))
    used = slice(0, case.labels + 1)
    lazy, _ = engine.train(case, LearnerConfig(**config, average="end"), [order])
    assert np.allclose(lazy[:, used], np.mean(visited, axis=0)[:, used], atol=1e-4)
    last, _ = engine.train(case, LearnerConfig(**config, average="none"), [order])
    assert np.array_equal(last, visited[-1])


@every_engine
@pytest.mark.parametrize("average", ["epoch", "epoch-mean"])
def test_averages_that_overwrite(engine, average):
    """Simulated step by step: Delta_j with their factors, or the mean of all weights so far."""
    case = zero_weights(make_case(3, order=2, lengths=[3, 4, 2]))
    N, T = 3, 3
    found, _ = engine.train(case, LearnerConfig("csp", average=average), [range(N)] * T)
    w, j, released, visited = case, 0, np.zeros(case.weights.shape), []
    for _ in range(T):
        for sentence in range(N):
            j += 1
            after, _ = step(engine, w, LearnerConfig("csp", average="none"), sentence)
            released += (T * N - j + 1) / (T * N) * (after.weights.astype(float) - w.weights)
            visited.append(after.weights.astype(float))
            w = after
        overwritten = released if average == "epoch" else np.mean(visited, axis=0)
        w = w.with_weights(overwritten.astype(np.float32))
    assert np.allclose(found, w.weights, atol=1e-5)
