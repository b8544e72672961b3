"""A model and docs -> docs with entities, spans or tags: one call of the engine a batch."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from spacy.tokens import Doc, Span

from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule, find_mentions
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS, set_ents, set_group, set_tags
from swvm.spacy.sequences import Sequences, attributes, sequences
from swvm.spacy.settings import PipeSettings


def annotate(docs: Sequence[Doc], model: Model, settings: PipeSettings) -> None:
    """Label docs, which are at least one, in place."""
    columns = {name: settings.observed[name] for name in model.columns}
    tables = [attributes(doc, columns) for doc in docs]
    found = sequences(docs[0].vocab, tables, columns, settings.sentences)
    if settings.target in TAGS:
        _tag(docs, found, model, settings)
    else:
        _mark(docs, found, model, settings)


def _mark(docs: Sequence[Doc], found: Sequences, model: Model, settings: PipeSettings) -> None:
    mentions, types = _mentions(found.corpus, model, settings)
    spans = _spans(docs, found, mentions, [docs[0].vocab.strings.add(name) for name in types])
    for doc, own in zip(docs, spans, strict=True):
        if settings.target == "ents":
            set_ents(doc, own, settings.overwrite)
        else:
            set_group(doc, settings.spans_key, own)


def _mentions(corpus: Corpus, model: Model, settings: PipeSettings) -> tuple[Mentions, Sequence[str]]:
    labels = model.label(corpus, threads=settings.threads)
    parsed = parse_labels(labels.names)
    return find_mentions(labels, parsed, break_rule(parsed)), parsed.type_names


def _spans(docs: Sequence[Doc], found: Sequences, mentions: Mentions, types: Sequence[int]) -> list[list[Span]]:
    """Return mentions as spans of their docs. A mention lies within a sequence, and so within a doc."""
    spans: list[list[Span]] = [[] for _ in docs]
    numbers = found.docs[mentions.starts].tolist()
    starts, ends = found.places[mentions.starts].tolist(), (found.places[mentions.ends - 1] + 1).tolist()
    for number, start, end, type_ in zip(numbers, starts, ends, mentions.types.tolist(), strict=True):
        spans[number].append(Span(docs[number], start, end, label=types[type_]))
    return spans


def _tag(docs: Sequence[Doc], found: Sequences, model: Model, settings: PipeSettings) -> None:
    labels = model.label(found.corpus, threads=settings.threads)
    hashes = np.array([docs[0].vocab.strings.add(name) for name in labels.names], np.uint64)[labels.codes]
    bounds = np.searchsorted(found.docs, np.arange(len(docs) + 1))
    for number, doc in enumerate(docs):
        own = slice(bounds[number], bounds[number + 1])
        set_tags(doc, settings.target, found.places[own], hashes[own])
