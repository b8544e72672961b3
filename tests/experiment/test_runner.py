"""Running: resumed after a kill, the same for any number of workers, nothing twice, and the results of `train`."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from experiment.small import OFFICIAL, small
from swvm.data import load_corpus
from swvm.data.schemes import LabelSequences
from swvm.errors import SettingError
from swvm.evaluate import evaluate
from swvm.experiment.dispatch import RunError
from swvm.experiment.pool import WorkerError
from swvm.experiment.records import append_record, compact, read_records
from swvm.experiment.runner import Watcher, run_experiment, status
from swvm.experiment.selection import results
from swvm.learn.training import train


class Listener(Watcher):
    """Counts what it is told; may stop an experiment after some runs."""

    def __init__(self, stop_after=None):
        self.runs, self.stop_after = [], stop_after

    def record(self, run, record):
        self.runs.append(run)
        if len(self.runs) == self.stop_after:
            raise KeyboardInterrupt


def timeless(records):
    return {record.id: replace(record, seconds={}) for record in records}


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    file = tmp_path_factory.mktemp("finished") / "records.jsonl"
    return file, run_experiment(small(), file, workers=1)


def test_every_configuration_runs_on_every_fold(finished):
    _, records = finished
    assert len(records) == 6
    assert [record.part for record in records] == [0, 0, 0, 1, 1, 1]
    assert all(len(record.curve) == 2 and record.curve[-1] == pytest.approx(record.dev.f1) for record in records)
    assert all(record.origin["versions"]["swvm"] for record in records)


def test_nothing_runs_twice(finished):
    file, records = finished
    listener = Listener()
    assert run_experiment(small(), file, workers=1, watcher=listener) == records
    assert listener.runs == []
    assert (status(small(), file).known, status(small(), file).done) == (6, 6)
    assert not file.with_name(file.name + ".features").exists()


def test_two_workers_give_what_one_gives(finished, tmp_path):
    _, records = finished
    assert timeless(run_experiment(small(), tmp_path / "b.jsonl", workers=2)) == timeless(records)


@pytest.mark.parametrize("stop_after", [1, 4])
def test_an_interrupted_experiment_goes_on(finished, tmp_path, stop_after):
    file, listener = tmp_path / "c.jsonl", Listener()
    with pytest.raises(KeyboardInterrupt):
        run_experiment(small(), file, workers=1, watcher=Listener(stop_after))
    with file.open("ab") as stream:
        stream.write(b'{"id": "torn')
    assert timeless(run_experiment(small(), file, workers=1, watcher=listener)) == timeless(finished[1])
    assert len(listener.runs) == 6 - stop_after


def test_compacted_records_count_as_done(finished, tmp_path):
    file, listener = tmp_path / "d.jsonl", Listener()
    for record in finished[1][:4]:
        append_record(file, record)
    packed = compact(file)
    run_experiment(small(), file, workers=1, watcher=listener)
    assert len(listener.runs) == 2
    with pytest.raises(SettingError, match=r"d\.jsonl, which goes on"):
        run_experiment(small(), packed)


def test_a_second_process_is_told(tmp_path):
    class Meddler(Watcher):
        def round(self, runs, done):
            with pytest.raises(SettingError, match="another process"):
                run_experiment(small(), tmp_path / "m.jsonl", workers=1)

    run_experiment(small(), tmp_path / "m.jsonl", workers=1, watcher=Meddler())
    assert [path.name for path in tmp_path.iterdir()] == ["m.jsonl"]


KILLED = """
import sys, time
from experiment.small import small
from swvm.experiment.runner import Watcher, run_experiment
class Slow(Watcher):
    def record(self, run, record):
        print(run.id, flush=True)
        time.sleep(0.5)
if __name__ == "__main__":
    run_experiment(small(), sys.argv[1], workers=2, watcher=Slow())
