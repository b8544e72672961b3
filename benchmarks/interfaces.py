"""swvm within other libraries, on JNLPBA: a pipeline of spaCy, tables."""

from __future__ import annotations

import importlib
import importlib.metadata
import statistics
from collections.abc import Callable, Iterator
from functools import partial
from itertools import product
from time import perf_counter
from typing import Any

from benchmarks.corpora import CORPORA, read_rows
from benchmarks.models import Models
from benchmarks.needs import need
from benchmarks.rows import Row
from benchmarks.run import alternate, task
from swvm.data import from_table, read, to_arrow, to_dataset, to_pandas, to_polars

CORPUS = "jnlpba"
SOURCE = CORPORA[CORPUS]  # its only column beside the labels is the word
LIBRARIES = ("pandas", "polars", "pyarrow", "datasets")


def pipe(model: str = "", scores: str = "none") -> dict[str, Any]:
    """Send the test part through a blank pipeline: its tokeniser alone, or with the component behind it."""
    nlp = importlib.import_module("spacy").blank("en")
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


def pipelines(models: Models) -> Iterator[Row]:
    """Time a pipeline of spaCy with the component and without it; the test part of JNLPBA, batches of 1,000."""
    need("pipelines", "spacy")
    path = models.ours(CORPUS)
    seen = alternate(
        3,
        alone=lambda: task("interfaces.pipe"),
        labels=lambda: task("interfaces.pipe", model=path),
        scores=lambda: task("interfaces.pipe", model=path, scores="score"),
    )
    section = f"nlp.pipe, spaCy {importlib.metadata.version('spacy')}, µs a token"
    for name, what in {"labels": "the tokeniser and swvm", "scores": "the tokeniser and swvm with scores"}.items():
        taken, alone = (1e6 / seen[one]["speed"] for one in (name, "alone"))
        yield Row(section, what, "µs", taken, alone, taken / alone, beside="the tokeniser alone")


def tables(models: Models) -> Iterator[Row]:
    """Time the way from tables to a corpus and back; the training part of JNLPBA."""
    need("tables", *LIBRARIES)
    variants: dict[str, Callable[[], dict[str, Any]]] = {"": lambda: task("interfaces.table")}
    for library, rows in product(LIBRARIES, ("sentences", "tokens")):
        variants[library + rows] = partial(task, "interfaces.table", library=library, rows=rows)
    seen = alternate(3, **variants)
    beside = "`swvm.read` of a column file"
    for rows, title in {"sentences": "a row a sentence", "tokens": "a row a token"}.items():
        for library in LIBRARIES:
            taken, section = seen[library + rows], f"Tables with {title}, µs a token"
            yield Row(section, f"{library}, in", "µs", taken["in"], seen[""]["in"], beside=beside)
            yield Row(section, f"{library}, out", "µs", taken["out"], beside=beside)
