"""FILE -> Corpus, and back.

Reading order: `corpus` (what a corpus is), `source` (where bytes come from), `names` (which columns), `blocks` (streams
in pieces), `parsers` and `jsonl` (bytes -> codes), `reading` (the public way in), `writing`, `brackets` and `output`
(the way out), `tables` (pandas and its like, both ways), `corpora` and `fetching` (corpora known by name), `schemes`
(what labels mean), `splits`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from swvm.data.blocks import Block, RawBlock
from swvm.data.corpus import Column, Corpus
from swvm.data.reading import BlockReader, ReadOptions, read, read_blocks
from swvm.data.source import open_source

if TYPE_CHECKING:
    from swvm.data.corpora import CorpusInfo, corpus_info, find_corpus, known_corpora, load_corpus
    from swvm.data.output import open_output
    from swvm.data.tables import from_table, to_arrow, to_dataset, to_pandas, to_polars
    from swvm.data.writing import render, write

__all__ = [
    "Block",
    "BlockReader",
    "Column",
    "Corpus",
    "CorpusInfo",
    "RawBlock",
    "ReadOptions",
    "corpus_info",
    "find_corpus",
    "from_table",
    "known_corpora",
    "load_corpus",
    "open_output",
    "open_source",
    "read",
    "read_blocks",
    "render",
    "to_arrow",
    "to_dataset",
    "to_pandas",
    "to_polars",
    "write",
]

# Imported at first use: tagging from a pipe starts without them.
_LATER = {
    "corpora": ("CorpusInfo", "corpus_info", "find_corpus", "known_corpora", "load_corpus"),
    "output": ("open_output",),
    "tables": ("from_table", "to_arrow", "to_dataset", "to_pandas", "to_polars"),
    "writing": ("render", "write"),
}


def __getattr__(name: str) -> object:
    for module, names in _LATER.items():
        if name in names:
            return getattr(import_module(f"swvm.data.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
