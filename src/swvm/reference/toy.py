"""The paper's own example, for the worked examples of the learners.

Moses runs marathons; gold = [Person, None, None]. One feature a word with t[i], and the label pair t[i-1], t[i]. With
weights of zero every labelling ties, and the lowest ids win: predicted = [Person, Person, Person], as in the paper.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.reference.chain import Cell, ReferenceChain
from swvm.reference.delta import hamming_costs
from swvm.reference.encoded import Sentence
from swvm.reference.example import Example, decode
from swvm.reference.scores import Vector

WORDS = ("Moses", "runs", "marathons")
LABELS = ("P", "N", "#")  # Person, None, the boundary


@dataclass(frozen=True, slots=True)
class _Spans:
    starts: npt.NDArray[np.int64]
    ids: npt.NDArray[np.uint32]
    values: None = None


@dataclass(frozen=True, slots=True)
class _Encoded:
    offsets: npt.NDArray[np.int64]
    spans: tuple[_Spans, ...]
    gold: npt.NDArray[np.int32]
    dense: tuple[()] = ()


def toy_sentence() -> Sentence:
    """Return the sentence."""
    words = _Spans(np.arange(4), np.arange(3, dtype=np.uint32))
    none = _Spans(np.zeros(5, np.int64), np.zeros(0, np.uint32))
    encoded = _Encoded(np.array([0, 3]), (words, none, none, none), np.array([0, 1, 1], np.int32))
    chain = ReferenceChain(labels=2, order=1, features=(3, 1, 0, 0), constants=((1, 0),))
    return Sentence(chain, encoded, 0)


def toy_example(k: int = 1) -> Example:
    """Return the sentence decoded with weights of zero."""
    sentence = toy_sentence()
    example = decode(sentence, sentence.chain.zeros(), hamming_costs(2), k)
    if example is None:
        raise ValueError("the toy chain permits every labelling")
    return example


def named(vector: Vector) -> dict[str, float]:
    """Return a vector with its cells named: `runs/N` for a word, `P-N` for a label pair."""
    return {_name(cell): round(value, 6) for cell, value in vector.items() if value}


def _name(cell: Cell) -> str:
    row, lane = cell
    return f"{WORDS[row]}/{LABELS[lane]}" if row < 3 else f"{LABELS[row - 3]}-{LABELS[lane]}"
