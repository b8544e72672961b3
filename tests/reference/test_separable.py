"""The convergence theorem of SWVP (Dror and Reichart 2016) on data that is separable by construction.

With a unit vector u such that u.DeltaPhi(x, y, z) >= delta for all z, and ||DeltaPhi(x, y, z)|| <= R: after t updates
u.w >= t delta and ||w||^2 <= t R^2, so there are at most (R / delta)^2. It needs the two conditions on gamma.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import pytest

from engines import every_engine, step
from strategies import Case, make_case, relabel, zero_weights
from swvm.learn.gamma import GAMMAS
from swvm.learn.learners import LearnerConfig
from swvm.reference.chain import ReferenceChain
from swvm.reference.delta import delta, inner
from swvm.reference.encoded import sentences
from swvm.reference.scores import dot
from swvm.reference.viterbi import viterbi

# The program's own wmr does not sum to 1, so the theorem does not speak of it.
RULES = [*((name, "max") for name in GAMMAS if name != "wmr-released"), ("optimization", "min")]


@dataclass(frozen=True)
class Separable:
    case: Case  # with weights of zero
    u: np.ndarray
    delta: float
    R: float


def separable(seed: int, order: int) -> Separable:
    """Label random sentences by random weights; their length is scaled to 1 without the padding lanes."""
    case = make_case(seed, labels=3, order=order, lengths=[3, 4, 2, 3, 4], integers=False)
    u = case.weights.astype(np.float64)
    u[:, case.labels + 1 :] = 0
    u /= np.linalg.norm(u)
    every = sentences(ReferenceChain(**case.chain), case.encoded)
    gold = [viterbi(sentence, u)[1] for sentence in every]
    smallest, longest = np.inf, 0.0
    for sentence, y in zip(every, gold, strict=True):
        for z in product(range(case.labels), repeat=len(y)):
            difference = delta(sentence, y, z)
            if z != y and difference:
                smallest = min(smallest, dot(u, difference))
                longest = max(longest, inner(difference, difference) ** 0.5)
    return Separable(zero_weights(relabel(case, gold)), u, smallest, longest)


PROBLEMS = {order: [separable(seed, order) for seed in (1, 2)] for order in (1, 2)}


@every_engine
@pytest.mark.parametrize(("gamma", "sense"), RULES)
@pytest.mark.parametrize("templates", ["single", "run", "whole"])
@pytest.mark.parametrize("order", [1, 2])
def test_the_bound_holds_at_every_update(engine, gamma, sense, templates, order):
    config = LearnerConfig("swvp", gamma=gamma, sense=sense, templates=templates, average="none")
    for problem in PROBLEMS[order]:
        assert problem.delta > 0
        case, t = problem.case, 0
        for _ in range(100):
            wrong = 0
            for sentence in range(len(case.encoded)):
                case, counts = step(engine, case, config, sentence)
                wrong += counts.updates
                t += counts.updates
                assert counts.positive_mixes == 0, "the second condition"
                w = case.weights.astype(np.float64)
                assert np.sum(problem.u * w) >= t * problem.delta - 1e-4
                assert np.sum(w * w) <= t * problem.R**2 + 1e-4
                assert t <= (problem.R / problem.delta) ** 2
            if wrong == 0:
                break
        assert wrong == 0, "no convergence in 100 epochs"
        assert t > 0
