"""SWVM, the paper's Figure 2: MIRA whose constraints have mixes of templates for normals.

    min ||w - w_t||^2   s.t.   w . sum over J of gamma_k(m^J) DeltaPhi(x, y, m^J) >= L(y, y_k)   for each y_k

Four readings of the constraint; each is a function below.

By hand, on the toy sentence with w = 0, K = 1, single templates and uniform weights: the normal v is the step of SWVP,
with ||v||^2 = 4/4 + (1/4 + 1 + 1/4 + 1/4 + 1/4) = 3. The loss is 2 and the margin 0. In the reading `paper`, alpha is
(2 - 0) / 3:

>>> from swvm.reference.toy import named, toy_example
>>> named(swvm(toy_example(), LearnerConfig("swvm"), None, Counts()))["N-N"]
0.666667

`mix-loss` asks for 1/2 L(y, PPN) + 1/2 L(y, PNP) = 1, so alpha = 1/3. `released` moves along DeltaPhi(x, y, y*), which
has the squared length 12, by (2 - 0) / 12:

>>> named(swvm(toy_example(), LearnerConfig("swvm", constraint="mix-loss"), None, Counts()))["N-N"]
0.333333
>>> named(swvm(toy_example(), LearnerConfig("swvm", constraint="released"), None, Counts()))["N-N"]
0.166667

`each` has the normals a = runs/N - runs/P + N-N - P-P for J = {2} and b = marathons/N - marathons/P + N-N + N-# - N-P
- P-# for J = {3}, both with right side 1. a.a = 4, b.b = 6, a.b = 1: 4 alpha + beta = 1 and alpha + 6 beta = 1 give
alpha = 5/23, beta = 3/23:

>>> step = named(swvm(toy_example(), LearnerConfig("swvm", constraint="each"), None, Counts()))
>>> step["runs/N"] == round(5 / 23, 6), step["marathons/N"] == round(3 / 23, 6)
(True, True)
"""

from __future__ import annotations

from collections.abc import Callable

from swvm.learn.learners import LearnerConfig
from swvm.learn.templates import Tags
from swvm.reference.counts import Counts
from swvm.reference.example import Example
from swvm.reference.mixed import Mixture, mixture
from swvm.reference.scores import Path, Vector, dot
from swvm.reference.step import Constraint, solve


def swvm(example: Example, config: LearnerConfig, tags: Tags | None, counts: Counts) -> Vector:
    """Return the joint step of the constraints of all rivals."""
    read = READINGS[config.constraint]
    constraints: list[Constraint] = []
    for rival in example.rivals:
        constraints += read(example, rival, mixture(example, rival, config, tags, counts))
    return solve(constraints, config.C, counts)


def paper(example: Example, rival: Path, mixture: Mixture) -> list[Constraint]:
    """v_k = sum gamma DeltaPhi(x, y, m^J), b_k = L(y, y_k)."""
    normal = mixture.normal
    return [Constraint(normal, example.loss(rival) - dot(example.weights, normal))]


def mix_loss(example: Example, rival: Path, mixture: Mixture) -> list[Constraint]:
    """v_k = sum gamma DeltaPhi(x, y, m^J), b_k = sum gamma L(y, m^J)."""
    normal = mixture.normal
    loss = sum(g * example.loss(member.labels) for g, member in zip(mixture.gamma, mixture.members, strict=True))
    return [Constraint(normal, loss - dot(example.weights, normal))]


def released(example: Example, rival: Path, mixture: Mixture) -> list[Constraint]:
    """v_k = DeltaPhi(x, y, y_k); gamma enters by the residual alone: L(y, y_k) - sum gamma d_J, not L - w . v_k."""
    return [Constraint(example.delta(rival), example.loss(rival) - mixture.mean_margin)]


def each(example: Example, rival: Path, mixture: Mixture) -> list[Constraint]:
    """One constraint a template: v = DeltaPhi(x, y, m^J), b = L(y, m^J). The alphas take the part of gamma."""
    return [Constraint(member.delta, example.loss(member.labels) - member.margin) for member in mixture.members]


READINGS: dict[str, Callable[[Example, Path, Mixture], list[Constraint]]] = {
    "paper": paper,
    "mix-loss": mix_loss,
    "released": released,
    "each": each,
}
