"""`swvm experiment`: run a specification, say where it stands, list what is there, put records away."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import click

from swvm.cli.command import CONTEXT, Command, argument, option
from swvm.cli.experimentbar import watcher_for
from swvm.cli.show import count, megabytes, plural, say, show_table, to_json
from swvm.cli.targets import check_target
from swvm.errors import DataError, SettingError, unknown_name
from swvm.experiment.plan import SHOWN, Run, plan
from swvm.experiment.records import Record, by_id, compact, read_records, records_there
from swvm.experiment.runner import checksums, run_experiment
from swvm.experiment.selection import Result, ids_for_tests, results
from swvm.experiment.spec import Spec, read_spec
from swvm.experiment.timing import Estimate, estimate, seconds_left

RUN_EXAMPLES = """
swvm experiment run experiments/demo.toml --dry-run
swvm experiment run experiments/demo.toml -o demo.jsonl --workers 2
swvm experiment run experiments/demo.toml -o demo.jsonl       # goes on where it was
"""


GROUP_EXAMPLES = """\
swvm experiment run SPEC --dry-run
swvm experiment status SPEC
swvm experiment run --help
"""


class Subcommands(click.Group):
    """The commands below `experiment`; the error for an unknown one says which is nearest."""

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Show what to type first."""
        with formatter.section("Examples"):
            formatter.write("".join(f"  {line}\n" for line in GROUP_EXAMPLES.splitlines()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the arguments name."""
        if args[0] not in self.commands:
            raise unknown_name("command of swvm experiment", args[0], list(self.commands))
        return super().resolve_command(ctx, args)


@click.group(cls=Subcommands, context_settings=CONTEXT)
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an error arose.")
def command() -> None:
    """Run a whole experiment from a specification (TOML), and look at its records.

    The records are lines of JSON, one a run, written as runs end. Killed at any moment, the same call goes on.
    """


@command.command("run", cls=Command, examples=RUN_EXAMPLES)
@argument("spec", "The specification.", metavar="SPEC", type=click.Path(exists=True, dir_okay=False))
@option("-o", "--output", metavar="FILE", help="The records.  [SPEC with the ending .jsonl]")
@option("--workers", type=click.IntRange(min=1), metavar="N", help="Processes; no result depends on it.  [one a core]")
@option("--dry-run", is_flag=True, help="Show what would run, and measure how long it would take.")
@option("-v", "--verbose", is_flag=True, help="Print a line a run in a pipe too.")
@option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def run(spec: str, *, output: str | None, workers: int | None, dry_run: bool, verbose: bool, quiet: bool) -> None:
    """Run what is not in the records yet."""
    experiment, records = read_spec(spec), records_of(spec, output)
    workers = workers or os.cpu_count() or 1
    if dry_run:
        _dry_run(experiment, records, workers)
        return
    check_target(str(records))
    display = watcher_for(verbose=verbose, quiet=quiet)
    with display:
        run_experiment(experiment, records, workers, display)
    if not quiet:
        say(f"{records}: {plural(display.done, 'run')} of {experiment.name}")


@command.command("status", cls=Command)
@argument("spec", "The specification.", metavar="SPEC", type=click.Path(exists=True, dir_okay=False))
@option("-o", "--output", metavar="FILE", help="The records.  [SPEC with the ending .jsonl]")
@option("--json", "as_json", is_flag=True, help="Print it as JSON.")
def status(spec: str, output: str | None, as_json: bool) -> None:
    """Say how many runs are done, how long the others will take, and who leads so far."""
    experiment = read_spec(spec)
    records = by_id(read_records(records_of(spec, output)))
    runs = plan(experiment, checksums(experiment), records)
    mine = [records[run.id] for run in runs if run.id in records]
    left = seconds_left([r for r in runs if r.id not in records], records, [r for r in runs if r.id in records])
    others = len(records) - len(mine)
    if as_json:
        facts = {"runs": len(runs), "done": len(mine), "others": others, "seconds_left": left}
        click.echo(to_json({**facts, "leaders": [_described(one) for one in _leaders(experiment, mine)]}))
        return
    click.echo(f"{experiment.name}: {len(mine)} of {plural(len(runs), 'run')} done{_remaining(runs, mine, left)}")
    if others:
        click.echo(f"{plural(others, 'record')} of the file belong to no run of this specification")
    _show_corpora(runs, records)
    _show_leaders(experiment, mine)


@command.command("list", cls=Command)
@argument(
    "folder", "Where to look.  [.]", metavar="[FOLDER]", default=".", type=click.Path(exists=True, file_okay=False)
)
def listing(folder: str) -> None:
    """List the specifications in a folder and those below it."""
    rows = [row for path in sorted(Path(folder).rglob("*.toml")) if (row := _listed(path)) is not None]
    if rows:
        show_table(("specification", "title", "corpora", "systems", "records"), rows, right=(3, 4))
    else:
        click.echo(f"{folder}: no specification of an experiment is here")


@command.command("compact", cls=Command)
@argument("records", "The records.", metavar="FILE", type=click.Path())
@option("--slim", is_flag=True, help="Keep counts of sentences only for what each system is tested with.")
def put_away(records: str, *, slim: bool) -> None:
    """Put records into FILE.gz, each once, and delete the plain file. All commands read the two as one."""
    found = records_there(records)
    target = compact(records, ids_for_tests(found) if slim else None)
    click.echo(f"{target}: {plural(len(read_records(target)), 'record')}, {megabytes(target.stat().st_size)}")


def records_of(spec: str, output: str | None) -> Path:
    """Return the file of records."""
    return Path(output) if output is not None else Path(spec).with_suffix(".jsonl")


def _dry_run(spec: Spec, path: Path, workers: int) -> None:
    records = by_id(read_records(path))
    runs = plan(spec, checksums(spec), records)
    todo = [run for run in runs if run.id not in records]
    click.echo(f"{spec.name}: {plural(len(runs), 'run')}, {len(runs) - len(todo)} of them done")
    if spec.final is not None:
        click.echo("final runs of the chosen configurations follow; they are not counted here")
    rows, total = [], 0.0
    for one in estimate(todo):
        total += one.preparing + one.seconds
        rows.append(_estimated(one))
    show_table(("corpus", "features", "runs", "one run", "all, one worker"), rows, right=(2, 3, 4))
    click.echo(f"about {duration(total / workers)} with {plural(workers, 'worker')}, if each has a core of its own")


def _estimated(one: Estimate) -> tuple[str, ...]:
    single = one.seconds / one.runs
    return one.corpus, one.features, count(one.runs), duration(single), duration(one.preparing + one.seconds)


def _remaining(runs: list[Run], mine: list[Record], left: float | None) -> str:
    if len(mine) == len(runs):
        return ""
    return f"; about {duration(left)} of one worker are left" if left is not None else ""


def _show_corpora(runs: list[Run], records: Mapping[str, Record]) -> None:
    rows = []
    for name in dict.fromkeys(run.part.source.name for run in runs):
        mine = [run for run in runs if run.part.source.name == name]
        done = [records[run.id] for run in mine if run.id in records]
        spent = sum(record.seconds["all"] for record in done)
        rows.append((name, count(len(mine)), count(len(done)), duration(spent)))
    show_table(("corpus", "runs", "done", "time spent"), rows, right=(1, 2, 3))


def _leaders(spec: Spec, records: list[Record]) -> list[Result]:
    return [one for one in results(records, spec.choose.by, spec.choose.metric) if one.chosen.records]


def _show_leaders(spec: Spec, records: list[Record]) -> None:
    metric = spec.choose.metric
    rows = []
    for one in _leaders(spec, records):
        test = f"{one.mean(metric):.2f}" if one.test(metric) else ""
        settings = " ".join(f"{k}={v}" for k, v in one.chosen.settings.items() if k in (*SHOWN, "epochs"))
        dev = f"{one.chosen.mean_dev(metric):.2f}"
        rows.append((one.corpus, one.features, one.name, f"{len(one.chosen.parts)}", dev, test, settings))
    if rows:
        header = ("corpus", "features", "system", "parts", f"dev {metric}", f"test {metric}", "best so far")
        show_table(header, rows, right=(3, 4, 5))


def _described(one: Result) -> dict[str, object]:
    scores = {"dev": one.chosen.mean_dev(), "test": one.mean() if one.test() else None}
    return {
        "corpus": one.corpus,
        "features": one.features,
        **one.group,
        "settings": dict(one.chosen.settings),
        **scores,
    }


def _listed(path: Path) -> tuple[str, ...] | None:
    try:
        spec = read_spec(path)
    except (DataError, SettingError):
        return None
    corpora = " ".join(source.name for source in spec.corpora)
    records = len(read_records(path.with_suffix(".jsonl")))
    return str(path), spec.title, corpora, count(len(spec.systems)), count(records)


def duration(seconds: float) -> str:
    """Return a time for people: 41 s, 12 min, 3.5 h."""
    if seconds < 100:
        return f"{seconds:.1f} s" if seconds < 10 else f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"
