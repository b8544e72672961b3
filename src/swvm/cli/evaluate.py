"""`swvm evaluate`: gold and predicted labels, in one file or in two, to scores."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import plural, say, to_json
from swvm.cli.sources import path_of
from swvm.cli.targets import check_target
from swvm.data import read
from swvm.errors import SettingError
from swvm.evaluate import MODES, confusion, confusion_text, conlleval_text, evaluate, read_labels, table_text
from swvm.evaluate.errors import Compared, compare
from swvm.evaluate.files import check_labels, read_words
from swvm.evaluate.report import MODE_NAMES
from swvm.evaluate.scores import Scores

EXAMPLES = """
swvm evaluate tagged.txt                  # its last two columns are gold and predicted
swvm evaluate gold.txt predicted.txt --json
swvm evaluate conll2000:test predicted.txt --mode strict
swvm evaluate tagged.txt --confusion
swvm evaluate tagged.txt --html errors.html --train train.txt
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument(
    "gold", "Gold labels; without PREDICTED, a file whose last two columns are gold and predicted.", metavar="GOLD"
)
@argument("predicted", "Predicted labels of the same tokens.", metavar="[PREDICTED]", required=False)
@option("--mode", default="conlleval", metavar="|".join(MODES), help="What counts as right.  [conlleval]")
@option("--scheme", metavar="iob1|iob2|bioes|io|tags", help="The label scheme.  [found from the labels]")
@option("--confusion", "confused", is_flag=True, help="Show how many tokens of each label were predicted as which.")
@option("--by", type=click.STRING, default="labels", metavar="labels|types", help="Rows of that table.  [labels]")
@option("--json", "as_json", is_flag=True, help="Print the scores, in percent, as JSON.")
@option("--html", metavar="FILE", help="Write a page of all errors, to be filtered and sorted; it needs nothing else.")
@option("--train", metavar="TRAIN", help="With --html: the training data, to tell seen words from unseen ones.")
@reading_options()
def command(gold: str, predicted: str | None, mode: str, scheme: str | None, confused: bool, **options: Any) -> None:
    """Score predicted labels against gold ones, by mention or by token.

    conlleval counts mentions as the script of that name does; strict counts only mentions that the scheme allows;
    tokens counts tokens whose label is not O. The output names the mode.
    """
    reading = take_reading(options)
    page, train = options["html"], options["train"]
    if page is not None:
        check_target(page)
    elif train is not None:
        raise SettingError("--train is for the page of errors: add --html FILE")
    paths = path_of(gold, "test"), None if predicted is None else path_of(predicted, "test")
    labels = read_labels(*paths, **reading)
    check_labels(labels, *paths, scheme, **reading)
    scores = evaluate(*labels, mode, scheme)
    if page is not None:
        known, words = _known_words(train, reading), read_words(*paths, **reading)
        _write_page(page, compare(*labels, scheme), words, predicted or gold, known)
    table = confusion(*labels, options["by"]) if confused else None
    if options["as_json"]:
        content = scores.to_json()
        click.echo(to_json(content if table is None else content | {"confusion": table.to_json()}))
        return
    click.echo(_text(scores), nl=False)
    if table is not None:
        click.echo("\n" + confusion_text(table), nl=False)


def _write_page(page: str, found: Compared, words: list[list[str]], name: str, known: set[str] | None) -> None:
    from swvm.report.errorpage import error_page  # noqa: PLC0415 (only for pages)
    from swvm.report.write import write_text  # noqa: PLC0415

    write_text(Path(page), error_page(found, words, f"Errors of {Path(name).name}", known))
    say(f"{page}: {plural(len(found.errors), 'error')}")


def _known_words(train: str | None, reading: dict[str, Any]) -> set[str] | None:
    """Return the words of the training data, whose columns need not be those of the labels' files."""
    if train is None:
        return None
    corpus = read(path_of(train, "train"), **{**reading, "columns": None}, labels=False)
    return set(corpus.columns[0].interner.strings())


def _text(scores: Scores) -> str:
    if scores.mode != "conlleval":
        return table_text(scores)
    mode = f"mode {scores.mode} ({MODE_NAMES[scores.mode]}), scheme {scores.scheme}\n"
    return conlleval_text(scores) + mode + "".join(f"note: {note}\n" for note in scores.notes)
