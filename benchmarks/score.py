"""F1 on the official test parts, counted by one and the same program for both."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pycrfsuite

from benchmarks.attributes import attributes_of
from benchmarks.corpora import CORPORA, read_rows
from swvm.evaluate import evaluate


def theirs(corpus: str, model: str) -> dict[str, Any]:
    """Tag with python-crfsuite and score."""
    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    sentences = list(read_rows(CORPORA[corpus].test_path))
    gold = [[row[-1] for row in rows] for rows in sentences]
    return {"f1": evaluate(gold, [tagger.tag(attributes_of(rows)) for rows in sentences]).f1}


def of_file(path: str) -> dict[str, Any]:
    """Score a tagged file, whose last two columns are gold and predicted."""
    sentences = list(read_rows(Path(path)))
    gold, predicted = ([[row[k] for row in rows] for rows in sentences] for k in (-2, -1))
    return {"f1": evaluate(gold, predicted).f1}
