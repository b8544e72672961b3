"""How a command looks: options in named sections, arguments with a help of their own, examples at the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

Function = Callable[..., Any]

CONTEXT: dict[str, Any] = {"help_option_names": ["-h", "--help"], "max_content_width": 110}


class Option(click.Option):
    """An option that stands in a section of the help."""

    def __init__(self, *args: Any, section: str = "Options", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.section = section


class Argument(click.Argument):
    """An argument that the help explains."""

    section = "Arguments"

    def __init__(self, *args: Any, help: str = "", **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.help: str | None = help

    def get_help_record(self, ctx: click.Context) -> tuple[str, str]:
        """Return what the help shows."""
        return self.make_metavar(ctx), self.help or ""


class Command(click.Command):
    """A command with sections and examples."""

    def __init__(self, *args: Any, examples: str = "", **attributes: Any) -> None:
        super().__init__(*args, **{"context_settings": CONTEXT, **attributes})
        self.examples = examples
        self.params.append(Option(["--debug"], is_flag=True, expose_value=False, help="Show where an error arose."))

    def format_arguments(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write nothing: later versions of click would show the arguments twice."""

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the sections in the order in which they first appear, the plain options last."""
        sections: dict[str, list[tuple[str, str]]] = {}
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None:
                sections.setdefault(getattr(param, "section", "Options"), []).append(record)
        plain = sections.pop("Options")
        for title, records in [*sections.items(), ("Options", plain)]:
            with formatter.section(title):
                formatter.write_dl(records)

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the examples as they stand."""
        if self.examples:
            with formatter.section("Examples"):
                formatter.write("".join(f"  {line}\n" if line else "\n" for line in self.examples.strip().splitlines()))


def option(*names: str, section: str = "Options", **attributes: Any) -> Callable[[Function], Function]:
    """Give a command an option, in a section of its help."""
    return click.option(*names, cls=Option, section=section, **attributes)


def argument(name: str, help: str, **attributes: Any) -> Callable[[Function], Function]:
    """Give a command an argument."""
    return click.argument(name, cls=Argument, help=help, **attributes)
