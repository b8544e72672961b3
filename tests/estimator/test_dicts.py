"""The estimator on dicts: every learner against its twin, continuation, files, explanations, the command line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swvm
from shell import ok
from shell import swvm as call
from swvm.data import load_corpus
from swvm.errors import DataError
from swvm.insight import explain, inspect
from swvm.learn.learners import LEARNERS

pytestmark = pytest.mark.native

SECOND = """
bag(attributes[i]), t[i]
bag(attributes[i-1]), t[i]
bag(attributes[i]), t[i-1], t[i]
t[i-2], t[i-1], t[i]
"""


def features(sentence: list[str]) -> list[dict[str, Any]]:
    padded = ["<s>", *sentence, "</s>"]
    return [
        {"w": word, "title": word.istitle(), "length": len(word) / 8, "near": {"-1": left, "+1": right}}
        for left, word, right in zip(padded, padded[1:], padded[2:], strict=False)
    ]


@pytest.fixture(scope="module")
def data() -> tuple[list[Any], list[list[str]], list[Any], list[list[str]]]:
    train, test = load_corpus("demo", "train")[:120], load_corpus("demo", "test")[:60]
    return [features(s) for s in train.tokens()], train.tags(), [features(s) for s in test.tokens()], test.tags()


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("learner", LEARNERS)
def test_training_is_that_of_the_twin(learner: str, order: int, data: Any, tmp_path: Path) -> None:
    X, y, *_ = data
    settings: dict[str, Any] = {"learner": learner, "epochs": 2, "seed": 3}
    if order == 2:
        (tmp_path / "second.features").write_text(SECOND)
        settings["features"] = str(tmp_path / "second.features")
    native = swvm.SequenceTagger(**settings).fit(X[:25], y[:25])
    twin = swvm.SequenceTagger(**settings, engine="reference").fit(X[:25], y[:25])
    assert native.model_.record.chain.order == order
    np.testing.assert_allclose(native.model_.record.weights, twin.model_.record.weights, atol=2e-5)


def test_dicts_of_texts_are_what_templates_are(data: Any, tmp_path: Path) -> None:
    """The same features made by templates: the same labels and scores."""
    words, labels = load_corpus("demo", "train").tokens()[:120], data[1]
    (tmp_path / "two.features").write_text("w[i], t[i]\nsuffix(w[i], 2), t[i]\nt[i-1], t[i]\n")
    X = [[{"w": word, "s": word[-2:]} for word in sentence] for sentence in words]
    settings: dict[str, Any] = {"learner": "mira", "epochs": 3, "average": "none"}
    ours = swvm.SequenceTagger(**settings).fit(X, labels)
    theirs = swvm.SequenceTagger(**settings, features=str(tmp_path / "two.features")).fit(words, labels)
    assert ours.predict(X) == theirs.predict(words)
    for mine, other in zip(ours.predict_nbest(X[:20], 3), theirs.predict_nbest(words[:20], 3), strict=True):
        np.testing.assert_allclose([one.score for one in mine], [one.score for one in other], rtol=1e-4)


def test_a_value_is_a_factor(data: Any) -> None:
    """A weight learned for a value of 1 counts half for 0.5."""
    tagger = swvm.SequenceTagger(learner="csp", epochs=5, average="none").fit(
        [[{"up": 1}], [{"down": 1}]], [["UP"], ["DOWN"]]
    )
    (whole,), (half,) = (tagger.predict_nbest([[{"up": value}]], 2) for value in (1, 0.5))
    (none,) = tagger.predict_nbest([[{}]], 2)
    base = {one.labels[0]: one.score for one in none}
    added = [{one.labels[0]: one.score - base[one.labels[0]] for one in found} for found in (whole, half)]
    assert added[0]["UP"] == 2 * added[1]["UP"] != 0


def test_fit_predict_save_load(data: Any, tmp_path: Path) -> None:
    X, y, X_test, y_test = data
    tagger = swvm.SequenceTagger(learner="mira", epochs=5).fit(X, y)
    assert tagger.score(X, y) > 0.95
    assert tagger.score(X_test, y_test) > 0.4
    tagger.save(tmp_path / "m.swvm")
    loaded = swvm.SequenceTagger.load(tmp_path / "m.swvm")
    assert loaded.predict(X_test) == tagger.predict(X_test)
    assert swvm.Model.load(tmp_path / "m.swvm").tag(X_test) == tagger.predict(X_test)


def test_going_on_with_new_attributes(data: Any) -> None:
    X, y, *_ = data
    tagger = swvm.SequenceTagger(learner="mira", epochs=2).fit(X[:50], y[:50])
    before = tagger.model_.record.chain.counts[0]
    tagger.partial_fit(X[50:], y[50:])
    assert tagger.model_.record.chain.counts[0] > before
    assert tagger.score(X[50:], y[50:]) > 0.5
    names = tagger.model_.record.names
    assert names is not None
    assert len(names) == sum(tagger.model_.record.chain.counts)


def test_folds_cut_dicts_without_a_copy(data: Any) -> None:
    from swvm.data.attributes import corpus_of_dicts

    X, y, *_ = data
    corpus = corpus_of_dicts(X, y)
    settings: dict[str, Any] = {"learner": "mira", "epochs": 2}
    part = swvm.SequenceTagger(**settings).fit(corpus[20:80])
    assert part.predict(corpus[:20]) == swvm.SequenceTagger(**settings).fit(X[20:80], y[20:80]).predict(X[:20])


def test_a_killed_run_goes_on_to_the_same_bits(data: Any, tmp_path: Path) -> None:
    from swvm.data.attributes import corpus_of_dicts

    X, y, *_ = data
    corpus, state = corpus_of_dicts(X, y), tmp_path / "state"
    settings: dict[str, Any] = {"learner": "mira", "features": "attributes"}
    swvm.train(corpus, epochs=2, checkpoint=state, **settings)
    resumed = swvm.train(corpus, epochs=4, checkpoint=state, **settings)
    whole = swvm.train(corpus, epochs=4, **settings)
    assert resumed.record.weights.tobytes() == whole.record.weights.tobytes()
    X[0][0]["length"] += 1
    with pytest.raises(swvm.SwvmError, match="training data differ"):
        swvm.train(corpus_of_dicts(X, y), epochs=4, checkpoint=state, **settings)


def test_explanations_add_up_exactly(data: Any) -> None:
    from fractions import Fraction

    X, y, X_test, _ = data
    model = swvm.SequenceTagger(learner="mira", epochs=3).fit(X, y).model_
    for explanation in explain(model, X_test[:15]):
        for token in explanation.tokens:
            exact = sum((Fraction(vote.weight) - Fraction(vote.other_weight) for vote in token.votes), Fraction(0))
            assert token.difference == pytest.approx(float(exact), abs=0)
    first = next(iter(explain(model, X_test)))
    assert any("length" in vote.feature for vote in first.tokens[0].votes)
    assert first.tokens[0].token == X_test[0][0]["w"]


def test_inspect_names_attributes(data: Any) -> None:
    X, y, *_ = data
    model = swvm.SequenceTagger(learner="mira", epochs=3).fit(X, y).model_
    found = str(inspect(model).to_json())
    assert "bag(attributes[i])=title" in found


def test_a_file_has_no_attributes(data: Any, tmp_path: Path) -> None:
    X, y, *_ = data
    path = tmp_path / "m.swvm"
    tagger = swvm.SequenceTagger(epochs=1).fit(X, y)
    tagger.save(path)
    with pytest.raises(DataError, match="there are no attributes"):
        tagger.predict([["Paris"]])
    (tmp_path / "text.txt").write_text("Paris\n")
    assert "there are no attributes 'attributes'" in call("tag", path, tmp_path / "text.txt").error
    assert "bag(attributes[i]), t[i]" in ok("info", path).out
    assert "bag(attributes[i])=title" in ok("inspect", path, "--csv").out
