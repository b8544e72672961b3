"""What the estimator says of its predictions."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

import swvm
from made_models import made_corpus
from swvm.errors import SettingError


@pytest.fixture(scope="module")
def tagger():
    return swvm.SequenceTagger(epochs=2).fit(made_corpus(1))


def test_decision_scores_are_0_for_what_is_predicted(tagger):
    corpus = made_corpus(2, 8)
    scores, predicted = tagger.decision_scores(corpus), tagger.predict(corpus)
    classes = tagger.classes_.tolist()
    assert [len(one) for one in scores] == [len(one) for one in predicted]
    for values, labels in zip(scores, predicted, strict=True):
        assert values.shape == (len(labels), len(classes))
        assert (values <= 0).all()
        assert [values[i, classes.index(label)] for i, label in enumerate(labels)] == [0.0] * len(labels)
        second = tagger.predict_nbest([["o1", "p1"]], 2)[0]
    behind = tagger.decision_scores([["o1", "p1"]])[0]
    assert np.sort(behind.ravel())[::-1][2] == pytest.approx(second[1].score - second[0].score, abs=1e-4)


def test_probabilities_need_calibration(tagger):
    for ask in (tagger.predict_marginals, tagger.predict_probabilities):
        with pytest.raises(SettingError, match="not calibrated: it has scores, no probabilities"):
            ask([["o1"]])
    assert tagger.view([["o1"]]).kind == "score"


def test_a_calibrated_estimator():
    tagger = swvm.SequenceTagger(epochs=2).fit(made_corpus(1))
    assert tagger.calibrate(made_corpus(6, 60)) is tagger
    (marginals,) = tagger.predict_marginals([["o1", "p1"]])
    (values,) = tagger.predict_probabilities([["o1", "p1"]])
    assert list(marginals[0].values()) == values[0].tolist()
    assert set(marginals[0]) == set(tagger.classes_)
    assert values.sum(1) == pytest.approx(1)
    assert tagger.view([["o1"]]).kind == "probability"
    again = pickle.loads(pickle.dumps(tagger))
    assert again.predict_marginals([["o1", "p1"]]) == [marginals]
    tagger.partial_fit(made_corpus(7))
    with pytest.raises(SettingError, match="not calibrated"):
        tagger.predict_marginals([["o1"]])
