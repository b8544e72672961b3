"""How long one waits for the explanation of a sentence, `swvm.insight.explain`."""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from itertools import islice
from time import perf_counter
from typing import Any

from benchmarks.corpora import CORPORA, read_rows
from benchmarks.models import Models
from benchmarks.rows import Row, at_most
from benchmarks.run import alternate, task
from swvm import Model
from swvm.insight import explain

CORPUS, SENTENCES = "jnlpba", 200


def measured(model: str) -> dict[str, Any]:
    """Explain the first sentences of the test part one by one, from their words; return milliseconds."""
    loaded, taken = Model.load(model, names=True), []
    for rows in islice(read_rows(CORPORA[CORPUS].test_path), SENTENCES):
        begin = perf_counter()
        next(explain(loaded, [[row[0] for row in rows]]))
        taken.append(1000 * (perf_counter() - begin))
    return {"median": statistics.median(taken), "longest": max(taken)}


def explaining(models: Models) -> Iterator[Row]:
    """Time explanations by a model of all features of JNLPBA."""
    path = models.ours(CORPUS)
    seen = alternate(3, ours=lambda: task("explaining.measured", model=path))["ours"]
    section = f"Explanation of a sentence, {SENTENCES} of {CORPUS}"
    yield at_most(section, "the median", seen["median"], "ms", 50)
    yield Row(section, "the longest", "ms", seen["longest"])
