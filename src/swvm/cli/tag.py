"""`swvm tag`: labels for a file or a pipe of any size. The pipeline is `swvm.model.tagger`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

import click

from swvm._native import Chain, keep_freed_memory
from swvm.cli.command import Command, argument, option
from swvm.cli.layout import columns_for
from swvm.cli.plugins import python_option, run_files
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import say
from swvm.cli.sources import path_of
from swvm.cli.targets import check_no_model
from swvm.data import BlockReader, ReadOptions, open_output, open_source
from swvm.data.jsonl import KEYS
from swvm.data.names import SKIP
from swvm.errors import SettingError, unknown_name
from swvm.model.chain import Constraints
from swvm.model.confidence import Judge, Kind
from swvm.model.model import Model
from swvm.model.tagged import Render, as_brackets, as_columns, as_scored_columns
from swvm.model.taggedjson import as_jsonl
from swvm.model.tagger import Tagger, tag_blocks

CONSTRAINTS = ("none", "bio", "iob1", "iob2", "bioes")
FORMATS = ("columns", "jsonl", "brackets", "html")
BLOCK_BYTES = 1 << 16  # a block's words, features and labels stay in the cache
EXAMPLES = """
swvm tag model.swvm input.txt -o tagged.txt
cat input.txt | swvm tag model.swvm > tagged.txt
echo "Ada met Tom in Paris ." | swvm tag model.swvm --input-format text --format brackets
swvm tag model.swvm input.txt --nbest 3 --scores --format jsonl
swvm tag calibrated.swvm input.txt --mentions --probabilities -o mentions.jsonl
swvm tag model.swvm input.txt -o look.html
swvm tag model.swvm big.txt.gz -o tagged.txt.gz --threads 4
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("model", "The model file.", metavar="MODEL")
@argument("source", "A file, - (standard input), or a known corpus.  [-]", metavar="[INPUT]", default="-")
@option(
    "-o", "--output", default="-", metavar="OUTPUT", help="The file to write; .gz is compressed.  [standard output]"
)
@option(
    "--format",
    "form",
    metavar="|".join(FORMATS),
    section="Output",
    help="The format to write.  [by the suffix of OUTPUT, else jsonl for JSON lines, columns for others]",
)
@option(
    "--nbest",
    type=click.IntRange(min=1),
    default=1,
    metavar="K",
    section="Output",
    help="The K best labellings: K columns, or a list in JSON, or K lines with brackets.  [1]",
)
@option(
    "--scores", is_flag=True, section="Output", help="The score of each labelling: a sum of weights, no probability."
)
@option(
    "--probabilities",
    is_flag=True,
    section="Output",
    help="Probabilities in place of scores, of each token's label too; for models of swvm calibrate.",
)
@option(
    "--mentions",
    is_flag=True,
    section="Output",
    help="In JSON, the mentions too: type, tokens, text, and the score or probability of each.",
)
@option(
    "--constraint",
    default="none",
    metavar="|".join(CONSTRAINTS),
    help="Forbid what a label scheme forbids, such as I- after O; bio is the model's own scheme.  [none]",
)
@option(
    "--threads", type=click.IntRange(min=1), default=1, metavar="N", help="The output does not depend on them.  [1]"
)
@python_option()
@reading_options("--input-format")
def command(model: str, source: str, output: str, **options: Any) -> None:
    """Label sentences with a model: the columns of INPUT, and the predicted label as one more, the last.

    Rows, blank lines and comments stay as they are. The columns that the model needs are found where they stood in
    training; those behind them, such as gold labels, are not looked at. Without --columns they go by position, in
    JSON lines and CoNLL-U by name. Memory does not grow with the input.
    """
    run_files(options["python_files"])
    keep_freed_memory()  # every block takes as much as the one before it
    loaded = Model.load(model)
    check_no_model(output, model)
    reading = take_reading(options)
    if source == "-" and sys.stdin.isatty():
        say("reading from the terminal; Ctrl-D ends the input")
    path = path_of(source, "test")
    reading["columns"] = reading["columns"] or columns_for(loaded, path, reading["format"])
    chosen = ReadOptions.of(labels=False, **reading)
    with open_source(path) as opened:
        reader = BlockReader(opened, chosen, BLOCK_BYTES)
        options["form"] = options["form"] or _format_of(output, reader.format)
        render = _renderer(loaded, reader.format, chosen, options)
        chain = loaded.constrained_chain(_constraints(options["constraint"]))
        judge = _judge(loaded, chain, options)
        taggers = [
            Tagger(loaded, chain, reader.parser(), render, options["nbest"], judge) for _ in range(options["threads"])
        ]
        blocks = tag_blocks(reader, taggers)
        if options["form"] == "html":
            blocks = _paged(blocks, source, _kind(options) or _own_kind(loaded))
        _write(blocks, output)


