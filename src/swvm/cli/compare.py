"""`swvm compare`: do two systems differ? Tests on records of experiments, or on outputs in files."""

from __future__ import annotations

from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import show_table, to_json
from swvm.errors import SettingError
from swvm.experiment.comparison import Comparison, Dataset, compare_outputs, compare_records
from swvm.experiment.significance import TESTS, TestSettings

EXAMPLES = """
swvm compare gold.txt a.txt b.txt
swvm compare a.jsonl b.jsonl
swvm compare table1.jsonl --system SWVM --system MIRA --json
"""
TITLES = {
    "t-test": "paired t-test over sentences",
    "randomisation": "approximate randomisation, F1",
    "bootstrap": "paired bootstrap, F1",
    "mcnemar": "McNemar, tokens",
}


@click.command(cls=Command, examples=EXAMPLES)
@argument(
    "files",
    "GOLD A B: files of the same tokens, labels last. Or one or two files of records (.jsonl).",
    metavar="FILE...",
    nargs=-1,
    required=True,
)
@option("--system", "systems", multiple=True, metavar="NAME", help="Of records: the first, then the second system.")
@option(
    "--metric",
    type=click.Choice(["f1", "token_f1"]),
    default="f1",
    show_default=True,
    help="F1 of mentions, or of the tokens' labels other than O.",
)
@option(
    "--alternative",
    type=click.Choice(["greater", "two-sided"]),
    default="two-sided",
    show_default=True,
    help="Ask whether the first is better, or whether they differ.",
)
@option("--alpha", type=click.FloatRange(0, 1), default=0.05, show_default=True, help="The level of the tests.")
@option("--trials", type=click.IntRange(min=1), default=10_000, show_default=True, help="Random trials of a test.")
@option("--seed", type=click.IntRange(min=0), default=1, show_default=True, help="The seed of the random trials.")
@reading_options()
@option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def command(files: tuple[str, ...], systems: tuple[str, ...], *, as_json: bool, **options: Any) -> None:
    """Test whether two systems differ.

    Of records, the systems are compared on every corpus and part that both have; over folds the replicability analysis
    of Bonferroni says on how many of them the first is better, over corpora Bonferroni's and Fisher's.
    """
    reading = take_reading(options)
    settings = TestSettings(**options)
    if all(_holds_records(file) for file in files) and len(files) <= 2:
        if len(systems) not in (0, 2):
            raise SettingError("name two systems, the first and the second: --system A --system B")
        found = compare_records(files, settings, systems)
    elif len(files) == 3 and not systems:
        found = compare_outputs(*files, settings, **reading)
    else:
        raise SettingError("give GOLD A B, three files of the same tokens; or one or two files of records (.jsonl)")
    if as_json:
        click.echo(to_json(found.to_json()))
    else:
        _show(found)


def _holds_records(file: str) -> bool:
    return file.removesuffix(".gz").endswith(".jsonl")


def _show(found: Comparison) -> None:
    a, b = found.names
    kind = "mentions" if found.settings.metric == "f1" else "labels of tokens other than O"
    question = "is A better?" if found.settings.alternative == "greater" else "do they differ?"
    click.echo(f"A: {a}\nB: {b}\nF1 of {kind}; {question}\n")
    rows = [(one.name, *(f"{score:.2f}" for score in one.scores), f"{one.difference:+.2f}") for one in found.datasets]
    show_table(("data", "A", "B", "A - B"), rows, right=(1, 2, 3))
    click.echo()
    _show_tests(found)
    if len(found.datasets) > 1:
        click.echo()
        _show_over(found)


def _show_tests(found: Comparison) -> None:
    rows = [(one.name, TITLES[test], *_cells(one, test)) for one in found.datasets for test in TESTS]
    show_table(("data", "test", "p", "parts", "better on", "interval"), rows, right=(3, 4))


def _cells(one: Dataset, test: str) -> tuple[str, ...]:
    tests, over = one.tests[test], one.over_parts[test]
    p = " ".join(p_text(single.p_value) for single in tests)
    interval = tests[0].interval if len(tests) == 1 else None
    shown = "" if interval is None else f"{interval[0]:+.2f} .. {interval[1]:+.2f}"
    return p, str(len(tests)), str(over.k_hat), shown


def _show_over(found: Comparison) -> None:
    rows = []
    for test in TESTS:
        bonferroni, fisher = found.over_datasets(test)
        rejected = ", ".join(found.datasets[number].name for number in bonferroni.rejected)
        rows.append((TITLES[test], str(bonferroni.k_hat), str(fisher.k_hat), rejected))
    show_table(("over all data", "Bonferroni", "Fisher", "by Holm on"), rows, right=(1, 2))


def p_text(p: float) -> str:
    """Return a p-value: 0.0312, <0.0001."""
    return f"{p:.4f}" if p >= 0.0001 else "<0.0001"
