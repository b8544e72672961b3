"""`swvm info`: what is in a model file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import click
import numpy as np

from swvm.cli.command import Command, argument, option
from swvm.cli.show import aligned, count, megabytes, plural, printable, to_json
from swvm.model.modelfile import load_model
from swvm.model.record import ModelRecord
from swvm.model.safetensors import PADDING, TensorFile

EXAMPLES = """
swvm info model.swvm
swvm info model.swvm --verify
swvm info model.swvm --json | python -m json.tool
"""


@click.command(cls=Command, examples=EXAMPLES)
@argument("model", "The model file.", metavar="MODEL")
@option("--verify", is_flag=True, help="Compare every checksum, also of parts that tagging does not read.")
@option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def command(model: str, verify: bool, as_json: bool) -> None:
    """Show what is in a model file: labels, templates, sizes, how it was trained, scores, checksums."""
    record = load_model(model, names=True, verify=verify)
    content = describe(model, record)
    if as_json:
        click.echo(to_json(content))
        return
    click.echo(printable(_text(content)))
    if verify:
        click.echo("every checksum is right")


def describe(path: str, record: ModelRecord) -> dict[str, Any]:
    """Return the facts about a model file."""
    file, chain = TensorFile(path), record.chain
    tensors = {
        name: {"dtype": place.dtype, "shape": list(place.shape), "sha256": file.metadata.get(f"sha256.{name}")}
        for name, place in file.places.items()
        if not name.startswith(PADDING)
    }
    return {
        "file": path,
        "bytes": Path(path).stat().st_size,
        "format_version": int(file.metadata["format_version"]),
        "swvm_version": file.metadata.get("swvm_version"),
        "scheme": record.scheme,
        "labels": list(record.labels),
        "output": None if record.output is None else asdict(record.output),
        "columns": list(record.columns),
        "order": chain.order,
        "constraint": chain.constraint,
        "features": sum(chain.counts),
        "derived": [one.column for one in record.resources],
        "templates": _templates(record),
        "tensors": tensors,
        "training": dict(record.training),
    }


def _templates(record: ModelRecord) -> list[dict[str, Any]]:
    """Return each template with the number of its features; None where the model has no names."""
    if record.names is None:
        return [{"template": text, "features": None} for text in record.templates]
    counts = np.bincount(record.names.templates, minlength=len(record.templates)).tolist()
    return [{"template": text, "features": n} for text, n in zip(record.templates, counts, strict=True)]


def _text(content: dict[str, Any]) -> str:
    labels, constraint = content["labels"], content["constraint"]
    facts = [
        ("file", f"{content['file']}, {megabytes(content['bytes'])}, format {content['format_version']}"),
        ("labels", f"{len(labels)}: {' '.join(labels)}"),
        ("scheme", content["scheme"] + ("" if constraint == "none" else f", constraint {constraint}")),
        *_output_facts(content["output"]),
        ("columns", " ".join(content["columns"])),
        *(("derived", column) for column in content["derived"]),
        ("chain", "first order" if content["order"] == 1 else "second order"),
        ("features", count(content["features"])),
        ("weights", "{dtype}, {shape}".format(**content["tensors"]["weights"])),
        *_training_facts(content["training"]),
        ("checksum", f"sha256 of the weights {content['tensors']['weights']['sha256']}"),
    ]
    rows = [
        ("" if each["features"] is None else count(each["features"]), each["template"]) for each in content["templates"]
    ]
    return "\n".join([*aligned(facts), "", *aligned([("features", "template"), *rows], right=(0,))])


def _output_facts(output: dict[str, Any] | None) -> list[tuple[str, str]]:
    """Return what comes out of a model that was trained in another scheme than its data's."""
    if output is None:
        return []
    labels = output["labels"]
    return [("writes", f"{output['scheme']}, {len(labels)} labels: {' '.join(labels)}")]


def _training_facts(training: dict[str, Any]) -> list[tuple[str, str]]:
    """Return what the training record says. It may lack anything: a model can come from another program."""
    try:
        return [*_data_facts(training), *_settings_facts(training), *_score_facts(training)]
    except (AttributeError, KeyError, TypeError, ValueError):
        return [("training", "the record is of an unknown form; --json shows it")]


def _data_facts(training: dict[str, Any]) -> list[tuple[str, str]]:
    facts = []
    for name, data in training.get("data", {}).items():
        sizes = f"{plural(data['sentences'], 'sentence')}, {plural(data['tokens'], 'token')}"
        facts.append((name, f"{data['source']}: {sizes}, sha256 {data['sha256'][:16]}"))
    return facts


def _settings_facts(training: dict[str, Any]) -> list[tuple[str, str]]:
    settings = training.get("settings")
    if settings is None:
        return []
    epochs = plural(len(training["epochs"]), "epoch")
    runs = settings.get("seeds", 1)
    several = "" if runs == 1 else f", the mean of {runs} runs"
    return [("training", f"{settings['learner']['learner']}, {epochs}, seed {settings['seed']}{several}")]


def _score_facts(training: dict[str, Any]) -> list[tuple[str, str]]:
    facts = []
    if "dev_f1" in training:
        facts.append(("score", f"F1 {training['dev_f1']:.2f} on dev after epoch {training['best_epoch']}"))
    found = training.get("calibration")
    if found is not None:
        before, after = (100 * found[when][found["on"]]["ece"] for when in ("before", "after"))
        change = f"ECE of {found['on']} {before:.1f} % before, {after:.1f} % after"
        facts.append(("calibrated", f"temperature {found['temperature']:.4g}, on {found['source']}; {change}"))
    if "interrupted" in training:
        facts.append(("note", "training was interrupted"))
    return facts
