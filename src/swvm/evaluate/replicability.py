"""On how many datasets (or folds) is a system better? Replicability analysis (Dror et al. 2017).

Counting the datasets with p <= 0.05 overstates the finding. Sort the p-values, p_(1) <= … <= p_(n). The
partial-conjunction hypothesis "better on fewer than u of the n" has the p-value

    Bonferroni (any dependence):     (n - u + 1) p_(u)
    Fisher (independent datasets):   P(chi² with 2(n - u + 1) degrees >= -2 Σ_{i >= u} ln p_(i))

made monotone in u. K̂ is how many stay <= alpha: with confidence 1 - alpha, the system is better on at least K̂ datasets.
Which ones, Holm's procedure says.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from swvm.errors import DataError, unknown_name
from swvm.evaluate.distributions import chi2_sf

Method: TypeAlias = Literal["bonferroni", "fisher"]


@dataclass(frozen=True, slots=True)
class Replicability:
    """`values[u-1]` is the partial-conjunction p-value for u; `rejected` holds the datasets that Holm rejects."""

    method: str
    alpha: float
    p_values: tuple[float, ...]
    values: tuple[float, ...]
    k_hat: int
    rejected: tuple[int, ...]

    @property
    def on_all(self) -> bool:
        """Whether the system is better on every dataset: the star of the paper's table."""
        return self.k_hat == len(self.p_values)

    def to_json(self) -> dict[str, Any]:
        return {
            "method": self.method,
            "alpha": self.alpha,
            "p_values": list(self.p_values),
            "values": list(self.values),
            "k_hat": self.k_hat,
            "rejected": list(self.rejected),
        }


def replicability(p_values: Sequence[float], method: Method = "bonferroni", alpha: float = 0.05) -> Replicability:
    """Return K̂ and the datasets that are rejected, from one p-value a dataset."""
    if method not in ("bonferroni", "fisher"):
        raise unknown_name("replicability method", method, ["bonferroni", "fisher"])
    if not p_values or not all(0 <= p <= 1 for p in p_values):
        raise DataError(f"p-values must lie in 0..1, and there must be one at least; got {list(p_values)}")
    ordered = sorted(p_values)
    each = _bonferroni if method == "bonferroni" else _fisher
    values = _monotone([each(ordered, u) for u in range(1, len(ordered) + 1)])
    k_hat = sum(value <= alpha for value in values)
    return Replicability(method, alpha, tuple(p_values), tuple(values), k_hat, holm(p_values, alpha))


def _bonferroni(ordered: Sequence[float], u: int) -> float:
    return min(1.0, (len(ordered) - u + 1) * ordered[u - 1])


def _fisher(ordered: Sequence[float], u: int) -> float:
    rest = ordered[u - 1 :]
    if rest[0] == 0:
        return 0.0
    return chi2_sf(-2 * math.fsum(map(math.log, rest)), 2 * len(rest))


def _monotone(values: Sequence[float]) -> list[float]:
    return [max(values[: u + 1]) for u in range(len(values))]


def holm(p_values: Sequence[float], alpha: float = 0.05) -> tuple[int, ...]:
    """Return which hypotheses (numbers from 0, ascending) Holm's step-down procedure rejects."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    rejected = []
    for rank, number in enumerate(order):
        if p_values[number] > alpha / (len(order) - rank):
            break
        rejected.append(number)
    return tuple(sorted(rejected))
