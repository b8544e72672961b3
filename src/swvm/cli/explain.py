"""`swvm explain`: which features voted for the label of each token, and which for the runner-up."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.inputs import INPUT_HELP, TEXT_HELP, corpus_for
from swvm.cli.plugins import python_option, run_files
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import aligned, plural, printable, say, to_json
from swvm.cli.targets import check_target
from swvm.insight.explanation import Explanation, TokenExplanation, explain
from swvm.insight.places import without_labels
from swvm.insight.votes import Vote
from swvm.model.model import Model

EXAMPLES = """
swvm explain model.swvm --text "Ada met Tom in Paris ."
swvm explain model.swvm --text "Ada met Tom in Paris ." --top 10 --html why.html
swvm explain model.swvm test.txt --first 20 --json
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("model", "The model file, with the names of its features.", metavar="MODEL")
@argument("source", INPUT_HELP, metavar="[INPUT]", required=False)
@option("--text", "texts", multiple=True, metavar="TEXT", help=TEXT_HELP)
@option("--top", type=click.IntRange(min=1), default=5, metavar="N", help="The strongest votes of each token.  [5]")
@option("--first", type=click.IntRange(min=1), metavar="N", help="Only the first N sentences.  [all]")
@option("--json", "as_json", is_flag=True, help="Print every vote as JSON, an object a sentence and line.")
@option("--html", metavar="FILE", help="Write a page that needs nothing else.")
@python_option()
@reading_options("--input-format")
def command(model: str, source: str | None, texts: tuple[str, ...], top: int, **options: Any) -> None:
    """Show why tokens have their labels.

    Every feature, transitions included, votes for the label and for the runner-up: the label that would score highest
    in its place while the other tokens keep theirs.

    Votes are weights; their differences add up to the lead exactly. They are no probabilities.
    """
    run_files(options["python_files"])
    if options["html"] is not None:
        check_target(options["html"])
    loaded = Model.load(model, names=True)
    corpus = corpus_for(loaded, source, texts, take_reading(options))
    first = options["first"]
    found = explain(loaded, corpus if first is None else corpus.select(range(min(first, len(corpus)))))
    if options["html"] is not None:
        _write_page(list(found), options["html"], Path(model).name, top)
        return
    for number, one in enumerate(found):
        if options["as_json"]:
            click.echo(to_json(one.to_json(), indent=None))
        else:
            click.echo(("\n" if number else "") + printable(text_of(one, top)))


def text_of(one: Explanation, top: int) -> str:
    """Return an explanation for the terminal."""
    lines = [" ".join(f"{token.token}/{token.label}" for token in one.tokens), _scores(one)]
    for token in one.tokens:
        lines += ["", *_token(token, top)]
    return "\n".join(lines)


def _scores(one: Explanation) -> str:
    if one.second is None:
        return f"score {one.score:.3f}; no other labelling is permitted"
    changed = " ".join(
        f"{token.token}/{label}" for token, label in zip(one.tokens, one.second, strict=True) if label != token.label
    )
    return f"score {one.score:.3f}; the second-best labelling is {one.margin:.3f} behind: {changed}"


def _token(token: TokenExplanation, top: int) -> list[str]:
    if token.runner_up is None:
        return [f"{token.token}: {token.label}; no other label is permitted"]
    rows = [_row(vote) for vote in islice(token.votes, top)]
    rest = token.votes[top:]
    if rest:
        rows.append(_sum(rest, f"({plural(len(rest), 'more feature')})"))
    header = ("difference", token.label, token.runner_up, "feature", "")
    lines = aligned([header, *rows, _sum(token.votes, "sum")], right=(0, 1, 2))
    title = f"{token.token}: {token.label} leads {token.runner_up} by {token.difference:.3f}"
    return [title, *("  " + line for line in lines)]


def _row(vote: Vote) -> tuple[str, ...]:
    sees = "" if vote.kind == 0 else f"{vote.labels} | {vote.other_labels}"
    return (*_numbers(vote.weight, vote.other_weight), without_labels(vote.feature, vote.kind), sees)


def _sum(votes: Sequence[Vote], text: str) -> tuple[str, ...]:
    return (*_numbers(sum(vote.weight for vote in votes), sum(vote.other_weight for vote in votes)), text, "")


def _numbers(weight: float, other: float) -> tuple[str, str, str]:
    return f"{weight - other:+.3f}", f"{weight:.3f}", f"{other:.3f}"


def _write_page(found: list[Explanation], path: str, model: str, top: int) -> None:
    from swvm.insight.explanationpage import explanation_page  # noqa: PLC0415 (only for pages)
    from swvm.report.write import write_text  # noqa: PLC0415

    write_text(Path(path), explanation_page(found, f"Why these labels: {model}", top))
    say(f"{path}: {plural(len(found), 'sentence')}")
