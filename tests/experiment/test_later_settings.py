"""Settings that came after the first records: the results of `train`, and old records stay known."""

from __future__ import annotations

import pytest

from experiment.small import OFFICIAL, small
from swvm.data import load_corpus
from swvm.data.schemes import LabelSequences
from swvm.evaluate import evaluate
from swvm.experiment.grid import effective
from swvm.experiment.runner import run_experiment
from swvm.learn.training import train


@pytest.mark.parametrize("later", [{"train_scheme": "bioes"}, {"chain": 2}, {"seeds": 2}, {"boundary": "outside"}])
def test_results_are_those_of_train(tmp_path, later):
    system = {"name": "MIRA", "learner": "mira", **later}
    spec = small(**OFFICIAL, systems=[system])
    (record,) = run_experiment(spec, tmp_path / "r.jsonl", workers=1)
    parts = {part: load_corpus("demo", part) for part in ("train", "dev", "test")}
    model = train(parts["train"], features="released", epochs=2, learner="mira", **later)
    for part, found in (("dev", record.dev), ("test", record.test)):
        scores = evaluate(LabelSequences.of_corpus(parts[part]), model.label(parts[part]))
        assert found.f1 == pytest.approx(scores.f1)
        assert found.right_tokens == scores.correct_tokens
    plain = train(parts["train"], features="released", epochs=2, learner="mira").label(parts["test"])
    assert plain.to_lists() != model.label(parts["test"]).to_lists()


def test_at_their_defaults_they_name_no_run():
    settings = effective({"learner": "mira"})
    assert not {"train_scheme", "chain", "seeds", "clusters", "lexicon"} & set(settings)
    assert effective({"learner": "mira", "seeds": 1, "chain": None, "train_scheme": "data"}) == settings
    assert effective({"learner": "mira", "seeds": 3})["seeds"] == 3
