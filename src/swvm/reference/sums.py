"""Sums over all labellings of a sentence: the log partition, marginals, and the lead of a mention, in plain loops.

The twin of `native/sums`. A labelling has the weight exp(score / temperature); sums are kept as logarithms.
A state after position i is what the next clique can see, as in `viterbi`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence

import numpy as np
import numpy.typing as npt

from swvm.reference.brute_force import Forced, Scored
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import Sentence
from swvm.reference.lattice import Lattice, lattice
from swvm.reference.scores import Weights

State = tuple[int, ...]
Layer = dict[State, float]
Permits = Callable[[int, int, int], bool]  # position, t[i-1], t[i]; positions count from 1


def log_sum(values: Iterable[float]) -> float:
    """Return log(sum of exp(value)); -infinity of nothing."""
    found = list(values)
    top = max(found, default=-math.inf)
    return top if top == -math.inf else top + math.log(math.fsum(math.exp(value - top) for value in found))


def log_partition(
    sentence: Sentence,
    weights: Weights,
    temperature: float,
    forced: Forced | None = None,
    permits: Permits | None = None,
) -> float:
    """Return the log of the sum of exp(score / temperature) over all labellings whose every step is permitted."""
    chain, scores = sentence.chain, lattice(sentence, weights, forced) / temperature
    layer: Layer = {(chain.start,) * chain.order: 0.0}
    for i in range(1, len(scores) + 1):
        layer = _step(chain, scores, layer, i, permits)
    return log_sum(layer.values())


def _step(chain: ReferenceChain, scores: Lattice, layer: Layer, i: int, permits: Permits | None) -> Layer:
    reached: dict[State, list[float]] = {}
    labels = range(chain.boundary, chain.boundary + 1) if i == len(scores) else range(chain.labels)
    for previous, value in layer.items():
        for t in labels:
            o = previous[0] if len(previous) == 2 else -1
            here = float(scores[i - 1, o, previous[-1], t])
            if here > -math.inf and (permits is None or permits(i, previous[-1], t)):
                reached.setdefault((*previous, t)[1:], []).append(value + here)
    return {state: log_sum(values) for state, values in reached.items()}


def marginals(
    sentence: Sentence, weights: Weights, temperature: float, forced: Forced | None = None
) -> npt.NDArray[np.float64]:
    """Return the share of the labellings with each label at each position, [n, L]: a partition for each of them."""
    total = log_partition(sentence, weights, temperature, forced)
    found = np.zeros((sentence.length, sentence.chain.labels))
    for place in np.ndindex(found.shape):
        some = log_partition(sentence, weights, temperature, forced, _with_label(*place))
        found[place] = math.exp(some - total)
    return found


def _with_label(position: int, label: int) -> Permits:
    """Permit at a position (from 0) one label alone."""
    return lambda i, _, t: i != position + 1 or t == label


def lead(every: Iterable[Scored], temperature: float, wanted: Callable[[tuple[int, ...]], bool]) -> float:
    """Return log(sum of the labellings that are wanted) - log(sum of the others), of a list of all labellings.

    With temperature 0, the limit, the sums are maxima.
    """
    groups: tuple[list[float], list[float]] = ([], [])
    for value, path in every:
        groups[not wanted(path)].append(value / (temperature or 1.0))
    combine = log_sum if temperature else lambda values: max(values, default=-math.inf)
    with_, without = map(combine, groups)
    return with_ if with_ == -math.inf else with_ - without


def has_mention(
    path: Sequence[int], span: tuple[int, int, int], rule: tuple[npt.NDArray[np.bool_], ...], types: Sequence[int]
) -> bool:
    """Say whether a labelling has the mention start..end (not included) of a type, by a rule (starts, ends)."""
    (start, end, type_), (starts, ends) = span, rule
    padded = [len(types), *path, len(types)]
    if any(types[label] != type_ for label in path[start:end]):
        return False
    begins = [i for i in range(start, end) if starts[padded[i], padded[i + 1]]]
    return begins == [start] and bool(ends[padded[end], padded[end + 1]])
