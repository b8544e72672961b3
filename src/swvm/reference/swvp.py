"""SWVP, the paper's Algorithm 1 (line 11), for the K best labellings.

    w = w + sum over k and J of gamma_k(m^J) DeltaPhi(x, y, m^J)        if y* != y

By hand, on the toy sentence with w = 0, single templates and uniform weights: gold = P N N, predicted = P P P. J = {2}
gives m = P P N, and J = {3} gives m = P N P; both have the margin 0, so both are violations of weight 1/2. Their label
pairs are #-P P-P P-N N-# and #-P P-N N-P P-#, those of gold #-P P-N N-N N-#:

>>> from swvm.reference.toy import named, toy_example
>>> counts = Counts()
>>> step = named(swvp(toy_example(), LearnerConfig("swvp"), None, counts))
>>> {name: value for name, value in step.items() if "/" in name}
{'runs/N': 0.5, 'runs/P': -0.5, 'marathons/N': 0.5, 'marathons/P': -0.5}
>>> {name: value for name, value in step.items() if "-" in name}
{'P-P': -0.5, 'N-N': 1.0, 'N-P': -0.5, 'N-#': 0.5, 'P-#': -0.5}
>>> counts.templates, counts.violations, counts.fallbacks
(2, 2, 0)
"""

from __future__ import annotations

from swvm.learn.learners import LearnerConfig
from swvm.learn.templates import Tags
from swvm.reference.counts import Counts
from swvm.reference.delta import add
from swvm.reference.example import Example
from swvm.reference.mixed import mixture
from swvm.reference.scores import Vector


def swvp(example: Example, config: LearnerConfig, tags: Tags | None, counts: Counts) -> Vector:
    """Return the sum of the mixes of all rivals; nothing where y* = y (line 5)."""
    step: Vector = {}
    if tuple(example.best) == tuple(example.target):
        return step
    for rival in example.rivals:
        add(step, 1.0, mixture(example, rival, config, tags, counts).normal)
    return step
