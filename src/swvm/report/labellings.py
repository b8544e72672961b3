"""Errors by type, length and seen or unseen of any labellings, without records: gold, predicted, and training data."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, find_mentions
from swvm.data.schemes.labels import LabelInput, as_sequences, parse_labels
from swvm.data.schemes.mentions import break_rule
from swvm.experiment.breakdown import mention_groups
from swvm.report.mentions import Compared, compared


def compare_labellings(
    gold: Corpus, predicted: Mapping[str, LabelInput], train: Corpus | None = None, name: str = "test"
) -> Compared:
    """Count the mentions of `gold`, and of each system's labels for it, in groups.

    Draw the result with `mentions_picture([...])`, or list it with `mentions_table([...])`. Without `train` nothing
    is told of seen and unseen mentions.
    """
    interner = Interner()
    words = _codes(gold, interner)
    known = frozenset() if train is None else _known(train, interner)
    labels = LabelSequences.of_corpus(gold)
    systems = {}
    for system, each in predicted.items():
        groups = mention_groups(labels, as_sequences(each), words, known)
        systems[system] = [{kind: group for kind, group in groups.items() if train is not None or kind != "seen"}]
    return compared(name, systems)


def _codes(corpus: Corpus, interner: Interner) -> npt.NDArray[np.int32]:
    """Return the words of a corpus in the codes of an interner that corpora share."""
    column = corpus.columns[0]
    codes = np.asarray(interner.intern(column.interner.strings()))
    return codes[column.codes].astype(np.int32)


def _known(train: Corpus, interner: Interner) -> frozenset[bytes]:
    words = _codes(train, interner)
    labels = LabelSequences.of_corpus(train)
    found = find_mentions(labels, parsed := parse_labels(labels.names), break_rule(parsed))
    spans = zip(found.starts.tolist(), found.ends.tolist(), strict=True)
    return frozenset(words[start:end].tobytes() for start, end in spans)
