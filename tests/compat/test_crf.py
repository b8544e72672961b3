"""`swvm.compat.CRF` and its metrics: the names, parameters and attributes of sklearn-crfsuite."""

from __future__ import annotations

import inspect
import pickle
from pathlib import Path
from typing import Any

import pytest

import swvm
from swvm.compat import CRF, metrics
from swvm.data import load_corpus
from swvm.errors import SettingError
from swvm.estimator.base import NotFittedError

pytestmark = pytest.mark.native


NOT_HERE = ["tagger_"]  # it is there after `fit`


def features(sentence: list[str]) -> list[dict[str, Any]]:
    return [{"bias": 1.0, "word": word, "word[-2:]": word[-2:], "title": word.istitle()} for word in sentence]


@pytest.fixture(scope="module")
def data() -> tuple[list[Any], list[list[str]]]:
    corpus = load_corpus("demo", "train")[:150]
    return [features(s) for s in corpus.tokens()], corpus.tags()


@pytest.fixture(scope="module")
def crf(data: Any) -> CRF:
    return CRF(algorithm="ap", max_iterations=5).fit(*data)


def test_its_parameters_are_theirs() -> None:
    theirs = pytest.importorskip("sklearn_crfsuite").CRF
    wanted = list(inspect.signature(theirs).parameters)
    assert list(inspect.signature(CRF).parameters) == [*wanted, "random_state"]
    public = {name for name in dir(theirs) if not name.startswith("_")}
    assert sorted(name for name in public if not hasattr(CRF, name)) == sorted(NOT_HERE)


def test_its_metrics_are_theirs() -> None:
    theirs = pytest.importorskip("sklearn_crfsuite.metrics")
    names = [name for name in dir(theirs) if name.startswith(("flat_", "sequence_"))]
    assert [name for name in names if not hasattr(metrics, name)] == []


def test_fit_and_predict(crf: CRF, data: Any) -> None:
    X, y = data
    assert crf.score(X, y) > 0.97
    assert crf.predict_single(X[0]) == crf.predict(X[:1])[0]
    assert set(crf.classes_) == {label for sentence in y for label in sentence}
    assert crf.predict([[["bias", "word:Paris", "title"]]])[0][0] in crf.classes_


@pytest.mark.parametrize(
    ("parameters", "expected"),
    [
        ({"algorithm": "ap", "max_iterations": 4}, {"learner": "csp", "epochs": 4}),
        ({"algorithm": "ap", "averaging": False}, {"average": "none", "epochs": 30}),
        ({"algorithm": "pa", "c": 0.5, "max_iterations": 4}, {"learner": "mira", "C": 0.5, "epochs": 4}),
        ({"algorithm": "pa", "max_iterations": 4}, {"C": 1.0}),
        ({"algorithm": "pa", "pa_type": 0, "max_iterations": 4}, {"C": float("inf")}),
        ({"algorithm": "ap", "max_iterations": 2, "min_freq": 3}, {"minimum_count": 3}),
        ({"algorithm": "ap", "max_iterations": 2, "random_state": 7}, {"seed": 7}),
    ],
)
def test_parameters(parameters: dict[str, Any], expected: dict[str, Any], data: Any) -> None:
    X, y = data
    tagger = CRF(**parameters).fit(X[:20], y[:20]).tagger_
    assert {name: getattr(tagger, name) for name in expected} == expected


def test_the_likelihood_is_not_maximised(data: Any) -> None:
    X, y = data
    with pytest.warns(UserWarning, match="trains MIRA with the 3 best labellings for 20 epochs, and c1, c2 and max_it"):
        crf = CRF(algorithm="lbfgs", c1=0.1, c2=0.1, max_iterations=100, all_possible_transitions=True).fit(X, y)
    assert (crf.tagger_.learner, crf.tagger_.k_best, crf.tagger_.epochs) == ("mira", 3, 20)


def test_the_ends_of_mentions_are_learned_too_and_what_comes_out_is_as_the_data(data: Any) -> None:
    X, y = data
    with pytest.warns(UserWarning, match="likelihood"):
        crf = CRF().fit(X, y)
    labels = {label for sentence in y for label in sentence}
    assert crf.tagger_.train_scheme == "bioes"
    assert set(crf.classes_) == labels == {label for sentence in crf.predict(X) for label in sentence}
    assert {"S-PER", "E-PER"} <= {label for _, label in crf.state_features_}
    tags = [["DT" if label == "O" else "NN" for label in sentence] for sentence in y]
    with pytest.warns(UserWarning, match="likelihood"):
        assert CRF().fit(X, tags).tagger_.train_scheme == "data"


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"algorithm": "arow"}, "write algorithm='pa'"),
        ({"algorithm": "sgd"}, "unknown algorithm 'sgd'"),
        ({"algorithm": "pa", "pa_type": 2}, "write pa_type=1"),
        ({"algorithm": "ap", "trainer_cls": object}, "write verbose=True"),
        ({"algorithm": "ap", "max_iterations": 0}, "epochs is 0"),
    ],
)
def test_what_has_no_counterpart(parameters: dict[str, Any], message: str, data: Any) -> None:
    with pytest.raises(SettingError, match=message):
        CRF(**parameters).fit(*data)


