"""Is one system better than another on the same sentences? Four paired tests.

Two of them look at the corpus F1, which is no mean over sentences: approximate randomisation and the paired bootstrap,
both from a seed. The t-test takes one value per sentence, McNemar's test right and wrong tokens. `a` is the system that
should be better: `alternative="greater"` asks whether it is, `"two-sided"` whether the two differ.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError, unknown_name
from swvm.evaluate.distributions import fair_coin_sf, student_t_sf
from swvm.evaluate.scores import SentenceCounts

Alternative: TypeAlias = Literal["two-sided", "greater"]
Floats: TypeAlias = npt.NDArray[np.float64]

CELLS = 1 << 22  # random numbers drawn at once


@dataclass(frozen=True, slots=True)
class PairedTest:
    """The p-value of a paired test. `difference` is a − b: F1 in percent, a mean, or a count of tokens."""

    test: str
    difference: float
    p_value: float
    alternative: str
    interval: tuple[float, float] | None = None

    def to_json(self) -> dict[str, Any]:
        interval = None if self.interval is None else list(self.interval)
        return {
            "test": self.test,
            "difference": self.difference,
            "p_value": self.p_value,
            "alternative": self.alternative,
            "interval": interval,
        }


def sentence_f1(counts: SentenceCounts) -> Floats:
    """Return F1 of each sentence in percent; 100 where there is nothing to find and nothing was found."""
    found = 2 * counts.tp
    whole = found + counts.fp + counts.fn
    return np.where(whole > 0, 100.0 * found / np.maximum(whole, 1), 100.0)


def paired_t_test(a: npt.ArrayLike, b: npt.ArrayLike, alternative: Alternative = "two-sided") -> PairedTest:
    """Student's paired t-test on one value per sentence, such as `sentence_f1`."""
    _check_alternative(alternative)
    x, y = np.asarray(a, np.float64), np.asarray(b, np.float64)
    if x.shape != y.shape or x.ndim != 1 or len(x) < 2:
        raise DataError(
            f"a paired t-test needs two equally long lists of at least 2 values; got {x.shape} and {y.shape}"
        )
    difference = x - y
    mean, error = float(difference.mean()), float(difference.std(ddof=1)) / math.sqrt(len(x))
    without_variance = math.copysign(math.inf, mean) if mean else 0.0
    t = mean / error if error else without_variance
    p = student_t_sf(t, len(x) - 1) if alternative == "greater" else 2 * student_t_sf(abs(t), len(x) - 1)
    return PairedTest("paired t-test", mean, min(p, 1.0), alternative)


def mcnemar(a_right: npt.ArrayLike, b_right: npt.ArrayLike, alternative: Alternative = "two-sided") -> PairedTest:
    """McNemar's test on tokens, exact: of those that one system alone has right, a fair coin gives a its share."""
    _check_alternative(alternative)
    x, y = np.asarray(a_right, np.bool_), np.asarray(b_right, np.bool_)
    if x.shape != y.shape:
        raise DataError(f"both systems must label the same tokens; got {x.size} and {y.size}")
    only_a, only_b = int(np.count_nonzero(x & ~y)), int(np.count_nonzero(y & ~x))
    if alternative == "greater":
        p = fair_coin_sf(only_a, only_a + only_b)
    else:
        p = min(1.0, 2 * fair_coin_sf(max(only_a, only_b), only_a + only_b))
    return PairedTest("McNemar (exact)", float(only_a - only_b), p, alternative)


def approximate_randomisation(
    a: SentenceCounts,
    b: SentenceCounts,
    *,
    seed: int,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
) -> PairedTest:
    """Swap the two outputs of each sentence by a coin; count how often F1 then differs as much as it really does.

    Sentences whose swap changes the totals alike share one binomial draw for all their coins.
    """
    _check_alternative(alternative)
    rows = _rows(a, b)
    total = rows.sum(axis=0)
    real = _difference(total)
    change, coins = _distinct(rows[:, [3, 4, 5, 0, 1, 2]] - rows)
    hits = 0
    generator = np.random.default_rng(seed)
    for count in _batches(trials, len(coins)):
        swapped = generator.binomial(coins, 0.5, size=(count, len(coins)))
        hits += _at_least(_difference((total + swapped @ change.astype(np.float64)).T), real, alternative)
    return PairedTest("approximate randomisation", float(real), (hits + 1) / (trials + 1), alternative)


def paired_bootstrap(
    a: SentenceCounts,
    b: SentenceCounts,
    *,
    seed: int,
    trials: int = 10_000,
    alternative: Alternative = "two-sided",
) -> PairedTest:
    """Draw sentences with replacement; count how often the drawn difference in F1 is off by as much as the real one.

    The interval holds the middle 95 % of the drawn differences.
    """
    _check_alternative(alternative)
    rows, sizes = _distinct(_rows(a, b))
    real = _difference(rows.T @ sizes)
    sentences = len(a)
    generator = np.random.default_rng(seed)
    drawn = []
    for count in _batches(trials, len(sizes)):
        weights = generator.multinomial(sentences, sizes / sentences, size=count)
        drawn.append(_difference((weights @ rows.astype(np.float64)).T))
    differences = np.concatenate(drawn)
    hits = _at_least(differences - real, real, alternative)
    low, high = np.quantile(differences, (0.025, 0.975)).tolist()
    return PairedTest("paired bootstrap", float(real), (hits + 1) / (trials + 1), alternative, (low, high))


def _rows(a: SentenceCounts, b: SentenceCounts) -> npt.NDArray[np.int64]:
    """Return a row for each sentence: tp, fp, fn of a; tp, fp, fn of b."""
    if len(a) != len(b) or len(a) == 0:
        raise DataError(f"both systems must be scored on the same sentences; got {len(a)} and {len(b)}")
    return np.stack([a.tp, a.fp, a.fn, b.tp, b.fp, b.fn], axis=1)


def _distinct(rows: npt.NDArray[np.int64]) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Return the distinct rows, and how many sentences have each."""
    return np.unique(rows, axis=0, return_counts=True)


def _difference(totals: npt.NDArray[Any]) -> Any:
    """Return F1 of a minus F1 of b, in percent; `totals` is [6] or [6, trials]."""
    return _f1(totals[:3]) - _f1(totals[3:])


def _f1(totals: npt.NDArray[Any]) -> Any:
    tp, fp, fn = totals
    return 200.0 * tp / np.maximum(2 * tp + fp + fn, 1)


def _at_least(values: Floats, real: float, alternative: Alternative) -> int:
    """Count the values that are as extreme as the real one; a hair's breadth below counts as equal."""
    if alternative == "greater":
        return int(np.count_nonzero(values >= real - 1e-9))
    return int(np.count_nonzero(np.abs(values) >= abs(real) - 1e-9))


def _batches(trials: int, width: int) -> list[int]:
    if trials < 1:
        raise DataError(f"trials is {trials}; it must be at least 1")
    size = max(1, CELLS // max(width, 1))
    return [min(size, trials - start) for start in range(0, trials, size)]


def _check_alternative(alternative: str) -> None:
    if alternative not in ("two-sided", "greater"):
        raise unknown_name("alternative", alternative, ["two-sided", "greater"])
