"""A bias is added to every token's score of a label, and to nothing else."""

from __future__ import annotations

import numpy as np
import pytest

import swvm
from swvm.data import load_corpus
from swvm.errors import SettingError, SwvmError
from swvm.model.bias import biased


@pytest.fixture(scope="module")
def model() -> swvm.Model:
    return swvm.train(load_corpus("demo", "train"), learner="mira", epochs=3, train_scheme="bioes")


def score_of(model: swvm.Model, corpus: swvm.Corpus, labels: list[list[str]]) -> np.ndarray:
    ids = np.concatenate([model.label_ids(sentence) for sentence in labels])
    return model.decode(corpus, forced=ids).scores[0]


def test_the_score_of_a_labelling_grows_by_the_amount_for_each_of_its_tokens(model: swvm.Model) -> None:
    dev = load_corpus("demo", "dev")
    labels = dev.tags()
    outside = np.array([sentence.count("O") for sentence in labels])
    difference = score_of(model.with_bias({"O": -0.25}), dev, labels) - score_of(model, dev, labels)
    np.testing.assert_allclose(difference, -0.25 * outside, atol=1e-3)


def test_a_type_stands_for_all_its_labels(model: swvm.Model) -> None:
    dev = load_corpus("demo", "dev")
    labels = dev.tags()
    of_type = np.array([sum(label.endswith("-PER") for label in sentence) for sentence in labels])
    difference = score_of(model.with_bias({"PER": 0.5}), dev, labels) - score_of(model, dev, labels)
    np.testing.assert_allclose(difference, 0.5 * of_type, atol=1e-3)


def test_more_is_found_when_the_label_outside_loses(model: swvm.Model) -> None:
    dev = load_corpus("demo", "dev")
    found = [
        sum(label != "O" for s in model.with_bias({"O": x}).label(dev).to_lists() for label in s) for x in (-1, 0, 1)
    ]
    assert found[0] > found[1] > found[2]


def test_what_cannot_be_is_refused(model: swvm.Model) -> None:
    with pytest.raises(SwvmError, match="XYZ"):
        model.with_bias({"XYZ": 1.0})
    with pytest.raises(SettingError, match="finite"):
        model.with_bias({"O": float("nan")})


def test_the_templates_need_the_label_alone(tmp_path) -> None:
    features = tmp_path / "my.features"
    features.write_text("w[i], t[i]\nt[i-1], t[i]\n")
    without = swvm.train(load_corpus("demo", "train"), epochs=1, features=str(features))
    with pytest.raises(SettingError, match=r"t\[i\]"):
        biased(without.record, {"O": 0.1})
