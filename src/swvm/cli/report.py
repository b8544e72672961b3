"""`swvm report`: records of experiments to tables, figures and a page; numbers for pages of the documentation."""

from __future__ import annotations

from pathlib import Path

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.show import say
from swvm.errors import SettingError

EXAMPLES = """
swvm report table1.jsonl -o report                     # report/report.html can be mailed
swvm report released.jsonl -o report --metric token_f1
swvm report --page docs/does_swvm_beat_mira.md         # its tables, numbers and figures, from the records it names
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("records", "Files of records, as `swvm experiment` writes them.", nargs=-1, metavar="RECORDS...")
@option("-o", "--output", metavar="FOLDER", help="Where report.html, report.md and figures/ go.")
@option("--metric", default="f1", metavar="f1|token_f1", help="The score that configurations are chosen by.  [f1]")
@option("--title", metavar="TEXT", help="The title.  [the names of the experiments]")
@option("--no-figures", is_flag=True, help="Write tables alone; needs no matplotlib.")
@option("--page", "pages", multiple=True, metavar="FILE", help="Fill the marked places of a Markdown page.")
def command(
    records: tuple[str, ...],
    output: str | None,
    metric: str,
    title: str | None,
    *,
    no_figures: bool,
    pages: tuple[str, ...],
) -> None:
    """Turn the records of experiments into tables and figures, on one page that needs nothing else.

    Of each system the configuration with the best mean score on dev is shown, with its test scores, the tests of
    significance, and the paper's own numbers beside them. The same records give the same bytes.
    """
    if bool(records) == bool(pages):
        raise SettingError("give RECORDS and -o FOLDER, or --page FILE; a page names its records itself")
    for page in pages:
        _fill(page)
    if records:
        _write(records, output, metric, title, figures=not no_figures)


def _write(records: tuple[str, ...], output: str | None, metric: str, title: str | None, *, figures: bool) -> None:
    from swvm.report.write import read_all, write_report  # noqa: PLC0415 (not for --help)

    if output is None:
        raise SettingError("name the folder of the report: -o FOLDER")
    found = read_all(records)
    page = write_report(found, output, metric=metric, title=title, figures=figures)
    say(f"{page}: {len(found):,} runs")


def _fill(page: str) -> None:
    from swvm.report.pages import fill_page  # noqa: PLC0415

    written = fill_page(Path(page))
    say(f"{page}: filled, with {len(written) - 1} figures")
