"""The commands by name. A command's module is imported when it is called, so that one does not pay for the others."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module

import click

from swvm import __version__
from swvm.cli.command import CONTEXT
from swvm.cli.failures import report
from swvm.errors import unknown_name

COMMANDS = {
    "train": "Train a model on labelled sentences.",
    "tune": "Search for the features and settings that label a corpus best.",
    "tag": "Label sentences with a model.",
    "evaluate": "Score predicted labels against gold ones.",
    "info": "Show what is in a model file.",
    "inspect": "Show what a model has learned: its strongest features by name.",
    "explain": "Show why tokens have their labels.",
    "calibrate": "Turn the scores of a model into probabilities, on development data.",
    "convert": "Convert between file formats and label schemes.",
    "cluster": "Learn word clusters from text without labels.",
    "corpora": "Show the known corpora, or fetch one.",
    "report": "Turn the records of experiments into tables, figures and a page.",
    "experiment": "Run an experiment from a specification, and look at its records.",
    "compare": "Test whether systems differ: records of experiments, or outputs in files.",
    "synthesize": "Write sequences of a made-up language, of any difficulty.",
    "learners": "Show learners, SetGammas, templates and averages with their formulas.",
}

EXAMPLES = """\
swvm train demo --dev demo -o demo.swvm
swvm tag demo.swvm text.txt --input-format text
swvm COMMAND --help
"""


class Commands(click.Group):
    """The group of all commands, which imports none of them by itself."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names in the order of the work."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        """Import a command."""
        if name not in COMMANDS:
            return None
        command: click.Command = import_module(f"swvm.cli.{name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name; the error for an unknown one says which is nearest."""
        if args[0] not in COMMANDS:
            raise unknown_name("command", args[0], list(COMMANDS))
        return args[0], self.get_command(ctx, args[0]), args[1:]

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show what to type first."""
        with formatter.section("Examples"):
            formatter.write("".join(f"  {line}\n" for line in EXAMPLES.splitlines()))


@click.group(cls=Commands, context_settings=CONTEXT)
@click.version_option(__version__, "-V", "--version", message="swvm %(version)s")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an error arose.")
def swvm() -> None:
    """Label sequences with linear structured models."""


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code; errors are reported, none is raised."""
    try:
        if "_SWVM_COMPLETE" in os.environ:
            swvm.main(list(arguments), "swvm")
        with swvm.make_context("swvm", list(arguments) or ["--help"]) as context:
            swvm.invoke(context)
        sys.stdout.flush()
    except BaseException as error:  # SystemExit and KeyboardInterrupt too: they have exit codes
        return report(error, debug="--debug" in arguments)
    return 0
