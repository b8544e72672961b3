"""`python -m benchmarks.calibration`: how far confidence can be believed on corpora that nothing was fitted to.

For each corpus and learner: a model from the training part, its temperature from the development part, the calibration
error on the test part before and after, as rows of Markdown. Where a corpus has no development part, a tenth of its
training part is one.
"""

from __future__ import annotations

import swvm
from swvm.data import Corpus, load_corpus
from swvm.data.corpora import corpus_info
from swvm.data.splits import by_ratios
from swvm.evaluate.calibration import Both, find_calibration, measure

CORPORA = ("conll2002-es", "conll2000", "bc2gm", "jnlpba")
LEARNERS = ("csp", "mira", "swvm")
HEADER = """\
| corpus | learner | temperature | F1 | ECE of mentions | after | ECE of tokens | after | loss of mentions | after |
|---|---|---:|---:|---:|---:|---:|---:|---:|---:|"""


def train_and_dev(name: str) -> tuple[Corpus, Corpus]:
    """Return the training and the development part of a known corpus."""
    train = load_corpus(name, "train")
    if "dev" in corpus_info(name).splits:
        return train, load_corpus(name, "dev")
    documents = train.documents if len(train.documents) > 1 else None
    cut = by_ratios(len(train), (90, 10, 0), seed=1, documents=documents)
    return train.select(cut.train), train.select(cut.dev)


def row(name: str, learner: str) -> str:
    """Train, calibrate, measure."""
    train, dev = train_and_dev(name)
    test = load_corpus(name, "test")
    model = swvm.train(train, dev, learner=learner, epochs=10, seed=1)
    temperature = find_calibration(model, dev).temperature
    before, after = measure(model, test, 1.0), measure(model, test, temperature)
    f1 = swvm.score(test, model.label(test)).f1
    errors = [f"{100 * both[unit].ece:.1f} %" for unit in ("mentions", "tokens") for both in (before, after)]
    losses = [f"{_loss(both):.3f}" for both in (before, after)]
    return "| " + " | ".join([name, learner, f"{temperature:.3g}", f"{f1:.2f}", *errors, *losses]) + " |"


def _loss(both: Both) -> float:
    return both["mentions"].loss


if __name__ == "__main__":
    print(HEADER)
    for corpus in CORPORA:
        for learner in LEARNERS:
            print(row(corpus, learner), flush=True)
