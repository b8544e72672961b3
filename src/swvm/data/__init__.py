"""FILE -> Corpus."""

from swvm.data.blocks import Block, RawBlock
from swvm.data.corpus import Column, Corpus
from swvm.data.reading import BlockReader, ReadOptions, read, read_blocks
from swvm.data.source import open_source

__all__ = ["Block", "BlockReader", "Column", "Corpus", "RawBlock", "ReadOptions", "open_source", "read", "read_blocks"]
