"""Decoding and tagging beside python-crfsuite, and what a user waits for at the start."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.corpora import CORPORA, TIMED, Corpus, read_rows
from benchmarks.models import Models
from benchmarks.native import SWVM
from benchmarks.rows import Row, at_most, faster
from benchmarks.run import alternate, command, task

LONG = 8_000_000  # tokens: the start must not hide what a token takes


def decoding(models: Models) -> Iterator[Row]:
    """Decode with the features ready."""
    for name in TIMED:
        seen = alternate(
            3,
            ours=lambda name=name: task("native.decode", corpus=name, model=models.ours(name)),
            theirs=lambda name=name: task("crfsuite.decode", corpus=name, model=models.theirs(name)),
        )
        ours, theirs = (1e6 * seen[who]["seconds"] / seen[who]["tokens"] for who in ("ours", "theirs"))
        yield faster("Decoding, features ready", name, (ours, theirs), 60, unit="µs a token")


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
        what = f"{name}, {tokens:,} tokens"
        yield faster("swvm tag, from file to file, one thread", what, (one, theirs), 25, unit="µs a token")
        yield faster("swvm tag, two threads", what, (two, one), 1.7, unit="µs a token", beside="one thread")


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
    yield Row("Start", "python -c pass, for comparison", "s", seen["python"]["seconds"])
