"""Distributions and tests against SciPy, against exact enumeration, and against cases worked out by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from swvm.errors import DataError, SettingError
from swvm.evaluate.distributions import chi2_sf, fair_coin_sf, student_t_sf
from swvm.evaluate.scores import SentenceCounts
from swvm.evaluate.significance import (
    approximate_randomisation,
    mcnemar,
    paired_bootstrap,
    paired_t_test,
    sentence_f1,
)


@pytest.mark.parametrize("df", [1, 2, 3, 7, 30, 59, 60, 61, 500, 2012, 9999, 100_000])
def test_student_t(df):
    for t in [0, 1e-3, 0.1, 0.5, 1, 1.7, 1.7321, 2, 3, 6, 12, 37, 200]:
        expected = scipy.stats.t.sf(t, df)
        if expected > 1e-290:
            assert student_t_sf(t, df) == pytest.approx(expected, rel=1e-10), (t, df)
        assert student_t_sf(-t, df) == pytest.approx(scipy.stats.t.sf(-t, df), rel=1e-10)


@pytest.mark.parametrize("df", [1, 2, 3, 4, 9, 10, 51, 100])
def test_chi_squared(df):
    for x in [0, 1e-6, 0.1, 1, 5, 20, 100, 700]:
        assert chi2_sf(x, df) == pytest.approx(scipy.stats.chi2.sf(x, df), rel=1e-10), (x, df)


@pytest.mark.parametrize("tosses", [0, 1, 2, 9, 100, 5000])
def test_fair_coin(tosses):
    for heads in {0, 1, tosses // 3, tosses // 2, tosses // 2 + 1, int(tosses * 0.6), tosses, tosses + 1}:
        assert fair_coin_sf(heads, tosses) == pytest.approx(scipy.stats.binom.sf(heads - 1, tosses, 0.5), rel=1e-10)


def test_tails_at_the_ends():
    """With one degree the tail is that of Cauchy; near 0 SciPy itself is off by 1e-10."""
    assert student_t_sf(1e-9, 1) == pytest.approx(0.5 - math.atan(1e-9) / math.pi, rel=1e-14)
    assert math.isnan(student_t_sf(math.nan, 5))
    assert student_t_sf(math.inf, 5) == 0
    assert chi2_sf(math.inf, 4) == 0


@given(st.integers(2, 60), st.integers(0, 1000), st.sampled_from(["two-sided", "greater"]))
def test_t_test_is_that_of_scipy(n, seed, alternative):
    a, b = np.random.default_rng(seed).normal(size=(2, n))
    expected = scipy.stats.ttest_rel(a, b, alternative=alternative).pvalue
    assert paired_t_test(a, b, alternative).p_value == pytest.approx(expected, rel=1e-10)


def test_t_test_without_variance():
    assert paired_t_test([1, 2, 3], [1, 2, 3]).p_value == 1
    assert paired_t_test([2, 3, 4], [1, 2, 3]).p_value == 0
    assert paired_t_test([1, 2, 3], [2, 3, 4], "greater").p_value == 1


def test_mcnemar_is_the_exact_binomial_test():
    rng = np.random.default_rng(1)
    a, b = rng.random(3000) < 0.9, rng.random(3000) < 0.88
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    for alternative in ("two-sided", "greater"):
        expected = scipy.stats.binomtest(only_a, only_a + only_b, alternative=alternative).pvalue
        result = mcnemar(a, b, alternative)
        assert result.p_value == pytest.approx(expected, rel=1e-10)
        assert result.difference == only_a - only_b
    assert mcnemar([True, False], [True, False]).p_value == 1


def counts(tp, fp, fn):
    tp, fp, fn = (np.array(x, np.int64) for x in (tp, fp, fn))
    return SentenceCounts(tp, fp, fn, (fp + fn) == 0)


def random_counts(rng, n, recall):
    gold = rng.integers(0, 4, n)
    tp = rng.binomial(gold, recall)
    return counts(tp, rng.integers(0, 2, n), gold - tp)


def f1(c, weights=1):
    tp, fp, fn = (float((x * weights).sum()) for x in (c.tp, c.fp, c.fn))
    return 200 * tp / (2 * tp + fp + fn) if tp + fp + fn else 0.0


def pick(a, b, mask):
    return counts(*(np.where(mask, y, x) for x, y in ((a.tp, b.tp), (a.fp, b.fp), (a.fn, b.fn))))


@pytest.mark.parametrize("alternative", ["two-sided", "greater"])
def test_randomisation_comes_to_the_exact_share(alternative):
    """All 2^10 swaps of ten sentences, counted; the trials come near that."""
    rng = np.random.default_rng(5)
    a, b = random_counts(rng, 10, 0.9), random_counts(rng, 10, 0.5)
    real = f1(a) - f1(b)
    extreme = 0
    for bits in itertools.product([False, True], repeat=10):
        mask = np.array(bits)
        difference = f1(pick(a, b, mask)) - f1(pick(b, a, mask))
        value, bound = (difference, real) if alternative == "greater" else (abs(difference), abs(real))
        extreme += value >= bound - 1e-9
    result = approximate_randomisation(a, b, seed=1, trials=40_000, alternative=alternative)
    assert result.difference == pytest.approx(real)
    assert result.p_value == pytest.approx(extreme / 1024, abs=0.012)


def test_bootstrap_agrees_with_plain_resampling():
    rng = np.random.default_rng(6)
    a, b = random_counts(rng, 60, 0.9), random_counts(rng, 60, 0.8)
    real = f1(a) - f1(b)
    drawn = []
    for _ in range(4000):
        weights = np.bincount(rng.integers(0, 60, 60), minlength=60)
        drawn.append(f1(a, weights) - f1(b, weights))
    drawn = np.array(drawn)
    result = paired_bootstrap(a, b, seed=2)
    assert result.difference == pytest.approx(real)
    assert result.p_value == pytest.approx(np.mean(np.abs(drawn - real) >= abs(real)), abs=0.04)
    assert result.interval == pytest.approx(np.quantile(drawn, [0.025, 0.975]), abs=1.0)


@pytest.mark.parametrize("test", [approximate_randomisation, paired_bootstrap])
def test_seeded_tests(test):
    rng = np.random.default_rng(7)
    a, b = random_counts(rng, 500, 0.9), random_counts(rng, 500, 0.6)
    assert test(a, b, seed=1) == test(a, b, seed=1)
    assert test(a, b, seed=1).p_value < 0.001
    assert test(a, a, seed=1).p_value == 1
    assert test(b, a, seed=1, alternative="greater").p_value > 0.99


def test_p_values_are_uniform_where_nothing_differs():
    rng = np.random.default_rng(8)
    p = []
    for seed in range(60):
        a, b = random_counts(rng, 80, 0.8), random_counts(rng, 80, 0.8)
        mask = rng.random(80) < 0.5
        p.append(approximate_randomisation(pick(a, b, mask), pick(b, a, mask), seed=seed, trials=300).p_value)
    assert scipy.stats.kstest(p, "uniform").pvalue > 0.001


def test_f1_of_a_sentence():
    assert sentence_f1(counts([1, 0, 0], [1, 0, 2], [0, 0, 0])).tolist() == pytest.approx([200 / 3, 100, 0])


@pytest.mark.parametrize(
    ("call", "error"),
    [
        (lambda: paired_t_test([1], [2]), DataError),
        (lambda: paired_t_test([1, 2], [1, 2, 3]), DataError),
        (lambda: mcnemar([True], [True, False]), DataError),
        (lambda: approximate_randomisation(counts([1], [0], [0]), counts([1, 1], [0, 0], [0, 0]), seed=1), DataError),
        (lambda: paired_bootstrap(counts([], [], []), counts([], [], []), seed=1), DataError),
        (lambda: approximate_randomisation(counts([1], [0], [0]), counts([1], [0], [0]), seed=1, trials=0), DataError),
        (lambda: mcnemar([True], [True], "less"), SettingError),
    ],
)
def test_what_cannot_be_tested_is_an_error(call, error):
    with pytest.raises(error):
        call()
