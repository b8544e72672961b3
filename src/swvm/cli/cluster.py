"""`swvm cluster`: word clusters from text without labels. What learns them is `swvm.cluster`."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from swvm.cli.clusterbar import ClusterBar, display_for
from swvm.cli.command import Command, argument, option
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.settings import setting_options
from swvm.cli.show import count, plural, say
from swvm.cli.sources import known_corpus, path_of
from swvm.cli.targets import check_target
from swvm.cluster import Bigrams, ClusterConfig, TextReader, learn_clusters, write_paths
from swvm.data.blocks import Block
from swvm.data.guessing import guess_format
from swvm.data.reading import BlockReader, ReadOptions, Replayed
from swvm.data.source import open_source

SECTION = "Clusters"
START_BYTES = 1 << 16
EXAMPLES = """
swvm cluster text.txt -o paths.txt
swvm cluster a.txt b.txt.gz --clusters 1000 --min-count 5 --lower -o paths.txt --checkpoint run.ckpt
swvm cluster jnlpba:train bc2gm:train -o genes.paths       # the words of column files; labels are not read
zcat big.txt.gz | swvm cluster - -o paths.txt
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("sources", "Files, - (standard input), or known corpora: NAME:PART.", metavar="TEXT...", nargs=-1)
@option("-o", "--output", required=True, metavar="PATHS", help="The file to write: bit string, word, count.")
@setting_options(ClusterConfig, SECTION)
@option("--checkpoint", metavar="FILE", section=SECTION, help="Keep the state here; the same call goes on from it.")
@reading_options()
@option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(sources: Sequence[str], output: str, checkpoint: str | None, quiet: bool, **options: Any) -> None:
    """Learn clusters of words that stand beside the same words, from text without labels.

    TEXT has a sentence a line, words separated by blanks; column files (a token a line, blank lines between sentences)
    are seen by themselves, and their first column is read. PATHS is a file of Brown clusters as other tools read it: a
    prefix of a bit string is a coarser cluster.
    """
    if not sources:
        raise click.UsageError("name a text, or - for standard input")
    reading = take_reading(options)
    config = ClusterConfig(**{name: value for name, value in options.items() if value is not None})
    for target in filter(None, (output, checkpoint)):
        check_target(target)
    notice = (lambda text: None) if quiet else say
    began = time.perf_counter()
    with display_for(config, quiet=quiet) as display:
        bigrams = _read(sources, reading, config, display)
        seconds = time.perf_counter() - began
        notice(_sizes(bigrams, seconds))
        clusters = learn_clusters(bigrams, config, checkpoint=checkpoint, on_slice=display.on_slice)
    write_paths(clusters, output)
    if checkpoint is not None:
        Path(checkpoint).unlink(missing_ok=True)  # the clusters are safe
    notice(
        f"{output}: {plural(len(clusters.words), 'word')} in {plural(config.clusters, 'cluster')} after "
        f"{plural(clusters.sweeps, 'sweep')}; {clusters.bits_per_token:.4f} bits a token; "
        f"{time.perf_counter() - began:.1f} s"
    )


def _read(sources: Sequence[str], reading: dict[str, Any], config: ClusterConfig, display: ClusterBar) -> Bigrams:
    reader = TextReader(config)
    for source in sources:
        for block in _blocks(source, reading):
            reader.add(block)
            display.reading(reader.n_tokens)
    return reader.bigrams()


def _blocks(source: str, reading: dict[str, Any]) -> Iterator[Block]:
    """Yield the blocks of a source; the format is guessed where it is not given."""
    if source == "-" and sys.stdin.isatty():
        say("reading from the terminal; Ctrl-D ends the input")
    with open_source(path_of(source, "train")) as opened:
        start = opened.read(START_BYTES)
        format = reading["format"]
        if format == "auto":
            format = "columns" if known_corpus(source, "train") else guess_format(start, opened.name)
        options = ReadOptions.of(labels=False, **{**reading, "format": format})
        reader = BlockReader(Replayed(opened, start), options)
        parser = reader.parser()
        for raw in reader:
            yield parser.parse(raw)


def _sizes(bigrams: Bigrams, seconds: float) -> str:
    sizes = f"{plural(bigrams.sentences, 'sentence')}, {plural(bigrams.tokens, 'token')}"
    words, pairs = plural(len(bigrams.words), "word"), count(len(bigrams.after.ids))
    return f"{sizes}, {words} to cluster, {pairs} different pairs; read in {seconds:.1f} s"
