"""Corpus -> Problem: templates, features, labels, scheme, chain. Everything that precedes the first epoch."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, detect
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.transitions import Scheme
from swvm.data.schemes.validation import violations
from swvm.errors import DataError, SettingError
from swvm.features.encoded import label_codes
from swvm.features.encoder import FeatureEncoder
from swvm.features.featurefile import read_templates
from swvm.features.functions import Functions
from swvm.features.template import Kind, Template
from swvm.learn.config import TrainConfig
from swvm.learn.problem import Problem, check_sample_weights, label_costs
from swvm.model.chain import Constraints, all_pairs, forbidden_pairs, seen_pairs
from swvm.model.names import model_names
from swvm.model.record import ChainRecord, Names

Pairs = npt.NDArray[np.int32]
OUTSIDE_LABEL = "O"


@dataclass(frozen=True)
class Setup:
    """A problem with what made it."""

    problem: Problem
    encoder: FeatureEncoder
    scheme: Scheme
    corpus: Corpus

    def names(self) -> Names | None:
        """Return the names of all features; None where those of an earlier model are not known."""
        return model_names(self.encoder, self.corpus)


def prepare(
    corpus: Corpus,
    config: TrainConfig,
    functions: Functions | None = None,
    class_weights: Mapping[str, float] | None = None,
    sample_weights: Sequence[float] | None = None,
) -> Setup:
    """Make the problem of a training corpus."""
    check_not_empty(corpus)
    names = tuple(column.name for column in corpus.columns)
    templates = read_templates(_source(config.features), names, functions)
    encoder = FeatureEncoder(templates, names, functions)
    labels = labels_of(corpus)
    scheme = detect(LabelSequences.of_corpus(corpus))
    gold = label_codes(corpus, list(labels))
    encoded = encoder.fit(corpus, config.minimum_count, gold)
    record = chain_record(encoder, gold, corpus.offsets, labels, scheme, config=config)
    check_gold(corpus, config, scheme)
    problem = Problem(
        encoded,
        labels,
        scheme.value,
        record,
        label_costs(labels, class_weights),
        check_sample_weights(sample_weights, len(corpus)),
    )
    return Setup(problem, encoder, scheme, corpus)


def _source(features: str) -> str | Path:
    return Path(features) if Path(features).suffix or "/" in features else features


def check_not_empty(corpus: Corpus) -> None:
    """Raise an error where there is nothing to learn from."""
    if corpus.n_tokens == 0:
        raise DataError(f"{corpus.source}: there are no sentences to learn from")
    corpus.labelled()


def labels_of(corpus: Corpus, known: Sequence[str] = ()) -> tuple[str, ...]:
    """Return the labels in order of first appearance, after those that are known already."""
    column = corpus.labelled()
    used, first = np.unique(column.codes, return_index=True)
    strings = column.interner.strings()
    ordered = [strings[code] for code in used[np.argsort(first)]]
    return (*known, *(label for label in ordered if label not in set(known)))


def chain_order(templates: Sequence[Template]) -> int:
    """Return 2 where a template names labels two apart, else 1: the engine takes the cheaper chain by itself."""
    return 2 if any(template.kind in (Kind.T_T, Kind.TTT) for template in templates) else 1


def chain_record(
    encoder: FeatureEncoder,
    gold: npt.NDArray[np.int32],
    offsets: npt.NDArray[np.int64],
    labels: Sequence[str],
    scheme: Scheme,
    *,
    config: TrainConfig,
    known_pairs: Pairs | None = None,
) -> ChainRecord:
    """Describe the chain that templates, labels and settings ask for."""
    order = chain_order(encoder.templates)
    pairs = np.empty((0, 2), np.int32)
    if order == 2:
        pairs = all_pairs(len(labels)) if config.transitions == "all" else seen_pairs(gold, offsets, len(labels))
        if known_pairs is not None:
            pairs = np.unique(np.vstack([known_pairs, pairs]), axis=0).astype(np.int32)
    constraints = Constraints(scheme="model") if config.label_constraint == "bio" else Constraints()
    mask = constraints.mask(labels, scheme)
    return ChainRecord(
        order,
        encoder.counts,
        pairs,
        tuple(encoder.constants),
        config.label_constraint,
        forbidden_pairs(mask),
        _label_before(labels, order) if config.boundary == "outside" else None,
    )


def _label_before(labels: Sequence[str], order: int) -> int:
    """Return the id of O, which stands before a sentence in the released program."""
    if order == 2:
        raise SettingError("boundary 'outside' is for first-order chains; these templates name labels two apart")
    if OUTSIDE_LABEL not in labels:
        raise SettingError("boundary 'outside' needs the label O; take boundary 'virtual'")
    return list(labels).index(OUTSIDE_LABEL)


def check_gold(corpus: Corpus, config: TrainConfig, scheme: Scheme) -> None:
    """With hard constraints the gold labels must obey them, or a sentence would be asked for what is forbidden."""
    if config.label_constraint == "none" or scheme is Scheme.TAGS:
        return
    sequences = LabelSequences.of_corpus(corpus)
    broken = violations(sequences, parse_labels(sequences.names), scheme)
    if len(broken):
        raise DataError(
            f"{corpus.source}: {sequences.place(int(broken[0]))}: the gold labels break the scheme {scheme.name} here "
            f"({len(broken)} places), so they cannot be learned under the constraint 'bio'. "
            "Repair them (swvm convert --invalid repair), or train without the constraint"
        )


def fingerprint(corpus: Corpus) -> str:
    """Return a checksum of what a corpus says: sentences, columns and labels, whatever file they came from."""
    digest = hashlib.sha256()
    digest.update(np.ascontiguousarray(corpus.offsets).tobytes())
    for column in corpus.all_columns:
        digest.update(column.name.encode() + b"\0")
        digest.update(np.ascontiguousarray(column.codes).tobytes())
        digest.update("\0".join(column.interner.strings()).encode())
    return digest.hexdigest()
