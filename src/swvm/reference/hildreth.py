"""The small quadratic program of a MIRA or SWVM step, by Hildreth's method on its dual.

    min ||w - w_t||^2  s.t.  w . v_k >= b_k,  each dual variable 0 <= alpha_k <= C        w = w_t + sum alpha_k v_k

It sees the Gram matrix G_kj = v_k . v_j and the residuals r_k = b_k - w_t . v_k alone. The coordinates are visited in
their order, again and again; each is set to the value that closes its own gap:

    alpha_k <- clip(alpha_k + gap_k / G_kk, 0, C),   gap_k = b_k - w . v_k = r_k - sum_j alpha_j G_kj

It stops after a sweep in which no w . v_k was moved by more than 1e-9 max(1, max |r|), or after 10,000 sweeps. A normal
of zero length leaves the program.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from swvm.reference.delta import inner
from swvm.reference.scores import Vector

MOST_SWEEPS = 10_000
TOLERANCE = 1e-9


@dataclass(frozen=True, slots=True)
class Solution:
    """The dual variables, and how they were found."""

    alpha: list[float]
    sweeps: int
    converged: bool


def gram(normals: Sequence[Vector]) -> list[list[float]]:
    """Return G_kj = v_k . v_j."""
    return [[inner(a, b) for b in normals] for a in normals]


def closed_form(squared_norm: float, residual: float, C: float) -> float:
    """Return alpha of a single constraint: tau = min(C, max(0, r / ||v||^2))."""
    return min(C, max(0.0, residual / squared_norm)) if squared_norm > 0 else 0.0


def hildreth(G: Sequence[Sequence[float]], residuals: Sequence[float], C: float) -> Solution:
    """Solve the program for K constraints; K = 1 is closed form, in one sweep."""
    K = len(residuals)
    if K == 1:
        return Solution([closed_form(G[0][0], residuals[0], C)], sweeps=1, converged=True)
    alpha, gap = [0.0] * K, list(residuals)
    tolerance = TOLERANCE * max([1.0, *map(abs, residuals)])
    for sweep in range(1, MOST_SWEEPS + 1):
        if _sweep(G, gap, alpha, C) <= tolerance:
            return Solution(alpha, sweep, converged=True)
    return Solution(alpha, MOST_SWEEPS, converged=False)


def _sweep(G: Sequence[Sequence[float]], gap: list[float], alpha: list[float], C: float) -> float:
    """Visit every coordinate once; return by how much a w . v_k was moved at most."""
    largest = 0.0
    for k, row in enumerate(G):
        if row[k] <= 0.0:
            continue
        moved = min(C, max(0.0, alpha[k] + gap[k] / row[k]))
        step, alpha[k] = moved - alpha[k], moved
        if step == 0.0:
            continue
        largest = max(largest, abs(step) * row[k])
        for j in range(len(gap)):
            gap[j] -= step * row[j]
    return largest
