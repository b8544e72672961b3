"""Training examples -> labelled Corpus: the labels of the reference, on the tokens of spaCy's own tokeniser.

Where the two are cut differently the labels are carried over. A sequence with a token whose label cannot be told is
left out: it would teach that the token is no entity.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Column, Corpus
from swvm.data.schemes.labels import TAG_LETTERS, O
from swvm.errors import DataError
from swvm.spacy.sequences import SPACE, START, Attributes, attributes, ids_of, sequences
from swvm.spacy.strings import nothing_known

# spaCy's tags of entities: begin, in, last, unit, out.
SCHEMES = {"iob2": dict(zip("BILUO", "BIIBO", strict=True)), "bioes": dict(zip("BILUO", "BIESO", strict=True))}
OUTSIDE = TAG_LETTERS[O]
Labels = list[str | None]


@dataclass(frozen=True, slots=True)
class Gold:
    """What is learned from, and how many sequences were left out."""

    corpus: Corpus
    left_out: int


@dataclass(frozen=True, slots=True)
class Reading:
    """How examples are read; the meaning of each field is in `factory`."""

    target: str
    spans_key: str
    scheme: str
    columns: Mapping[str, str]
    sentences: bool

    def gold(self, vocab: Any, examples: Iterable[Any]) -> Gold:
        """Return examples, which share one vocab, as a corpus."""
        given = list(examples)
        vocab = given[0].predicted.vocab if given else vocab
        tables = [self._attributes(example) for example in given]
        found = sequences(vocab, tables, self.columns, self.sentences, nothing_known(self.columns))
        flat = [label for example in given for label in self.labels(example)]
        words = np.concatenate([table[:, SPACE] == 0 for table in tables]) if tables else np.zeros(0, np.bool_)
        labels = [flat[number] for number in np.flatnonzero(words).tolist()]
        return _whole(found.corpus, labels)

    def labels(self, example: Any) -> Labels:
        """Return the label of each token of spaCy's own tokeniser; None where the reference does not say."""
        if self.target == "ents":
            return [self._in_scheme(tag) for tag in example.get_aligned_ner()]
        if self.target == "spans":
            return [self._in_scheme(tag) for tag in _span_tags(example, self.spans_key)]
        return [value or None for value in example.get_aligned(self.target.upper(), as_string=True)]

    def _in_scheme(self, tag: str | None) -> str | None:
        return tag if tag is None else SCHEMES[self.scheme][tag[0]] + tag[1:]

    def _attributes(self, example: Any) -> Attributes:
        """Return the attributes of the tokens; those that the doc does not have yet are the reference's."""
        table = attributes(example.predicted, ids_of(self.columns)).copy()
        for k, name in enumerate(self.columns.values()):
            if name in ("TAG", "POS", "LEMMA", "DEP", "MORPH") and not example.predicted.has_annotation(name):
                table[:, k] = _hashes(example.get_aligned(name))
        starts = example.get_aligned_sent_starts()
        if len(table) and starts[0] is not None:
            table[:, START] = np.array(starts, np.uint64)
        return table


def _hashes(values: Sequence[Any]) -> npt.NDArray[np.uint64]:
    return np.array([0 if value is None else int(value) for value in values], np.uint64)


def _whole(corpus: Corpus, labels: Labels) -> Gold:
    """Return the sequences all of whose labels are known."""
    unknown = np.array([label is None for label in labels], np.bool_)
    lengths = np.diff(corpus.offsets)
    numbers = np.repeat(np.arange(len(corpus)), lengths)
    chosen = np.setdiff1d(np.arange(len(corpus)), numbers[unknown])
    column = Column.from_strings("label", [OUTSIDE if label is None else label for label in labels])
    labelled = replace(corpus, labels=column).select(chosen)
    return Gold(labelled, len(corpus) - len(chosen))


def _span_tags(example: Any, key: str) -> Labels:
    """Return the spans of a group as tags; tokens of a span that begins or ends within a token are None."""
    if key not in example.reference.spans:
        return [None] * len(example.predicted)
    tags: Labels = [OUTSIDE] * len(example.predicted)
    taken = np.zeros(len(example.reference), np.bool_)
    for span in example.reference.spans[key]:
        if taken[span.start : span.end].any():
            raise DataError(f"the span {span.text!r} of doc.spans[{key!r}] overlaps another; labels are for flat spans")
        taken[span.start : span.end] = True
        aligned = example.get_aligned_spans_y2x([span])
        inside = [int(place) for place in example.alignment.y2x[span.start : span.end]]
        for place in inside:
            tags[place] = None
        for one in aligned:
            tags[one.start : one.end] = _biluo(one.end - one.start, span.label_)
    return tags


def _biluo(length: int, label: str) -> list[str]:
    letters = "U" if length == 1 else "B" + "I" * (length - 2) + "L"
    return [f"{letter}-{label}" for letter in letters]
