"""Sample weights scale the steps of their sentences; class weights stand in the costs of their labels."""

from __future__ import annotations

import numpy as np
import pytest
from small_corpus import small_corpus

from engines import every_engine, step, train
from strategies import make_case, zero_weights
from swvm.data.corpus import Corpus
from swvm.errors import SettingError
from swvm.learn.learners import LearnerConfig
from swvm.learn.problem import label_costs
from swvm.learn.training import train as train_model
from swvm.reference.delta import class_costs

CORPUS = small_corpus(1, 20)
LEARNERS = ["csp", "mira", "swvp", "swvm"]


@every_engine
@pytest.mark.parametrize("learner", LEARNERS)
def test_a_sentence_of_weight_0_has_no_effect(engine, learner):
    case = make_case(5, order=2, lengths=[4, 3, 4], integers=False)
    config = LearnerConfig(learner, k_best=2, C=0.5, average="none")
    without, _ = engine.train(case, config, [[0, 2], [2, 0]])
    found, counts = engine.train(case, config, [[0, 1, 2], [2, 1, 0]], sample_weights=[1.0, 0.0, 1.0])
    assert np.array_equal(found, without)
    _, counts = step(engine, case, config, 1, sample_weights=[1.0, 0.0, 1.0])
    assert counts.updates == 0


@every_engine
@pytest.mark.parametrize("learner", LEARNERS)
@pytest.mark.parametrize("weight", [2.0, 3.0, 0.25])
def test_a_weight_scales_the_step(engine, learner, weight):
    case = make_case(5, order=2, lengths=[4, 3], integers=False)
    config = LearnerConfig(learner, k_best=2, C=0.5, average="none")
    for sentence in range(2):
        plain, _ = step(engine, case, config, sentence)
        scaled, _ = step(engine, case, config, sentence, sample_weights=[weight, weight])
        expected = case.weights + weight * (plain.weights - case.weights)
        assert np.allclose(scaled.weights, expected, atol=1e-5)


def test_weights_of_1_change_no_bit():
    plain = train_model(CORPUS, learner="swvm", epochs=3)
    weighted = train_model(CORPUS, learner="swvm", epochs=3, sample_weights=[1.0] * 20)
    assert np.array_equal(plain.record.weights, weighted.record.weights)


@pytest.mark.parametrize("joint", [False, True])
@pytest.mark.parametrize("learner", LEARNERS)
def test_weights_in_batches(joint, learner):
    """A batch whose other sentences have the weight 0 is that sentence alone."""
    settings = {
        "learner": learner,
        "order": "file",
        "average": "none",
        "epochs": 1,
        "batch": 20,
        "joint": joint,
        "C": 1e-3,
    }
    alone = np.zeros(20)
    alone[3] = 2.0
    found = train_model(CORPUS, sample_weights=alone, **settings)
    chosen = CORPUS.select([3])
    expected = train_model(CORPUS, sample_weights=alone, **{**settings, "batch": 1, "joint": False})
    assert found.record.weights.any() and len(chosen) == 1
    if not joint or learner in ("csp", "swvp"):  # with joint, alpha_3 depends on the others
        assert np.array_equal(found.record.weights, expected.record.weights)
    else:
        assert np.array_equal(found.record.weights != 0, expected.record.weights != 0)


@every_engine
@pytest.mark.parametrize("learner", ["mira", "swvm"])
def test_a_class_weight_is_the_margin_asked_for(engine, learner):
    """One token, from weights of 0: the step is proportional to the cost of the gold label."""
    case = zero_weights(make_case(3, labels=3, lengths=[1]))
    case.encoded.gold[:] = 2
    config = LearnerConfig(learner, average="none")
    plain, _ = step(engine, case, config, 0)
    weighted, _ = step(engine, case, config, 0, costs=class_costs([1.0, 1.0, 4.0]))
    other, _ = step(engine, case, config, 0, costs=class_costs([4.0, 4.0, 1.0]))
    assert plain.weights.any()
    assert np.allclose(weighted.weights, 4 * plain.weights)
    assert np.array_equal(other.weights, plain.weights)


@every_engine
def test_class_weights_do_not_concern_csp(engine):
    case = make_case(7, lengths=[4, 3], integers=False)
    plain = train(engine, case, learner="csp")
    weighted, _ = engine.train(case, LearnerConfig("csp"), [[0, 1], [1, 0]], costs=class_costs([1.0, 5.0, 2.0]))
    assert np.array_equal(weighted, plain)


def test_a_heavy_class_is_found_more_often():
    """Words that say nothing, C = infinity: each step makes the margin 1 for O, the class weight for PER."""
    rng = np.random.default_rng(0)
    tags = [["B-PER" if rng.random() < 0.4 else "O"] for _ in range(200)]
    corpus = Corpus.from_sentences([["x"]] * 200, tags)
    shared = {"learner": "mira", "decoding": "cost-augmented", "epochs": 3}
    assert train_model(corpus, **shared).tag([["x"]]) == [["O"]]
    assert train_model(corpus, class_weights={"PER": 5.0}, **shared).tag([["x"]]) == [["B-PER"]]


def test_costs_by_label_and_by_type():
    labels = ("O", "B-PER", "I-PER", "B-LOC")
    costs = label_costs(labels, {"PER": 3.0, "B-LOC": 0.5})
    assert costs.tolist() == [[0, 1, 1, 1], [3, 0, 3, 3], [3, 3, 0, 3], [0.5, 0.5, 0.5, 0]]
    assert label_costs(labels).tolist() == [[float(a != b) for b in range(4)] for a in range(4)]


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"sample_weights": [1.0]}, "1 sample weights for 20 sentences"),
        ({"sample_weights": [-1.0] * 20}, "at least 0"),
        ({"sample_weights": [float("nan")] * 20}, "not a number"),
        ({"sample_weights": [float("inf")] * 20}, "not a number"),
        ({"class_weights": {"PERS": 2.0}}, "class weights"),
        ({"class_weights": {"PER": -1.0}}, "class weight of PER is -1"),
        ({"class_weights": {"PER": float("inf")}}, "class weight of PER is inf"),
        ({"class_weights": {"PER": float("nan")}}, "class weight of PER is nan"),
    ],
)
def test_wrong_weights_are_errors(given, message):
    with pytest.raises(SettingError, match=message):
        train_model(CORPUS, epochs=1, **given)
