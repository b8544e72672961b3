"""`swvm train --start` and `--checkpoint`: going on from a model, and from where a run was killed."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import numpy as np
import pytest

from shell import ok, swvm
from swvm.data.corpora import load_corpus
from swvm.learn.training import train
from swvm.model.model import Model


def test_start_adds_words_and_labels(tmp_path):
    ok("train", "demo", "-o", tmp_path / "a", "--epochs", 2, "--quiet")
    (tmp_path / "more.txt").write_text("Zog B-ROBOT\nhums O\n\n" * 20)
    ok("train", tmp_path / "more.txt", "-o", tmp_path / "b", "--start", tmp_path / "a", "--epochs", 3, "--quiet")
    old, new = Model.load(tmp_path / "a"), Model.load(tmp_path / "b")
    assert new.labels == (*old.labels, "B-ROBOT")
    assert new.tag([["Zog", "hums"]]) == [["B-ROBOT", "O"]]
    assert new.training["start"]["data"] == old.training["data"]


def test_a_model_may_be_written_over_the_one_it_started_from(tmp_path):
    ok("train", "demo", "-o", tmp_path / "a", "--epochs", 2, "--quiet")
    before = Model.load(tmp_path / "a")
    ok("train", "demo", "-o", tmp_path / "a", "--start", tmp_path / "a", "--epochs", 2, "--quiet")
    assert "start" in Model.load(tmp_path / "a").training
    assert before.labels == Model.load(tmp_path / "a").labels


def test_a_start_that_is_not_there(tmp_path):
    call = swvm("train", "demo", "-o", tmp_path / "a", "--start", tmp_path / "nothing")
    assert call.code == 2
    assert "no such model file" in call.error


def test_the_checkpoint_goes_when_the_model_is_saved(tmp_path):
    ok("train", "demo", "-o", tmp_path / "a", "--epochs", 2, "--checkpoint", tmp_path / "c", "--quiet")
    assert [path.name for path in tmp_path.iterdir()] == ["a"]


def test_a_checkpoint_of_another_run(tmp_path):
    train(load_corpus("demo"), checkpoint=tmp_path / "c", epochs=1)
    call = swvm("train", "demo", "-o", tmp_path / "a", "--checkpoint", tmp_path / "c", "--learner", "mira")
    assert call.code == 2
    assert "setting learner" in call.error


@pytest.mark.skipif(os.name != "posix", reason="SIGINT")
def test_ctrl_c_saves_the_average_and_the_same_call_goes_on(tmp_path):
    arguments = ["train", "demo", "--epochs", "150", "--checkpoint", str(tmp_path / "c"), "-v"]
    command = [sys.executable, "-m", "swvm", *arguments, "-o", str(tmp_path / "a")]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    while "epoch" not in (line := process.stdout.readline()):
        assert line, "training has ended before an epoch was told"
    process.send_signal(signal.SIGINT)
    told = process.communicate()[0]
    assert process.returncode == 130
    assert "interrupted" in told
    average = Model.load(tmp_path / "a")
    assert average.training["interrupted"] is True
    assert (tmp_path / "c").exists()
    ok(*arguments, "-o", tmp_path / "b")
    ok("train", "demo", "--epochs", 150, "-o", tmp_path / "whole", "--quiet")
    resumed, whole = (Model.load(tmp_path / name) for name in ("b", "whole"))
    assert np.array_equal(resumed.record.weights, whole.record.weights)
    assert not (tmp_path / "c").exists()
