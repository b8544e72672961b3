"""Searches on the demonstration corpus: the same for any number of workers, resumed after a kill, bounded, written."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from shell import ok, swvm
from swvm.data import load_corpus
from swvm.data.corpora import corpus_path
from swvm.data.schemes import LabelSequences
from swvm.errors import SettingError
from swvm.evaluate import evaluate
from swvm.experiment.records import read_records
from swvm.experiment.sources import load_whole
from swvm.learn.settingsfile import read_settings
from swvm.learn.training import train
from swvm.tune.bounds import Bounds, Need
from swvm.tune.config import TuneConfig
from swvm.tune.driver import Watcher
from swvm.tune.sources import GivenSource, shared
from swvm.tune.tuning import tune

READING = (("columns", "word,label"),)
TRIALS = 110
SMALL = ("--trials", TRIALS, "--sample", 6000, "--workers", 1)


def demo() -> GivenSource:
    return GivenSource(
        "demo", given=tuple((part, str(corpus_path("demo", part)), READING) for part in ("train", "dev"))
    )


def config(**changes) -> TuneConfig:
    return replace(TuneConfig(minutes=None, trials=TRIALS, sample=6000, workers=1), **changes)


class Stopper(Watcher):
    """Interrupts a search after some trials."""

    def __init__(self, after=None):
        self.count, self.after = 0, after

    def record(self, run, record):
        self.count += 1
        if self.count == self.after:
            raise KeyboardInterrupt


def content(found):
    scores = {(one.recipe, one.level, tuple(one.by_seed)): one.score for one in found.tried}
    return found.recipe, found.result.score, scores, found.ended


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    file = tmp_path_factory.mktemp("finished") / "records.jsonl"
    return file, tune(demo(), file, config())


def test_a_search_ends_with_a_recipe_and_its_score(finished):
    _, found = finished
    assert found.ended["search"] == "trials"
    assert 0 < found.trials <= TRIALS
    assert found.final.decided
    assert {"words", "labels"} <= set(found.recipe.groups)
    assert 50 < found.result.score < 100
    assert found.halves.apart
    assert found.estimate.judged == pytest.approx(found.result.score)
    assert found.estimate.searched == pytest.approx(found.result.on(found.halves.searched).score)
    assert {"finalists", "pruning", "parts"} <= found.ended.keys()
    assert found.ended["parts"] == "done"
    assert all(len(part.by_seed) >= 3 for part in found.parts)
    assert len(found.result.by_seed) > 1
    assert set(found.space.starts().values()) <= {one.recipe for one in found.search.bench.results.values()}
    assert {one.level for one in found.search.bench.results.values()} == {0.633}
    assert {one.level for one in found.final.bench.results.values()} == {found.share} == {1.0}


def test_two_workers_find_what_one_finds(finished, tmp_path):
    again = tune(demo(), tmp_path / "b.jsonl", config(workers=2))
    assert content(again) == content(finished[1])


def test_nothing_runs_twice(finished):
    file, found = finished
    watcher, before = Stopper(), file.read_bytes()
    again = tune(demo(), file, config(), watcher)
    assert content(again) == content(found)
    assert (watcher.count, len(again.ran), again.taken) == (0, 0, found.trials)
    assert found.taken == 0
    assert file.read_bytes() == before
    assert [path.name for path in file.parent.iterdir()] == [file.name]


@pytest.mark.parametrize("after", [1, 25])
def test_an_interrupted_search_goes_on_to_the_same_recipe(finished, tmp_path, after):
    file, watcher = tmp_path / "c.jsonl", Stopper()
    with pytest.raises(KeyboardInterrupt):
        tune(demo(), file, config(), Stopper(after))
    with file.open("ab") as stream:
        stream.write(b'{"id": "torn')
    again = tune(demo(), file, config(), watcher)
    assert content(again) == content(finished[1])
    assert watcher.count == len(finished[1].ran) - after


KILLED = """
import sys, time
from tune.test_tuning import config, demo
from swvm.tune.driver import Watcher
from swvm.tune.tuning import tune
class Slow(Watcher):
    def record(self, run, record):
        print(run.id, flush=True)
        time.sleep(0.2)
