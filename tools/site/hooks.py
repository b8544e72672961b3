"""What mkdocs makes of the repository beside the pages in `docs`: the front page, the commands, the API, formulas.

The front page is README.md; the commands are their own `--help`; the API is what `swvm.__all__` names; a page whose
front matter says `math: true` has its formulas, $...$ and $$...$$, turned into MathML, so that it needs no script.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
from latex2mathml.converter import convert
from mkdocs.structure.files import File

import swvm
from swvm.cli.app import swvm as commands

ROOT = Path(__file__).resolve().parent.parent.parent
WIDTH = 100
FORMULA = re.compile(r"(```.*?```|`[^`\n]+`)|\$\$(.+?)\$\$|(?<![\\\w])\$([^$\n]+?)\$(?!\w)", re.DOTALL)


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are made."""
    for name, text in (("index.md", front_page()), ("commands.md", commands_page()), ("api.md", api_page())):
        files.append(File.generated(config, name, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Turn the formulas of a page into MathML."""
    return FORMULA.sub(_formula, markdown) if page.meta.get("math") else markdown


def on_page_content(html: str, page: Any, **_: Any) -> str:
    """Show the code beside formulas without a click."""
    closed = '<details class="mkdocstrings-source"'
    return html.replace(closed, f"{closed} open") if page.meta.get("math") else html


def _formula(match: re.Match[str]) -> str:
    code, block, inline = match.groups()
    if code:
        return code
    text = convert(block or inline, display="block" if block else "inline")
    return f"\n\n<div class=formula>{text}</div>\n\n" if block else text


def front_page() -> str:
    """Return the README with links from where it stands on the site."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.sub(r"\[([^\]]+)\]\(LICENSE\)", r"\1", text.replace("](docs/", "]("))


def commands_page() -> str:
    """Return the help of every command."""
    parts = ["# Commands", "", "What `swvm COMMAND --help` prints. [The command line](command_line.md) says the rest."]
    for path, text in _helps(commands, ("swvm",)):
        parts += ["", f"{'#' * min(1 + len(path), 3)} {' '.join(path)}", "", "```text", text, "```"]
    return "\n".join(parts) + "\n"


def _helps(command: click.Command, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str]]:
    context = click.Context(command, info_name=" ".join(path), terminal_width=WIDTH, max_content_width=WIDTH)
    if len(path) > 1:
        yield path, command.get_help(context).strip()
    if isinstance(command, click.Group):
        for name in command.list_commands(context):
            found = command.get_command(context, name)
            if found is not None:
                yield from _helps(found, (*path, name))


def api_page() -> str:
    """Return a page with a directive for each public name; what it shows is read from the code."""
    parts = ["# Python", "", "The names of `swvm`. Everything else can be imported from where the pages say."]
    for name in swvm.__all__:
        if name in swvm._HOMES:
            original = swvm._ORIGINAL.get(name, name)
            options = f"    options:\n      heading: swvm.{name}\n      toc_label: {name}"
            parts += ["", f"::: {swvm._HOMES[name]}.{original}", options]
    return "\n".join(parts) + "\n"
