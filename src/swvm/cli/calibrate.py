"""`swvm calibrate`: the temperature that turns a model's scores into probabilities, from development data."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.plugins import python_option, run_files
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.show import plural, say, show_table, to_json
from swvm.cli.sources import load
from swvm.cli.targets import check_model_target, check_picture
from swvm.evaluate.calibration import ON, Both, Calibration, calibrated, find_calibration, measure
from swvm.model.model import Model

EXAMPLES = """
swvm calibrate model.swvm --dev dev.txt -o calibrated.swvm
swvm calibrate es.swvm --dev conll2002-es --test conll2002-es -o es.swvm --plot reliability.png
swvm tag calibrated.swvm input.txt --probabilities --format jsonl
"""
HEADER = ("", "number", "right", "ECE", "Brier", "log loss", "")


@click.command(cls=Command, examples=EXAMPLES)
@argument("model", "The model file.", metavar="MODEL")
@option("--dev", required=True, metavar="DEV", help="Labelled data that the model was not trained on.")
@option("-o", "--output", required=True, metavar="OUTPUT", help="The model file to write; MODEL itself is allowed.")
@option(
    "--on", metavar="|".join(ON), help="Fit the confidence of these.  [mentions; tokens where labels are plain tags]"
)
@option("--test", metavar="TEST", help="Labelled data to measure the calibration on; nothing is fitted to it.")
@option("--plot", metavar="FILE", help="A reliability diagram: PNG, SVG or PDF; of TEST where that is given.")
@option("--json", "as_json", is_flag=True, help="Print what was found as JSON, with every bin.")
@option(
    "--threads", type=click.IntRange(min=1), default=1, metavar="N", help="The result does not depend on them.  [1]"
)
@python_option()
@reading_options()
def command(model: str, dev: str, output: str, **options: Any) -> None:
    """Find the temperature at which a model's confidence can be believed, and keep it in a copy of the model.

    A model of sums of weights has scores, no probabilities. One number is fitted to DEV, by which scores are divided;
    no label changes. ECE, the expected calibration error, says how far confidence and the share of what is right
    differ on average, before (a softmax of raw scores) and after.
    """
    run_files(options["python_files"])
    check_model_target(output, (dev, options["test"]))
    check_picture(options["plot"])
    reading, threads = take_reading(options), options["threads"]
    loaded = Model.load(model, names=True)
    found = find_calibration(loaded, load(dev, "dev", **reading), options["on"], threads=threads)
    done = calibrated(loaded, found)
    test = None
    if options["test"] is not None:
        corpus = load(options["test"], "test", **reading)
        test = {name: measure(done, corpus, t, threads=threads) for name, t in _temperatures(found).items()}
    done.save(output)
    _print(found, test, dev, options["test"], as_json=options["as_json"])
    if options["plot"] is not None:
        _draw(Path(options["plot"]), found, test, options["test"])


def _temperatures(found: Calibration) -> dict[str, float]:
    return {"before": 1.0, "after": found.temperature}


def _print(found: Calibration, test: dict[str, Both] | None, dev: str, source: str | None, *, as_json: bool) -> None:
    if as_json:
        content = found.to_json()
        if test is not None:
            content["test"] = {when: {unit: one.to_json() for unit, one in both.items()} for when, both in test.items()}
        click.echo(to_json(content))
        return
    click.echo(
        f"temperature {found.temperature:.4g}, by the log loss of {found.on} of {plural(found.sentences, 'sentence')}"
    )
    show_table(HEADER, _rows({"before": found.before, "after": found.after}), f"On {dev}", right=range(1, 6))
    if test is not None:
        show_table(HEADER, _rows(test), f"On {source}", right=range(1, 6))


def _rows(found: dict[str, Both]) -> list[Sequence[str]]:
    rows: list[Sequence[str]] = []
    for unit in found["after"]:
        for when, both in found.items():
            one = both[unit]
            shares = (f"{100 * one.right:.2f} %", f"{100 * one.ece:.2f} %", f"{one.brier:.4f}", f"{one.loss:.4f}")
            rows.append((unit, f"{one.count:,}", *shares, when))
    return rows


def _draw(path: Path, found: Calibration, test: dict[str, Both] | None, source: str | None) -> None:
    from swvm.report.drawing import save_as  # noqa: PLC0415 (few draw)
    from swvm.report.reliability import reliability_picture  # noqa: PLC0415

    shown = test or {"before": found.before, "after": found.after}
    units = {unit: {when: both[unit] for when, both in shown.items()} for unit in shown["after"]}
    title = f"Calibration on {found.source}" + ("" if test is None else f", measured on {source}")
    save_as(reliability_picture(units, title), path)
    say(f"{path}: reliability diagram")
