"""The step of MIRA and SWVM: solve the program of their constraints, and add up the normals."""

from __future__ import annotations

from dataclasses import dataclass

from swvm.reference.counts import Counts
from swvm.reference.delta import add
from swvm.reference.hildreth import gram, hildreth
from swvm.reference.scores import Vector


@dataclass(frozen=True, slots=True)
class Constraint:
    """w . v >= b, as its normal v and its residual b - w_t . v."""

    normal: Vector
    residual: float


def solve(constraints: list[Constraint], C: float, counts: Counts) -> Vector:
    """Return sum over k of alpha_k v_k. Where w_t meets every constraint, nothing moves."""
    if all(constraint.residual <= 0 for constraint in constraints):
        return {}
    normals = [constraint.normal for constraint in constraints]
    solution = hildreth(gram(normals), [constraint.residual for constraint in constraints], C)
    counts.constraints += len(constraints)
    counts.active_constraints += sum(alpha > 0 for alpha in solution.alpha)
    counts.sweeps += solution.sweeps
    counts.unconverged += not solution.converged
    step: Vector = {}
    for alpha, normal in zip(solution.alpha, normals, strict=True):
        add(step, alpha, normal)
    return step
