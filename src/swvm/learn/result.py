"""Weights -> Model: what training leaves behind, with the record of how it was made."""

from __future__ import annotations

import platform
from typing import Any

import numpy as np

from swvm import __version__
from swvm.data.corpus import Corpus
from swvm.learn.config import TrainConfig
from swvm.learn.settings import config_to_json
from swvm.learn.setup import Setup, fingerprint
from swvm.learn.state import Floats, TrainingState
from swvm.model.model import Model
from swvm.model.record import ModelRecord, Names
from swvm.model.resources import records_of


def make_model(setup: Setup, weights: Floats, names: Names | None, training: dict[str, Any]) -> Model:
    """Return the model of these weights."""
    encoder = setup.encoder
    assert encoder.index is not None
    record = ModelRecord(
        labels=setup.problem.labels,
        columns=encoder.columns,
        templates=tuple(template.text for template in encoder.templates),
        scheme=setup.scheme.value,
        chain=setup.problem.record,
        weights=weights,
        keys=encoder.index.keys,
        ids=encoder.index.ids,
        names=names,
        training=training,
        output=setup.output,
        resources=records_of(encoder.derivation),
    )
    return Model(record, encoder)


def training_record(config: TrainConfig, state: TrainingState, data: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return what a model says of its training; parts of `more` that are None are left out."""
    record = {
        "settings": config_to_json(config),
        "data": data,
        "versions": {"swvm": __version__, "numpy": np.__version__, "python": platform.python_version()},
        "epochs": list(state.history),
        "steps": state.steps,
    }
    return {**record, **{name: value for name, value in more.items() if value is not None}}


def describe(corpus: Corpus) -> dict[str, Any]:
    """Return what a training record says of a corpus."""
    return {
        "source": corpus.source,
        "sentences": len(corpus),
        "tokens": corpus.n_tokens,
        "sha256": fingerprint(corpus),
    }
