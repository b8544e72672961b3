"""Smaller models on request, and what that costs: F1 before and after. A bias is measured by the same rule."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from swvm.cli.show import count, megabytes
from swvm.data import Corpus
from swvm.data.schemes import LabelSequences
from swvm.evaluate import evaluate
from swvm.model.model import Model
from swvm.model.record import ModelRecord
from swvm.model.shrink import halve, prune

SAMPLE = 2000


def shrink(model: Model, train: Corpus, dev: Corpus | None, threshold: float | None, half: bool) -> tuple[Model, str]:
    """Return the smaller model and a sentence on what it costs, measured on `dev`, else on training sentences."""
    record = model.record if threshold is None else prune(model.record, threshold)
    if half:
        record = halve(record)
    effect = compared(model, _as_loaded(record), train, dev)
    return Model(record), f"{_sizes(model.record, record)}; {effect}"


def compared(before: Model, after: Model, train: Corpus, dev: Corpus | None) -> str:
    """Say what F1 two models have, on `dev`, else on training sentences."""
    sample = dev if dev is not None else train.select(np.arange(min(len(train), SAMPLE)))
    data = "the development data" if dev is not None else f"the first {count(len(sample))} training sentences"
    return f"F1 on {data} {f1_of(before, sample):.2f} -> {f1_of(after, sample):.2f}"


def drop_names(model: Model) -> Model:
    """Return the model without the names of its features."""
    return Model(replace(model.record, names=None), model.encoder)


def f1_of(model: Model, corpus: Corpus) -> float:
    """Return the mention F1 of a model on a corpus."""
    return evaluate(LabelSequences.of_corpus(corpus), model.label(corpus)).f1


def _as_loaded(record: ModelRecord) -> Model:
    return Model(replace(record, weights=record.weights.astype(np.float32)))


def _sizes(before: ModelRecord, after: ModelRecord) -> str:
    features = f"{count(sum(before.chain.counts))} -> {count(sum(after.chain.counts))} features"
    return f"{features}, weights {megabytes(before.weights.nbytes)} -> {megabytes(after.weights.nbytes)}"
