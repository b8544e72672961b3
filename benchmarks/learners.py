"""What an epoch of each learner takes beside CSP, of second order beside first, in batches, with a Python SetGamma."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.corpora import CORPORA, TIMED
from benchmarks.epochs import VARIANTS
from benchmarks.models import EPOCHS, Models
from benchmarks.rows import Row, faster, longer
from benchmarks.run import task
from benchmarks.training import f1

# At most so many times as long as an epoch of CSP. K = 5 decodes five labellings of each sentence.
LIMITS = {"mira": 1.1, "swvp": 1.4, "swvm": 1.4, "mira-5": 6.0, "swvp-5": 6.0, "swvm-5": 6.0}
BATCH = 16
ORDERS = {1: "first order", 2: "second order"}


def learners(models: Models) -> Iterator[Row]:
    """Time all learners on features that are ready, each in turn, first and second order."""
    names = ["csp", *LIMITS]
    for corpus in TIMED:
        seconds = {
            order: task("epochs.measure", corpus=corpus, order=order, variants=names, rounds=rounds, epochs=epochs)
            for order, rounds, epochs in ((1, 5, 4), (2, 2, 3))
        }
        for order, title in ORDERS.items():
            for name, limit in LIMITS.items():
                times = (seconds[order][name], seconds[order]["csp"])
                yield longer(f"An epoch beside CSP, {title}", f"{corpus}, {VARIANTS[name].title}", times, "CSP", limit)
        for name in names:
            times = (seconds[2][name], seconds[1][name])
            yield longer("An epoch of second order", f"{corpus}, {VARIANTS[name].title}", times, "first order", 8)


def callables(models: Models) -> Iterator[Row]:
    """Time a SetGamma in Python beside its built-in twin."""
    for corpus in TIMED:
        for name in ("swvp", "swvp-5", "swvm"):
            names = [name, f"{name}-python"]
            seen = task("epochs.measure", corpus=corpus, order=1, variants=names, rounds=3, epochs=4)
            what = f"{corpus}, {VARIANTS[name].title}"
            yield longer("An epoch with a SetGamma in Python", what, (seen[names[1]], seen[name]), "built-in", 1.5)


def batches(models: Models) -> Iterator[Row]:
    """Time batches on two threads beside the online algorithm on one, and say what they cost in F1."""
    section = f"An epoch in batches of {BATCH}"
    for corpus in TIMED:
        for name in ("csp", "mira", "swvm-5"):
            names = [name, f"{name}-batch", f"{name}-two"]
            seen = task("epochs.measure", cores=2, corpus=corpus, order=1, variants=names, rounds=3, epochs=4)
            online, one, two = (seen[variant] for variant in names)
            what = f"{corpus}, {VARIANTS[name].title}"
            yield faster(section, f"{what}, one thread", (one, online), None, unit="s", beside="online")
            yield faster(section, f"{what}, two threads", (two, online), None, unit="s", beside="online")
    for corpus in TIMED:
        for learner in ("csp", "mira"):
            path = str(models.folder / f"{corpus}.{learner}.batch.swvm")
            task("native.train", cores=2, corpus=corpus, epochs=EPOCHS, learner=learner, model=path, batch=BATCH)
            batched, online = (f1(models, CORPORA[corpus], one) for one in (path, models.ours(corpus, learner)))
            section = f"F1 of batches of {BATCH}, {EPOCHS} epochs"
            yield Row(section, f"{corpus}, {learner.upper()}", "%", batched, online, beside="online")
