"""What the estimator does, whether scikit-learn is there or not."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from dataclasses import fields

import numpy as np
import pytest

import swvm
from learn.small_corpus import small_corpus
from swvm import SequenceTagger
from swvm.errors import DataError, ModelFileError, SettingError, SwvmError
from swvm.estimator.base import NotFittedError, PlainEstimator
from swvm.evaluate import evaluate
from swvm.learn.config import TrainConfig
from swvm.learn.learners import LearnerConfig

CORPUS, DEV = small_corpus(1), small_corpus(2)
X, Y = CORPUS.tokens(), CORPUS.tags()


def weights(tagger):
    return tagger.model_.record.weights


@pytest.fixture(scope="module")
def fitted():
    return SequenceTagger(learner="mira", epochs=3).fit(X, Y)


def test_every_setting_of_training_is_a_parameter_with_its_default():
    found = SequenceTagger().get_params()
    for config in (LearnerConfig, TrainConfig):
        for one in fields(config):
            if one.name != "learner" or config is LearnerConfig:
                assert found[one.name] == one.default
                assert f"{one.name} : " in SequenceTagger.__doc__


def test_it_trains_as_train_does(fitted):
    assert np.array_equal(weights(fitted), swvm.train(CORPUS, learner="mira", epochs=3).record.weights)
    assert list(fitted.classes_) == list(fitted.model_.labels)
    assert [epoch["epoch"] for epoch in fitted.history_] == [1, 2, 3]


def test_all_shapes_give_the_same_labels():
    words = [[f"{word}!" for word in sentence] for sentence in X]
    pos = [[word[0] for word in sentence] for sentence in X]
    rows = [list(zip(a, b, strict=True)) for a, b in zip(words, pos, strict=True)]
    shapes = [rows, {"word": words, "pos": pos}, swvm.Corpus.from_columns({"word": words, "pos": pos})]
    taggers = [SequenceTagger(epochs=2).fit(shape, Y) for shape in shapes]
    assert taggers[0].model_.columns == ("word", "pos")
    for tagger in taggers:
        assert np.array_equal(weights(tagger), weights(taggers[0]))
        assert [tagger.predict(shape) for shape in shapes] == [tagger.predict(rows)] * 3
    arrays = [np.array(sentence) for sentence in rows]
    assert taggers[0].predict(arrays) == taggers[0].predict(rows)


def test_a_corpus_brings_its_labels_and_y_replaces_them(fitted):
    assert np.array_equal(weights(SequenceTagger(learner="mira", epochs=3).fit(CORPUS)), weights(fitted))
    plain = [["x"] * len(sentence) for sentence in X]
    assert list(SequenceTagger(epochs=1).fit(CORPUS, plain).classes_) == ["x"]
    assert SequenceTagger(epochs=1).fit(X, CORPUS).classes_.tolist() == fitted.classes_.tolist()


def test_names_for_the_values_of_a_row():
    rows = [[(word, word[0], "x") for word in sentence] for sentence in X]
    assert SequenceTagger(epochs=1).fit(rows, Y).model_.columns == ("word", "c1", "c2")
    assert SequenceTagger(epochs=1, columns=("form", "pos", "more")).fit(rows, Y).model_.columns == (
        "form",
        "pos",
        "more",
    )


def test_development_data_choose_the_epoch():
    tagger = SequenceTagger(epochs=6, patience=2).fit(X, Y, X_dev=DEV.tokens(), y_dev=DEV.tags())
    expected = swvm.train(CORPUS, DEV, epochs=6, patience=2)
    assert tagger.model_.training["best_epoch"] == expected.training["best_epoch"]
    assert np.array_equal(weights(tagger), expected.record.weights)


def test_the_n_best_come_in_order_with_their_scores(fitted):
    found = fitted.predict_nbest(X[:5], k=4)
    assert [labellings[0].labels for labellings in found] == fitted.predict(X[:5])
    for labellings in found:
        assert len(labellings) == len({tuple(one.labels) for one in labellings}) == 4
        assert [one.score for one in labellings] == sorted((one.score for one in labellings), reverse=True)
    assert [len(labellings) for labellings in fitted.predict_nbest([["o1"]], k=99)] == [len(fitted.classes_)]


def test_the_score_is_the_f1_of_the_evaluation(fitted):
    scores = evaluate(DEV, fitted.model_.label(DEV))
    assert fitted.score(DEV) == fitted.score(DEV.tokens(), DEV.tags()) == pytest.approx(scores.f1 / 100)
    assert 0.1 < fitted.score(DEV) < 1


def test_the_score_of_plain_tags_is_their_accuracy():
    tags = [["V" if word[0] == "o" else "N" for word in sentence] for sentence in X]
    tagger = SequenceTagger(epochs=1).fit(X[:10], tags[:10])
    right = [a == b for s, t in zip(tagger.predict(X), tags, strict=True) for a, b in zip(s, t, strict=True)]
    assert tagger.score(X, tags) == pytest.approx(np.mean(right))


def test_a_weight_in_the_score_repeats_the_sentence(fitted):
    times = np.arange(len(DEV)) % 3
    repeated = DEV.select(np.repeat(np.arange(len(DEV)), times))
    assert fitted.score(DEV, sample_weight=times) == pytest.approx(fitted.score(repeated))
    assert fitted.score(DEV, sample_weight=times) != fitted.score(DEV)
    assert fitted.score(DEV, sample_weight=np.zeros(len(DEV))) == 0.0


def test_a_sample_weight_is_that_of_training():
    given = np.linspace(0, 2, len(X))
    tagger = SequenceTagger(epochs=2).fit(X, Y, sample_weight=given)
    assert np.array_equal(weights(tagger), swvm.train(CORPUS, epochs=2, sample_weights=given).record.weights)
    assert not np.array_equal(weights(tagger), weights(SequenceTagger(epochs=2).fit(X, Y)))
    part = SequenceTagger().partial_fit(X, Y, sample_weight=given)
    assert not np.array_equal(weights(part), weights(SequenceTagger().partial_fit(X, Y)))


def test_partial_fit_is_the_incremental_trainer():
    tagger = SequenceTagger(learner="mira")
    trainer = swvm.IncrementalTrainer(learner="mira")
    for piece in (CORPUS, DEV, CORPUS):
        tagger.partial_fit(piece)
        trainer.partial_fit(piece)
        assert np.array_equal(weights(tagger), trainer.model().record.weights)


def test_partial_fit_goes_on_from_fit_and_from_a_file(tmp_path):
    tagger = SequenceTagger(learner="mira", epochs=2).fit(X, Y)
    tagger.save(tmp_path / "m.swvm")
    loaded = SequenceTagger.load(tmp_path / "m.swvm")
    expected = swvm.IncrementalTrainer(start=tagger.model_, learner="mira", epochs=2).partial_fit(DEV).model()
    for one in (tagger, loaded, pickle.loads(pickle.dumps(loaded))):
        assert np.array_equal(weights(one.partial_fit(DEV)), expected.record.weights)
    assert tagger.model_.record.names is not None


def test_fit_forgets_what_was_before():
    tagger = SequenceTagger(epochs=2).partial_fit(DEV)
    assert np.array_equal(weights(tagger.fit(X, Y)), weights(SequenceTagger(epochs=2).fit(X, Y)))


def test_a_file_brings_back_settings_and_model(tmp_path):
    tagger = SequenceTagger(learner="mira", C=0.5, epochs=2, class_weights={"PER": 2.0}).fit(X, Y)
    tagger.save(tmp_path / "m.swvm")
    loaded = SequenceTagger.load(tmp_path / "m.swvm")
    assert loaded.get_params() == tagger.get_params()
    assert loaded.predict(X) == tagger.predict(X) == swvm.Model.load(tmp_path / "m.swvm").tag(X)
    assert np.array_equal(weights(loaded.fit(X, Y)), weights(tagger))


@pytest.mark.parametrize("copied", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy])
def test_pickles_and_copies(fitted, copied):
    again = copied(fitted)
    assert again.get_params() == fitted.get_params()
    assert again.predict(X) == fitted.predict(X)
    unfitted = copied(SequenceTagger(epochs=7))
    assert unfitted.epochs == 7
    assert not hasattr(unfitted, "model_")


def test_a_pickle_holds_the_bytes_of_the_model_file_and_a_damaged_one_is_refused(fitted, tmp_path):
    state = fitted.__getstate__()
    fitted.model_.save(tmp_path / "m.swvm")
    assert state["model"] == (tmp_path / "m.swvm").read_bytes()
    assert {type(value) for value in state["parameters"].values()} <= {str, int, float, bool, tuple, type(None)}
    damaged = bytearray(pickle.dumps(fitted))
    damaged[len(damaged) // 2] ^= 1
    with pytest.raises(ModelFileError, match="damaged"):
        pickle.loads(bytes(damaged))


def test_callbacks_see_every_epoch():
    seen = []
    SequenceTagger(epochs=3, on_epoch=lambda progress: seen.append(progress.report.epoch)).fit(X, Y)
    assert seen == [1, 2, 3]


def test_an_interrupted_fit_leaves_what_was_learned():
    def stop(progress):
        if progress.report.epoch == 2:
            raise KeyboardInterrupt

    tagger = SequenceTagger(epochs=5, on_epoch=stop)
    with pytest.raises(KeyboardInterrupt):
        tagger.fit(X, Y)
    assert np.array_equal(weights(tagger), weights(SequenceTagger(epochs=2).fit(X, Y)))


@pytest.mark.parametrize("method", ["predict", "predict_nbest", "score"])
def test_before_fit_there_is_a_sentence(method):
    with pytest.raises(NotFittedError, match="call fit first") as caught:
        getattr(SequenceTagger(), method)(X)
    assert isinstance(caught.value, (SettingError, ValueError, AttributeError))


@pytest.mark.parametrize(
    ("given", "labels", "message"),
    [
        ("Paris sleeps", None, "X is a str"),
        (["Paris", "sleeps"], None, r"sentence 1 is 'Paris', no list of tokens.*\[\['Paris', 'sleeps'\]\]"),
        ([[1, 2]], None, "a token is 1, a int"),
        ([["a"], ["b", 3]], [["O"], ["O", "O"]], "sentence 2: a value of the column 'word' is 3"),
        ([[("a", "b")], [("c",)]], None, r"sentence 2: the row \('c',\) does not have a value for each of word, pos"),
        ([["a"]], [["O"], ["O"]], "1 sentences of 'word' but 2 of 'label'"),
        ([["a", "b"]], [["O"]], "sentence 1 has 2 values of 'word', 1 of 'label'"),
        ([["a", "b"]], [[1, 2]], "sentence 1: a label is 1; it must be a string"),
        ([["a", "b"]], ["O O"], "y: sentence 1 is 'O O'"),
        ([["a", "b"]], None, "no labels"),
        (CORPUS, [["O"]], "do not have the lengths"),
        ([], [], "no sentences to learn from"),
    ],
)
def test_what_cannot_be_read_says_what_is_allowed(given, labels, message):
    with pytest.raises(DataError, match=message):
        SequenceTagger(epochs=1).fit(given, labels)


def test_empty_sentences_have_empty_labellings(fitted):
    assert fitted.predict([[], ["o1"], []])[0] == []
    assert fitted.predict([]) == []


def test_without_scikit_learn_everything_but_its_tools_works():
    code = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("sklearn", "scipy", "pandas"):
            raise ModuleNotFoundError(name)
import importlib.util
original = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name == "sklearn" else original(name, package)
sys.meta_path.insert(0, Absent())
import pickle, swvm
from swvm.data import load_corpus
from swvm.estimator.base import PlainEstimator
tagger = swvm.SequenceTagger(epochs=2, learner="mira")
assert isinstance(tagger, PlainEstimator), type(tagger).__mro__
corpus = load_corpus("demo", "dev")
print(repr(tagger), tagger.set_params(epochs=1).get_params()["epochs"])
tagger.fit(corpus.tokens(), corpus.tags()).partial_fit(corpus)
assert pickle.loads(pickle.dumps(tagger)).predict(corpus) == tagger.predict(corpus)
print(tagger.score(corpus) > 0.5, "sklearn" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.split("\n")[:2] == ["SequenceTagger(learner='mira', epochs=2) 1", "True False"]


def test_the_plain_estimator_refuses_unknown_parameters():
    class Plain(PlainEstimator):
        def __init__(self, *, epochs=10):
            self.epochs = epochs

    with pytest.raises(SwvmError, match=re.escape("Did you mean 'epochs'?")):
        Plain().set_params(epoch=3)
    assert repr(Plain(epochs=3)) == "Plain(epochs=3)"


def test_another_scheme_and_several_seeds_behind_the_estimator():
    """All that comes out is in the scheme of y, also after a pickle and after more sentences."""
    tagger = SequenceTagger(learner="mira", epochs=3, train_scheme="bioes", chain=2, seeds=2).fit(X, Y, X_dev=DEV)
    model = swvm.train(CORPUS, DEV, learner="mira", epochs=3, train_scheme="bioes", chain=2, seeds=2)
    expected = model.label(DEV).to_lists()
    assert tagger.predict(DEV) == expected == pickle.loads(pickle.dumps(tagger)).predict(DEV)
    assert set(tagger.classes_) == {label for labels in Y for label in labels}
    assert tagger.score(DEV) == pytest.approx(evaluate(DEV.tags(), expected).f1 / 100)
    for sentence in tagger.predict_nbest(DEV, 4):
        labellings = [tuple(one.labels) for one in sentence]
        assert len(set(labellings)) == len(labellings)
        assert {label for one in labellings for label in one} <= set(tagger.classes_)
    more = small_corpus(5, types=3)
    tagger.partial_fit(more)
    assert tagger.model_.record.scheme == "bioes"
    assert {"B-ORG"} <= set(tagger.classes_)
    assert not any(label[:2] in ("E-", "S-") for labels in tagger.predict(more) for label in labels)
