"""A run that is killed goes on to the very same bits; a file of another run, or a damaged one, is refused."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm.errors import ModelFileError, SettingError
from swvm.learn.training import train
from swvm.model.model import Model
from swvm.model.safetensors import TensorFile

CORPUS, DEV = small_corpus(1, 40), small_corpus(2, 15)
TESTS = Path(__file__).resolve().parent

# Trains as the test does, and says when each epoch has ended.
CHILD = """
import sys, time
sys.path.insert(0, {tests!r})
from small_corpus import small_corpus
from swvm.learn.training import train
def told(progress):
    print(progress.report.epoch, flush=True)
    time.sleep(0.01)
model = train(small_corpus(1, 40), {dev}, checkpoint={checkpoint!r}, on_epoch=told, **{settings!r})
model.save({model!r})
"""


class KilledError(Exception):
    pass


def kill_after(epoch):
    def on_epoch(progress):
        if progress.report.epoch == epoch:
            raise KilledError

    return on_epoch


def run_and_kill(settings, dev, checkpoint, epochs):
    """Run the training again and again, killed after each of these epochs."""
    for epoch in epochs:
        with pytest.raises(KilledError):
            train(CORPUS, dev, checkpoint=checkpoint, on_epoch=kill_after(epoch), **settings)


def history(model):
    return [{key: value for key, value in epoch.items() if key != "seconds"} for epoch in model.training["epochs"]]


def assert_same(found, expected):
    assert np.array_equal(found.record.weights, expected.record.weights)
    assert history(found) == history(expected)
    for key in ("steps", "best_epoch", "dev_f1", "data"):
        assert found.training.get(key) == expected.training.get(key)


@pytest.mark.parametrize("average", ["end", "none", "epoch", "epoch-mean"])
@pytest.mark.parametrize("dev", [None, DEV], ids=["without dev", "with dev"])
def test_every_averaging_resumes_to_the_same_bits(tmp_path, average, dev):
    settings = {"learner": "mira", "C": 0.1, "average": average, "epochs": 5}
    expected = train(CORPUS, dev, **settings)
    run_and_kill(settings, dev, tmp_path / "c", [1, 3, 4])
    assert_same(train(CORPUS, dev, checkpoint=tmp_path / "c", **settings), expected)


@pytest.mark.parametrize("settings", [{"learner": "swvp", "gamma": "wm"}, {"learner": "swvm", "k_best": 3, "batch": 4}])
def test_other_learners_and_settings(tmp_path, settings):
    settings |= {"epochs": 3, "features": "paper", "minimum_count": 2}
    more = {"sample_weights": np.linspace(0, 2, len(CORPUS)), "class_weights": {"PER": 2.0}}
    expected = train(CORPUS, **settings, **more)
    run_and_kill(settings | more, None, tmp_path / "c", [1, 2])
    assert_same(train(CORPUS, checkpoint=tmp_path / "c", threads=2, **settings, **more), expected)


def test_patience_that_was_over_stays_over(tmp_path):
    settings = {"epochs": 30, "patience": 2}
    expected = train(CORPUS, DEV, **settings)
    last = expected.training["best_epoch"] + 2
    assert len(expected.training["epochs"]) == last < 30
    run_and_kill(settings, DEV, tmp_path / "c", [1, last])
    assert_same(train(CORPUS, DEV, checkpoint=tmp_path / "c", **settings), expected)


def test_a_finished_run_gives_its_model_again(tmp_path):
    """So a kill after the last epoch, before the model is saved, costs nothing; more epochs go on."""
    first = train(CORPUS, checkpoint=tmp_path / "c", epochs=2)
    assert_same(train(CORPUS, checkpoint=tmp_path / "c", epochs=2), first)
    longer = train(CORPUS, checkpoint=tmp_path / "c", epochs=4)
    assert_same(longer, train(CORPUS, epochs=4))


def test_a_start_model_resumes_too(tmp_path):
    model = train(small_corpus(9, 10, types=1), epochs=2)
    settings = {"start": model, "epochs": 3}
    expected = train(CORPUS, **settings)
    run_and_kill(settings, None, tmp_path / "c", [1, 2])
    assert_same(train(CORPUS, checkpoint=tmp_path / "c", **settings), expected)
    run_and_kill(settings, None, tmp_path / "d", [1])
    with pytest.raises(SettingError, match="start"):
        train(CORPUS, checkpoint=tmp_path / "d", start=train(small_corpus(9, 10, types=1), epochs=1), epochs=3)


@pytest.mark.parametrize(
    ("change", "named"),
    [
        ({"corpus": small_corpus(7, 40)}, "training data"),
        ({"dev": small_corpus(7, 15)}, "development data"),
        ({"dev": None}, "development data"),
        ({"learner": "mira"}, "setting learner"),
        ({"seed": 2}, "setting seed"),
        ({"batch": 2}, "setting batch"),
        ({"features": "released"}, "features"),
        ({"minimum_count": 2}, "features"),
        ({"class_weights": {"PER": 2.0}}, "class weights"),
        ({"sample_weights": [2.0] * 40}, "sample weights"),
    ],
)
def test_another_run_is_refused(tmp_path, change, named):
    run_and_kill({"epochs": 3}, DEV, tmp_path / "c", [1])
    before = (tmp_path / "c").read_bytes()
    given = {"corpus": CORPUS, "dev": DEV, "epochs": 3} | change
    with pytest.raises(SettingError, match=rf"belongs to another run: .*{named}.*delete it") as error:
        train(checkpoint=tmp_path / "c", **given)
    assert "\n" not in str(error.value)
    assert (tmp_path / "c").read_bytes() == before


def test_epochs_matter_to_the_released_averaging(tmp_path):
    run_and_kill({"epochs": 3, "average": "epoch"}, None, tmp_path / "c", [1])
    with pytest.raises(SettingError, match="setting epochs"):
        train(CORPUS, checkpoint=tmp_path / "c", epochs=4, average="epoch")


def test_damaged_files_are_refused(tmp_path):
    path = tmp_path / "c"
    run_and_kill({"epochs": 3}, DEV, path, [1])
    whole = path.read_bytes()
    rng = np.random.default_rng(0)
    file = TensorFile(path)
    start = len(whole) - max(place.stop for place in file.places.values())
    padding = [start + place.start for name, place in file.places.items() if name.startswith("padding")]
    assert padding
    places = [0, 8, 40, 100, len(whole) - 1, *padding, *rng.integers(len(whole), size=30).tolist()]
    damaged = [whole[: len(whole) // 2], whole[:4], b"", whole + b"x"]
    damaged += [whole[:k] + bytes([whole[k] ^ 0x41]) + whole[k + 1 :] for k in places]
    for data in damaged:
        path.write_bytes(data)
        with pytest.raises(ModelFileError, match=r"damaged(; | one: .*)delete it") as error:
            train(CORPUS, DEV, checkpoint=path, epochs=3)
        assert str(error.value).startswith(str(path))


def test_a_model_is_no_checkpoint(tmp_path):
    train(CORPUS, epochs=1).save(tmp_path / "m")
    with pytest.raises(SettingError, match="no checkpoint of swvm"):
        train(CORPUS, checkpoint=tmp_path / "m", epochs=3)


def test_a_folder_that_is_not_there(tmp_path):
    with pytest.raises(SettingError, match=r"there is no folder .*nowhere; make it first"):
        train(CORPUS, checkpoint=tmp_path / "nowhere" / "c", epochs=1)


def child(tmp_path, settings, dev):
    code = CHILD.format(
        tests=str(TESTS),
        dev="small_corpus(2, 15)" if dev else "None",
        checkpoint=str(tmp_path / "c"),
        settings=settings,
        model=str(tmp_path / "m"),
    )
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(os.name != "posix", reason="kill -9")
@pytest.mark.parametrize("dev", [False, True], ids=["without dev", "with dev"])
def test_kill_9_at_random_moments(tmp_path, dev):
    settings = {"learner": "swvm", "C": 0.1, "epochs": 25, "k_best": 2} | ({"patience": 9} if dev else {})
    rng = np.random.default_rng(int(dev))
    kills, epoch = 0, 0
    while kills < 5:
        process = child(tmp_path, settings, dev)
        first = process.stdout.readline()
        if not first:
            break
        assert int(first) <= epoch + 5, "the run went on from where it was"
        time.sleep(float(rng.uniform(0, 0.05)))
        process.send_signal(signal.SIGKILL)
        told = [int(line) for line in process.stdout.read().split()]
        process.wait()
        epoch = max([int(first), *told])
        kills += 1
    assert kills >= 3
    process = child(tmp_path, settings, dev)
    process.communicate()
    assert process.returncode == 0
    expected = train(CORPUS, DEV if dev else None, **settings)
    assert_same(Model.load(tmp_path / "m"), expected)
    assert not list(tmp_path.glob(".*.part"))
