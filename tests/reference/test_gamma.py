"""What holds of every SetGamma, and of each by hand."""

from __future__ import annotations

import textwrap

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

import swvm.learn.gamma as gamma_module
from swvm.errors import SettingError
from swvm.learn.gamma import GAMMAS, check_gamma, find_gamma, set_gamma

PROPER = ["uniform", "wm", "wmr", "softmin", "softmax", "optimization", "wm-released"]
margins = st.lists(st.integers(-6, 6), min_size=1, max_size=7).map(lambda d: np.array(d, float))
real_margins = st.lists(st.floats(-50, 50), min_size=1, max_size=7).map(np.array)


def gamma(name, d, **settings):
    return GAMMAS[name].function(np.asarray(d, float), **settings)


@pytest.mark.parametrize("name", PROPER)
@settings(max_examples=60, deadline=None)
@given(d=st.one_of(margins, real_margins), seed=st.integers(0, 99))
def test_on_the_simplex_and_equivariant(name, d, seed):
    found = gamma(name, d)
    if found is None:
        assert name == "optimization"
        assert np.all(d > 0)
        return
    assert check_gamma(found, len(d), name, 0) is found
    order = np.random.default_rng(seed).permutation(len(d))
    assert np.allclose(gamma(name, d[order]), found[order], atol=1e-12)


@settings(max_examples=60, deadline=None)
@given(d=margins, shift=st.integers(-5, 5), temperature=st.floats(0.1, 10))
def test_softmin_ignores_a_shift_and_is_softmax_reversed(d, shift, temperature):
    found = gamma("softmin", d, temperature=temperature)
    assert np.allclose(gamma("softmin", d + shift, temperature=temperature), found)
    assert np.allclose(gamma("softmax", -d, temperature=temperature), found)


@settings(max_examples=60, deadline=None)
@given(d=margins)
def test_cold_softmin_is_optimization_min(d):
    expected = gamma("optimization", d, sense="min")
    if expected is not None:
        assert np.allclose(gamma("softmin", d, temperature=1e-4), expected)


@settings(max_examples=100, deadline=None)
@given(d=margins, sense=st.sampled_from(["max", "min"]))
def test_optimization_solves_the_linear_program(d, sense):
    found = gamma("optimization", d, sense=sense)
    signed = -d if sense == "max" else d
    program = linprog(signed, A_ub=[d], b_ub=[0], A_eq=[np.ones(len(d))], b_eq=[1], bounds=(0, None))
    assert (found is None) == (program.status == 2)
    if found is not None:
        assert found @ d <= 1e-12
        assert np.isclose(found @ signed, program.fun)


@settings(max_examples=60, deadline=None)
@given(d=margins, beta=st.floats(0, 3))
def test_wm_reads_violations_alone(d, beta):
    violating = d < 0
    found = gamma("wm", d, beta=beta)
    if violating.any():
        assert np.all(found[~violating] == 0)
        assert np.allclose(found[violating], gamma("wm", d[violating], beta=beta))
    else:
        assert np.allclose(found, 1 / len(d))


def test_by_hand():
    assert np.allclose(gamma("wm", [-1, -3, 2]), [0.25, 0.75, 0])
    assert np.allclose(gamma("wm", [-1, -3, 2], beta=2), [0.1, 0.9, 0])
    assert np.allclose(gamma("wmr", [-1, -3, 2]), [0, 2 / 3, 1 / 3])
    assert np.allclose(gamma("wmr", [-3, -3, 2]), [0.5, 0.5, 0])
    assert np.allclose(gamma("wmr", [-5]), [1])
    assert np.allclose(gamma("softmin", [0, -np.log(3)]), [0.25, 0.75])
    assert np.allclose(gamma("optimization", [-2, -1, 3, 5]), [0, 0.75, 0.25, 0])
    assert np.allclose(gamma("optimization", [-2, -1, -1]), [0, 0.5, 0.5])
    assert np.allclose(gamma("wm-released", [-1, -3, 2]), [0, 0.4, 0.6])
    assert np.allclose(gamma("wmr-released", [-1, -3, 2]), [0, 1 / 3, 2 / 3])
    assert np.allclose(gamma("wmr-released", [-1, -3, 2], beta=2), [0, 1 / 9, 4 / 9])
    assert np.allclose(gamma("wmr-released", [-5]), [0])


@pytest.mark.parametrize("name", PROPER)
def test_huge_margins_do_not_overflow(name):
    d = np.array([-1e300, -1e200, 0.0])
    with np.errstate(over="raise", invalid="raise"):
        assert np.isclose(gamma(name, d).sum(), 1)
    if "beta" in GAMMAS[name].parameters:
        assert np.isclose(gamma(name, d, beta=50.0).sum(), 1)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([0.5, 0.5], r"sentence 8 an array of shape \(2,\)"),
        ([0.5, 0.6, -0.1], "the weight -0.1"),
        ([0.5, np.nan, 0.5], "the weight nan"),
        ([0.5, 0.5, 0.5], "sum to 1.5"),
    ],
)
def test_a_wrong_result_is_an_error_with_the_sentence(wrong, message):
    with pytest.raises(SettingError, match=message):
        check_gamma(wrong, 3, "mine", 7)


def test_names_and_functions():
    with pytest.raises(SettingError, match="Did you mean 'softmin'"):
        find_gamma("softmi")
    with pytest.raises(SettingError, match="argument of gamma 'odd'"):
        set_gamma("odd", "?")(lambda margins, scale: margins)
    with pytest.raises(SettingError, match="built in"):
        set_gamma("wm", "?")
    mine = find_gamma(lambda margins, beta, norms: margins)
    assert (mine.parameters, mine.requests) == (("beta",), ("norms",))


def test_the_example_of_the_docstring():
    source = gamma_module.__doc__.partition("from inside it:")[2].partition("A rule takes")[0]
    assert "@set_gamma" in source
    try:
        exec(textwrap.dedent(source), {"set_gamma": set_gamma, "np": np})
        assert gamma("worst-half", [-3, -1, 2]).tolist() == [0.5, 0.5, 0]
    finally:
        GAMMAS.pop("worst-half", None)
