"""SetGamma: the weight gamma(m^J) of every template J, from its margin d_J = w . DeltaPhi(x, y, m^J).

Each function below is one rule; its formula stands in its registration. All but the `released` ones return weights that
are >= 0, sum to 1 and do not depend on the order of the templates. A rule returns None where it has no solution; the
learner then falls back to J = all positions. The engine has native twins of the named rules; a function of yours is
called from inside it:

    @set_gamma("worst-half", "1 over the more violating half, else 0")
    def worst_half(margins):
        chosen = margins <= np.median(margins)
        return chosen / chosen.sum()

A rule takes the margins, and by name what else it asks for: the parameters `beta`, `temperature`, `sense`; `norms`, the
|DeltaPhi_J|^2; `positions`, the list of the templates' positions (from 0).
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.errors import SettingError, unknown_name, wrong_type

Floats = npt.NDArray[np.float64]
Function = Callable[..., Any]

PARAMETERS = ("beta", "temperature", "sense")
REQUESTS = ("norms", "positions")


@dataclass(frozen=True, slots=True)
class SetGamma:
    """A rule with its name and formula; `parameters` and `requests` are the arguments it takes by name."""

    name: str
    formula: str
    function: Function
    parameters: tuple[str, ...]
    requests: tuple[str, ...]


GAMMAS: dict[str, SetGamma] = {}
BUILT_IN: frozenset[str] = frozenset()  # the rules of this file, which have native twins; filled at its end


def set_gamma(name: str, formula: str) -> Callable[[Function], Function]:
    """Register a rule under a name."""
    if name in BUILT_IN:
        raise SettingError(f"gamma {name!r} is built in; give your rule another name")

    def register(function: Function) -> Function:
        GAMMAS[name] = _describe(name, formula, function)
        return function

    return register


def find_gamma(choice: str | Function) -> SetGamma:
    """Return the rule of a name, or wrap a function."""
    if callable(choice):
        return _describe(getattr(choice, "__name__", "function"), "a Python function", choice)
    if not isinstance(choice, str):
        raise wrong_type("gamma", choice, "the name of a SetGamma, or a Python function")
    if choice not in GAMMAS:
        raise unknown_name("gamma", choice, list(GAMMAS))
    return GAMMAS[choice]


def check_gamma(gamma: Any, count: int, name: str, sentence: int) -> Floats:
    """Return the result of a user's rule as an array, or raise an error with the sentence's number (from 1)."""
    where = f"gamma {name!r} returned for sentence {sentence + 1}"
    try:
        values = np.asarray(gamma, np.float64)
    except (TypeError, ValueError):
        raise SettingError(f"{where} {gamma!r}; it must be an array of numbers, one for each template") from None
    if values.shape != (count,):
        raise SettingError(f"{where} an array of shape {values.shape}; it must have one weight a template: ({count},)")
    if not np.all(np.isfinite(values)) or np.any(values < 0):
        raise SettingError(f"{where} the weight {values[~(values >= 0) | np.isinf(values)][0]:g}; weights must be >= 0")
    if abs(values.sum() - 1.0) > 1e-6:
        raise SettingError(f"{where} weights that sum to {values.sum():.9g}; they must sum to 1")
    return values


def _describe(name: str, formula: str, function: Function) -> SetGamma:
    first, *others = inspect.signature(function).parameters or [""]
    if not first:
        raise SettingError(f"gamma {name!r} takes no argument; its first one is the array of the margins d_J")
    for other in others:
        if other not in (*PARAMETERS, *REQUESTS):
            raise unknown_name(f"argument of gamma {name!r}:", other, [*PARAMETERS, *REQUESTS])
    parameters = tuple(other for other in others if other in PARAMETERS)
    return SetGamma(name, formula, function, parameters, tuple(other for other in others if other in REQUESTS))


@set_gamma("uniform", "gamma = 1 / |JJ|")
def uniform(margins: Floats) -> Floats:
    """Give every template the same weight."""
    return np.full(len(margins), 1.0 / len(margins))


@set_gamma("wm", "gamma ~ |min(d, 0)|^beta; all zero: uniform")
def wm(margins: Floats, *, beta: float = 1.0) -> Floats:
    """Weighted Margin: the larger the violation, the larger the weight. Balanced and aggressive are equal."""
    violation = np.maximum(-margins, 0.0)
    return _normalise(_power(violation, beta))


@set_gamma("wmr", "gamma ~ ((n - r) / n)^beta, r the rank of |d|, 1 for the largest; n = 1: 1")
def wmr(margins: Floats, *, beta: float = 1.0) -> Floats:
    """Weighted Margin Rank: as wm, by rank. Templates that tie share the mean of their weights."""
    return _normalise(_rank_weights(np.abs(margins), beta))


@set_gamma("softmin", "gamma ~ exp(-d / T)")
def softmin(margins: Floats, *, temperature: float = 1.0) -> Floats:
    """Stronger violations get exponentially larger weights."""
    return _softened(-margins, temperature)


@set_gamma("softmax", "gamma ~ exp(d / T)")
def softmax(margins: Floats, *, temperature: float = 1.0) -> Floats:
    """Weaker violations get exponentially larger weights (in the released program)."""
    return _softened(margins, temperature)


@set_gamma("optimization", "max (or min) sum gamma d  s.t.  sum gamma d <= 0, gamma >= 0, sum gamma = 1")
def optimization(margins: Floats, *, sense: str = "max") -> Floats | None:
    """Solve the paper's linear program in closed form; templates that tie share. No solution where every d > 0.

    max: the mix of the largest d <= 0 (a) and the smallest d > 0 (b) that gives 0: gamma_a a + gamma_b b = 0.
    """
    if margins.min() > 0:
        return None
    if sense == "min":
        return _share(margins == margins.min())
    a = margins[margins <= 0].max()
    if a == 0 or margins.max() <= 0:
        return _share(margins == a)
    b = margins[margins > 0].min()
    gamma: Floats = _share(margins == a) * (b / (b - a)) + _share(margins == b) * (-a / (b - a))
    return gamma


@set_gamma("wm-released", "gamma ~ |1 + d|^beta")
def wm_released(margins: Floats, *, beta: float = 1.0) -> Floats:
    """Weigh as the released program's wm."""
    return _normalise(_power(np.abs(1.0 + margins), beta))


