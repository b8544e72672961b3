"""Records made by hand, for the tests of what is computed from them."""

from __future__ import annotations

import numpy as np

from swvm.evaluate.scores import Counts
from swvm.experiment.outcome import Outcome, SentenceTable
from swvm.experiment.records import Record


def outcome(right: int, of: int = 100) -> Outcome:
    """Precision = recall = F1 = right / of."""
    return Outcome(Counts(right, of, of), Counts(right, of, of), of, right, of, right)


def table(right: int, of: int = 100) -> SentenceTable:
    """Sentences of one token that is a mention; the first `right` of them are right."""
    wrong = (np.arange(of) >= right).astype(np.int64)
    ones = np.ones(of, np.int64)
    return SentenceTable(ones, ones, wrong, wrong, ones, wrong, wrong, wrong == 0)


def record(
    system="mira", place=0, part=0, dev=80, test=80, seed=1, corpus="demo", stage="grid", curve=(), **settings
) -> Record:
    settings = {"learner": system, "epochs": 5, **settings}
    return Record(
        id=f"{corpus}-{stage}-{system}-{place}-{part}-{seed}",
        experiment="made",
        stage=stage,
        corpus=corpus,
        features="basic",
        protocol="folds",
        part=part,
        train="train",
        system=system,
        place=place,
        settings=settings,
        seed=seed,
        curve=tuple(curve),
        dev=outcome(dev),
        test=outcome(test),
        packed=table(test).to_json(),
    )
