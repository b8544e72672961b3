"""What the options of `swvm train` do."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path

from shell import ok, swvm
from swvm.cli import progress, trainrun
from swvm.cli.settings import option_name
from swvm.cli.train import command
from swvm.data import load_corpus
from swvm.evaluate import evaluate
from swvm.features import functions
from swvm.learn import gamma
from swvm.learn.config import TrainConfig
from swvm.learn.learners import LearnerConfig
from swvm.model.model import Model

DEMO = ("train", "demo", "--dev", "demo", "--epochs", 3)


def record(path: Path) -> dict[str, object]:
    return json.loads(ok("info", path, "--json").out)


def weights_of(path: Path) -> str:
    return record(path)["tensors"]["weights"]["sha256"]


def test_every_declared_setting_is_an_option():
    known = {name for param in command.params for name in param.opts}
    declared = [*fields(TrainConfig), *fields(LearnerConfig)]
    assert {option_name(one.name) for one in declared} <= known
    text = " ".join(ok("train", "--help").out.split())
    for one in declared:
        if one.metadata:
            assert " ".join(one.metadata["help"].split())[1:] in text
            assert "|".join(one.metadata["choices"] or ()) in text


def test_settings_reach_the_model(tmp_path):
    options = "--learner swvm --gamma softmin --temperature 0.5 --k-best 3 --C 0.1 --templates run --mode balanced"
    more = "--constraint mix-loss --average none --cost-augmented --identity include --min-count 2 --seed 7 --batch 4"
    ok(*DEMO, "-o", tmp_path / "m", *options.split(), *more.split(), "--order", "file", "--joint")
    settings = record(tmp_path / "m")["training"]["settings"]
    learner = settings.pop("learner")
    assert (learner["learner"], learner["gamma"], learner["temperature"]) == ("swvm", "softmin", 0.5)
    assert (learner["k_best"], learner["C"], learner["templates"], learner["mode"]) == (3, 0.1, "run", "balanced")
    assert (learner["constraint"], learner["average"]) == ("mix-loss", "none")
    assert (learner["decoding"], learner["identity"]) == ("cost-augmented", "include")
    assert (settings["minimum_count"], settings["seed"], settings["batch"]) == (2, 7, 4)
    assert (settings["order"], settings["joint"], settings["epochs"]) == ("file", True, 3)


def test_the_same_seed_gives_the_same_weights(tmp_path):
    for name, seed, threads in (("a", 1, 1), ("b", 1, 2), ("c", 2, 1)):
        ok("train", "demo", "-o", tmp_path / name, "--epochs", 2, "--batch", 8, "--seed", seed, "--threads", threads)
    assert weights_of(tmp_path / "a") == weights_of(tmp_path / "b") != weights_of(tmp_path / "c")


def test_what_is_printed(tmp_path):
    quiet = ok(*DEMO, "-o", tmp_path / "m", "--quiet")
    assert (quiet.out, quiet.err) == ("", "")
    first, second = ok(*DEMO, "-o", tmp_path / "m").err.splitlines()
    assert first.startswith(f"{tmp_path / 'm'}: 9 labels, 50,180 features, ")
    assert "3 epochs, best F1 on dev" in first
    assert [part.split()[0] for part in second.removeprefix("time: ").split("; ")[0].split(", ")] == [
        "reading",
        "features",
        "epochs",
        "names",
        "scoring",
        "saving",
    ]
    verbose = ok(*DEMO, "-o", tmp_path / "m", "--verbose").err.splitlines()
    assert verbose[0] == progress.HEADER
    rows = [line.split() for line in verbose[1:4]]
    assert [row[0] for row in rows] == ["1", "2", "3"]
    assert all(len(line) == len(progress.HEADER) for line in verbose[1:4])
    assert len(verbose) == 6


def test_a_note_on_settings_that_the_learner_does_not_read(tmp_path, small):
    err = ok("train", small, "-o", tmp_path / "m", "--gamma", "wm", "--k-best", 3).err
    assert err.startswith("note: csp does not read --k-best, --gamma\n")


def test_class_weights_and_sample_weights(tmp_path):
    ok("train", "demo", "-o", tmp_path / "plain", "--learner", "mira", "--epochs", 2)
    ok("train", "demo", "-o", tmp_path / "class", "--learner", "mira", "--epochs", 2, "--class-weight", "PER=3")
    (tmp_path / "ones").write_text("1\n" * 619)
    ok(
        "train",
        "demo",
        "-o",
        tmp_path / "ones.m",
        "--learner",
        "mira",
        "--epochs",
        2,
        "--sample-weights",
        tmp_path / "ones",
    )
    (tmp_path / "halves").write_text("0.5\n" * 619)
    ok(
        "train",
        "demo",
        "-o",
        tmp_path / "half",
        "--learner",
        "mira",
        "--epochs",
        2,
        "--sample-weights",
        tmp_path / "halves",
    )
    assert weights_of(tmp_path / "plain") == weights_of(tmp_path / "ones.m")
    assert len({weights_of(tmp_path / name) for name in ("plain", "class", "half")}) == 3


def test_smaller_models_and_what_they_cost(tmp_path):
    ok(*DEMO, "-o", tmp_path / "whole", "--quiet")
    call = ok(*DEMO, "-o", tmp_path / "small", "--prune", 0.01, "--float16", "--no-names")
    loss = call.err.splitlines()[0]
    assert loss.startswith("50,180 -> ")
    assert "F1 on the development data" in loss
    assert (tmp_path / "small").stat().st_size < (tmp_path / "whole").stat().st_size / 3
    facts = record(tmp_path / "small")
    assert facts["tensors"]["weights"]["dtype"] == "F16"
    assert facts["templates"][0]["features"] is None
    dev = load_corpus("demo", "dev")
    score = evaluate(dev.tags(), Model.load(tmp_path / "small").label(dev).to_lists()).f1
    assert loss.endswith(f"-> {score:.2f}")
    call = ok("train", "demo", "-o", tmp_path / "other", "--epochs", 2, "--float16")
    assert "F1 on the first 619 training sentences" in call.err


def test_the_plot(tmp_path):
    for suffix, magic in (("png", b"\x89PNG"), ("svg", b"<?xml"), ("pdf", b"%PDF")):
        ok(*DEMO, "-o", tmp_path / "m", "--learner", "swvm", "--plot", tmp_path / f"x.{suffix}")
        assert (tmp_path / f"x.{suffix}").read_bytes().startswith(magic)


def test_the_plot_needs_its_extra(tmp_path, small, monkeypatch):
    monkeypatch.setattr("swvm.cli.targets.find_spec", lambda name: None)
    call = swvm("train", small, "-o", tmp_path / "m", "--plot", tmp_path / "x.png")
    assert call.error == 'drawing the training report needs an optional dependency: pip install "swvm[plots]"'


def interrupted_train(epoch: int):
    """A training that Ctrl-C interrupts after an epoch."""

    def train(corpus, dev, config, *, on_epoch, **more):
        def stop(progress):
            on_epoch(progress)
            if progress.report.epoch == epoch:
                raise KeyboardInterrupt

        return real(corpus, dev, config, on_epoch=stop, **more)

    real = trainrun.train
    return train


def test_ctrl_c_saves_the_average(tmp_path, monkeypatch):
    monkeypatch.setattr(trainrun, "train", interrupted_train(2))
    call = swvm("train", "demo", "-o", tmp_path / "m", "--epochs", 5, "--average", "end")
    assert call.code == 130
    assert call.err == f"interrupted: what the average is so far is saved in {tmp_path / 'm'}\n"
    facts = record(tmp_path / "m")
    assert len(facts["training"]["epochs"]) == 2
    assert facts["training"]["interrupted"] is True
    monkeypatch.undo()
    ok("train", "demo", "-o", tmp_path / "two", "--epochs", 2)
    assert weights_of(tmp_path / "m") == weights_of(tmp_path / "two")


def test_a_killed_run_goes_on_from_its_checkpoint(tmp_path, monkeypatch):
    class KilledError(Exception):
        pass

    def killed(corpus, dev, config, *, on_epoch, **more):
        def stop(progress):
            if progress.report.epoch == 2:
                raise KilledError

        return real(corpus, dev, config, on_epoch=stop, **more)

    real = trainrun.train
    arguments = (*DEMO, "-o", tmp_path / "m", "--checkpoint", tmp_path / "run.ckpt")
    monkeypatch.setattr(trainrun, "train", killed)
    assert swvm(*arguments).code == 1
    assert (tmp_path / "run.ckpt").exists()
    monkeypatch.undo()
    ok(*arguments)
    assert not (tmp_path / "run.ckpt").exists()
    ok(*DEMO, "-o", tmp_path / "once")
    assert weights_of(tmp_path / "m") == weights_of(tmp_path / "once")


def test_standard_input(tmp_path, small):
    ok("train", "-", "-o", tmp_path / "m", stdin=small.read_bytes())
    assert record(tmp_path / "m")["training"]["data"]["train"]["tokens"] == 4


def test_a_terminal_gets_a_bar(tmp_path, small, monkeypatch):
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    shown = progress.progress_for(3, verbose=False, quiet=False)
    assert isinstance(shown, progress.Bar)
    assert type(progress.progress_for(3, verbose=False, quiet=True)) is progress.Silent


def test_training_goes_on_from_a_model(tmp_path, small):
    ok("train", "demo", "-o", tmp_path / "first", "--quiet", "--epochs", 2)
    ok("train", small, "--start", tmp_path / "first", "-o", tmp_path / "first", "--epochs", 1)
    assert record(tmp_path / "first")["labels"][0] == "O"
    assert len(record(tmp_path / "first")["labels"]) == 9
    assert swvm("train", small, "--start", small, "-o", tmp_path / "m").error == f"{small}: this is no model of swvm"


PLUGIN = """
import numpy as np
import swvm

