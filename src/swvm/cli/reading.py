"""The options that say how input files are read; their meaning is in docs/data.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from swvm.cli.command import Function, option

SECTION = "Input"
NAMES = ("columns", "format", "separator", "comments")


def reading_options(format_option: str = "--format") -> Callable[[Function], Function]:
    """Give a command the options of `swvm.data.read`: those of NAMES."""
    options = (
        option(
            "--columns",
            section=SECTION,
            metavar="NAMES",
            help="The columns from the left, e.g. word,pos,label; _ skips one. The labels are the column called label, "
            "else the last.",
        ),
        option(
            format_option,
            "format",
            section=SECTION,
            default="auto",
            metavar="FORMAT",
            help="columns, conllu, jsonl, text (one sentence a line), or auto: by suffix and first character.  [auto]",
        ),
        option(
            "--separator",
            section=SECTION,
            default="auto",
            metavar="tab|space",
            help="What separates columns.  [tabs if the first row has one]",
        ),
        option("--comments", section=SECTION, metavar="TEXT", help="Skip lines that begin so, e.g. '#'."),
    )

    def decorate(function: Function) -> Function:
        for one in reversed(options):
            function = one(function)
        return function

    return decorate


def take_reading(options: dict[str, Any]) -> dict[str, Any]:
    """Take the options of reading out of all options of a call."""
    return {name: options.pop(name) for name in NAMES}
