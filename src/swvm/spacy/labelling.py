"""A model and docs -> docs with entities, spans or tags, and their scores: one call of the engine a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from spacy.tokens import Doc, Span

from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import LabelSequences
from swvm.data.schemes.mentions import Mentions
from swvm.model.confidence import Kind, predicted_mentions
from swvm.model.decode import Paths
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS, set_ents, set_group, set_scores, set_tags
from swvm.spacy.sequences import Sequences, attributes, sequences
from swvm.spacy.settings import PipeSettings


def annotate(docs: Sequence[Doc], model: Model, settings: PipeSettings) -> None:
    """Label docs, which are at least one, in place."""
    columns = {name: settings.observed[name] for name in model.columns}
    tables = [attributes(doc, columns) for doc in docs]
    found = sequences(docs[0].vocab, tables, columns, settings.sentences)
    paths = _paths(found.corpus, model, settings)
    if settings.target in TAGS:
        _tag(docs, found, paths, model, settings.target)
    else:
        _mark(docs, found, paths, model, settings)


def _paths(corpus: Corpus, model: Model, settings: PipeSettings) -> Paths:
    if settings.scores == "none":
        return model.decode(corpus, threads=settings.threads)
    return model.confidences(corpus, cast(Kind, settings.scores), threads=settings.threads)


def _mark(docs: Sequence[Doc], found: Sequences, paths: Paths, model: Model, settings: PipeSettings) -> None:
    scores = None if paths.confidences is None else paths.confidences.mention_values
    mentions, names = predicted_mentions(LabelSequences(paths.best, model.labels, paths.offsets), model.scheme)
    types = [docs[0].vocab.strings.add(name) for name in names]
    done = 0
    for doc, own in zip(docs, _spans(docs, found, mentions, types), strict=True):
        if settings.target == "ents":
            set_ents(doc, own, settings.overwrite)
        if settings.target == "spans" or scores is not None:
            set_group(doc, settings.spans_key, own, None if scores is None else scores[done : done + len(own)])
        done += len(own)


def _spans(docs: Sequence[Doc], found: Sequences, mentions: Mentions, types: Sequence[int]) -> list[list[Span]]:
    """Return mentions as spans of their docs. A mention lies within a sequence, and so within a doc."""
    spans: list[list[Span]] = [[] for _ in docs]
    numbers = found.docs[mentions.starts].tolist()
    starts, ends = found.places[mentions.starts].tolist(), (found.places[mentions.ends - 1] + 1).tolist()
    for number, start, end, type_ in zip(numbers, starts, ends, mentions.types.tolist(), strict=True):
        spans[number].append(Span(docs[number], start, end, label=types[type_]))
    return spans


def _tag(docs: Sequence[Doc], found: Sequences, paths: Paths, model: Model, target: str) -> None:
    hashes = np.array([docs[0].vocab.strings.add(name) for name in model.labels], np.uint64)[paths.best]
    bounds = np.searchsorted(found.docs, np.arange(len(docs) + 1))
    for number, doc in enumerate(docs):
        own = slice(bounds[number], bounds[number + 1])
        set_tags(doc, target, found.places[own], hashes[own])
        if paths.confidences is not None:
            set_scores(doc, found.places[own], paths.confidences.tokens[own])
