"""What is compared, and what is asked of it. Each function measures one section and returns its rows."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import CORPORA, Corpus, read_rows
from benchmarks.native import SWVM
from benchmarks.run import alternate, command, task

EPOCHS = 10
# python-crfsuite's `ap` with 10 epochs when the project began: what ours is held against.
AP_F1 = {"conll2000": 93.71, "conll2002-es": 78.68, "bc2gm": 72.90, "jnlpba": 70.25}
LONG = 8_000_000  # tokens: the start must not hide what a token takes
TIMED = ("conll2000", "jnlpba")


@dataclass(frozen=True, slots=True)
class Row:
    """One measured number of ours beside one of python-crfsuite; `ratio` is how many times better ours is."""

    section: str
    what: str
    unit: str
    ours: float
    theirs: float | None
    ratio: float | None
    target: str
    met: bool | None


def faster(section: str, what: str, times: tuple[float, float], unit: str, at_least: float | None) -> Row:
    """Return a row of two times: ours and theirs."""
    ours, theirs = times
    ratio = theirs / ours
    target = "" if at_least is None else f"at least {at_least:g}×"
    return Row(section, what, unit, ours, theirs, ratio, target, None if at_least is None else ratio >= at_least)


def smaller(what: str, megabytes: tuple[float, float], share: float | None) -> Row:
    """Return a row of two peaks of memory: ours and theirs."""
    ours, theirs = megabytes
    target = "" if share is None else f"at most {share:g} of theirs"
    met = None if share is None else ours <= share * theirs
    return Row("Training", what, "MB", ours, theirs, theirs / ours, target, met)


def at_most(section: str, what: str, ours: float, unit: str, limit: float) -> Row:
    """Return a row of ours alone."""
    return Row(section, what, unit, ours, None, None, f"at most {limit:g}", ours <= limit)


@dataclass(frozen=True, slots=True)
class Models:
    """The models of both, each trained when it is first asked for, and where tagged files go."""

    folder: Path

    def ours(self, corpus: str) -> str:
        return self._trained("native.train", corpus, f"{corpus}.swvm")

    def theirs(self, corpus: str) -> str:
        return self._trained("crfsuite.train", corpus, f"{corpus}.crfsuite")

    def _trained(self, trainer: str, corpus: str, name: str) -> str:
        path = self.folder / name
        if not path.exists():
            task(trainer, corpus=corpus, epochs=EPOCHS, model=str(path))
        return str(path)


def accuracy(models: Models) -> Iterator[Row]:
    """Train and score both on the official splits; leaves the models behind."""
    for corpus in CORPORA.values():
        ours, theirs = models.ours(corpus.name), models.theirs(corpus.name)
        tagged = str(models.folder / "tagged")
        command(*SWVM, "tag", ours, str(corpus.test_path), "-o", tagged)
        left = task("score.of_file", path=tagged)["f1"]
        right = task("score.theirs", corpus=corpus.name, model=theirs)["f1"]
        least = AP_F1[corpus.name] - 0.2
        yield Row("F1", corpus.name, "%", left, right, None, f"at least {least:.2f}", left >= least)


def training(models: Models) -> Iterator[Row]:
    """Time an epoch, and take the memory of the whole."""
    for name in TIMED:
        seen = alternate(
            3,
            ours=lambda name=name: task("native.train", corpus=name, epochs=4),
            theirs=lambda name=name: task("crfsuite.train", corpus=name, epochs=4),
        )
        ours, theirs = seen["ours"], seen["theirs"]
        yield faster("Training", f"one epoch, {name}", (ours["epoch"], theirs["epoch"]), "s", 14)
        yield smaller(f"peak memory, {name}", (ours["peak"], theirs["peak"]), 0.4 if name == "jnlpba" else None)
        streaming = task("crfsuite.train_streaming", corpus=name)["peak"]
        yield smaller(f"peak memory, {name}, python-crfsuite fed from a stream", (ours["peak"], streaming), None)


def from_file_to_model(models: Models) -> Iterator[Row]:
    """Time the whole command, and its parts."""
    seen = alternate(5, ours=lambda: task("native.train", corpus="conll2000", epochs=EPOCHS))["ours"]
    section = "swvm train, conll2000, 10 epochs"
    yield at_most(section, "the whole command", seen["seconds"], "s", 2.5)
    for name, seconds in seen.items():
        if name.startswith("part: "):
            yield Row(section, name.removeprefix("part: "), "s", seconds, None, None, "", None)


def decoding(models: Models) -> Iterator[Row]:
    """Decode with the features ready."""
    for name in TIMED:
        seen = alternate(
            3,
            ours=lambda name=name: task("native.decode", corpus=name, model=models.ours(name)),
            theirs=lambda name=name: task("crfsuite.decode", corpus=name, model=models.theirs(name)),
        )
        ours, theirs = (1e6 * seen[who]["seconds"] / seen[who]["tokens"] for who in ("ours", "theirs"))
        yield faster("Decoding, features ready", name, (ours, theirs), "µs a token", 60)


def tagging(models: Models) -> Iterator[Row]:
    """Tag from file to file: the command against Python around python-crfsuite, from tokens to labels."""
    for name in TIMED:
        text, tokens = _long_text(CORPORA[name], models.folder)
        tag = (*SWVM, "tag", models.ours(name), text, "-o", str(models.folder / "tagged"), "--threads")
        crfsuite_model = models.theirs(name)
        seen = alternate(
            3,
            ours=lambda tag=tag: command(*tag, "1"),
            theirs=lambda name=name, model=crfsuite_model: task("crfsuite.tag", corpus=name, model=model),
            two=lambda tag=tag: command(*tag, "2", cores=2),
        )
        theirs = 1e6 * seen["theirs"]["tokens_to_labels"] / seen["theirs"]["tokens"]
        one, two = (1e6 * seen[who]["seconds"] / tokens for who in ("ours", "two"))
        section = "swvm tag, from file to file"
        yield faster(section, f"{name}, one thread, {tokens:,} tokens", (one, theirs), "µs a token", 25)
        yield Row(section, f"{name}, two threads", "µs a token", two, one, one / two, "at least 1.7×", one / two >= 1.7)


def _long_text(corpus: Corpus, folder: Path) -> tuple[str, int]:
    """Write the sentences of the corpus, both parts and without labels, again and again until they are long enough."""
    rows = [rows for part in (corpus.train_path, corpus.test_path) for rows in read_rows(part)]
    text = "\n".join("".join(" ".join(row[:-1]) + "\n" for row in sentence) for sentence in rows) + "\n"
    tokens = sum(map(len, rows))
    times = -(-LONG // tokens)
    path = folder / f"{corpus.name}.txt"
    path.write_text(text * times, encoding="utf-8")
    return str(path), tokens * times


def starting(models: Models) -> Iterator[Row]:
    """Time what a user waits for before anything happens."""
    model = models.folder / "large.swvm"
    task("native.large_model", path=str(model), features=500_000)
    seen = alternate(
        7,
        version=lambda: command(*SWVM, "--version"),
        sentence=lambda: command(*SWVM, "tag", str(model), "--input-format", "text", stdin="A sentence .\n"),
        python=lambda: command(sys.executable, "-c", "pass"),
    )
    yield at_most("Start", "swvm --version", seen["version"]["seconds"], "s", 0.15)
    what = "swvm tag, one sentence, a model of 500,000 features"
    yield at_most("Start", what, seen["sentence"]["seconds"], "s", 0.3)
    yield Row("Start", "python -c pass, for comparison", "s", seen["python"]["seconds"], None, None, "", None)


SECTIONS = {
    section.__name__: section for section in (accuracy, training, from_file_to_model, decoding, tagging, starting)
}