if __name__ == "__main__":
    tune(demo(), sys.argv[1], config(workers=2), Slow())
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_search_goes_on_to_the_same_recipe(finished, tmp_path, request):
    script, file = tmp_path / "killed.py", tmp_path / "records.jsonl"
    script.write_text(KILLED)
    path = os.pathsep.join([str(request.config.rootpath / "tests"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, script, file], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    for _ in range(5):
        process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(read_records(file))
    assert 5 <= before < len(finished[1].ran)
    again = tune(demo(), file, config())
    assert content(again) == content(finished[1])
    assert len(again.ran) == len(finished[1].ran) - before
    assert again.taken == before


def test_a_clock_that_has_run_out_ends_a_search_between_batches(tmp_path):
    now = iter([0.0, *[1.0] * 4, *[1000.0] * 1000])
    bounds = Bounds(600.0, None, 0.0, lambda: next(now))
    assert bounds.up_to(0.6).left == pytest.approx(360.0)
    assert not bounds.over()
    for _ in range(4):
        next(now)
    assert bounds.over()
    assert not bounds.too_many(10**9)
    assert Bounds(trials=10).too_many(11)
    assert Bounds(trials=10).up_to(0.6).trials == 6


def test_a_phase_leaves_what_a_later_one_needs():
    """A tenth of the time at least; of trials what is needed."""
    bounds = Bounds(600.0, 100, 0.0, lambda: 500.0)
    assert bounds.left == pytest.approx(100.0)
    assert bounds.keeping(lambda: Need(0.0, 0)).left == pytest.approx(40.0)
    assert bounds.keeping(lambda: Need(90.0, 30)).left == pytest.approx(10.0)
    assert bounds.keeping(lambda: Need(101.0, 30)).over()
    assert bounds.keeping(lambda: Need(0.0, 30)).too_many(71)
    assert not bounds.keeping(lambda: Need(0.0, 30)).too_many(70)
    assert not Bounds().keeping(lambda: Need(10.0, 30)).over()


def test_too_little_time_is_said(tmp_path):
    with pytest.raises(SettingError, match="before the starting recipes had been tried; allow more --minutes"):
        tune(demo(), tmp_path / "t.jsonl", config(trials=3))
    with pytest.raises(SettingError, match="before the starting recipes"):
        tune(demo(), tmp_path / "t.jsonl", config(trials=None, minutes=1e-9))


def test_other_data_are_another_search(finished, tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(finished[0].read_bytes())
    watcher = Stopper(after=1)
    part = ("train", str(corpus_path("demo", "test")), READING)
    with pytest.raises(KeyboardInterrupt):
        tune(GivenSource("demo", given=(part, demo().given[1])), file, config(), watcher)
    assert watcher.count == 1


def test_folds_score_every_sentence_once(tmp_path):
    source = GivenSource("demo", given=demo().given[:1])
    found = tune(source, tmp_path / "f.jsonl", config(folds=2, trials=80))
    assert found.ended["search"] == "trials"
    [first, *_] = found.tried
    assert {record.part for record in first.records} == {0, 1}
    folds = {record.part: len(record.sentences.lengths) for record in first.records}
    assert sum(folds.values()) == len(load_whole(source, "keep").corpus) == 619


def test_a_trial_is_what_train_gives(finished, tmp_path):
    """The score in the record is that of a model trained with the written recipe."""
    from swvm.tune.recipefile import write_recipe

    found, path = finished[1], tmp_path / "r.features"
    write_recipe(path, found.recipe, found.groups, ("found",))
    settings = read_settings(path.with_suffix(".toml"))
    seed = min(found.result.by_seed)
    model = train(load_corpus("demo", "train"), seed=seed, **settings)
    dev = load_corpus("demo", "dev")
    scores = evaluate(LabelSequences.of_corpus(dev), model.label(dev))
    assert scores.f1 == pytest.approx(found.result.on(None).by_seed[seed])


def test_a_share_of_the_data_is_part_of_a_larger_one():
    rows = np.arange(1000)
    small, large = shared(rows, 0.1, 1), shared(rows, 0.3, 1)
    assert (len(small), len(large)) == (100, 300)
    assert set(small.tolist()) < set(large.tolist())
    assert (np.diff(small) > 0).all()
    assert (shared(rows, 1.0, 1) == rows).all()


def test_the_command_writes_recipe_settings_model_and_reports(tmp_path):
    recipe = tmp_path / "r.features"
    reports = ("--report", tmp_path / "r.html", "--report", tmp_path / "r.json")
    call = ok("tune", "demo", "--dev", "demo", "-o", recipe, *SMALL, "--model", tmp_path / "m.swvm", *reports)
    assert call.out.startswith(f"swvm train demo --dev demo --features {recipe} --learner mira")
    assert "counts as equal" in recipe.read_text()
    assert "the honest figure" in call.err
    page, data = (tmp_path / "r.html").read_text(), json.loads((tmp_path / "r.json").read_text())
    for text in (
        "The recipe",
        "Beside the recipes",
        "Everything that was tried",
        "the honest figure",
        "flatters",
        call.out.strip(),
    ):
        assert text in page
    assert data["recipe"]["groups"][0] == "words"
    assert data["trials"] <= TRIALS
    assert data["command"] == call.out.strip()
    assert len(data["tried"]) >= len(data["starts"])
    written = ok("train", "demo", "--dev", "demo", "--settings", recipe.with_suffix(".toml"), "-o", tmp_path / "n.swvm")
    assert "dev" in written.err
    mine, theirs = (ok("tag", tmp_path / name, "demo:test").out for name in ("m.swvm", "n.swvm"))
    assert mine == theirs
    words = call.out.split()[1:]
    ok(*words[:-1], tmp_path / "o.swvm")
    assert ok("tag", tmp_path / "o.swvm", "demo:test").out == mine
    quiet = ok("tune", "demo", "--dev", "demo", "-o", recipe, *SMALL, "-q")
    assert (quiet.out, quiet.err) == (call.out, "")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["demo"], "give --dev DEV, data to choose by, or --folds K"),
        (["demo", "--dev", "demo", "--folds", "3"], "one of the two"),
        (["-", "--dev", "demo"], "standard input will not do; name a file"),
        (["demo", "--dev", "demo", "--search", "gready"], "Did you mean 'greedy'"),
        (["demo", "--dev", "demo", "--minutes", "0"], "minutes is 0.0; it must be a number above 0"),
        (["demo", "--dev", "demo", "--report", "r.pdf"], "r.pdf: a report ends in .html or .json"),
        (["demo", "--folds", "1"], "folds is 1; it must be at least 2"),
        (["demo", "--folds", "9999"], "folds is 9999; it must be at most the number of sentences, 619"),
        (["demo", "--dev", "wide.txt"], "must be labelled and have the same columns"),
        (["nothere.txt", "--dev", "demo"], "nothere.txt"),
    ],
)
def test_errors(tmp_path, monkeypatch, arguments, sentence):
    monkeypatch.chdir(tmp_path)
    Path("wide.txt").write_text("Ada NNP B-PER\nsleeps VBZ O\n")
    call = swvm("tune", *arguments, "-o", "r.features")
    assert call.code == 2
    assert sentence in call.error


