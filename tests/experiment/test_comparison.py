"""Comparing two systems: files of outputs, files of records; the numbers are those of the tests themselves."""

from __future__ import annotations

import json

import pytest

from experiment.made_records import record
from swvm.cli.app import run
from swvm.data import load_corpus, write
from swvm.errors import DataError, SettingError
from swvm.evaluate import evaluate
from swvm.evaluate.significance import approximate_randomisation, mcnemar, paired_t_test, sentence_f1
from swvm.experiment.comparison import compare_outputs, compare_records
from swvm.experiment.records import append_record
from swvm.experiment.significance import TestSettings
from swvm.learn.training import train

SETTINGS = TestSettings(trials=300, alternative="two-sided")


@pytest.fixture(scope="module")
def outputs(tmp_path_factory):
    """A gold file, and the outputs of one epoch and of five."""
    folder = tmp_path_factory.mktemp("outputs")
    gold = load_corpus("demo", "test")
    write(gold, folder / "gold.txt")
    for epochs in (5, 1):
        model = train(load_corpus("demo"), epochs=epochs)
        write(gold, folder / f"{epochs}.txt", labels=model.label(gold).to_lists())
    return folder / "gold.txt", folder / "5.txt", folder / "1.txt"


def right(gold, labels):
    return [one == other for pair in zip(gold, labels, strict=True) for one, other in zip(*pair, strict=True)]


def read_tags(path):
    from swvm.data import read

    return read(path).tags()


def test_outputs_are_compared_by_every_test(outputs):
    found = compare_outputs(*outputs, SETTINGS).datasets[0]
    gold, a, b = map(read_tags, outputs)
    x, y = evaluate(gold, a), evaluate(gold, b)
    assert found.scores == pytest.approx((x.f1, y.f1))
    t = paired_t_test(sentence_f1(x.sentences), sentence_f1(y.sentences))
    assert found.tests["t-test"][0] == t
    assert found.tests["randomisation"][0] == approximate_randomisation(x.sentences, y.sentences, seed=1, trials=300)
    flat = [
        [one == other for s, t in zip(gold, labels, strict=True) for one, other in zip(s, t, strict=True)]
        for labels in (a, b)
    ]
    assert found.tests["mcnemar"][0] == mcnemar(*flat)
    assert found.tests["bootstrap"][0].interval[0] < found.difference < found.tests["bootstrap"][0].interval[1]


def write_records(path, tests, corpora=("one", "two"), parts=range(3)):
    for corpus in corpora:
        for system, right in tests.items():
            for part in parts:
                append_record(path, record(system=system, corpus=corpus, part=part, dev=right, test=right))
    return path


def test_records_are_compared_over_parts_and_corpora(tmp_path):
    a = write_records(tmp_path / "a.jsonl", {"swvm": 90})
    b = write_records(tmp_path / "b.jsonl", {"mira": 60, "csp": 50})
    found = compare_records([a, b], TestSettings(trials=300))
    assert [one.name for one in found.datasets] == ["one", "two"]
    assert found.datasets[0].scores == (90, 60)
    assert found.datasets[0].over_parts["t-test"].k_hat == 3
    bonferroni, fisher = found.over_datasets("t-test")
    assert (bonferroni.k_hat, fisher.k_hat, bonferroni.rejected) == (2, 2, (0, 1))
    assert compare_records([b, b], TestSettings(trials=300), ("csp", "mira")).datasets[0].p_values["mcnemar"] == 1


def test_two_systems_of_one_file(tmp_path):
    file = write_records(tmp_path / "a.jsonl", {"swvm": 90, "mira": 60})
    assert compare_records([file], SETTINGS, ("mira", "swvm")).datasets[0].difference == -30
    with pytest.raises(SettingError, match="--system"):
        compare_records([file], SETTINGS)
    with pytest.raises(SettingError, match="Known: mira, swvm"):
        compare_records([file], SETTINGS, ("mira", "swvp"))


def test_records_without_a_common_corpus_are_an_error(tmp_path):
    a = write_records(tmp_path / "a.jsonl", {"swvm": 90}, ("one",))
    b = write_records(tmp_path / "b.jsonl", {"swvm": 90}, ("two",))
    with pytest.raises(DataError, match="no corpus"):
        compare_records([a, b], SETTINGS)
    with pytest.raises(DataError, match="there is no such file"):
        compare_records([a, tmp_path / "none.jsonl"], SETTINGS)


def test_the_command(outputs, tmp_path, capsys):
    assert run(["compare", *map(str, outputs), "--trials", "200"]) == 0
    shown = capsys.readouterr().out
    assert "McNemar, tokens" in shown
    assert "do they differ?" in shown
    file = write_records(tmp_path / "a.jsonl", {"swvm": 90, "mira": 60})
    assert run(["compare", str(file), "--system", "swvm", "--system", "mira", "--json", "--trials", "200"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["systems"] == ["swvm", "mira"]
    assert found["over_datasets"]["t-test"]["fisher"]["k_hat"] == 2
    assert run(["compare", str(file), "--system", "swvm", "--system", "mira", "--trials", "200"]) == 0
    assert "by Holm on" in capsys.readouterr().out
    assert run(["compare", str(file), "b.txt"]) == 2
