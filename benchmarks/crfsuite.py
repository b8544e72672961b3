"""What python-crfsuite is asked to do. Each task runs in a process of its own and returns numbers."""

from __future__ import annotations

import re
import statistics
import tempfile
from pathlib import Path
from time import perf_counter
from typing import Any

import pycrfsuite

from benchmarks.attributes import attributes_of
from benchmarks.corpora import CORPORA, read_rows
from benchmarks.measure import peak_memory

_EPOCH_SECONDS = re.compile(r"Seconds required for this iteration: ([\d.]+)")


class _Trainer(pycrfsuite.BaseTrainer):  # type: ignore[misc]
    """Keeps the log: it gives the time of each epoch."""

    def __init__(self) -> None:
        super().__init__()
        self.seconds: list[float] = []

    def message(self, text: str) -> None:
        self.seconds += [float(found) for found in _EPOCH_SECONDS.findall(text)]

    def run(self, algorithm: str, epochs: int, model: str) -> float:
        """Train by one algorithm on what was pushed; return the median time of an epoch."""
        self.select(algorithm)
        self.set("max_iterations", epochs)
        self.seconds.clear()
        self.train(model)
        return statistics.median(self.seconds)


def train(corpus: str, epochs: int = 10, models: dict[str, str] | None = None) -> dict[str, Any]:
    """Train as most programs do: read the corpus, then hand it over sentence by sentence. `ap`, and then `pa`."""
    trainer = _Trainer()
    for rows in list(read_rows(CORPORA[corpus].train_path)):
        trainer.append(attributes_of(rows), [row[-1] for row in rows])
    with tempfile.TemporaryDirectory() as folder:
        paths = models or {name: f"{folder}/{name}" for name in ("ap", "pa")}
        averaged = trainer.run("ap", epochs, paths["ap"])
        peak = peak_memory()  # of `ap` alone
        return {"epoch: ap": averaged, "epoch: pa": trainer.run("pa", epochs, paths["pa"]), "peak": peak}


def train_streaming(corpus: str, epochs: int = 1) -> dict[str, Any]:
    """Train `ap` with as little memory as can be: no sentence lives longer than it must."""
    trainer = _Trainer()
    for rows in read_rows(CORPORA[corpus].train_path):
        trainer.append(attributes_of(rows), [row[-1] for row in rows])
    with tempfile.TemporaryDirectory() as folder:
        trainer.run("ap", epochs, f"{folder}/model")
    return {"peak": peak_memory()}


def decode(corpus: str, model: str) -> dict[str, Any]:
    """Tag the test part; its attributes lie ready as crfsuite's own items."""
    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    rows = list(read_rows(CORPORA[corpus].test_path))
    sentences = [pycrfsuite.ItemSequence(attributes_of(sentence)) for sentence in rows]
    seconds = []
    for _ in range(3):
        begin = perf_counter()
        for items in sentences:
            tagger.tag(items)
        seconds.append(perf_counter() - begin)
    return {"seconds": statistics.median(seconds), "tokens": sum(map(len, rows))}


def tag(corpus: str, model: str, output: str | None = None) -> dict[str, Any]:
    """Tag the test part from file to file, as a Python program would: read, make attributes, tag, write."""
    begin = perf_counter()
    tagger = pycrfsuite.Tagger()
    tagger.open(model)
    sentences = list(read_rows(CORPORA[corpus].test_path))
    with tempfile.TemporaryDirectory() as folder:
        start = perf_counter()
        predicted = [tagger.tag(attributes_of(rows)) for rows in sentences]
        tagged = perf_counter()
        _write(Path(output or Path(folder) / "tagged"), sentences, predicted)
    return {
        "seconds": perf_counter() - begin,
        "tokens_to_labels": tagged - start,
        "tokens": sum(map(len, sentences)),
    }


def _write(path: Path, sentences: list[list[tuple[str, ...]]], predicted: list[list[str]]) -> None:
    with path.open("w", encoding="utf-8") as file:
        for rows, labels in zip(sentences, predicted, strict=True):
            file.writelines(f"{' '.join(row)} {label}\n" for row, label in zip(rows, labels, strict=True))
            file.write("\n")
