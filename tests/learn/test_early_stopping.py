"""Development data: the best epoch by mention F1 is kept, of equal ones the first, and patience ends the run."""

from __future__ import annotations

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm.data.corpus import Corpus
from swvm.errors import DataError, SettingError
from swvm.evaluate import evaluate
from swvm.learn import watching
from swvm.learn.training import train

CORPUS, DEV = small_corpus(1, 40), small_corpus(2, 25)


class Scripted:
    """Scores that were written down beforehand, in place of those of the epochs."""

    def __init__(self, scores):
        self.left = list(scores)

    def __call__(self, gold, predicted, scheme=None):
        self.f1 = self.left.pop(0)
        return self


def scripted_run(monkeypatch, scores, **settings):
    monkeypatch.setattr(watching, "evaluate", Scripted(scores))
    told = []
    model = train(CORPUS, DEV, epochs=len(scores), on_epoch=told.append, **settings)
    return model, told


@pytest.mark.parametrize("average", ["end", "none", "epoch-mean"])
def test_the_best_epoch_is_kept_and_ties_keep_the_first(monkeypatch, average):
    model, told = scripted_run(monkeypatch, [10, 40, 30, 40, 40, 20], average=average)
    assert model.training["best_epoch"] == 2
    assert model.training["dev_f1"] == 40
    assert [progress.best for progress in told] == [True, True, False, False, False, False]
    assert len(model.training["epochs"]) == 6
    expected = train(CORPUS, epochs=2, average=average)
    assert np.array_equal(model.record.weights, expected.record.weights)


@pytest.mark.parametrize(("patience", "epochs"), [(1, 3), (2, 6), (3, 7), (9, 9)])
def test_patience(monkeypatch, patience, epochs):
    """Better at 1, 2, 4; worse or equal elsewhere."""
    model, _ = scripted_run(monkeypatch, [10, 20, 20, 30, 5, 30, 30, 20, 10], patience=patience)
    assert len(model.training["epochs"]) == epochs
    assert model.training["best_epoch"] == (2 if patience == 1 else 4)


def test_a_score_of_0_is_better_than_none(monkeypatch):
    model, _ = scripted_run(monkeypatch, [0, 0, 0, 0], patience=2)
    assert model.training["best_epoch"] == 1
    assert len(model.training["epochs"]) == 3


def test_the_score_is_the_mention_f1_of_the_model_as_it_would_be():
    """Every epoch's score is that of a run that ends there."""
    told = []
    train(CORPUS, DEV, epochs=4, on_epoch=told.append)
    for progress in told:
        model = train(CORPUS, epochs=progress.report.epoch)
        scores = evaluate(DEV.tags(), model.label(DEV).to_lists())
        assert scores.mode == "conlleval"
        assert progress.dev.f1 == scores.f1
    assert len({progress.dev.f1 for progress in told}) > 1


def test_the_history_has_the_scores():
    model = train(CORPUS, DEV, epochs=3)
    scores = [epoch["dev_f1"] for epoch in model.training["epochs"]]
    assert max(scores) == model.training["dev_f1"] == scores[model.training["best_epoch"] - 1]
    assert "dev_f1" not in train(CORPUS, epochs=1).training["epochs"][0]


def test_patience_needs_development_data():
    with pytest.raises(SettingError, match="patience is 2, but there are no development data"):
        train(CORPUS, epochs=3, patience=2)


def test_development_data_need_labels():
    with pytest.raises(DataError, match="no labels"):
        train(CORPUS, Corpus.from_sentences([["a"]]), epochs=1)


def test_development_labels_that_training_lacks():
    dev = Corpus.from_sentences([["a", "b"]], [["B-NEW", "O"]])
    assert train(CORPUS, dev, epochs=1).training["dev_f1"] == 0


def test_plain_tags_are_scored_per_token():
    corpus = Corpus.from_sentences([["a", "b"], ["b", "a"]] * 3, [["NN", "VB"], ["VB", "NN"]] * 3)
    assert train(corpus, corpus, epochs=3).training["dev_f1"] == 100