"""


@pytest.mark.skipif(os.name != "posix", reason="kills a process")
def test_a_killed_experiment_goes_on(finished, tmp_path, request):
    script, file, listener = tmp_path / "killed.py", tmp_path / "records.jsonl", Listener()
    script.write_text(KILLED)
    path = os.pathsep.join([str(request.config.rootpath / "tests"), os.environ.get("PYTHONPATH", "")])
    process = subprocess.Popen(
        [sys.executable, script, file], stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": path}
    )
    process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    before = len(read_records(file))
    assert 1 <= before < 6
    assert timeless(run_experiment(small(), file, workers=1, watcher=listener)) == timeless(finished[1])
    assert len(listener.runs) == 6 - before


@pytest.mark.parametrize("learner", [{"learner": "mira", "k_best": 2}, {"learner": "csp", "average": "epoch"}])
def test_a_run_is_what_train_gives(tmp_path, learner):
    spec = small(**OFFICIAL, systems=[{"name": "it", **learner}])
    [record] = run_experiment(spec, tmp_path / "e.jsonl", workers=1)
    parts = {name: load_corpus("demo", name) for name in ("train", "dev", "test")}
    model = train(parts["train"], features="released", epochs=2, **learner)
    for name in ("dev", "test"):
        predicted, gold = model.label(parts[name]), LabelSequences.of_corpus(parts[name])
        mentions, tokens = (evaluate(gold, predicted, mode) for mode in ("conlleval", "tokens"))
        found = getattr(record, name)
        assert (found.mentions, found.labels, found.accuracy) == (mentions.counts, tokens.counts, mentions.accuracy)
    counts = record.sentences.counts()
    assert counts.tp.tolist() == mentions.sentences.tp.tolist()
    assert counts.exact.tolist() == mentions.sentences.exact.tolist()
    assert record.sentences.counts("token_f1").fn.tolist() == tokens.sentences.fn.tolist()
    for groups in record.breakdown.values():
        whole = [mentions.counts.correct, mentions.counts.gold, mentions.counts.predicted]
        assert [sum(column) for column in zip(*groups.values(), strict=True)] == whole


def test_final_runs_take_the_chosen_configuration_to_test(tmp_path):
    final = {"seeds": [1, 2], "train": "train+dev", "epochs": "best"}
    spec = small(**OFFICIAL, final=final, choose={"by": ["learner"]})
    records = run_experiment(spec, tmp_path / "f.jsonl", workers=1)
    grid = [record for record in records if record.stage == "grid"]
    assert all(record.test is None for record in grid)
    found = results(records, ("learner",))
    assert [(one.name, [test.seed for test in one.tests]) for one in found] == [("mira", [1, 2]), ("swvm", [1, 2])]
    for one in found:
        assert all(test.train == "train+dev" and test.dev is None and test.test for test in one.tests)
        assert one.chosen.mean_dev() == max(r.dev.f1 for r in grid if r.learner == one.name)
        curve = one.chosen.records[0].curve
        assert {test.settings["epochs"] for test in one.tests} == {1 + curve.index(max(curve))}


def test_dev_is_the_last_tenth_where_there_is_none(tmp_path):
    from swvm.data import write

    for part in ("train", "test"):
        write(load_corpus("demo", part), tmp_path / f"{part}.txt")
    files = {"mine": {part: str(tmp_path / f"{part}.txt") for part in ("train", "test")}}
    spec = small(**OFFICIAL, corpora=["mine"], files=files)
    record = run_experiment(spec, tmp_path / "g.jsonl", workers=1)[0]
    assert record.dev.sentences == round(619 * 0.1)


def test_a_search_with_optuna_goes_on_and_does_not_depend_on_the_workers(tmp_path):
    pytest.importorskip("optuna")
    search = {"kind": "optuna", "count": 6, "seed": 3}
    system = {"learner": "mira", "C": {"low": 0.01, "high": 10.0, "log": True}, "k_best": [1, 2], "search": search}
    spec = small(systems=[system])
    records = run_experiment(spec, tmp_path / "h.jsonl", workers=2)
    assert len(records) == 12
    with pytest.raises(KeyboardInterrupt):
        run_experiment(spec, tmp_path / "i.jsonl", workers=1, watcher=Listener(9))
    assert timeless(run_experiment(spec, tmp_path / "i.jsonl", workers=1)) == timeless(records)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_error_in_a_worker_names_the_run(tmp_path, workers):
    files = {"tags": {"train": str(tmp_path / "tags.txt")}}
    (tmp_path / "tags.txt").write_text("a X\nb Y\n\n" * 20)
    systems = [{"learner": "swvm", "templates": "span", "k_best": [1, 2]}]
    with pytest.raises(RunError, match=r"tags [01] swvm .*: templates 'span' need"):
        run_experiment(small(corpora=["tags"], files=files, systems=systems), tmp_path / "j.jsonl", workers=workers)


def test_a_worker_that_dies_is_an_error(tmp_path, monkeypatch):
    monkeypatch.setattr("swvm.experiment.pool._serve", die)
    with pytest.raises(WorkerError, match="exit code 3"):
        run_experiment(small(), tmp_path / "k.jsonl", workers=2)


def die(channel, workshop):
    time.sleep(0.1)
    os._exit(3)
