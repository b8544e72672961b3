"""How the columns of an input stand: kept in the model at training, so that tagging finds the same columns.

A column file is matched by position: the n-th column of the input is what the n-th column was in training. Formats with
named fields (CoNLL-U, JSON lines) are matched by the names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Any

from swvm.data import Corpus
from swvm.data.names import LABEL, SKIP, parse_spec
from swvm.data.reading import SUFFIXES
from swvm.model.model import Model

NAMED = ("conllu", "jsonl")


def input_layout(corpus: Corpus, reading: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a model has to remember of how its corpus was read."""
    spec = parse_spec(reading["columns"])
    if spec is None:
        return {"columns": ",".join(column.name for column in corpus.columns)}
    names = [name for name, _ in spec]
    label = names.index(LABEL) if LABEL in names else _last_named(names)
    entries = [SKIP if k == label else f"{name}={key}" if key else name for k, (name, key) in enumerate(spec)]
    while entries[-1] == SKIP:
        entries.pop()
    return {"columns": ",".join(entries)}


def columns_for(model: Model, source: str, format: str) -> str:
    """Return the columns to read for a model: those that its templates need, where they stood in training."""
    kept = model.training.get("input", {}).get("columns")
    named = (SUFFIXES.get(PurePath(source.removesuffix(".gz")).suffix) if format == "auto" else format) in NAMED
    if not isinstance(kept, str) or ("=" in kept and not named):
        kept = ",".join(model.columns)
    entries = [entry.strip() for entry in kept.split(",")]
    needed = {model.columns[0], *model.encoder.read}
    return _joined([entry if entry.partition("=")[0] in needed else SKIP for entry in entries])


def _joined(entries: Sequence[str]) -> str:
    last = max(k for k, entry in enumerate(entries) if entry != SKIP)
    return ",".join(entries[: last + 1])


def _last_named(names: Sequence[str]) -> int:
    return max(k for k, name in enumerate(names) if name != SKIP)
