"""`swvm corpora`: which corpora are known by name, which of them are here, and fetching the others."""

from __future__ import annotations

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.show import count, say, show_table, to_json
from swvm.data.corpora import CorpusInfo, corpus_info, corpus_path, find_corpus, known_corpora
from swvm.errors import SettingError

EXAMPLES = """
swvm corpora
swvm corpora fetch conll2000
swvm train conll2000 -o chunks.swvm
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("words", "Put these corpora into the cache, checked.", metavar="[fetch NAME...]", nargs=-1)
@option("--json", "as_json", is_flag=True, help="Print the table as JSON.")
def command(words: tuple[str, ...], as_json: bool) -> None:
    """Show the known corpora: parts, sizes, labels, licence, and where they are.

    A name stands for a file in every command: conll2000 or conll2000:test. A corpus is looked for in the folder that
    SWVM_DATA names, then in the cache, then it is fetched. Mind the terms of its licence.
    """
    action, *names = words or ("",)
    if not words:
        _show(as_json)
    elif action == "fetch" and names:
        for name in names:
            _fetch(name)
    else:
        raise SettingError("write `swvm corpora`, or `swvm corpora fetch NAME`")


def _show(as_json: bool) -> None:
    infos = [corpus_info(name) for name in known_corpora()]
    if as_json:
        click.echo(to_json({info.name: _described(info) for info in infos}))
        return
    rows = [row for info in infos for row in _rows(info)]
    show_table(("name", "sentences", "tokens", "labels", "licence", "here"), rows, right=(1, 2, 3))


def _rows(info: CorpusInfo) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for part, split in info.splits.items():
        here = "yes" if find_corpus(info.name, part) is not None else "no"
        sizes = count(split.sentences), count(split.tokens), str(info.labels)
        rows.append((f"{info.name}:{part}", *sizes, info.licence, here))
    return rows


def _described(info: CorpusInfo) -> dict[str, object]:
    parts = {
        part: {"sentences": split.sentences, "tokens": split.tokens, "path": _path(info.name, part)}
        for part, split in info.splits.items()
    }
    facts = {name: getattr(info, name) for name in ("title", "language", "licence", "columns", "labels", "types")}
    return {**facts, "parts": parts}


def _path(name: str, part: str) -> str | None:
    found = find_corpus(name, part)
    return None if found is None else str(found)


def _fetch(name: str) -> None:
    info = corpus_info(name)
    for part in info.splits:
        click.echo(f"{name}:{part}  {corpus_path(name, part)}")
    say(f"terms of {name}: {info.licence}")