@set_gamma("wmr-released", "gamma = ((n - r) / n)^beta / ((n - 1) / 2), r the rank of |1 + d|; n = 1: 0")
def wmr_released(margins: Floats, *, beta: float = 1.0) -> Floats:
    """Weigh as the released program's wmr: the sum is 1 for beta = 1 alone, and a single template has weight 0."""
    n = len(margins)
    return np.zeros(1) if n == 1 else _rank_weights(np.abs(1.0 + margins), beta) / ((n - 1) / 2)


def _normalise(weights: Floats) -> Floats:
    total = weights.sum()
    shares: Floats = weights / total if total > 0 else uniform(weights)
    return shares


def _power(values: Floats, beta: float) -> Floats:
    """Return values^beta up to a factor, 0 staying 0. Divided by the largest first, so that nothing overflows."""
    largest = values.max()
    return np.where(values > 0, (values / largest) ** beta, 0.0) if largest > 0 else values


def _softened(exponents: Floats, temperature: float) -> Floats:
    """exp(e / T), normalised; shifted by the largest exponent, so that nothing overflows."""
    return _normalise(np.exp((exponents - exponents.max()) / temperature))


def _share(chosen: npt.NDArray[np.bool_]) -> Floats:
    shares: Floats = chosen / chosen.sum()
    return shares


def _rank_weights(sizes: Floats, beta: float) -> Floats:
    """((n - r) / n)^beta with rank r = 1 for the largest size; equal sizes share the mean of their weights."""
    n = len(sizes)
    by_rank = ((n - np.arange(1, n + 1)) / n) ** beta
    _, group, count = np.unique(-sizes, return_inverse=True, return_counts=True)
    mean: Floats = np.bincount(np.repeat(np.arange(len(count)), count), by_rank) / count
    return mean[group]


BUILT_IN = frozenset(GAMMAS)
