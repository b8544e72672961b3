"""Corpus -> Problem: templates, features, labels, scheme, chain. Everything that precedes the first epoch."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus, check_corpus
from swvm.data.schemes import LabelSequences
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.transitions import Scheme
from swvm.data.schemes.translation import Translation
from swvm.data.schemes.validation import violations
from swvm.errors import DataError, SettingError, wrong_type
from swvm.features.derived.declaration import Declaration, named_file
from swvm.features.derived.derivation import derive
from swvm.features.encoded import label_codes
from swvm.features.encoder import FeatureEncoder
from swvm.features.featurefile import read_features
from swvm.features.functions import Functions
from swvm.features.notation import parse_template
from swvm.features.template import Call, Kind, Observation, Template
from swvm.learn.config import TrainConfig
from swvm.learn.inventory import labels_of
from swvm.learn.problem import Problem, check_sample_weights, label_costs
from swvm.learn.relabel import relabelled
from swvm.model.chain import Constraints, all_pairs, forbidden_pairs, seen_pairs
from swvm.model.names import model_names
from swvm.model.output import names_of
from swvm.model.record import ChainRecord, Names, Output

Pairs = npt.NDArray[np.int32]
OUTSIDE_LABEL = "O"


@dataclass(frozen=True)
class Setup:
    """A problem with what made it."""

    problem: Problem
    encoder: FeatureEncoder
    scheme: Scheme
    corpus: Corpus
    output: Output | None = None  # the data's labels, where the problem has those of another scheme

    @property
    def translation(self) -> Translation | None:
        """The way from the labels that are learned to the data's; None where they are the same."""
        return None if self.output is None else _translation(self.problem.labels, self.output)

    @property
    def data_scheme(self) -> Scheme:
        """The label scheme of the data."""
        return self.scheme if self.output is None else Scheme(self.output.scheme)

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
    features = read_features(_source(config.features), names, functions, declared_by(config))
    relabelling = relabelled(corpus, config.train_scheme)
    derivation, corpus = derive(features.declarations, relabelling.corpus, functions)
    scheme, templates = relabelling.scheme, with_order(features.templates, config.chain)
    encoder = FeatureEncoder(templates, names, functions, derivation=derivation)
    labels = labels_of(corpus)
    output = relabelling.output(labels)
    gold = label_codes(corpus, list(labels))
    encoded = encoder.fit(corpus, config.minimum_count, gold)
    record = chain_record(encoder, gold, corpus.offsets, labels, scheme, config=config)
    check_gold(corpus, config, scheme)
    problem = Problem(
        encoded,
        labels,
        scheme.value,
        record,
        label_costs(labels, class_weights, meanings(labels, scheme, output)),
        check_sample_weights(sample_weights, len(corpus)),
    )
    return Setup(problem, encoder, scheme, corpus, output)


def declared_by(config: TrainConfig) -> list[Declaration]:
    """Return the derived columns that settings ask for; clusters of the word, lexicons of the lower-cased word."""
    brown = [named_file(given, "clusters", "brown=paths.txt", Observation("w")) for given in config.clusters]
    lower = Observation("w", calls=(Call("lower"),))
    return brown + [named_file(given, "lexicon", "gene=genes.txt", lower) for given in config.lexicon]


def _source(features: str) -> str | Path:
    if not isinstance(features, str | Path):
        raise wrong_type("features", features, "the name of a preset, or of a file with a template a line")
    return Path(features) if Path(features).suffix or "/" in features else features


def check_not_empty(corpus: Corpus) -> None:
    """Raise an error where there is nothing to learn from."""
    check_corpus(corpus, "corpus")
    if corpus.n_tokens == 0:
        raise DataError(f"{corpus.source}: there are no sentences to learn from")
    corpus.labelled()


LABEL_TRIGRAM = parse_template("t[i-2], t[i-1], t[i]")


def with_order(templates: tuple[Template, ...], order: int | None) -> tuple[Template, ...]:
    """Return the templates, with the label trigram where the chain is to be of second order and they lack it."""
    if order == 1 and chain_order(templates) == 2:
        raise SettingError(
            "chain is 1, but these templates name labels two apart, so the chain is of second order. "
            "Leave out such templates, or take chain 2"
        )
    known = {template.normalised() for template in templates}
    return templates if order != 2 or LABEL_TRIGRAM in known else (*templates, LABEL_TRIGRAM)


def meanings(labels: Sequence[str], scheme: Scheme, output: Output | None) -> list[str] | None:
    """Return for each label that is learned the data's label it stands for; "" where that depends on its neighbours."""
    if output is None:
        return None
    translation = _translation(labels, output)
    return names_of(translation.fixed(scheme).tolist(), translation.names)


def _translation(labels: Sequence[str], output: Output) -> Translation:
    return Translation.between(labels, Scheme(output.scheme), output.labels)


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
        raise SettingError(
            "boundary 'outside' is for first-order chains, and these templates name labels two apart: take 'virtual'"
        )
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
    for bag in corpus.bags:
        bag.digest(digest)
    for vectors in corpus.vectors:
        vectors.digest(digest)
    return digest.hexdigest()
