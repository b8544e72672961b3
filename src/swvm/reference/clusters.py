"""Word classes by exchange and the tree over them, as plainly as it goes: every gain is a difference of objectives.

A text is a list of sentences of word numbers; words from `words` on are rare and share one context, as the boundary of
sentences is one. Compare native/cluster.cpp.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise

Sentences = Sequence[Sequence[int]]
BOUNDARY, RARE = -1, -2


def entropy_term(x: int) -> int:
    """Return round(x log2(x) 2^20), by the same steps as the engine."""
    if x <= 1:
        return 0
    m, exponent = math.frexp(float(x))
    if m < 0.7071067811865476:
        m, exponent = m * 2.0, exponent - 1
    t = (m - 1.0) / (m + 1.0)
    total = 0.0
    for k in range(25, 0, -2):
        total = total * (t * t) + 1.0 / k
    return math.floor(float(x) * (exponent + 2.0 * t * total * 1.4426950408889634) * 1048576.0 + 0.5)


def bigrams(sentences: Sentences, words: int) -> Counter[tuple[int, int]]:
    """Count neighbours; the boundary stands before and after each sentence."""
    found: Counter[tuple[int, int]] = Counter()
    for sentence in sentences:
        if sentence:
            found.update(pairwise([BOUNDARY, *(w if w < words else RARE for w in sentence), BOUNDARY]))
    return found


def objective(pairs: Counter[tuple[int, int]], class_of: Sequence[int]) -> int:
    """Return the sum of h(N(g, g')) less h of both margins."""
    joint: Counter[tuple[int, int]] = Counter()
    first: Counter[int] = Counter()
    second: Counter[int] = Counter()
    for (v, w), count in pairs.items():
        g, k = (word if word < 0 else class_of[word] for word in (v, w))
        joint[g, k] += count
        first[g] += count
        second[k] += count
    margins = sum(map(entropy_term, first.values())) + sum(map(entropy_term, second.values()))
    return sum(map(entropy_term, joint.values())) - margins


def exchange(sentences: Sentences, words: int, classes: int, sweeps: int) -> tuple[list[int], int]:
    """Return a class for each word, and how many sweeps it took. Words that wait for a class count as rare ones."""
    pairs = bigrams(sentences, words)
    class_of = [w if w < classes else RARE for w in range(words)]
    for sweep in range(1, sweeps + 1):
        moved = False
        for w in range(words):
            best = max(range(classes), key=lambda g: (_with(pairs, class_of, w, g), g == class_of[w], -g))
            moved = moved or best != class_of[w]
            class_of[w] = best
        if not moved:
            return class_of, sweep
    return class_of, sweeps


def _with(pairs: Counter[tuple[int, int]], class_of: Sequence[int], word: int, g: int) -> int:
    return objective(pairs, [*class_of[:word], g, *class_of[word + 1 :]])


def merges(sentences: Sentences, class_of: Sequence[int], classes: int) -> list[tuple[int, int]]:
    """Return the pairs of classes that are merged, in order: each time the one that costs least."""
    pairs, alive, done = bigrams(sentences, len(class_of)), list(range(classes)), []
    current = list(class_of)
    while len(alive) > 1:
        candidates = [(objective(pairs, _merged(current, a, b)), a, b) for a, b in combinations(alive, 2)]
        _, a, b = max(candidates, key=lambda one: (one[0], -one[1], -one[2]))
        current = _merged(current, a, b)
        alive.remove(b)
        done.append((a, b))
    return done


def _merged(class_of: Sequence[int], a: int, b: int) -> list[int]:
    return [a if g == b else g for g in class_of]
