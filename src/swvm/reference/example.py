"""What a learner sees of a sentence: the labelling to reach, the rivals y_k, and the three questions of a labelling.

The labelling to reach is the gold y, but for hope and fear. How training decodes is here too:

    plain             y_k: the K best by w . Phi(x, y')
    cost-augmented    y_k: the K best by w . Phi(x, y') + L(y, y')
    hope-fear         y_k (the fears) as cost-augmented; the labelling to reach is the hope, the best by
                      w . Phi(x, y') - L(y, y'). So MIRA asks for w . (Phi(hope) - Phi(y_k)) >= L(y, y_k) - L(y, hope)

The gold labelling and the hope are dropped from the rivals; where the chain forbids the labelling to reach, there are
none, and nothing moves.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from swvm.reference.delta import Costs, delta, hamming
from swvm.reference.encoded import Sentence
from swvm.reference.scores import Path, Vector, Weights, dot, score
from swvm.reference.viterbi import k_best, viterbi


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence, the weights w_t, and what was decoded with them."""

    sentence: Sentence
    weights: Weights
    costs: Costs
    target: Path  # y, or the hope
    best: Path  # y*: the first of the K best, before the gold labelling is dropped
    rivals: tuple[Path, ...]  # y_k

    def delta(self, other: Path) -> Vector:
        """Return DeltaPhi(x, y, other)."""
        return delta(self.sentence, self.target, other)

    def margin(self, other: Path) -> float:
        """Return w . DeltaPhi(x, y, other)."""
        return dot(self.weights, self.delta(other))

    def loss(self, other: Path) -> float:
        """Return L(y, other), less that of the hope where the target is not gold."""
        gold = self.sentence.gold
        return hamming(self.costs, gold, other) - hamming(self.costs, gold, self.target)

    def one_by_one(self) -> list[Example]:
        """Return the example once for each rival alone."""
        return [replace(self, rivals=(rival,)) for rival in self.rivals]


def decode(sentence: Sentence, weights: Weights, costs: Costs, k: int, decoding: str = "plain") -> Example | None:
    """Return the example with its K best labellings; None where the constraints leave no labelling."""
    gold = sentence.gold
    target: Path = gold
    fear = None if decoding == "plain" else costs[list(gold)]
    ranked = k_best(sentence, weights, k, added=fear)
    if not ranked:
        return None
    if decoding == "hope-fear":
        hope = viterbi(sentence, weights, added=-costs[list(gold)])
        target = gold if hope is None else hope[1]
    reachable = score(sentence, weights, target) > -math.inf  # a gold labelling may be one that the chain forbids
    rivals = tuple(path for _, path in ranked if reachable and path not in (gold, target))
    return Example(sentence, weights, costs, target, best=ranked[0][1], rivals=rivals)
