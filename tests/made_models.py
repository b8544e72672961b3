"""Small models of every shape: first and second order, under constraints, with the released program's boundary."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import swvm
from swvm.data.corpus import Corpus
from swvm.model.chain import mask_of
from swvm.model.model import Model
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import Sentence, sentences

WORDS = [f"{letter}{number}" for letter in "opl" for number in range(6)]
SHAPES: dict[str, dict[str, Any]] = {
    "first order": {"features": "basic"},
    "second order": {"features": "paper"},
    "second order, every pair": {"features": "paper", "transitions": "all"},
    "constrained": {"features": "basic", "label_constraint": "bio"},
    "second order, constrained": {"features": "paper", "label_constraint": "bio"},
    "opened by O": {"features": "released", "boundary": "outside"},
}


def made_corpus(seed: int, count: int = 25) -> Corpus:
    """Sentences in IOB2 whose words hint at their labels."""
    rng = np.random.default_rng(seed)
    tokens, tags = [], []
    for _ in range(count):
        words = [WORDS[k] for k in rng.integers(len(WORDS), size=rng.integers(1, 7))]
        labels: list[str] = []
        for word in words:
            kind = {"o": "", "p": "PER", "l": "LOC"}[word[0]] if rng.random() < 0.85 else ""
            inside = bool(kind) and bool(labels) and labels[-1].endswith(kind) and rng.random() < 0.6
            labels.append("O" if not kind else f"{'I' if inside else 'B'}-{kind}")
        tokens.append(words)
        tags.append(labels)
    return Corpus.from_sentences(tokens, tags, source=f"made {seed}")


@cache
def made_model(shape: str) -> Model:
    """A model of this shape, trained for two epochs."""
    return swvm.train(made_corpus(1), epochs=2, **SHAPES[shape])


def twins(model: Model, corpus: Corpus) -> list[Sentence]:
    """The sentences of a corpus as the twins see them, under the chain of a model."""
    record, n_labels = model.record.chain, len(model.labels)
    chain = ReferenceChain(
        n_labels,
        record.order,
        record.counts,
        record.constants,
        pairs=record.pairs if record.order == 2 else None,
        allowed=mask_of(record, n_labels),
        start=record.start,
    )
    return sentences(chain, model.encode(corpus))


def saved(model: Model, folder: Path) -> Path:
    """The model as a file."""
    path = folder / "model.swvm"
    model.save(path)
    return path