def _write(blocks: Iterator[bytes], output: str) -> None:
    """Write each block as it comes, so that a pipe is answered at once."""
    with open_output(output) as stream:
        for block in blocks:
            stream.write(block)
            stream.flush()


def _constraints(name: str) -> Constraints | None:
    if name not in CONSTRAINTS:
        raise unknown_name("constraint", name, list(CONSTRAINTS))
    return None if name == "none" else Constraints(scheme=name)


def _kind(options: dict[str, Any]) -> Kind | None:
    """Return what is to be written of confidence."""
    if options["scores"] and options["probabilities"]:
        raise SettingError("give --scores or --probabilities, not both")
    if options["probabilities"]:
        return "probability"
    return "score" if options["scores"] else None


def _judge(model: Model, chain: Chain, options: dict[str, Any]) -> Judge | None:
    """Return what finds confidences, where the output has more of them than the scores of labellings."""
    kind = _kind(options)
    if kind != "probability" and not options["mentions"] and options["form"] != "html":
        return None
    return Judge(model.record, model.reader, chain, kind or _own_kind(model))


def _own_kind(model: Model) -> Kind:
    return "score" if model.temperature is None else "probability"


def _renderer(model: Model, input_format: str, reading: ReadOptions, options: dict[str, Any]) -> Render:
    form, kind = options["form"], _kind(options)
    if form not in FORMATS:
        raise unknown_name("output format", form, list(FORMATS))
    if options["mentions"] and form != "jsonl":
        raise SettingError(f"--mentions is for JSON lines, and the output is {form}: add --format jsonl")
    if form == "jsonl":
        key = _tokens_key(reading) if input_format == "jsonl" else None
        return as_jsonl(model.labels, kind=kind, mentions=options["mentions"], tokens_key=key)
    if form == "html":
        from swvm.model.taggedhtml import as_html  # noqa: PLC0415 (few look)

        return as_html(model.labels)
    if form == "brackets":
        return as_brackets(model.labels, scores=kind is not None)
    return as_columns(model.labels) if kind is None else as_scored_columns(model.labels, kind)


def _paged(blocks: Iterator[bytes], source: str, kind: Kind) -> Iterator[bytes]:
    from swvm.model.taggedhtml import PAGE_END, page_head  # noqa: PLC0415

    what = {"probability": "its probability", "score": "its score: its lead, in units of weights, no probability"}[kind]
    name = "standard input" if source == "-" else source
    yield page_head(f"Labels of {name}", f"The mouse over a mention shows {what}.")
    yield from blocks
    yield PAGE_END


def _format_of(output: str, input_format: str) -> str:
    """Return the format to write where none is asked for."""
    suffix = PurePath(output.removesuffix(".gz")).suffix
    named = {".jsonl": "jsonl", ".ndjson": "jsonl", ".html": "html"}.get(suffix)
    return named or ("jsonl" if input_format == "jsonl" and suffix == "" else "columns")


def _tokens_key(reading: ReadOptions) -> str:
    assert reading.spec is not None
    name, key = next(entry for entry in reading.spec if entry[0] != SKIP)
    return key or KEYS.get(name, name)
