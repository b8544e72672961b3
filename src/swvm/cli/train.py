"""`swvm train`: from a corpus to a model file. What training does is in `swvm.learn`; here are its options."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from swvm.cli.command import Command, argument, option
from swvm.cli.plugins import python_option, run_files
from swvm.cli.progress import progress_for
from swvm.cli.reading import reading_options, take_reading
from swvm.cli.settings import option_name, setting_options
from swvm.cli.show import say
from swvm.cli.targets import check_model_target, check_picture, check_target
from swvm.cli.trainfiles import biases_of, class_weights_of, sample_weights_of
from swvm.cli.trainrun import TrainRun
from swvm.learn.config import TrainConfig
from swvm.learn.learners import LEARNERS, LearnerConfig
from swvm.learn.settings import LEARNER_SETTINGS, TRAIN_SETTINGS, train_config
from swvm.learn.settingsfile import read_settings
from swvm.learn.training import TrainingInterrupted

EXAMPLES = """
swvm train train.txt -o model.swvm
swvm train conll2000 -o chunks.swvm --epochs 10 --seed 1
swvm train train.txt --dev dev.txt --patience 3 -o model.swvm --columns word,pos,label
swvm train demo --dev demo -o demo.swvm --learner swvm --gamma wm --k-best 3 --C 0.1
swvm train big.txt -o model.swvm --checkpoint run.ckpt     # the same call goes on where it was killed
swvm train genes.txt -o genes.swvm --features bio --clusters brown=paths.txt --lexicon gene=list.txt
swvm train more.txt --start model.swvm -o better.swvm
swvm train train.txt --dev dev.txt -o small.swvm --prune 0.01 --float16 --no-names
"""
TRAINING, LEARNER, FILE = "Training", "Learner (explained by: swvm learners)", "Model file"


@click.command(cls=Command, examples=EXAMPLES)
@argument("source", "A labelled file, -, or a known corpus: NAME or NAME:PART.", metavar="TRAIN")
@option("-o", "--output", required=True, metavar="MODEL", help="The model file to write.")
@option("--dev", metavar="DEV", help="Keep the epoch with the best F1 on this file or known corpus.")
@reading_options()
@option("--settings", "settings_file", metavar="FILE", help="Take settings from a TOML file, as swvm tune writes it.")
@setting_options(TrainConfig, TRAINING, skip=("learner",))
@option(
    "--class-weight",
    "class_weights",
    multiple=True,
    metavar="LABEL=X",
    section=TRAINING,
    help="What an error on a label, or on a mention type, costs; several times.",
)
@option("--sample-weights", metavar="FILE", section=TRAINING, help="A weight for each sentence, one a line.")
@option("--start", metavar="MODEL", section=TRAINING, help="Go on from this model: its weights, templates and labels.")
@option("--checkpoint", metavar="FILE", section=TRAINING, help="Keep the state here; the same call goes on from it.")
@setting_options(LearnerConfig, LEARNER)
@python_option(LEARNER)
@option("--cost-augmented", is_flag=True, section=LEARNER, help="Short for --decoding cost-augmented.")
@option(
    "--bias",
    "biases",
    multiple=True,
    metavar="LABEL=X",
    section=FILE,
    help="Add X to the score of a label or a mention type at every token; says what F1 that gives; several times.",
)
@option(
    "--prune",
    type=click.FLOAT,
    metavar="X",
    section=FILE,
    help="Leave out features whose weights are all at most X; says what that costs in F1.",
)
@option("--float16", is_flag=True, section=FILE, help="Halve the weights' precision; says what that costs in F1.")
@option("--no-names", is_flag=True, section=FILE, help="Leave out the names of features, which only inspection reads.")
@option("--plot", metavar="FILE", help="Draw the training report: PNG, SVG or PDF.")
@option("-v", "--verbose", is_flag=True, help="Print a line an epoch in a pipe too.")
@option("-q", "--quiet", is_flag=True, help="Print nothing but errors.")
def command(source: str, output: str, dev: str | None, verbose: bool, quiet: bool, **options: Any) -> None:
    """Train a model on labelled sentences and write it to MODEL.

    TRAIN has a token a line, its label last, and a blank line after each sentence; for others see --format.
    With --dev the epoch with the best development F1 is kept, and --patience stops early. Ctrl-C saves the average so
    far. The same seed gives the same weights, bit for bit.
    """
    run_files(options["python_files"])
    reading = take_reading(options)
    settings = _settings(options)
    config = train_config(**settings)
    biases = biases_of(options["biases"])
    check_model_target(output, (source, dev))
    check_picture(options["plot"])
    if options["checkpoint"] is not None:
        check_target(options["checkpoint"])
    more = {
        "class_weights": class_weights_of(options["class_weights"]),
        "sample_weights": sample_weights_of(options["sample_weights"]),
        "start": options["start"],
        "checkpoint": options["checkpoint"],
    }
    notice = (lambda text: None) if quiet else say
    for text in _unread(settings, config):
        notice(text)
    run = TrainRun(source, dev, reading, progress_for(config.epochs, verbose=verbose, quiet=quiet), notice)
    try:
        model = run.train(config, more)
    except TrainingInterrupted as interrupted:
        run.save(interrupted.model, output)
        say(f"interrupted: what the average is so far is saved in {output}")
        raise click.exceptions.Exit(130) from None
    model = run.bias(model, biases)
    model = run.shrink(model, options["prune"], half=options["float16"], names=not options["no_names"])
    run.save(model, output)
    if options["checkpoint"] is not None:
        Path(options["checkpoint"]).unlink(missing_ok=True)  # the model is safe
    if options["plot"] is not None:
        run.plot(model, options["plot"])
    run.summarise(model, output)


def _settings(options: dict[str, Any]) -> dict[str, Any]:
    """Take the settings that were given out of the options."""
    settings = {name: options.pop(name) for name in (*TRAIN_SETTINGS, *LEARNER_SETTINGS)}
    if options.pop("cost_augmented"):
        settings["decoding"] = settings["decoding"] or "cost-augmented"
    given = {name: value for name, value in settings.items() if not _is_missing(value)}
    file = options.pop("settings_file")
    return given if file is None else {**read_settings(file), **given}


def _is_missing(value: Any) -> bool:
    return value is None or value is False or value == ()


def _unread(settings: dict[str, Any], config: TrainConfig) -> list[str]:
    """Return a notice where a setting was given that the learner does not read."""
    learner = LEARNERS[config.learner.learner]
    names = [name for name in settings if name in LEARNER_SETTINGS and name not in ("learner", *learner.settings)]
    if not names:
        return []
    return [f"note: {learner.name} does not read {', '.join(map(option_name, names))}"]
