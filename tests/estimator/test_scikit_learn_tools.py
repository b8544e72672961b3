"""What scikit-learn's tools do with the estimator: clone, folds, searches, pipelines, routing, the HTML view."""

from __future__ import annotations

import numpy as np
import pytest

from swvm import SequenceTagger, SwvmError
from swvm.data import Corpus, load_corpus

sklearn = pytest.importorskip("sklearn")
from sklearn.base import BaseEstimator, clone  # noqa: E402
from sklearn.metrics import make_scorer  # noqa: E402
from sklearn.model_selection import (  # noqa: E402
    GridSearchCV,
    GroupKFold,
    RandomizedSearchCV,
    cross_val_predict,
    cross_val_score,
    cross_validate,
    learning_curve,
)
from sklearn.pipeline import make_pipeline  # noqa: E402
from sklearn.preprocessing import FunctionTransformer  # noqa: E402

CORPUS = load_corpus("demo", "dev").select(range(40))
X, Y = CORPUS.tokens(), CORPUS.tags()


@pytest.fixture
def routing():
    sklearn.set_config(enable_metadata_routing=True)
    yield
    sklearn.set_config(enable_metadata_routing=False)


def test_it_is_a_base_estimator_whose_parameters_are_the_settings():
    tagger = SequenceTagger(learner="swvm", k_best=3, seed=7)
    assert isinstance(tagger, BaseEstimator)
    assert {"learner", "k_best", "C", "epochs", "features", "threads"} <= set(tagger.get_params())
    assert repr(tagger) == "SequenceTagger(k_best=3, learner='swvm', seed=7)"
    assert tagger.set_params(k_best=5).k_best == 5


def test_a_clone_trains_to_the_same_weights():
    tagger = SequenceTagger(learner="mira", epochs=2).fit(X, Y)
    copy = clone(tagger)
    assert not hasattr(copy, "model_")
    assert np.array_equal(copy.fit(X, Y).model_.record.weights, tagger.model_.record.weights)


def test_an_unknown_parameter_is_a_type_error_and_a_wrong_value_waits_for_fit():
    with pytest.raises(TypeError, match="epoch"):
        SequenceTagger(epoch=3)
    tagger = SequenceTagger(epochs=0)
    with pytest.raises(SwvmError, match="epochs is 0"):
        tagger.fit(X, Y)


def test_folds_of_a_corpus_are_folds_of_its_lists():
    tagger = SequenceTagger(epochs=2)
    from_corpus = cross_val_score(tagger, CORPUS, cv=3)
    assert from_corpus.tolist() == cross_val_score(tagger, X, Y, cv=3).tolist()
    assert 0 < from_corpus.min() < from_corpus.max() < 1


def test_a_search_finds_the_better_setting():
    rows = [[(word, tag) for word, tag in zip(words, tags, strict=True)] for words, tags in zip(X, Y, strict=True)]
    search = GridSearchCV(
        SequenceTagger(epochs=2), {"columns": [("word", "pos")], "features": ["basic", "paper"]}, cv=2
    )
    search.fit(rows, Y)  # `basic` reads the column that gives the label away
    assert search.best_params_["features"] == "basic"
    assert search.best_score_ > 0.7
    assert [len(labels) for labels in search.predict(rows[:3])] == [len(words) for words in X[:3]]


def test_a_pipeline_changes_the_words_before_the_tagger():
    seen = []
    upper = FunctionTransformer(lambda X: [[word.upper() for word in sentence] for sentence in X])
    look = FunctionTransformer(lambda X: seen.append(X[0][0]) or X)
    pipeline = make_pipeline(upper, look, SequenceTagger(epochs=2)).fit(X, Y)
    assert seen == [X[0][0].upper()]
    assert pipeline.score(X, Y) > 0.5
    assert (
        pipeline.predict(X[:1])[0]
        == SequenceTagger(epochs=2)
        .fit([[word.upper() for word in sentence] for sentence in X], Y)
        .predict([[word.upper() for word in X[0]]])[0]
    )


def test_weights_are_routed_through_a_search(routing):
    seen = []

    class Watching(SequenceTagger):
        def fit(self, X, y=None, *, sample_weight=None, X_dev=None, y_dev=None):
            seen.append(None if sample_weight is None else len(sample_weight))
            return super().fit(X, y, sample_weight=sample_weight)

    tagger = Watching(epochs=1).set_fit_request(sample_weight=True).set_score_request(sample_weight=True)
    GridSearchCV(tagger, {"learner": ["csp"]}, cv=2).fit(X, Y, sample_weight=np.ones(len(X)))
    assert seen == [20, 20, 40]


def test_development_data_are_routed_too(routing):
    tagger = SequenceTagger(epochs=3).set_fit_request(sample_weight=True, X_dev=True, y_dev=True)
    pipeline = make_pipeline(FunctionTransformer(lambda X: X), tagger)
    pipeline.fit(X[10:], Y[10:], sample_weight=np.ones(30), X_dev=X[:10], y_dev=Y[:10])
    assert pipeline[-1].model_.training["best_epoch"] in (1, 2, 3)


def test_a_scorer_of_one_s_own_sees_lists_of_labels():
    def accuracy(gold, found):
        pairs = [pair for both in zip(gold, found, strict=True) for pair in zip(*both, strict=True)]
        return sum(a == b for a, b in pairs) / len(pairs)

    scores = cross_validate(SequenceTagger(epochs=2), X, Y, cv=2, scoring=make_scorer(accuracy))["test_score"]
    assert 0.7 < scores.min() <= scores.max() < 1


@pytest.mark.parametrize(
    "search",
    [
        lambda it: GridSearchCV(it, {"epochs": [2]}, cv=2),
        lambda it: RandomizedSearchCV(it, {"epochs": [2]}, n_iter=1, cv=2),
    ],
)
def test_searches_in_two_processes_find_the_same(search):
    alone = search(SequenceTagger(seed=3)).fit(X, Y)
    both = search(SequenceTagger(seed=3)).set_params(n_jobs=2).fit(X, Y)
    assert alone.best_score_ == both.best_score_
    assert alone.predict(X) == both.predict(X)


def test_folds_keep_groups_together_and_curves_are_drawn():
    groups = np.arange(40) // 10
    assert len(cross_val_score(SequenceTagger(epochs=1), CORPUS, groups=groups, cv=GroupKFold(4))) == 4
    sizes, learned, _ = learning_curve(SequenceTagger(epochs=3), X, Y, cv=2, train_sizes=[0.5, 1.0])
    assert sizes.tolist() == [10, 20]
    assert learned.min() > 0.5


def test_cross_val_predict_is_not_for_lists_of_lists():
    with pytest.raises(ValueError, match="inhomogeneous"):
        cross_val_predict(SequenceTagger(epochs=1), X, Y, cv=2)


def test_the_view_in_notebooks_names_what_was_set():
    html = SequenceTagger(learner="mira")._repr_html_()
    assert "SequenceTagger" in html
    assert "mira" in html


def test_a_corpus_is_cut_as_an_array_is():
    assert CORPUS.shape == (40,)
    for chosen in (slice(3, 5), [3, 4], np.arange(40) // 2 == 1, (np.array([3, 4]), ...), 7):
        part = CORPUS[chosen]
        assert isinstance(part, Corpus)
        expected = np.atleast_1d(np.arange(40)[chosen[0] if isinstance(chosen, tuple) else chosen])
        assert part.sentences() == [CORPUS.sentence(int(k)) for k in expected]
