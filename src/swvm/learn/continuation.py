"""Training that goes on from a model: more sentences, which may bring new features and new labels.

What is known keeps its id. New labels, features and label pairs stand behind; `growth` moves the weights.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate, pairwise
from pathlib import Path

import numpy as np

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, Scheme, detect, scheme_named
from swvm.data.schemes.transitions import check_inventory
from swvm.errors import DataError, SettingError, wrong_type
from swvm.features.encoded import label_codes
from swvm.features.encoder import FeatureEncoder
from swvm.features.functions import Functions
from swvm.learn.config import TrainConfig
from swvm.learn.growth import moved_pairs
from swvm.learn.inventory import labels_of
from swvm.learn.problem import Problem, check_sample_weights, label_costs
from swvm.learn.relabel import DATA, Relabelled, relabelled_to
from swvm.learn.setup import Setup, chain_record, check_gold, check_not_empty, meanings
from swvm.model.model import Model
from swvm.model.names import model_names
from swvm.model.record import ChainRecord, Names, Output


@dataclass(frozen=True, slots=True)
class Known:
    """What training goes on from, but for the weights. It is never changed."""

    encoder: FeatureEncoder
    labels: tuple[str, ...]
    scheme: Scheme
    chain: ChainRecord
    names: Names | None  # None: they were not loaded, so the new model has none either
    output: Output | None = None  # the data's labels, where the model learns those of another scheme

    @classmethod
    def of_model(cls, model: Model) -> Known:
        """Return what a model knows."""
        record = model.record
        return cls(model.encoder, record.labels, scheme_named(record.scheme), record.chain, record.names, record.output)

    @classmethod
    def of_setup(cls, setup: Setup) -> Known:
        """Return what an earlier setup knows."""
        problem = setup.problem
        return cls(setup.encoder, problem.labels, setup.scheme, problem.record, setup.names(), setup.output)


@dataclass(frozen=True)
class Continuation(Setup):
    """The problem of more sentences."""

    known: Known = field(kw_only=True)

    def names(self) -> Names | None:
        """Return the old names with the new ones behind them, kind by kind."""
        old = self.known.names
        return None if old is None else _joined(old, self.known.chain, self)


def start_model(start: Model | str | Path, functions: Functions | None) -> Model:
    """Return the model to start from; a file is read with the names of its features."""
    if not isinstance(start, Model | str | os.PathLike):
        raise wrong_type("start", start, "a Model, or the path of a model file")
    return start if isinstance(start, Model) else Model.load(start, functions, names=True)


def settings_of(model: Model, config: TrainConfig) -> TrainConfig:
    """Return the settings with what the model says: templates, boundary, label scheme, a hard constraint."""
    record, chain = model.record, model.record.chain
    if config.train_scheme not in (DATA, record.scheme):
        raise SettingError(
            f"train_scheme is {config.train_scheme!r}, but the model to go on from was trained in {record.scheme}: "
            f"leave it at {DATA!r}, or train from nothing"
        )
    if config.chain not in (None, chain.order):
        raise SettingError(
            f"chain is {config.chain}, but the model to go on from has a chain of order {chain.order}: leave "
            "chain out, or train from nothing"
        )
    return replace(
        config,
        train_scheme=DATA if record.output is None else record.scheme,
        features=model.training.get("settings", {}).get("features", config.features),
        boundary="virtual" if chain.start is None else "outside",
        label_constraint=config.label_constraint if chain.constraint == "none" else chain.constraint,
    )


def prepare_more(
    known: Known,
    corpus: Corpus,
    config: TrainConfig,
    class_weights: Mapping[str, float] | None = None,
    sample_weights: Sequence[float] | None = None,
) -> Continuation:
    """Make the problem of more sentences; templates, columns and label scheme are those of the model."""
    check_not_empty(corpus)
    if known.output is None:
        _check_scheme(corpus, known.scheme)
        relabelling = Relabelled(corpus, known.scheme)
    else:
        written = scheme_named(known.output.scheme)
        _check_scheme(corpus, written)
        relabelling = relabelled_to(corpus, written, known.scheme, known.output.labels)
    corpus = relabelling.corpus
    check_gold(corpus, config, known.scheme)
    old = known.encoder
    encoder = FeatureEncoder(old.templates, old.columns, old.functions, old.index, old.derivation)
    labels = labels_of(corpus, known.labels)
    gold = label_codes(corpus, list(labels))
    encoded = encoder.extend(corpus, config.minimum_count, gold)
    pairs = moved_pairs(known.chain.pairs, len(known.labels), len(labels))
    record = chain_record(encoder, gold, corpus.offsets, labels, known.scheme, config=config, known_pairs=pairs)
    record = replace(record, forbidden=_all_forbidden(known, record, len(labels)))
    output = relabelling.output(labels)
    costs = label_costs(labels, class_weights, meanings(labels, known.scheme, output))
    weights = check_sample_weights(sample_weights, len(corpus))
    problem = Problem(encoded, labels, known.scheme.value, record, costs, weights)
    return Continuation(problem, encoder, known.scheme, corpus, output, known=known)


def _check_scheme(corpus: Corpus, scheme: Scheme) -> None:
    """Labels of another scheme would be learned as if they were new labels."""
    sequences = LabelSequences.of_corpus(corpus)
    if scheme is Scheme.TAGS:
        return
    used = tuple(sequences.names[code] for code in np.unique(sequences.codes))
    try:
        check_inventory(used, scheme)
    except DataError as error:
        raise DataError(
            f"{corpus.source}: the model was trained on labels of the scheme {scheme.name}: {error}"
        ) from None
    _check_iob(corpus, sequences, scheme)


def _check_iob(corpus: Corpus, sequences: LabelSequences, scheme: Scheme) -> None:
    """IOB1 and IOB2 have the same labels; sequences tell them apart."""
    found = detect(sequences)
    if {found, scheme} == {Scheme.IOB1, Scheme.IOB2}:
        raise DataError(
            f"{corpus.source}: the labels are {found.name}, but the model was trained on {scheme.name}; "
            f"convert them first (swvm convert --to-scheme {scheme.value})"
        )


def _all_forbidden(known: Known, record: ChainRecord, n_labels: int) -> tuple[tuple[int, int], ...]:
    """Return the forbidden transitions of the old chain and of the new one."""
    pairs = np.array(known.chain.forbidden, np.int32).reshape(-1, 2)
    old = moved_pairs(pairs, len(known.labels), n_labels).tolist()
    return tuple(sorted({(int(p), int(q)) for p, q in [*old, *record.forbidden]}))


def _joined(old: Names, before: ChainRecord, setup: Setup) -> Names:
    """Join kind by kind: the names of the known features, then those of the new ones."""
    new = model_names(setup.encoder, setup.corpus)
    added = [now - then for now, then in zip(setup.problem.record.counts, before.counts, strict=True)]
    parts = []
    old_bounds, new_bounds = _bounds(before.counts), _bounds(added)
    for (a, b), (c, d) in zip(pairwise(old_bounds), pairwise(new_bounds), strict=True):
        parts += [old.part(a, b), new.part(c, d)]
    return Names.joined((part.blob, part.offsets, part.templates) for part in parts)


def _bounds(counts: Sequence[int]) -> list[int]:
    return list(accumulate(counts, initial=0))
