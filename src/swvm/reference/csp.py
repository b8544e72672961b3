"""CSP, the structured perceptron of Collins.

    w = w + DeltaPhi(x, y, y*)

By hand, on the toy sentence with w = 0, where gold = P N N and predicted = P P P. The words `runs` and `marathons` have
the wrong label. Gold has the label pairs #-P P-N N-N N-#, predicted has #-P P-P P-P P-#:

>>> from swvm.reference.toy import named, toy_example
>>> example = toy_example()
>>> example.best
(0, 0, 0)
>>> step = csp(example)
>>> {name: step_value for name, step_value in named(step).items() if "/" in name}
{'runs/N': 1.0, 'runs/P': -1.0, 'marathons/N': 1.0, 'marathons/P': -1.0}
>>> {name: step_value for name, step_value in named(step).items() if "-" in name}
{'P-N': 1.0, 'P-P': -2.0, 'N-N': 1.0, 'N-#': 1.0, 'P-#': -1.0}
"""

from __future__ import annotations

from swvm.reference.example import Example
from swvm.reference.scores import Vector


def csp(example: Example) -> Vector:
    """Return DeltaPhi(x, y, y*); nothing where y* = y."""
    if not example.rivals:
        return {}
    (predicted,) = example.rivals
    return example.delta(predicted)
