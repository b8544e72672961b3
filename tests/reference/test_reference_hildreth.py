"""Hildreth's method against the optimality conditions and a dense solver."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import minimize

from swvm.reference.hildreth import closed_form, hildreth

bounds = st.sampled_from([0.0, 0.05, 0.5, math.inf])


def problem(seed: int, K: int) -> tuple[np.ndarray, np.ndarray]:
    """Normals of small integers in enough dimensions to be independent, mostly; one may be zero or double another."""
    rng = np.random.default_rng(seed)
    normals = rng.integers(-2, 3, (K, 12)).astype(float)
    normals[0] *= rng.random() < 0.9
    if K > 2 and rng.random() < 0.2:
        normals[2] = 2 * normals[1]
    return normals, rng.normal(size=K) + 0.5


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 5), bounds)
def test_optimality_conditions(seed, K, C):
    """alpha = 0: w.v >= b; alpha = C: w.v <= b; between them: w.v = b."""
    normals, residuals = problem(seed, K)
    G = normals @ normals.T
    solution = hildreth(G.tolist(), residuals.tolist(), C)
    alpha = np.array(solution.alpha)
    assert solution.converged
    assert np.all((alpha >= 0) & (alpha <= C))
    gap = residuals - G @ alpha
    used = np.diag(G) > 0
    assert np.all(alpha[~used] == 0)
    assert np.all(gap[used & (alpha < C)] <= 1e-7)
    assert np.all(gap[used & (alpha > 0)] >= -1e-7)


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 9999), st.integers(1, 4), st.sampled_from([0.05, 0.5, 50.0]))
def test_a_dense_solver_finds_the_same_step(seed, K, C):
    normals, residuals = problem(seed, K)
    residuals[np.einsum("ij,ij->i", normals, normals) == 0] = 0  # such a normal leaves the program
    G = normals @ normals.T
    found = np.array(hildreth(G.tolist(), residuals.tolist(), C).alpha)
    dense = minimize(
        lambda alpha: 0.5 * alpha @ G @ alpha - residuals @ alpha,
        np.zeros(K),
        jac=lambda alpha: G @ alpha - residuals,
        bounds=[(0, C)] * K,
        method="L-BFGS-B",
        options={"ftol": 1e-15, "gtol": 1e-10, "maxiter": 10_000},
    )
    assert np.allclose(found @ normals, dense.x @ normals, atol=1e-4)


def test_closed_form_of_one_constraint():
    assert hildreth([[4.0]], [2.0], math.inf).alpha == [0.5]
    assert hildreth([[4.0]], [2.0], 0.1).alpha == [0.1]
    assert hildreth([[4.0]], [-2.0], 0.1).alpha == [0.0]
    assert hildreth([[0.0]], [2.0], math.inf).alpha == [0.0]
    assert closed_form(4.0, 2.0, math.inf) == 0.5


@pytest.mark.parametrize("C", [1.0, 1e6])
def test_constraints_that_contradict_each_other(C):
    """w.v >= 1 and -w.v >= 1: no w meets both; the bound C ends the climb, or the number of sweeps does."""
    solution = hildreth([[1.0, -1.0], [-1.0, 1.0]], [1.0, 1.0], C)
    assert solution.converged == (C == 1.0)
    assert abs(solution.alpha[0] - solution.alpha[1]) <= 1.0
