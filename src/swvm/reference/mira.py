"""MIRA, the paper's Algorithm 2, over the K best labellings.

    min ||w - w_t||^2   s.t.   w . DeltaPhi(x, y, y_k) >= L(y, y_k)   for each y_k

By hand, on the toy sentence with w = 0 and K = 1: DeltaPhi(x, y, y*) is the step of CSP, its squared length is
4 + (1 + 4 + 1 + 1 + 1) = 12; the loss is L(y, y*) = 2 and the margin 0. So the closed form of one constraint,
tau = min(C, max(0, (L - w . DeltaPhi) / ||DeltaPhi||^2)), gives 2 / 12 = 1/6:

>>> from swvm.reference.toy import named, toy_example
>>> named(mira(toy_example(), C=float('inf'), counts=Counts()))["P-P"]
-0.333333
>>> named(mira(toy_example(), C=0.1, counts=Counts()))["runs/N"]
0.1
"""

from __future__ import annotations

from swvm.reference.counts import Counts
from swvm.reference.example import Example
from swvm.reference.scores import Path, Vector
from swvm.reference.step import Constraint, solve


def mira(example: Example, C: float, counts: Counts) -> Vector:
    """Return the joint step of the K constraints."""
    return solve([constraint(example, rival) for rival in example.rivals], C, counts)


def constraint(example: Example, rival: Path) -> Constraint:
    """Return w . DeltaPhi(x, y, y_k) >= L(y, y_k)."""
    return Constraint(example.delta(rival), example.loss(rival) - example.margin(rival))