@swvm.set_gamma("first", "all on the first")
def first(margins):
    return np.eye(1, len(margins))[0]

@swvm.word_function("initial")
def initial(word):
    return word[:1]
"""


def test_functions_of_a_file(tmp_path, small, monkeypatch):
    monkeypatch.setitem(gamma.GAMMAS, "first", gamma.GAMMAS["wm"])  # what the file registers goes with the test
    monkeypatch.setattr(functions, "_registered", {})
    (tmp_path / "own.py").write_text(PLUGIN)
    (tmp_path / "own.tpl").write_text("initial(w[i]), t[i]\nt[i-1], t[i]\n")
    own = ("--python", tmp_path / "own.py")
    ok(
        "train",
        small,
        "-o",
        tmp_path / "m",
        *own,
        "--learner",
        "swvm",
        "--gamma",
        "first",
        "--features",
        tmp_path / "own.tpl",
    )
    assert "all on the first" in ok("learners", *own).out
    monkeypatch.setattr(functions, "_registered", {})
    assert swvm("tag", tmp_path / "m", stdin=b"Ada\n").err.startswith(
        f"error: {tmp_path / 'm'}: unknown function initial"
    )
    assert ok("tag", tmp_path / "m", *own, stdin=b"Ann\nswims\n").out == "Ann B-PER\nswims O\n"


def test_errors_of_a_file(tmp_path):
    def error(text):
        (tmp_path / "own.py").write_text(text)
        return swvm("learners", "--python", tmp_path / "own.py").error

    own = tmp_path / "own.py"
    assert error("import swvm\n1/0\n") == f"{own}:2: ZeroDivisionError: division by zero"
    assert error("def (:\n") == f"{own}:1: invalid syntax"
    assert swvm("learners", "--python", "none.py").error == "none.py: there is no such Python file"
    assert (
        error("import swvm\nswvm.set_gamma('wm', '')(len)\n") == "gamma 'wm' is built in; give your rule another name"
    )


def test_another_scheme_order_and_several_seeds(tmp_path):
    """All that comes out is in the data's scheme, and no two of the best labellings are equal."""
    given = ("--train-scheme", "bioes", "--chain", 2, "--seeds", 2, "--threads", 2)
    lines = ok(*DEMO, *given, "-o", tmp_path / "m", "--verbose").err
    content = record(tmp_path / "m")
    assert (content["scheme"], content["output"]["scheme"], content["order"]) == ("bioes", "iob2", 2)
    assert "S-PER" in content["labels"] and "S-PER" not in content["output"]["labels"]
    text = ok("info", tmp_path / "m").out
    assert "iob2, 9 labels" in text
    assert "the mean of 2 runs" in text
    ok("tag", tmp_path / "m", "demo:dev", "-o", tmp_path / "tagged.txt")
    report = ok("evaluate", tmp_path / "tagged.txt").out
    assert f"FB1:  {content['training']['dev_f1']:.2f}" in report
    assert f"{content['training']['dev_f1']:.2f}*" in lines
    best = ok("tag", tmp_path / "m", "demo:dev", "--nbest", 4, "--format", "jsonl").out
    for line in best.splitlines():
        tags = [tuple(one["tags"]) for one in json.loads(line)["nbest"]]
        assert len(set(tags)) == len(tags) == 4
        assert not any(tag[:2] in ("E-", "S-") for one in tags for tag in one)
    assert ok("explain", tmp_path / "m", "demo:dev").out


def test_a_bias_changes_what_is_found_and_is_kept_in_the_record(tmp_path):
    done = ok(*DEMO, "-o", tmp_path / "m", "--bias", "O=-0.5", "--bias", "PER=0.1")
    assert "bias O -0.5, PER +0.1; F1 on the development data" in done.err
    assert record(tmp_path / "m")["training"]["bias"] == {"O": -0.5, "PER": 0.1}
    assert "bias 'O'" in swvm(*DEMO, "-o", tmp_path / "m2", "--bias", "O").err
