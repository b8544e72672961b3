"""Upper tails of three distributions, so that the tests need no SciPy; the tests of this file compare with it."""

from __future__ import annotations

import math

import numpy as np

TINY = 1e-300


def student_t_sf(t: float, df: int) -> float:
    """Return P(T >= t) of Student's t: half of I_x(df/2, 1/2) at x = df / (df + t²), for t >= 0."""
    if math.isnan(t):
        return math.nan
    if t < 0:
        return 1.0 - student_t_sf(-t, df)
    if math.isinf(t):
        return 0.0
    a, square = df / 2, t * t
    if square < 3:  # near the middle the fraction converges in the other end of the interval
        return 0.5 - 0.5 * _beta_fraction(0.5, a, square / (df + square), _log_front(a, square, df))
    return 0.5 * _beta_fraction(a, 0.5, df / (df + square), _log_front(a, square, df))


def _log_front(a: float, square: float, df: int) -> float:
    """Return log of x^a (1-x)^(1/2) / B(a, 1/2) for x = df / (df + t²)."""
    log_x = -math.log1p(square / df)
    log_rest = math.log(square) - math.log(df + square) if square else -math.inf
    return a * log_x + 0.5 * log_rest + _log_gamma_step(a) - 0.5 * math.log(math.pi)


def _log_gamma_step(a: float) -> float:
    """Return log Γ(a + 1/2) - log Γ(a); for large a by its series, where the difference would lose digits."""
    if a < 30:
        return math.lgamma(a + 0.5) - math.lgamma(a)
    inverse = 1 / (a * a)
    series = (-1 / 8 + inverse * (1 / 192 + inverse * (-1 / 640 + inverse * 17 / 14336))) / a
    return 0.5 * math.log(a) + series


def _beta_fraction(a: float, b: float, x: float, log_front: float) -> float:
    """Return I_x(a, b) by Lentz's method on its continued fraction, given the log of x^a (1-x)^b / B(a, b)."""
    if x <= 0:
        return 0.0
    c, d = 1.0, _away_from_zero(1 - (a + b) * x / (a + 1))
    d = 1 / d
    fraction = d
    for m in range(1, 10_000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        before = fraction
        for term in (even, odd):
            d = 1 / _away_from_zero(1 + term * d)
            c = _away_from_zero(1 + term / c)
            fraction *= c * d
        if abs(fraction - before) <= 1e-16 * abs(fraction):
            break
    return math.exp(log_front) * fraction / a


def _away_from_zero(value: float) -> float:
    return value if abs(value) > TINY else TINY


def chi2_sf(x: float, df: int) -> float:
    """Return P(X >= x) of chi squared: Q(df/2, x/2), summed up from Q(1/2, ·) or Q(1, ·) in steps of one.

    Q(a + 1, y) = Q(a, y) + y^a e^-y / Γ(a + 1), and all terms are positive.
    """
    if x <= 0:
        return 1.0
    if math.isinf(x):
        return 0.0
    y, a = x / 2, (1.0 if df % 2 == 0 else 0.5)
    total = math.exp(-y) if a == 1.0 else math.erfc(math.sqrt(y))
    while a < df / 2:
        total += math.exp(a * math.log(y) - y - math.lgamma(a + 1))
        a += 1
    return min(total, 1.0)


def fair_coin_sf(heads: int, tosses: int) -> float:
    """Return the chance of at least this many heads in tosses of a fair coin."""
    if heads <= 0:
        return 1.0
    if heads > tosses:
        return 0.0
    k = np.arange(1, tosses + 1)
    log_choose = np.concatenate([[0.0], np.cumsum(np.log((tosses + 1 - k) / k))])
    return min(1.0, float(np.exp(log_choose[heads:] - tosses * math.log(2)).sum()))
