"""The best path and the K best, first and second order, in plain loops over states.

A state after position i is what the next clique can see: (t[i],) in first order, (t[i-1], t[i]) in second.
"""

from __future__ import annotations

import math

from swvm.reference.brute_force import Added, Forced, Scored, ranking
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import Sentence
from swvm.reference.lattice import Lattice, lattice
from swvm.reference.scores import Weights

State = tuple[int, ...]


def viterbi(
    sentence: Sentence, weights: Weights, forced: Forced | None = None, added: Added | None = None
) -> Scored | None:
    """Return the best path; None where the constraints leave none.

    delta_i(state) = max over the label that the step forgets of delta_{i-1}(previous) + clique(i).
    A state keeps the label that reached its maximum first; labels are tried upwards, so the lowest wins a tie.
    """
    chain, scores = sentence.chain, lattice(sentence, weights, forced, added)
    best: dict[State, float] = {_begin(chain): 0.0}
    back: list[dict[State, State]] = []
    for i in range(1, len(scores) + 1):
        reached: dict[State, float] = {}
        came: dict[State, State] = {}
        for previous in sorted(best, key=lambda state: state[::-1]):
            for q in _labels_at(chain, i, scores):
                state = (*previous, q)[1:]
                value = best[previous] + _clique(scores, i, previous, q)
                if value > reached.get(state, -math.inf):
                    reached[state], came[state] = value, previous
        best = reached
        back.append(came)
    if not best:
        return None
    final = min(best, key=lambda state: (-best[state], state[::-1]))
    return best[final], _read_back(back, final)


def k_best(
    sentence: Sentence,
    weights: Weights,
    k: int,
    forced: Forced | None = None,
    added: Added | None = None,
) -> list[Scored]:
    """Return the k best paths, fewer where there are fewer. Each state keeps the k best paths that end in it."""
    chain, scores = sentence.chain, lattice(sentence, weights, forced, added)
    kept: dict[State, list[Scored]] = {_begin(chain): [(0.0, ())]}
    for i in range(1, len(scores) + 1):
        reached: dict[State, list[Scored]] = {}
        for previous, paths in kept.items():
            for q in _labels_at(chain, i, scores):
                here = _clique(scores, i, previous, q)
                if here > -math.inf:
                    grown = [(value + here, (*path, q)) for value, path in paths]
                    reached.setdefault((*previous, q)[1:], []).extend(grown)
        kept = {state: sorted(paths, key=ranking)[:k] for state, paths in reached.items()}
    everything = [scored for paths in kept.values() for scored in paths]
    return [(value, path[:-1]) for value, path in sorted(everything, key=ranking)[:k]]


def _begin(chain: ReferenceChain) -> State:
    return (chain.start,) * chain.order


def _labels_at(chain: ReferenceChain, i: int, scores: Lattice) -> range:
    """The boundary alone at position n+1, the labels elsewhere."""
    return range(chain.boundary, chain.boundary + 1) if i == len(scores) else range(chain.labels)


def _clique(scores: Lattice, i: int, previous: State, q: int) -> float:
    """The score of a step; t[i-2] does not matter in first order."""
    o = previous[0] if len(previous) == 2 else -1
    return float(scores[i - 1, o, previous[-1], q])


def _read_back(back: list[dict[State, State]], final: State) -> tuple[int, ...]:
    path: list[int] = []
    state = final
    for came in reversed(back):
        path.append(state[-1])
        state = came[state]
    return tuple(path[:0:-1])
