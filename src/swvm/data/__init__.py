"""FILE -> Corpus, and back.

Reading order: `corpus` (what a corpus is), `source` (where bytes come from), `names` (which columns), `blocks` (streams
in pieces), `parsers` and `jsonl` (bytes -> codes), `reading` (the public way in), `writing`, `brackets` and `output`
(the way out), `corpora` and `fetching` (corpora known by name), `schemes` (what labels mean), `splits`.
"""

from swvm.data.blocks import Block, RawBlock
from swvm.data.corpora import CorpusInfo, corpus_info, find_corpus, known_corpora, load_corpus
from swvm.data.corpus import Column, Corpus
from swvm.data.output import open_output
from swvm.data.reading import BlockReader, ReadOptions, read, read_blocks
from swvm.data.source import open_source
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
    "known_corpora",
    "load_corpus",
    "open_output",
    "open_source",
    "read",
    "read_blocks",
    "render",
    "write",
]
