"""Tiny random chains with encoded sentences, for the reference twins and for the native engine alike.

`cases()` is a hypothesis strategy; `make_case` is the plain generator behind it. Sentences have features of all four
kinds, and constants of the three that may have them (one of kind T stands in the spans), so that no part of a clique
is left out. Integer weights make every sum exact, so that ties are ties.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import sentences as sentences_of
from swvm.reference.viterbi import viterbi

LANE_WIDTH = 8


@dataclass(frozen=True)
class Spans:
    starts: npt.NDArray[np.int64]
    ids: npt.NDArray[np.uint32]
    values: npt.NDArray[np.float32] | None = None


@dataclass(frozen=True)
class Encoded:
    offsets: npt.NDArray[np.int64]
    spans: tuple[Spans, ...]
    gold: npt.NDArray[np.int32] | None
    dense: tuple[Any, ...] = ()

    def __len__(self) -> int:
        return len(self.offsets) - 1


@dataclass(frozen=True)
class Case:
    """`chain` holds the arguments of a Chain by name; weights are [rows, lanes]."""

    chain: dict[str, Any]
    encoded: Encoded
    weights: npt.NDArray[np.float32]

    @property
    def labels(self) -> int:
        return int(self.chain["labels"])

    def gold_of(self, sentence: int) -> list[int]:
        begin, end = self.encoded.offsets[sentence : sentence + 2]
        return self.encoded.gold[begin:end].tolist()

    def with_weights(self, weights: npt.NDArray[np.float32]) -> Case:
        return replace(self, weights=weights)


def spans_of(positions: list[list[int]]) -> Spans:
    """Pack the features of every position."""
    starts = np.zeros(len(positions) + 1, np.int64)
    np.cumsum([len(ids) for ids in positions], out=starts[1:])
    return Spans(starts, np.array([feature for ids in positions for feature in ids], np.uint32))


def encode(
    features: list[list[list[list[int]]]], gold: list[list[int]] | None = None, lengths: list[int] | None = None
) -> Encoded:
    """Build an Encoded from features[kind][sentence][position] = ids. An empty list stands for a kind without any."""
    lengths = [len(sentence) for sentence in features[0]] if lengths is None else lengths
    offsets = np.zeros(len(lengths) + 1, np.int64)
    np.cumsum(lengths, out=offsets[1:])
    spans = []
    for kind, sentences in enumerate(features):
        width = [n if kind == 0 else n + 1 for n in lengths]
        filled = sentences or [[[] for _ in range(count)] for count in width]
        spans.append(spans_of([ids for sentence in filled for ids in sentence]))
    flat = None if gold is None else np.array([label for labels in gold for label in labels], np.int32)
    return Encoded(offsets, tuple(spans), flat)


def random_encoded(
    rng: np.random.Generator, lengths: list[int], features: tuple[int, ...], labels: int, most: int = 2
) -> Encoded:
    """Sentences with up to `most` features of every kind at every position, and random gold labels."""
    drawn = []
    for kind in range(4):
        width = [n if kind == 0 else n + 1 for n in lengths]
        drawn.append([[_ids(rng, features[kind], most) for _ in range(count)] for count in width])
    gold = [rng.integers(labels, size=n).tolist() for n in lengths]
    return encode(drawn, gold, lengths)


def with_values(rng: np.random.Generator, encoded: Encoded) -> Encoded:
    """Give every feature of half the kinds a value, small and exact in any sum."""
    spans = [
        replace(one, values=rng.choice([-1.0, 0.5, 1.0, 2.0], len(one.ids)).astype(np.float32))
        if rng.random() < 0.5
        else one
        for one in encoded.spans
    ]
    return replace(encoded, spans=tuple(spans), dense=random_dense(rng, int(encoded.offsets[-1])))


def random_dense(rng: np.random.Generator, tokens: int) -> tuple[Any, ...]:
    """A table of three vectors for the features 1 and 2 of kind T, and one of numbers for feature 0, both with gaps."""
    drawn = (
        (rng.choice([-1.0, 0.0, 0.5, 2.0], (3, width)).astype(np.float32), first) for width, first in ((2, 1), (1, 0))
    )
    return tuple((table, rng.integers(-1, 3, tokens).astype(np.int32), first) for table, first in drawn)


def _ids(rng: np.random.Generator, features: int, most: int) -> list[int]:
    count = int(rng.integers(min(features, most) + 1))
    return sorted(rng.choice(features, count, replace=False).tolist()) if count else []


def random_pairs(rng: np.random.Generator, labels: int) -> npt.NDArray[np.int32]:
    """About two thirds of all pairs, the pair of two boundaries always among them, in a shuffled order."""
    pairs = [(p, q) for p in range(labels + 1) for q in range(labels) if rng.random() < 0.67]
    return rng.permutation(np.array([*pairs, (labels, labels)], np.int32))


def random_mask(rng: np.random.Generator, labels: int) -> npt.NDArray[np.bool_]:
    """About four fifths of all transitions."""
    return rng.random((labels + 1, labels + 1)) < 0.8


def weight_shape(chain: dict[str, Any]) -> tuple[int, int]:
    """[rows, lanes] by the contract, written down once more, so that a wrong layout shows."""
    labels, pairs = chain["labels"], chain["pairs"]
    count = labels * (labels + 1) + 1 if pairs is None else len(pairs)
    count = 0 if chain["order"] == 1 else count
    contexts = (1, labels + 1, labels + 1, count)
    rows = sum(f * c for f, c in zip(chain["features"], contexts, strict=True))
    return rows, -(-(labels + 1) // LANE_WIDTH) * LANE_WIDTH


def random_weights(rng: np.random.Generator, chain: dict[str, Any], integers: bool = True) -> npt.NDArray[np.float32]:
    """Small integers (many ties) or normal deviates. The padding lanes are noise: no one may read them."""
    shape = weight_shape(chain)
    drawn = rng.integers(-2, 3, shape) if integers else rng.normal(size=shape)
    drawn = drawn.astype(np.float32)
    drawn[:, chain["labels"] + 1 :] = 1000
    return drawn


def make_case(
    seed: int,
    labels: int = 3,
    order: int = 1,
    lengths: list[int] | None = None,
    pairs: bool = False,
    mask: bool = False,
    integers: bool = True,
    opens: bool = False,
    values: bool = False,
) -> Case:
    """A chain, sentences and weights, drawn from one seed. `opens`: label 0 stands before a sentence."""
    rng = np.random.default_rng(seed)
    features = (4, 3, 3, 3) if order == 2 else (4, 3, 0, 0)
    constants = tuple((kind, 0) for kind in (1, 2, 3) if features[kind])
    chain = {
        "labels": labels,
        "order": order,
        "features": features,
        "constants": constants,
        "pairs": random_pairs(rng, labels) if pairs and order == 2 else None,
        "allowed": random_mask(rng, labels) if mask else None,
        "start": 0 if opens and order == 1 else None,
    }
    encoded = random_encoded(rng, [3, 4] if lengths is None else lengths, features, labels)
    weights = random_weights(rng, chain, integers)
    return Case(chain, with_values(rng, encoded) if values else encoded, weights)


@st.composite
def cases(
    draw: st.DrawFn, masked: bool = True, integers: bool = True, longest: int = 4, order: int | None = None
) -> Case:
    """Chains of 1 to 4 labels, either order, with sentences of 0 to `longest` tokens."""
    return make_case(
        seed=draw(st.integers(0, 2**32 - 1)),
        labels=draw(st.integers(1, 4)),
        order=draw(st.sampled_from([1, 2])) if order is None else order,
        lengths=draw(st.lists(st.integers(0, longest), min_size=1, max_size=3)),
        pairs=masked and draw(st.booleans()),
        mask=masked and draw(st.booleans()),
        integers=integers,
        opens=draw(st.booleans()),
        values=draw(st.booleans()),
    )


def forced_labels(seed: int, length: int, labels: int) -> npt.NDArray[np.int32]:
    """About a third of the positions forced."""
    rng = np.random.default_rng(seed)
    return np.where(rng.random(length) < 0.33, rng.integers(labels, size=length), -1).astype(np.int32)


def zero_weights(case: Case) -> Case:
    """The same case with weights of zero."""
    return case.with_weights(np.zeros(weight_shape(case.chain), np.float32))


def relabel(case: Case, gold: list[tuple[int, ...]]) -> Case:
    """The same case with other gold labels."""
    flat = np.array([label for path in gold for label in path], np.int32)
    return replace(case, encoded=replace(case.encoded, gold=flat))


def rename(case: Case, new: npt.NDArray[np.int64]) -> Case:
    """Give label t the name new[t]; the boundary keeps its own."""
    full = np.append(new, case.labels)
    old_chain = ReferenceChain(**case.chain)
    arguments = dict(case.chain)
    if case.chain["start"] is not None:
        arguments["start"] = int(full[case.chain["start"]])
    if case.chain["pairs"] is not None:
        arguments["pairs"] = full[case.chain["pairs"]].astype(np.int32)
    if case.chain["allowed"] is not None:
        arguments["allowed"] = np.zeros_like(case.chain["allowed"])
        arguments["allowed"][np.ix_(full, full)] = case.chain["allowed"]
    chain = ReferenceChain(**arguments)
    weights = chain.zeros()
    lanes = slice(0, case.labels + 1)
    for kind in range(4):
        for feature in range(chain.features[kind]):
            for context in range(chain.contexts[kind]):
                there = _renamed_context(old_chain, chain, kind, context, full)
                row = chain.base[kind] + feature * chain.contexts[kind] + there
                source = old_chain.base[kind] + feature * old_chain.contexts[kind] + context
                weights[row, full] = case.weights[source, lanes]
    encoded = replace(case.encoded, gold=full[case.encoded.gold].astype(np.int32))
    return Case(arguments, encoded, weights)


def _renamed_context(
    old: ReferenceChain, new: ReferenceChain, kind: int, context: int, full: npt.NDArray[np.int64]
) -> int:
    if kind == 0:
        return 0
    if kind == 3:
        p, q = old.pairs[context]
        return new.pair_index[int(full[p]), int(full[q])]
    return int(full[context])


def with_permitted_gold(case: Case) -> Case:
    """Gold labels that the chain permits: the best under other weights. Random where there are none."""
    other = random_weights(np.random.default_rng(1), case.chain, integers=False)
    found = [viterbi(s, other) for s in sentences_of(ReferenceChain(**case.chain), case.encoded)]
    bounds = pairwise(case.encoded.offsets)
    gold = [case.encoded.gold[a:b] if best is None else best[1] for best, (a, b) in zip(found, bounds, strict=True)]
    return relabel(case, gold)
