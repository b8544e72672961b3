"""What is compared, and what is asked of it. Each function measures one section and returns its rows."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.corpora import CORPORA, Corpus, read_rows
from benchmarks.native import SWVM
from benchmarks.run import alternate, command, task

EPOCHS = 10
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


def at_most(section: str, what: str, ours: float, unit: str, limit: float) -> Row:
    """Return a row of ours alone."""
    return Row(section, what, unit, ours, None, None, f"at most {limit:g}", ours <= limit)


@dataclass(frozen=True, slots=True)
class Models:
    """The models of both, trained once, and where tagged files go."""

    folder: Path

    def ours(self, corpus: str) -> str:
        return str(self.folder / f"{corpus}.swvm")

    def theirs(self, corpus: str) -> str:
        return str(self.folder / f"{corpus}.crfsuite")


def accuracy(models: Models) -> Iterator[Row]:
    """Train and score both on the official splits; leaves the models behind."""
    for corpus in CORPORA.values():
        ours, theirs = models.ours(corpus.name), models.theirs(corpus.name)
        task("native.train", corpus=corpus.name, epochs=EPOCHS, model=ours)
        task("crfsuite.train", corpus=corpus.name, epochs=EPOCHS, model=theirs)
        tagged = str(models.folder / "tagged")
        command(*SWVM, "tag", ours, str(corpus.test_path), "-o", tagged)
        left = task("score.of_file", path=tagged)["f1"]
        right = task("score.theirs", corpus=corpus.name, model=theirs)["f1"]
        yield Row("F1", corpus.name, "%", left, right, None, "within 0.2 or better", left >= right - 0.2)


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
        yield Row(
            "Training",
            f"peak memory, {name}",
            "MB",
            ours["peak"],
            theirs["peak"],
            theirs["peak"] / ours["peak"],
            "at most 0.4" if name == "jnlpba" else "",
            ours["peak"] <= 0.4 * theirs["peak"] if name == "jnlpba" else None,
        )


def from_file_to_model(models: Models) -> Iterator[Row]:
    """Time the whole command, and its parts."""
    seen = alternate(3, ours=lambda: task("native.train_command", corpus="conll2000", epochs=EPOCHS))["ours"]
    section = "swvm train, conll2000, 10 epochs"
    yield at_most(section, "the whole command", seen.pop("seconds"), "s", 2.5)
    for part, seconds in seen.items():
        yield Row(section, part, "s", seconds, None, None, "", None)


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
        out = str(models.folder / "tagged")
        tag = (*SWVM, "tag", models.ours(name), text, "-o", out, "--threads")
        seen = alternate(
            3,
            ours=lambda tag=tag: command(*tag, "1"),
            theirs=lambda name=name: task("crfsuite.tag", corpus=name, model=models.theirs(name)),
            two=lambda tag=tag: command(*tag, "2", cores=2),
        )
        theirs = 1e6 * seen["theirs"]["tokens_to_labels"] / seen["theirs"]["tokens"]
        one, two = (1e6 * seen[who]["seconds"] / tokens for who in ("ours", "two"))
        section = "swvm tag, from file to file"
        yield faster(section, f"{name}, one thread, {tokens:,} tokens", (one, theirs), "µs a token", 25)
        yield Row(section, f"{name}, two threads", "µs a token", two, one, one / two, "at least 1.7×", one / two >= 1.7)


def _long_text(corpus: Corpus, folder: Path) -> tuple[str, int]:
    """Write a long text with the columns of the corpus, without labels; nothing is put in twice."""
    sources = [other for other in CORPORA.values() if other.columns == corpus.columns and other.name != "conll2002-es"]
    path, tokens = folder / f"{corpus.name}.txt", 0
    with path.open("w", encoding="utf-8") as file:
        for file_path in (part for other in sources for part in (other.train_path, other.test_path)):
            for rows in read_rows(file_path):
                tokens += len(rows)
                file.writelines(" ".join(row[:-1]) + "\n" for row in rows)
                file.write("\n")
    return str(path), tokens


def starting(models: Models) -> Iterator[Row]:
    """Time what a user waits for before anything happens."""
    model = models.folder / "large.swvm"
    task("native.large_model", path=str(model), features=500_000)
    seen = alternate(
        7,
        version=lambda: command(*SWVM, "--version"),
        sentence=lambda: command(*SWVM, "tag", str(model), "-", "-o", "-", stdin="A\nsentence\n.\n\n"),
        python=lambda: command(sys.executable, "-c", "pass"),
    )
    yield at_most("Start", "swvm --version", seen["version"]["seconds"], "s", 0.15)
    what = "swvm tag, one sentence, a model of 500,000 features"
    yield at_most("Start", what, seen["sentence"]["seconds"], "s", 0.3)
    yield Row("Start", "python -c pass, for comparison", "s", seen["python"]["seconds"], None, None, "", None)


SECTIONS = (accuracy, training, from_file_to_model, decoding, tagging, starting)


def measure() -> Iterator[Row]:
    """Measure everything."""
    with tempfile.TemporaryDirectory() as folder:
        for section in SECTIONS:
            yield from section(Models(Path(folder)))
