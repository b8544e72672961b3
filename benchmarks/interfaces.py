"""`python -m benchmarks.interfaces`: swvm within other libraries, a pipeline of spaCy and tables, on JNLPBA.

Each task runs in a fresh process on one core; the variants alternate, three rounds; the tables show medians.
"""

from __future__ import annotations

import importlib.metadata
import statistics
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter
from typing import Any

import spacy

import swvm
from benchmarks.corpora import CORPORA, read_rows
from benchmarks.run import alternate, task
from swvm.data import from_table, read, to_arrow, to_dataset, to_pandas, to_polars

SOURCE = CORPORA["jnlpba"]  # its only column beside the labels is the word
LIBRARIES = ("pandas", "polars", "pyarrow", "datasets")


def model(path: str) -> dict[str, Any]:
    """Train what the pipeline labels with."""
    swvm.train(swvm.read(SOURCE.train_path, columns=SOURCE.columns), learner="csp", epochs=10).save(path)
    return {}


def pipe(model: str = "", scores: str = "none") -> dict[str, Any]:
    """Send the test part through a blank pipeline: its tokeniser alone, or with the component behind it."""
    nlp = spacy.blank("en")
    if model:
        nlp.add_pipe("swvm", config={"scores": scores}).initialize(lambda: [], model=model)
    texts = [" ".join(row[0] for row in sentence) for sentence in read_rows(SOURCE.test_path)]
    tokens = sum(len(doc) for doc in nlp.pipe(texts))  # from here on the pipeline knows all strings
    return {"speed": tokens / _median(lambda: sum(1 for _ in nlp.pipe(texts, batch_size=1000)))}


def table(library: str = "", rows: str = "sentences") -> dict[str, Any]:
    """Make the training part a table, and a corpus again; without a library it is read from its file."""
    corpus = read(SOURCE.train_path, columns=SOURCE.columns)
    if not library:
        seconds = {"in": _median(lambda: read(SOURCE.train_path, columns=SOURCE.columns))}
    else:
        made = dict(zip(LIBRARIES, (to_pandas, to_polars, to_arrow, to_dataset), strict=True))[library]
        given = made(corpus, rows=rows)
        seconds = {"in": _median(lambda: from_table(given)), "out": _median(lambda: made(corpus, rows=rows))}
    return {way: 1e6 * taken / corpus.n_tokens for way, taken in seconds.items()}


def _median(work: Callable[[], Any], times: int = 3) -> float:
    seconds = []
    for _ in range(times):
        begin = perf_counter()
        work()
        seconds.append(perf_counter() - begin)
    return statistics.median(seconds)


def _spacy() -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "model.swvm")
        task("interfaces.model", path=path)
        seen = alternate(
            3,
            alone=lambda: task("interfaces.pipe"),
            labels=lambda: task("interfaces.pipe", model=path),
            scores=lambda: task("interfaces.pipe", model=path, scores="score"),
        )
    print(f"\n| nlp.pipe, spaCy {importlib.metadata.version('spacy')} | tokens a second | µs a token |\n|---|---|---|")
    names = {"alone": "its tokeniser alone", "labels": "and swvm", "scores": "and swvm with scores of entities"}
    for name, what in names.items():
        print(f"| {what} | {seen[name]['speed']:,.0f} | {1e6 / seen[name]['speed']:.2f} |", flush=True)


def _tables() -> None:
    print("\n| µs a token | in, a row a sentence | out | in, a row a token | out |\n|---|---|---|---|---|")
    variants: dict[str, Callable[[], dict[str, Any]]] = {"": lambda: task("interfaces.table")}
    for library in LIBRARIES:
        for rows in ("sentences", "tokens"):
            variants[library + rows] = lambda library=library, rows=rows: task(
                "interfaces.table", library=library, rows=rows
            )
    seen = alternate(3, **variants)
    for library in LIBRARIES:
        both = [seen[library + rows] for rows in ("sentences", "tokens")]
        cells = [f"{numbers[way]:.2f}" for numbers in both for way in ("in", "out")]
        print(f"| {library} | {' | '.join(cells)} |")
    print(f"| `swvm.read` of a column file | {seen['']['in']:.2f} | | | |")


if __name__ == "__main__":
    _spacy()
    _tables()
