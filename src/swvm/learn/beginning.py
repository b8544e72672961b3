"""Where a run begins: from nothing, or from a model. What it begins with also says which run it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from swvm import __version__
from swvm.data.corpus import Corpus
from swvm.features.functions import Functions
from swvm.learn.checkpoint import RunIdentity, checksum
from swvm.learn.config import TrainConfig
from swvm.learn.continuation import Known, prepare_more, settings_of, start_model
from swvm.learn.familiar import warn_if_familiar
from swvm.learn.growth import grow
from swvm.learn.runs import check_seeds
from swvm.learn.settings import config_to_json
from swvm.learn.setup import Setup, fingerprint, prepare
from swvm.learn.state import TrainingState
from swvm.model.model import Model

# These may differ between a run and its continuation: they do not change what an epoch does.
FREE_SETTINGS = ("threads", "epochs", "patience", "features", "clusters", "lexicon")  # features by their keys


@dataclass(frozen=True)
class Beginning:
    """The problem, the settings, the state before the first epoch."""

    setup: Setup
    config: TrainConfig
    state: TrainingState
    origin: dict[str, Any] | None = None  # the training record of the model that it starts from


def begin(
    corpus: Corpus,
    config: TrainConfig,
    start: Model | str | Path | None = None,
    functions: Functions | None = None,
    *,
    class_weights: Mapping[str, float] | None = None,
    sample_weights: Sequence[float] | None = None,
) -> Beginning:
    """Prepare a run."""
    check_seeds(config)
    if start is not None:
        return _from_model(corpus, config, start_model(start, functions), class_weights, sample_weights)
    setup = prepare(corpus, config, functions, class_weights, sample_weights)
    shape = (setup.problem.chain.rows, setup.problem.chain.lanes)
    return Beginning(setup, config, TrainingState.fresh(shape, config.learner.average, config.seed, seeds=config.seeds))


def _from_model(
    corpus: Corpus,
    config: TrainConfig,
    model: Model,
    class_weights: Mapping[str, float] | None,
    sample_weights: Sequence[float] | None,
) -> Beginning:
    """The average is that of the steps to come; the model's weights stand in it as those before the first step."""
    known = Known.of_model(model)
    config = settings_of(model, config)
    warn_if_familiar(corpus, known.encoder.derivation, model.training)
    setup = prepare_more(known, corpus, config, class_weights, sample_weights)
    record, labels = setup.problem.record, len(setup.problem.labels)
    weights = grow(model.record.weights, known.chain, len(known.labels), record, labels)
    state = TrainingState.fresh(weights.shape, config.learner.average, config.seed, weights, config.seeds)
    return Beginning(setup, config, state, dict(model.training))


def identity_of(beginning: Beginning, corpus: Corpus, dev: Corpus | None) -> RunIdentity:
    """Return what makes the run what it is. It is asked for before the first epoch."""
    setup, config = beginning.setup, beginning.config
    settings = config_to_json(config)
    settings |= settings.pop("learner")
    kept = {f"setting {name}": value for name, value in settings.items() if name not in FREE_SETTINGS}
    if config.learner.average == "epoch":  # the released averaging looks ahead to the last step
        kept["setting epochs"] = config.epochs
    problem, index = setup.problem, setup.encoder.index
    assert index is not None
    return RunIdentity(
        {
            **kept,
            "version of swvm": __version__,
            "training data": fingerprint(corpus),
            "development data": None if dev is None else fingerprint(dev),
            "features": [checksum(index.keys), checksum(index.ids)],
            "class weights": checksum(problem.costs),
            "sample weights": checksum(problem.sample_weights),
            "start": None if beginning.origin is None else checksum(beginning.state.weights),
        }
    )
