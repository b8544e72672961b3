"""Sentences for a model, given as a file, a known corpus, or on the command line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from swvm.cli.layout import columns_for
from swvm.cli.sources import path_of
from swvm.data import Corpus, read
from swvm.errors import SettingError
from swvm.model.model import Model

INPUT_HELP = "A file, - (standard input), or a known corpus."
TEXT_HELP = "A sentence, its tokens separated by blanks; may be given several times."


def corpus_for(model: Model, source: str | None, texts: Sequence[str], reading: dict[str, Any]) -> Corpus:
    """Return the sentences of a file, or those that stand on the command line."""
    if (source is None) == (not texts):
        raise SettingError("give either INPUT or --text")
    if source is not None:
        path = path_of(source, "test")
        columns = reading["columns"] or columns_for(model, path, reading["format"])
        return read(path, **{**reading, "columns": columns}, labels=False)
    words = [text.split() for text in texts]
    if not all(words):
        raise SettingError("a --text has no token in it")
    needed = {model.columns[0], *model.encoder.read} - {"w"}
    if len(needed) > 1:
        raise SettingError(
            f"the model reads the columns {', '.join(model.columns)}, and a text has words alone: give a file as INPUT"
        )
    return Corpus.from_columns({model.columns[0]: words}, source="--text")
