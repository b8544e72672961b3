"""FILE -> Corpus: which format it is, which columns it has, then its parser.

`read` takes a whole file; `read_blocks` and `BlockReader` go through an input of any size in constant memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import PurePath

from swvm._native import Layout, find_layout
from swvm.data.blocks import BLOCK_BYTES, Block, RawBlock, cut_at_blank_line, cut_at_line, raw_blocks
from swvm.data.corpus import Corpus
from swvm.data.jsonl import JsonlParser
from swvm.data.names import Spec, name_columns, name_fields, parse_spec
from swvm.data.parsers import ColumnParser, Parser, TextParser
from swvm.data.source import Input, Source, open_source
from swvm.errors import DataError, unknown_name

FORMATS = ("columns", "conllu", "jsonl", "text")
SUFFIXES = {".conllu": "conllu", ".jsonl": "jsonl", ".ndjson": "jsonl", ".json": "jsonl"}
SEPARATORS = {"auto": "", "tab": "\t", "\t": "\t", "space": " ", " ": " "}
CONLLU_FIELDS = ("id", "form", "lemma", "upos", "xpos", "feats", "head", "deprel", "deps", "misc")
CONLLU_NAMES = {"word": "form", "pos": "upos"}


@dataclass(frozen=True, slots=True)
class ReadOptions:
    """How to read a corpus; the meaning of each field is in `read`."""

    format: str = "auto"
    spec: Spec | None = None
    separator: str = ""
    labels: bool = True
    comments: str = ""

    @classmethod
    def of(
        cls, format: str, columns: str | Sequence[str] | None, separator: str, labels: bool, comments: str | None
    ) -> ReadOptions:
        """Check the settings of `read`."""
        if format not in ("auto", *FORMATS):
            raise unknown_name("format", format, ["auto", *FORMATS])
        if separator not in SEPARATORS:
            raise unknown_name("separator", separator, ["auto", "tab", "space"])
        return cls(format, parse_spec(columns), SEPARATORS[separator], labels, comments or "")


def read(
    source: Input,
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    separator: str = "auto",
    labels: bool = True,
    comments: str | None = None,
) -> Corpus:
    """Read a corpus from a path, `-` (standard input) or an open file; gzip is seen by itself.

    `format`: `columns` (one token a line), `conllu`, `jsonl`, `text` (one sentence a line, no labels), or `auto`: by
    the file's suffix, else by its first character; plain text is never guessed. `columns`: see `names`.
    `separator`: `tab`, `space` (any run of blanks), or `auto`: tabs if the first row has one. `labels=False` leaves
    the labels unread, and then the file need not have them. `comments`: lines that begin so are skipped.
    """
    options = ReadOptions.of(format, columns, separator, labels, comments)
    with open_source(source) as opened:
        data = opened.read_all()
        parser = _parser(data, options, opened.name)
        corpus = parser.parse(RawBlock(data)).corpus
    if corpus.n_tokens == 0:
        raise DataError(f"{corpus.source}: there is no token in this file")
    return corpus


class BlockReader:
    """An input of any size as raw blocks, and as many parsers for them as there are threads.

    Iterate in one thread; parse the blocks anywhere, each thread with a parser of its own; write in the order of
    `RawBlock.index`. All parsers share the layout of the first row.
    """

    def __init__(self, source: Source, options: ReadOptions, block_bytes: int = BLOCK_BYTES) -> None:
        start = source.read(block_bytes)
        self.format = _format_of(start, options.format, source.name)
        self._options, self._name = replace(options, format=self.format), source.name
        cut = cut_at_line if self.format in ("jsonl", "text") else cut_at_blank_line
        self._rest = raw_blocks(Replayed(source, start), cut, block_bytes)
        self._first = self._read_first()

    def __iter__(self) -> Iterator[RawBlock]:
        first, self._first = self._first, []
        return chain(first, self._rest)

    def parser(self) -> Parser:
        """Return a new parser for the blocks of this input."""
        return _parser(self._sample, self._options, self._name)

    def _read_first(self) -> list[RawBlock]:
        """Take blocks until one has a row: its layout is that of all."""
        taken = []
        self._sample = b""
        for raw in self._rest:
            taken.append(raw)
            self._sample = raw.data
            if self.format in ("jsonl", "text") or find_layout(raw.data, "", self._options.comments).n_columns:
                break
        return taken


class Replayed(Source):
    """A source with its first bytes put back."""

    def __init__(self, source: Source, start: bytes) -> None:
        self.name, self._source, self._start = source.name, source, start

    def read(self, size: int) -> bytes:
        start, self._start = self._start, b""
        return start or self._source.read(size)


def read_blocks(
    source: Input,
    *,
    format: str = "auto",
    columns: str | Sequence[str] | None = None,
    separator: str = "auto",
    labels: bool = True,
    comments: str | None = None,
    block_bytes: int = BLOCK_BYTES,
) -> Iterator[Block]:
    """Yield an input of any size in blocks of whole sentences, of about this size. The settings are those of `read`."""
    options = ReadOptions.of(format, columns, separator, labels, comments)
    with open_source(source) as opened:
        reader = BlockReader(opened, options, block_bytes)
        parser = reader.parser()
        for raw in reader:
            yield parser.parse(raw)


def _format_of(start: bytes, format: str, source: str) -> str:
    if format != "auto":
        return format
    by_suffix = SUFFIXES.get(PurePath(source.removesuffix(".gz")).suffix)
    begins = start.removeprefix(b"\xef\xbb\xbf").lstrip()[:1]
    return by_suffix or ("jsonl" if begins == b"{" else "columns")


def _parser(sample: bytes, options: ReadOptions, source: str) -> Parser:
    """Return the parser for an input that begins like the sample."""
    format = _format_of(sample, options.format, source)
    if format == "jsonl":
        return JsonlParser(source, options.spec, options.labels)
    if format == "text":
        return TextParser(source, options.spec[0][0] if options.spec else "word")
    comments = options.comments or ("#" if format == "conllu" else "")
    if format == "conllu":
        return _conllu_parser(find_layout(sample, "\t", comments), options, source)
    layout = find_layout(sample, options.separator, comments)
    if layout.n_columns == 0:
        layout = Layout(layout.separator, len(options.spec) if options.spec else 1 + options.labels, comments)
    return ColumnParser(source, layout, name_columns(options.spec, layout.n_columns, options.labels, source))


def _conllu_parser(layout: Layout, options: ReadOptions, source: str) -> Parser:
    if layout.n_columns not in (0, len(CONLLU_FIELDS)):
        raise DataError(
            f"{source}: CoNLL-U has {len(CONLLU_FIELDS)} columns separated by tabs, "
            f"the first row of this file has {layout.n_columns}"
        )
    default: Spec = (("word", "form"), ("label", "upos") if options.labels else ("pos", "upos"))
    names = name_fields(options.spec or default, CONLLU_NAMES, CONLLU_FIELDS, options.labels, source)
    return ColumnParser(source, Layout("\t", len(CONLLU_FIELDS), layout.comments, skip_ranges=True), names)
