"""F1, training time and memory beside python-crfsuite: CSP beside its `ap`, MIRA beside its `pa`."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.corpora import CORPORA, TIMED, Corpus
from benchmarks.models import EPOCHS, Models
from benchmarks.native import SWVM
from benchmarks.rows import Row, at_most, faster, near, smaller
from benchmarks.run import alternate, command, task

# python-crfsuite's F1 with 10 epochs when the project began, which ours is held against as well.
KNOWN = {
    "ap": {"conll2000": 93.71, "conll2002-es": 78.68, "bc2gm": 72.90, "jnlpba": 70.25},
    "pa": {"conll2000": 93.74, "conll2002-es": 79.69, "bc2gm": 73.60, "jnlpba": 70.56},
}
PAIRS = {"csp": ("ap", 0.2), "mira": ("pa", 0.3)}  # a learner, its counterpart, by how much its F1 may be lower


def accuracy(models: Models) -> Iterator[Row]:
    """Score both on the official test parts; leaves the models behind."""
    found = {
        (learner, name): (f1(models, corpus, models.ours(name, learner)), _their_f1(models, name, PAIRS[learner][0]))
        for learner in PAIRS
        for name, corpus in CORPORA.items()
    }
    for learner, (algorithm, below) in PAIRS.items():
        title = f"F1 of {learner.upper()}, {EPOCHS} epochs, beside `{algorithm}`"
        for name in CORPORA:
            yield near(f"{title} in this run", name, found[learner, name], algorithm, below)
        for name in CORPORA:
            known = (found[learner, name][0], KNOWN[algorithm][name])
            yield near(f"{title} when the project began", name, known, algorithm, below)


def f1(models: Models, corpus: Corpus, model: str) -> float:
    """Tag the test part with a model of ours and score it."""
    tagged = str(models.folder / "tagged")
    command(*SWVM, "tag", model, str(corpus.test_path), "-o", tagged)
    found: float = task("score.of_file", path=tagged)["f1"]
    return found


def _their_f1(models: Models, corpus: str, algorithm: str) -> float:
    found: float = task("score.theirs", corpus=corpus, model=models.theirs(corpus, algorithm))["f1"]
    return found


def training(models: Models) -> Iterator[Row]:
    """Time an epoch of both learners, and take the memory of a whole training."""
    for name in TIMED:
        seen = alternate(
            3,
            csp=lambda name=name: task("native.train", corpus=name, epochs=4),
            theirs=lambda name=name: task("crfsuite.train", corpus=name, epochs=4),
            mira=lambda name=name: task("native.train", corpus=name, epochs=4, learner="mira"),
        )
        ours, theirs = seen["csp"], seen["theirs"]
        ap, pa = (
            (seen[mine]["epoch"], theirs[f"epoch: {algorithm}"]) for mine, algorithm in (("csp", "ap"), ("mira", "pa"))
        )
        yield faster("One epoch of CSP", name, ap, 14, unit="s", beside="ap")
        yield faster("One epoch of MIRA, K = 1", name, pa, 15, unit="s", beside="pa")
        limit = 0.4 if name == "jnlpba" else None
        yield smaller("Peak memory of training", name, (ours["peak"], theirs["peak"]), limit)
        streaming = task("crfsuite.train_streaming", corpus=name)["peak"]
        yield smaller(
            "Peak memory of training", f"{name}, python-crfsuite from a stream", (ours["peak"], streaming), None
        )


def from_file_to_model(models: Models) -> Iterator[Row]:
    """Time the whole command, and its parts."""
    seen = alternate(5, ours=lambda: task("native.train", corpus="conll2000", epochs=EPOCHS))["ours"]
    section = f"swvm train, conll2000, {EPOCHS} epochs"
    yield at_most(section, "the whole command", seen["seconds"], "s", 2.5)
    for name, seconds in seen.items():
        if name.startswith("part: "):
            share = f"{name.removeprefix('part: ')} ({100 * seconds / seen['seconds']:.0f} %)"
            yield Row(section, share, "s", seconds)
