"""How far confidence can be believed on corpora that nothing was fitted to.

For each corpus and learner: a model from the training part, its temperature from the development part, the calibration
error on the test part before and after. Where a corpus has no development part, a tenth of its training part is one.
"""

from __future__ import annotations

from collections.abc import Iterator

import swvm
from benchmarks.models import Models
from benchmarks.rows import Row
from benchmarks.run import task
from swvm.data import Corpus, load_corpus
from swvm.data.corpora import corpus_info
from swvm.data.splits import by_ratios
from swvm.evaluate.calibration import find_calibration, measure

CORPORA = ("conll2002-es", "conll2000", "bc2gm", "jnlpba")
LEARNERS = ("csp", "mira", "swvm")
KINDS = {
    "mentions": ("Calibration error of mentions, after and before", "%"),
    "tokens": ("Calibration error of tokens, after and before", "%"),
    "loss": ("Log loss of mentions, after and before", "nats"),
}


def train_and_dev(name: str) -> tuple[Corpus, Corpus]:
    """Return the training and the development part of a known corpus."""
    train = load_corpus(name, "train")
    if "dev" in corpus_info(name).splits:
        return train, load_corpus(name, "dev")
    documents = train.documents if len(train.documents) > 1 else None
    cut = by_ratios(len(train), (90, 10, 0), seed=1, documents=documents)
    return train.select(cut.train), train.select(cut.dev)


def measured(corpus: str, learner: str) -> dict[str, float]:
    """Train, calibrate, measure: numbers before and after, by what they are of."""
    train, dev = train_and_dev(corpus)
    test = load_corpus(corpus, "test")
    model = swvm.train(train, dev, learner=learner, epochs=10, seed=1)
    temperature = find_calibration(model, dev).temperature
    found = {"temperature": temperature, "f1": swvm.score(test, model.label(test)).f1}
    for when, both in {"before": measure(model, test, 1.0), "after": measure(model, test, temperature)}.items():
        found |= {f"{unit} {when}": 100 * both[unit].ece for unit in ("mentions", "tokens")}
        found[f"loss {when}"] = both["mentions"].loss
    return found


def calibration(models: Models) -> Iterator[Row]:
    """Measure each corpus and learner, whatever else is measured."""
    seen = {(c, one): task("calibration.measured", corpus=c, learner=one) for c in CORPORA for one in LEARNERS}
    for key, (title, unit) in KINDS.items():
        for (corpus, learner), found in seen.items():
            what = f"{corpus}, {learner.upper()}"
            yield Row(title, what, unit, found[f"{key} after"], found[f"{key} before"], beside="before")
    for (corpus, learner), found in seen.items():
        yield Row("Temperatures, and F1 on the test part", f"{corpus}, {learner.upper()}", "", found["temperature"],
                  found["f1"], beside="F1, %")  # fmt: skip
