"""`swvm inspect`: the strongest features of a model by name, and what each template takes of it."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Sequence
from itertools import groupby, zip_longest

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.plugins import python_option, run_files
from swvm.cli.show import count, megabytes, printable, show_table, to_json
from swvm.errors import SettingError
from swvm.insight.places import without_labels
from swvm.insight.strongest import Inspection, Strong, TemplateShare, inspect
from swvm.model.model import Model

EXAMPLES = """
swvm inspect model.swvm
swvm inspect model.swvm --label B-PER --label I-PER --top 30
swvm inspect model.swvm --top 100 --csv > weights.csv
"""
SHOWN_TRANSITIONS = 40  # in the table; CSV and JSON have all


@click.command(cls=Command, examples=EXAMPLES)
@argument("model", "The model file, with the names of its features.", metavar="MODEL")
@option("--top", type=click.IntRange(min=1), default=10, metavar="N", help="The strongest N for and against.  [10]")
@option("--label", "labels", multiple=True, metavar="LABEL", help="Only this label; may be given several times.  [all]")
@option("--csv", "as_csv", is_flag=True, help="Print a row for each weight as CSV.")
@option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
@python_option()
def command(
    model: str, top: int, labels: tuple[str, ...], *, as_csv: bool, as_json: bool, python_files: tuple[str, ...]
) -> None:
    """Show what a model has learned, by name.

    The features that speak most strongly for and against each label and each transition, and the size and the share
    of each template.
    """
    if as_csv and as_json:
        raise SettingError("give --csv or --json, not both")
    run_files(python_files)
    found = inspect(Model.load(model, names=True), top, labels)
    if as_json:
        click.echo(to_json(found.to_json()))
    elif as_csv:
        _print_csv(found)
    else:
        _print_tables(found)


def _print_csv(found: Inspection) -> None:
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["before", "label", "weight", "feature", "template"])
    for one in (*found.labels, *found.transitions):
        writer.writerow([" ".join(one.before), one.label, repr(one.weight), one.feature, one.template])


def _print_tables(found: Inspection) -> None:
    _print_templates(found.templates)
    for label, group in groupby(found.labels, key=lambda one: one.label):
        click.echo()
        _print_label(label, list(group))
    if found.transitions:
        click.echo()
        _print_transitions(found.transitions)


def _print_templates(templates: Sequence[TemplateShare]) -> None:
    total = sum(one.bytes for one in templates) or 1
    rows = [
        (
            printable(one.template),
            count(one.features),
            count(one.nonzero),
            megabytes(one.bytes),
            f"{100 * one.bytes / total:.1f} %",
            f"{100 * one.strength:.1f} %",
        )
        for one in templates
    ]
    header = ("template", "features", "weights not 0", "size", "of the size", "of all |weights|")
    show_table(header, rows, "Templates", right=range(1, 6))


def _print_label(label: str, strong: list[Strong]) -> None:
    ours, theirs = ([one for one in strong if (one.weight > 0) == positive] for positive in (True, False))
    rows = [(*_cells(one), *_cells(other)) for one, other in zip_longest(ours, theirs)]
    show_table(("weight", "for", "weight", "against"), rows, printable(label), right=(0, 2))


def _cells(one: Strong | None) -> tuple[str, str]:
    return ("", "") if one is None else (f"{one.weight:+.3f}", _name(one))


def _print_transitions(transitions: Iterable[Strong]) -> None:
    strongest = sorted(transitions, key=lambda one: -abs(one.weight))
    rows = [(f"{one.weight:+.3f}", printable(one.transition), _name(one)) for one in strongest[:SHOWN_TRANSITIONS]]
    left = len(strongest) - len(rows)
    title = "Transitions" + (f" (the strongest {len(rows)}; --csv and --json have {count(left)} more)" if left else "")
    show_table(("weight", "transition", "feature"), rows, title, right=(0,))


def _name(one: Strong) -> str:
    return printable(without_labels(one.feature, one.kind))
