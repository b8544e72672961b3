"""`swvm evaluate`: gold and predicted labels, in one file or in two, to scores."""

from __future__ import annotations

from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import to_json
from swvm.cli.sources import path_of
from swvm.evaluate import MODES, confusion, confusion_text, conlleval_text, evaluate, read_labels, table_text
from swvm.evaluate.files import check_labels
from swvm.evaluate.report import MODE_NAMES
from swvm.evaluate.scores import Scores

EXAMPLES = """
swvm evaluate tagged.txt                  # its last two columns are gold and predicted
swvm evaluate gold.txt predicted.txt --json
swvm evaluate conll2000:test predicted.txt --mode strict
swvm evaluate tagged.txt --confusion
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
@reading_options()
def command(gold: str, predicted: str | None, mode: str, scheme: str | None, confused: bool, **options: Any) -> None:
    """Score predicted labels against gold ones, by mention or by token.

    conlleval counts mentions as the script of that name does; strict counts only mentions that the scheme allows;
    tokens counts tokens whose label is not O. The output names the mode.
    """
    reading = take_reading(options)
    paths = path_of(gold, "test"), None if predicted is None else path_of(predicted, "test")
    labels = read_labels(*paths, **reading)
    check_labels(labels, *paths, scheme, **reading)
    scores = evaluate(*labels, mode, scheme)
    table = confusion(*labels, options["by"]) if confused else None
    if options["as_json"]:
        content = scores.to_json()
        click.echo(to_json(content if table is None else content | {"confusion": table.to_json()}))
        return
    click.echo(_text(scores), nl=False)
    if table is not None:
        click.echo("\n" + confusion_text(table), nl=False)


def _text(scores: Scores) -> str:
    if scores.mode != "conlleval":
        return table_text(scores)
    mode = f"mode {scores.mode} ({MODE_NAMES[scores.mode]}), scheme {scores.scheme}\n"
    return conlleval_text(scores) + mode + "".join(f"note: {note}\n" for note in scores.notes)