def test_weights_by_name(crf: CRF, data: Any) -> None:
    states, transitions = crf.state_features_, crf.transition_features_
    assert all(states.values())
    assert {attribute for attribute, _ in states} <= set(crf.attributes_)
    assert crf.num_attributes_ == len(crf.attributes_) == len({*crf.attributes_})
    assert {"bias", "title", "word:the"} <= set(crf.attributes_)
    assert set(transitions) == {(p, q) for p in crf.classes_ for q in crf.classes_}
    assert transitions["B-PER", "I-PER"] > transitions["O", "I-PER"]
    assert crf.size_ == len(crf.tagger_.model_.to_bytes())


def test_the_weights_are_the_models_scores(crf: CRF) -> None:
    """A sentence of one token: its states, and the transitions from the begin and to the end that all labels have."""
    token, plain = [{"title": 0.5, "word": "the"}], [{}]
    states = crf.state_features_
    (with_token,), (without,) = (crf.tagger_.predict_nbest([s], len(crf.classes_)) for s in (token, plain))
    base = {one.labels[0]: one.score for one in without}
    for one in with_token:
        (label,) = one.labels
        added = 0.5 * states.get(("title", label), 0.0) + states.get(("word:the", label), 0.0)
        assert one.score - base[label] == pytest.approx(added, abs=1e-3)


def test_development_data_choose_the_epoch(data: Any) -> None:
    X, y = data
    crf = CRF(algorithm="ap", max_iterations=6).fit(X[:100], y[:100], X[100:], y[100:])
    assert 1 <= crf.tagger_.model_.training["best_epoch"] <= 6


def test_verbose_and_a_file(data: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    X, y = data
    crf = CRF(algorithm="ap", max_iterations=2, verbose=True, model_filename=str(tmp_path / "m.swvm")).fit(X, y)
    assert capsys.readouterr().err.startswith("epoch 1: ")
    assert swvm.SequenceTagger.load(tmp_path / "m.swvm").predict(X) == crf.predict(X)


def test_marginals_are_refused_until_they_are_probabilities(crf: CRF, data: Any) -> None:
    with pytest.raises(SettingError, match="sums of weights, not probabilities"):
        crf.predict_marginals(data[0])
    with pytest.raises(SettingError, match="sums of weights, not probabilities"):
        crf.predict_marginals_single(data[0][0])


def test_marginals(data: Any) -> None:
    X, y = data
    crf = CRF(algorithm="ap", max_iterations=3).fit(X[:100], y[:100])
    crf.tagger_.calibrate(X[100:], y[100:])
    found = crf.predict_marginals(X[100:])
    assert [len(sentence) for sentence in found] == [len(sentence) for sentence in y[100:]]
    assert all(sum(token.values()) == pytest.approx(1.0, abs=1e-4) for sentence in found for token in sentence)
    assert found[3] == crf.predict_marginals_single(X[103])
    best = [[max(token, key=token.__getitem__) for token in sentence] for sentence in found]
    assert metrics.flat_accuracy_score(crf.predict(X[100:]), best) > 0.95


def test_not_trained() -> None:
    with pytest.raises(NotFittedError, match="call fit first"):
        CRF().predict([[{}]])


def test_with_scikit_learn(data: Any) -> None:
    pytest.importorskip("sklearn")
    from sklearn.base import clone
    from sklearn.model_selection import RandomizedSearchCV

    X, y = data
    search = RandomizedSearchCV(CRF(algorithm="pa", max_iterations=2), {"c": [0.1, 1.0]}, n_iter=2, cv=2)
    assert search.fit(X, y).best_params_["c"] in (0.1, 1.0)
    crf = clone(CRF(algorithm="pa", c=0.3))
    assert (crf.c, repr(crf)) == (0.3, "CRF(algorithm='pa', c=0.3)")
    fitted = CRF(algorithm="ap", max_iterations=2).fit(X, y)
    assert pickle.loads(pickle.dumps(fitted)).predict(X) == fitted.predict(X)


def test_metrics(crf: CRF, data: Any) -> None:
    pytest.importorskip("sklearn")
    gold, found = [["A", "B"], ["A"]], [["A", "A"], ["A"]]
    assert metrics.flat_accuracy_score(gold, found) == pytest.approx(2 / 3)
    assert metrics.flat_f1_score(gold, found, average="macro", labels=["A"]) == pytest.approx(0.8)
    assert metrics.sequence_accuracy_score(gold, found) == 0.5
    assert "precision" in metrics.flat_classification_report(gold, found, zero_division=0)
    assert crf.score(*data) == pytest.approx(metrics.flat_accuracy_score(data[1], crf.predict(data[0])))
