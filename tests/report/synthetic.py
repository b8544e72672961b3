"""Records as an experiment leaves them, made from a seed: two corpora, four systems, grids, five folds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from swvm.evaluate.scores import Counts
from swvm.experiment.outcome import Outcome, SentenceTable
from swvm.experiment.records import Record

EPOCHS = 6
LEVELS = {"jnlpba": 0.80, "conll2000": 0.95}
SKILL = {"csp": 0.0, "mira": 0.008, "swvp": -0.01, "swvm": 0.012}
GAMMAS = {"uniform": 0.0, "wm": 0.003, "softmin": 0.006, "optimization": 0.002}
SPREAD = {"uniform": 0.6, "wm": 0.4, "softmin": 0.3}  # entropy of gamma at the start


def grid(learner: str) -> list[dict[str, Any]]:
    common = {"learner": learner, "average": "end", "epochs": EPOCHS, "order": "file"}
    if learner == "csp":
        return [common]
    if learner == "mira":
        return [{**common, "k_best": k, "C": "inf"} for k in (1, 3)]
    combinations = product(("aggressive", "balanced"), GAMMAS, (1, 3))
    more = {"templates": "single", "constraint": "paper", "identity": "exclude"}
    return [{**common, **more, "mode": mode, "gamma": gamma, "k_best": k} for mode, gamma, k in combinations]


def quality(corpus: str, settings: dict[str, Any]) -> float:
    bonus = GAMMAS.get(settings.get("gamma", ""), 0.0) + 0.002 * (settings.get("k_best", 1) > 1)
    return LEVELS[corpus] + SKILL[settings["learner"]] + bonus - 0.004 * (settings.get("mode") == "balanced")


def table(rng: np.random.Generator, share: float, sentences: int) -> SentenceTable:
    lengths = rng.integers(4, 30, sentences)
    gold = rng.integers(0, 5, sentences)
    fn, fp = rng.binomial(gold, 1 - share), rng.binomial(gold + 1, (1 - share) * 0.8)
    right = rng.random(int(lengths.sum())) < 0.5 + share / 2
    return SentenceTable(lengths, gold, fp, fn, 2 * gold, 2 * fp, 2 * fn, right)


def outcome(counts: SentenceTable) -> Outcome:
    gold, fp, fn = (int(each.sum()) for each in (counts.gold, counts.fp, counts.fn))
    mentions = Counts(gold - fn, gold, gold - fn + fp)
    labels = Counts(2 * (gold - fn), 2 * gold, 2 * (gold - fn + fp))
    right = int(counts.right.sum())
    return Outcome(mentions, labels, len(counts.right), right, len(counts.gold), int((counts.fn == 0).sum()))


def record(corpus: str, settings: dict[str, Any], place: int, part: int, sentences: int = 120, **more: Any) -> Record:
    share = quality(corpus, settings)
    # The test sentences of a part are the same for all systems: the same draws, another share of errors.
    rng = np.random.default_rng([sum(map(ord, corpus)), part])
    dev, test = (table(rng, share, sentences) for _ in range(2))
    curve = tuple(100 * share - 12 * 0.5**epoch + float(rng.normal(0, 0.2)) for epoch in range(EPOCHS))
    entropy = [SPREAD.get(settings.get("gamma", ""), 0.0) * 0.7**epoch for epoch in range(EPOCHS)]
    system = settings["learner"].upper()
    fields: dict[str, Any] = {
        "id": f"{corpus}-{system}-{place}-{part}-{more.get('seed', 1)}-{sorted(settings.items())}",
        "experiment": "synthetic",
        "stage": "grid",
        "corpus": corpus,
        "features": "basic",
        "protocol": "folds",
        "part": part,
        "train": "train",
        "system": system,
        "place": place,
        "settings": settings,
        "seed": 1,
        "curve": curve,
        "token_curve": tuple(value - 1 for value in curve),
        "dev": outcome(dev),
        "test": outcome(test),
        "breakdown": breakdown(share),
        "training": {"by_epoch": {"mean_entropy": entropy}} if "gamma" in settings else {},
        "seconds": {"train": 1.5},
        "packed": test.to_json(),
    }
    return Record(**{**fields, **more})


def breakdown(share: float) -> dict[str, dict[str, tuple[int, int, int]]]:
    def counts(gold: int, worse: float) -> tuple[int, int, int]:
        right = round(gold * (share - worse))
        return right, gold, round(gold * 0.97)

    return {
        "type": {"NP": counts(300, 0.0), "VP": counts(150, 0.05), "PP": counts(80, 0.02)},
        "length": {"1": counts(250, 0.0), "2": counts(160, 0.03), "3": counts(70, 0.08), "4+": counts(50, 0.15)},
        "seen": {"seen": counts(400, 0.0), "unseen": counts(130, 0.2)},
    }


def records(folds: int = 5) -> Iterator[Record]:
    for corpus, learner in product(LEVELS, SKILL):
        for place, settings in enumerate(grid(learner)):
            for part in range(folds):
                yield record(corpus, settings, place, part)
