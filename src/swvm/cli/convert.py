"""`swvm convert`: between file formats and label schemes."""

from __future__ import annotations

from typing import Any

import click
import numpy as np

from swvm._native import Interner
from swvm.cli.command import Command, argument, option
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.sources import load, path_of
from swvm.data import Column, Corpus, write
from swvm.data.places import lines_named
from swvm.data.schemes import LabelSequences, detect
from swvm.data.schemes import convert as convert_labels
from swvm.data.schemes.conversion import Invalid
from swvm.errors import unknown_name

EXAMPLES = """
swvm convert train.txt train.jsonl                          # by the suffix
swvm convert train.conllu train.txt --columns word=form,pos=upos,label=misc
swvm convert train.txt bioes.txt --to-scheme bioes
swvm convert train.txt repaired.txt --invalid repair        # the scheme stays, broken sequences are repaired
swvm convert demo:test - --to-format brackets
"""
INVALID: tuple[Invalid, ...] = ("error", "repair", "keep")


@click.command(cls=Command, examples=EXAMPLES)
@argument("source", "A file, -, or a known corpus: NAME or NAME:PART.", metavar="INPUT")
@argument("output", "The file to write, - for standard output.  [-]", metavar="[OUTPUT]", default="-")
@option("--to-scheme", metavar="iob1|iob2|bioes|io", help="The label scheme to write.  [that of the input]")
@option("--from-scheme", metavar="iob1|iob2|bioes|io", help="The label scheme of the input.  [found from the labels]")
@option("--invalid", metavar="|".join(INVALID), help="What to do with labels that break the scheme.  [error]")
@option("--to-format", default="auto", metavar="columns|jsonl|brackets", help="The format to write.  [by the suffix]")
@option("--to-separator", default="tab", metavar="tab|space", help="What separates columns.  [tab]")
@reading_options()
def command(source: str, output: str, to_format: str, to_separator: str, **options: Any) -> None:
    """Convert a labelled file: its format, its label scheme, or both.

    Broken label sequences, such as I-PER after O in IOB2, are an error; --invalid repair reads them as conlleval does,
    --invalid keep leaves them as they are.
    """
    reading = take_reading(options)
    corpus = load(source, "train", **reading)
    labels: Column | None = None
    if any(options[name] is not None for name in ("to_scheme", "from_scheme", "invalid")):
        with lines_named(path_of(source, "train"), **reading):
            labels = _converted(corpus, options["from_scheme"], options["to_scheme"], options["invalid"] or "error")
    write(corpus, output, labels=labels, format=to_format, separator=to_separator)


def _converted(corpus: Corpus, given: str | None, wanted: str | None, invalid: str) -> Column:
    if invalid not in INVALID:
        raise unknown_name("treatment of invalid labels", invalid, list(INVALID))
    sequences = LabelSequences.of_corpus(corpus)
    scheme = given or detect(sequences)
    converted = convert_labels(sequences, scheme, wanted or scheme, invalid)
    interner = Interner()
    codes = interner.intern(list(converted.names))
    return Column("label", np.asarray(codes[converted.codes], np.int32), interner)
