"""A model and docs -> docs with entities, spans or tags, and their scores: one call of the engine a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

import numpy as np
from spacy.tokens import Doc

from swvm.data.corpus import Corpus
from swvm.data.schemes.labels import LabelSequences
from swvm.model.confidence import Kind, predicted_mentions
from swvm.model.decode import Paths
from swvm.model.model import Model
from swvm.spacy.annotations import TAGS, set_ents, set_group, set_scores, set_tags, write_ents
from swvm.spacy.marks import Marks
from swvm.spacy.sequences import Sequences, attributes, ids_of, sequences
from swvm.spacy.settings import PipeSettings
from swvm.spacy.strings import Known


def annotate(docs: Sequence[Doc], model: Model, settings: PipeSettings, known: Known) -> None:
    """Label docs, which are at least one, in place. `known`: the strings that were met before."""
    columns = {name: settings.observed[name] for name in model.columns}
    ids = ids_of(columns)
    tables = [attributes(doc, ids) for doc in docs]
    found = sequences(docs[0].vocab, tables, columns, settings.sentences, known)
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
    marks = Marks.of(found, mentions, [docs[0].vocab.strings.add(name) for name in names])
    if settings.target == "ents":
        _set_all(docs, found, marks, settings.overwrite)
    if settings.target == "spans" or scores is not None:
        for number, doc in enumerate(docs):
            own = slice(marks.bounds[number], marks.bounds[number + 1])
            set_group(doc, settings.spans_key, marks.spans(doc, number), None if scores is None else scores[own])


def _set_all(docs: Sequence[Doc], found: Sequences, marks: Marks, overwrite: bool) -> None:
    """Set entities: a table at once where there are none yet, which is the rule, and span by span elsewhere."""
    table, bounds = marks.table(found), found.bounds.tolist()
    for number, (doc, marked) in enumerate(zip(docs, found.marked.tolist(), strict=True)):
        if marked:
            set_ents(doc, marks.spans(doc, number), overwrite)
        elif bounds[number] < bounds[number + 1]:
            write_ents(doc, table[bounds[number] : bounds[number + 1]])


def _tag(docs: Sequence[Doc], found: Sequences, paths: Paths, model: Model, target: str) -> None:
    hashes = np.array([docs[0].vocab.strings.add(name) for name in model.labels], np.uint64)[paths.best]
    bounds = np.searchsorted(found.docs, np.arange(len(docs) + 1))
    for number, doc in enumerate(docs):
        own = slice(bounds[number], bounds[number + 1])
        set_tags(doc, target, found.places[own], hashes[own])
        if paths.confidences is not None:
            set_scores(doc, found.places[own], paths.confidences.tokens[own])