def test_the_recipe_needs_a_name_of_its_own(tmp_path):
    assert "end its name in .features" in swvm("tune", "demo", "--dev", "demo", "-o", tmp_path / "r.toml").error
    assert "there is no folder" in swvm("tune", "demo", "--dev", "demo", "-o", tmp_path / "x" / "r.features").error


def test_settings_of_a_file_and_of_the_command_line(tmp_path):
    file = tmp_path / "s.toml"
    file.write_text('features = "released"\nlearner = "mira"\nC = inf\nk_best = 2\nepochs = 3\n')
    assert read_settings(file) == {"features": "released", "learner": "mira", "C": np.inf, "k_best": 2, "epochs": 3}
    out = tmp_path / "m.swvm"
    ok("train", "demo", "--settings", file, "--epochs", "1", "-o", out)
    settings = json.loads(ok("info", out, "--json").out)["training"]["settings"]
    assert (settings["epochs"], settings["learner"]["k_best"], settings["features"]) == (1, 2, "released")
    for text, sentence in (
        ("k_bset = 1", "Did you mean 'k_best'"),
        ("k_best = 'x'", "a whole number"),
        ("=", "no TOML"),
    ):
        file.write_text(text)
        error = swvm("train", "demo", "--settings", file, "-o", out).error
        assert sentence in error
        assert "s.toml" in error
