"""`swvm tune`: a corpus to the recipe that labels it best. How it is searched for is in `swvm.tune`."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.progress import progress_for
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.settings import setting_options
from swvm.cli.show import plural, say
from swvm.cli.targets import check_model_target, check_target
from swvm.cli.trainrun import TrainRun
from swvm.cli.tunebar import watcher_for
from swvm.cli.tunefiles import check_report, given_reading, given_source, recipe_path
from swvm.errors import SettingError
from swvm.learn.settings import train_config
from swvm.learn.settingsfile import read_settings
from swvm.tune.config import TuneConfig
from swvm.tune.found import Found
from swvm.tune.groups import resources_of
from swvm.tune.recipefile import command_line, settings_path, write_recipe
from swvm.tune.tuning import tune

EXAMPLES = """
swvm tune train.txt --dev dev.txt -o mine.features --minutes 20 --report mine.html
swvm tune train.txt --folds 5 -o mine.features --model mine.swvm
swvm tune demo --dev demo -o demo.features --trials 200    # the same recipe on every machine
swvm train train.txt --dev dev.txt --settings mine.toml -o mine.swvm
"""
SEARCH = "Search"


@click.command(cls=Command, examples=EXAMPLES)
@argument("source", "A labelled file, or a known corpus: NAME or NAME:PART.", metavar="TRAIN")
@option("-o", "--output", required=True, metavar="RECIPE", help="The file of templates to write; settings beside it.")
@option("--dev", metavar="DEV", help="Choose by the F1 on this file or known corpus.")
@option("--model", metavar="MODEL", help="Train a model with the recipe and write it.")
@option("--report", "reports", multiple=True, metavar="FILE", help="Write a report: .html or .json; several times.")
@option(
    "--clusters",
    multiple=True,
    metavar="NAME=FILE",
    help="Word clusters to try, a file of paths or spacy:LANGUAGE; several times.",
)
@option("--lexicon", "lexicons", multiple=True, metavar="NAME=FILE", help="A list of phrases to try; several times.")
@option("--records", metavar="FILE", help="Where every run is noted down.  [RECIPE with the ending .jsonl]")
@reading_options()
@setting_options(TuneConfig, SEARCH)
@option("-v", "--verbose", is_flag=True, help="Print a line a run in a pipe too.")
@option("-q", "--quiet", is_flag=True, help="Print nothing but errors and the command that trains.")
def command(
    source: str,
    output: str,
    *,
    dev: str | None,
    model: str | None,
    reports: tuple[str, ...],
    records: str | None,
    clusters: tuple[str, ...],
    lexicons: tuple[str, ...],
    verbose: bool,
    quiet: bool,
    **options: Any,
) -> None:
    """Search for the features and settings that label a corpus best, and write them as a recipe.

    Tried are groups of features, first and second order, the learner and its settings. Of recipes whose difference on
    dev is no more than noise the simplest is taken. Killed at any moment, the same call goes on from its records. The
    same seed and number of trials give the same recipe for any number of workers.
    """
    reading = take_reading(options)
    if (dev is None) == (options["folds"] is None):
        raise SettingError("give --dev DEV, data to choose by, or --folds K, to cut TRAIN into folds; one of the two")
    config = TuneConfig(**{name: value for name, value in options.items() if value is not None})
    path = recipe_path(output)
    log = Path(records) if records is not None else path.with_suffix(".jsonl")
    for file in (path, settings_path(path), log, *reports):
        check_target(str(file))
    for report in reports:
        check_report(report)
    if model is not None:
        check_model_target(model, (source, dev))
    given, resources = given_source(source, dev, reading), resources_of(clusters, lexicons)
    try:
        with watcher_for(config, verbose=verbose, quiet=quiet) as display:
            found = tune(given, log, config, display, resources)
    except KeyboardInterrupt:
        say(f"interrupted: the runs that are done are kept in {log}; the same call goes on from there")
        raise click.exceptions.Exit(130) from None
    ready = command_line(found.recipe, path, source, dev, given_reading(reading))
    write_recipe(path, found.recipe, found.groups, (*summary(found), ready))
    for report in reports:
        write_report(found, report, ready)
    if not quiet:
        say("\n".join([f"{path}: {plural(len(found.recipe.groups), 'group')}", *summary(found), "train with:"]))
    click.echo(ready)
    if model is not None:
        train_model(path, source, dev, reading, model, quiet=quiet)


def summary(found: Found) -> tuple[str, ...]:
    """Return what was found, in a few sentences."""
    from swvm.report.tuningsummary import summary_lines  # noqa: PLC0415

    return tuple(summary_lines(found))


def write_report(found: Found, path: str, ready: str) -> None:
    """Write a page or the data of it."""
    from swvm.report.tuning import report_page  # noqa: PLC0415
    from swvm.report.tuningdata import report_json  # noqa: PLC0415
    from swvm.report.write import write_text  # noqa: PLC0415

    write_text(Path(path), (report_json if path.endswith(".json") else report_page)(found, ready))


def train_model(
    path: Path, source: str, dev: str | None, reading: Mapping[str, Any], model: str, *, quiet: bool
) -> None:
    """Train with the recipe as `swvm train --settings` does."""
    config = train_config(**read_settings(settings_path(path)))
    notice = (lambda text: None) if quiet else say
    run = TrainRun(source, dev, reading, progress_for(config.epochs, verbose=False, quiet=quiet), notice)
    trained = run.train(config, {})
    run.save(trained, model)
    run.summarise(trained, model)
