"""The native epoch against its twin: one step from random weights, every setting, weights and counts."""

from __future__ import annotations

import math
from dataclasses import asdict

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import NativeEngine, ReferenceEngine, step
from strategies import cases, make_case, with_permitted_gold
from swvm import _native
from swvm.learn.gamma import BUILT_IN, GAMMAS
from swvm.learn.learners import CONSTRAINTS, LearnerConfig
from swvm.learn.templates import TEMPLATES
from swvm.reference.delta import class_costs
from swvm.reference.hildreth import hildreth

pytestmark = pytest.mark.native

configs = st.fixed_dictionaries(
    {
        "learner": st.sampled_from(["csp", "mira", "swvp", "swvm", "swvm"]),
        "k_best": st.integers(1, 4),
        "C": st.sampled_from([0.0, 0.05, 1.0, math.inf]),
        "gamma": st.sampled_from(sorted(BUILT_IN)),
        "beta": st.sampled_from([0.0, 1.0, 2.5]),
        "temperature": st.sampled_from([0.3, 1.0]),
        "sense": st.sampled_from(["max", "min"]),
        "templates": st.sampled_from(list(TEMPLATES)),
        "mode": st.sampled_from(["aggressive", "balanced"]),
        "identity": st.sampled_from(["exclude", "include"]),
        "constraint": st.sampled_from(list(CONSTRAINTS)),
        "decoding": st.sampled_from(["plain", "cost-augmented", "hope-fear"]),
        "average": st.just("none"),
    }
).map(lambda chosen: {**chosen, "decoding": "plain"} if _hope_for_others(chosen) else chosen)


def _hope_for_others(chosen):
    return chosen["decoding"] == "hope-fear" and chosen["learner"] != "mira"


class Tags:
    """Labels O, B-x, I-x, B-y."""

    tags = np.array([0, 1, 2, 1], np.int8)
    types = np.array([-1, 0, 0, 1], np.int32)


def same_counts(one, other):
    loose = ("updates", "sweeps", "active_constraints", "unconverged", "positive_mixes")
    return all(np.isclose(one[name], value, atol=1e-3) for name, value in other.items() if name not in loose)


def close_call(case, config, sentence, expected, twin, options):
    """Whether the twin itself takes another step when the weights tremble: a tie, which rounding may break."""
    for seed in range(3):
        noise = np.random.default_rng(seed).normal(0, 1e-5, case.weights.shape).astype(np.float32)
        trembling = case.with_weights(case.weights + noise)
        moved, counts = step(ReferenceEngine(), trembling, config, sentence, **options)
        if not (same_counts(asdict(counts), asdict(twin)) and np.allclose(moved.weights, expected.weights, atol=2e-3)):
            return True
    return False


@settings(max_examples=200, deadline=None)
@given(case=cases(integers=False), chosen=configs, weighted=st.booleans())
def test_a_step_is_the_same(case, chosen, weighted):
    case = with_permitted_gold(case)
    config = LearnerConfig(**chosen)
    options = {"tags": Tags()}
    if weighted:
        options["costs"] = class_costs([1.0, 2.0, 0.5, 3.0][: case.labels])
        options["sample_weights"] = [0.5] * len(case.encoded)
    for sentence in range(len(case.encoded)):
        expected, twin = step(ReferenceEngine(), case, config, sentence, **options)
        found, counts = step(NativeEngine(), case, config, sentence, **options)
        if twin.unconverged or not twin.tokens or close_call(case, config, sentence, expected, twin, options):
            continue
        assert np.allclose(found.weights, expected.weights, atol=2e-3, rtol=1e-3)
        assert same_counts(vars(counts), asdict(twin))


@pytest.mark.parametrize("learner", ["csp", "mira", "swvp", "swvm"])
@pytest.mark.parametrize("average", ["end", "none", "epoch", "epoch-mean"])
@pytest.mark.parametrize("order", [1, 2])
def test_whole_trainings_are_the_same(learner, average, order):
    case = make_case(21, order=order, lengths=[4, 3, 5, 2], integers=False)
    config = LearnerConfig(learner, k_best=2, C=0.3, gamma="softmin", average=average)
    orders = [[0, 1, 2, 3], [3, 1, 0, 2], [2, 0, 3, 1]]
    expected, _ = ReferenceEngine().train(case, config, orders)
    found, _ = NativeEngine().train(case, config, orders)
    used = slice(0, case.labels + 1)
    assert np.allclose(found[:, used], expected[:, used], atol=1e-3)


@settings(max_examples=100, deadline=None)
@given(
    name=st.sampled_from(sorted(BUILT_IN - {"optimization"})),
    d=st.lists(st.one_of(st.integers(-5, 5), st.floats(-20, 20)), min_size=1, max_size=7),
    parameter=st.sampled_from([0.0, 0.5, 1.0, 3.0]),
)
def test_gamma_rules_are_the_same(name, d, parameter):
    rule = GAMMAS[name]
    parameter = parameter or 0.1 if "temperature" in rule.parameters else parameter
    margins = np.array(d, np.float64)
    expected = rule.function(margins, **dict.fromkeys(rule.parameters, parameter))
    assert np.allclose(_native.built_in_gamma(name, parameter)(margins), expected, atol=1e-9)


def test_huge_margins_do_not_overflow():
    margins = np.array([-1e300, -1e200, 0.0])
    for name in ("wm", "wm-released", "softmin", "softmax"):
        assert np.allclose(_native.built_in_gamma(name, 50.0)(margins).sum(), 1)


@settings(max_examples=100, deadline=None)
@given(seed=st.integers(0, 9999), K=st.integers(1, 5), C=st.sampled_from([0.0, 0.05, 0.5, math.inf]))
def test_hildreth_is_the_same_to_the_bit(seed, K, C):
    rng = np.random.default_rng(seed)
    normals = rng.integers(-2, 3, (K, 12)).astype(float)
    G, residuals = normals @ normals.T, rng.normal(size=K) + 0.5
    solution = hildreth(G.tolist(), residuals.tolist(), C)
    alpha, sweeps, converged = _native.hildreth(G, residuals, C)
    assert np.array_equal(alpha, solution.alpha)
    assert (sweeps, converged) == (solution.sweeps, solution.converged)
