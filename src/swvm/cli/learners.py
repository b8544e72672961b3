"""`swvm learners`: what can be chosen for training, by name, with its formula."""

from __future__ import annotations

import click

from swvm.cli.command import Command, option
from swvm.cli.plugins import python_option, run_files
from swvm.cli.settings import option_name
from swvm.cli.show import Row, show_table, to_json
from swvm.learn.gamma import GAMMAS
from swvm.learn.learners import AVERAGES, CONSTRAINTS, DECODINGS, LEARNERS
from swvm.learn.templates import TEMPLATES

EXAMPLES = """
swvm learners
swvm train demo -o demo.swvm --learner swvm --gamma softmin --temperature 0.5
"""


@click.command(cls=Command, examples=EXAMPLES)
@python_option()
@option("--json", "as_json", is_flag=True, help="Print the tables as JSON.")
def command(python_files: tuple[str, ...], as_json: bool) -> None:
    """Show the learners, and what --gamma, --templates, --constraint, --decoding and --average can be.

    x is a sentence, y its gold labelling, y_k the k-th best one, m^J that one on the positions J and y elsewhere;
    ΔΦ(x, y, y') is the feature vector of y less that of y', d_J = w·ΔΦ(x, y, m^J), L the number of wrong positions.
    """
    run_files(python_files)
    tables = _tables()
    if as_json:
        click.echo(to_json({title: {name: list(rest) for name, *rest in rows} for title, (_, rows) in tables.items()}))
        return
    for number, (title, (header, rows)) in enumerate(tables.items()):
        if number:
            click.echo()
        show_table(header, rows, title)


def _tables() -> dict[str, tuple[Row, list[Row]]]:
    learners: list[Row] = [
        (name, learner.formula, " ".join(map(option_name, learner.settings))) for name, learner in LEARNERS.items()
    ]
    gammas: list[Row] = [
        (name, rule.formula, " ".join(map(option_name, rule.parameters))) for name, rule in GAMMAS.items()
    ]
    return {
        "--learner": (("name", "step", "reads"), learners),
        "--gamma": (("name", "weight of a template", "reads"), gammas),
        "--templates": (("name", "positions"), [(name, one.formula) for name, one in TEMPLATES.items()]),
        "--constraint": (("name", "w·v_k >= b_k"), list(CONSTRAINTS.items())),
        "--decoding": (("name", "labellings"), list(DECODINGS.items())),
        "--average": (("name", "final weights"), list(AVERAGES.items())),
    }
