"""What each setting of a learner does to a single step."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines import every_engine, step, train
from strategies import Case, cases, encode, make_case, random_weights, rename, zero_weights
from swvm.errors import SettingError
from swvm.learn.gamma import GAMMAS
from swvm.learn.learners import LearnerConfig
from swvm.learn.templates import TEMPLATES
from swvm.reference.brute_force import brute_force
from swvm.reference.chain import ReferenceChain
from swvm.reference.counts import Counts
from swvm.reference.delta import class_costs, delta, hamming, hamming_costs, inner
from swvm.reference.encoded import Sentence
from swvm.reference.example import decode
from swvm.reference.scores import dot
from swvm.reference.swvp import swvp

learners = st.sampled_from(["csp", "mira", "swvp", "swvm"])
few = settings(max_examples=30, deadline=None, derandomize=True)  # real weights: rounding may break a rare tie


def difference(case, gold, other, sentence=0):
    return delta(Sentence(ReferenceChain(**case.chain), case.encoded, sentence), gold, other)


@every_engine
def test_c_of_zero_moves_nothing(engine):
    case = make_case(2, order=2)
    for learner in ("mira", "swvm"):
        assert np.array_equal(train(engine, case, learner=learner, k_best=3, C=0.0, average="none"), case.weights)


@every_engine
@few
@given(case=cases(masked=False), templates=st.sampled_from(["single", "run", "double"]))
def test_each_meets_the_constraint_of_every_template(engine, case, templates):
    """C = infinity: all w.DeltaPhi(m^J) >= L(y, m^J), where they can be met together."""
    config = LearnerConfig("swvm", constraint="each", templates=templates, mode="balanced", average="none")
    for sentence in range(len(case.encoded)):
        (_, predicted), *_ = engine.k_best(case, sentence, 1)
        after, counts = step(engine, case, config, sentence)
        gold = case.gold_of(sentence)
        if counts.unconverged:
            continue
        for J in TEMPLATES[templates].function(gold, predicted):
            mixed = [predicted[i] if i in J else y for i, y in enumerate(gold)]
            normal = difference(case, gold, mixed, sentence)
            if normal:
                assert dot(after.weights, normal) >= sum(y != m for y, m in zip(gold, mixed, strict=True)) - 1e-3


@every_engine
def test_costs_and_sample_weights(engine):
    """A class weight of 3 on the gold label asks for a margin of 3; a sentence's weight scales its step."""
    chain = {"labels": 2, "order": 1, "features": (1, 0, 0, 0), "constants": (), "pairs": None, "allowed": None}
    encoded = encode([[[[0]]], [], [], []], [[1]])
    case = Case(chain, encoded, np.zeros((1, 8), np.float32))
    config = LearnerConfig("mira", average="none")
    after, _ = step(engine, case, config, 0, costs=class_costs([1.0, 3.0]))
    assert after.weights[0, :2].tolist() == [-1.5, 1.5]
    after, _ = step(engine, case, config, 0, sample_weights=[0.5])
    assert after.weights[0, :2].tolist() == [-0.25, 0.25]


@every_engine
@pytest.mark.parametrize("learner", ["swvp", "swvm"])
@pytest.mark.parametrize("templates", [name for name in TEMPLATES if name != "span"])
def test_a_user_function_equals_the_named_one(engine, learner, templates):
    case = make_case(7, order=2, lengths=[4, 4, 3], integers=False)
    expected = train(engine, case, learner=learner, gamma="softmin", templates=templates, k_best=2, C=0.5)
    found = train(
        engine,
        case,
        learner=learner,
        gamma=lambda margins: GAMMAS["softmin"].function(margins, temperature=1.0),
        templates=lambda gold, predicted: list(TEMPLATES[templates].function(gold, predicted)),
        k_best=2,
        C=0.5,
    )
    assert np.allclose(found, expected, atol=1e-5)


@every_engine
def test_a_wrong_user_function_names_the_sentence(engine):
    case = zero_weights(make_case(7, lengths=[4, 4]))
    case.encoded.gold[:] = 1
    config = LearnerConfig("swvp", gamma=lambda margins: margins + 7)
    with pytest.raises(SettingError, match="sentence 2"):
        engine.train(case, config, [[1]])


@every_engine
def test_identity_templates(engine):
    """Under optimization a template of margin 0 takes all the mass: with identity included SWVP never moves."""
    case = make_case(11, lengths=[4], integers=False)
    (_, best), *_ = engine.k_best(case, 0, 1)
    case.encoded.gold[:] = best
    case.encoded.gold[0] = (best[0] + 1) % case.labels
    shared = {"learner": "swvp", "gamma": "optimization", "average": "none"}
    after, counts = step(engine, case, LearnerConfig(**shared, identity="include"), 0)
    assert np.array_equal(after.weights, case.weights)
    assert counts.templates == 4
    after, counts = step(engine, case, LearnerConfig(**shared), 0)
    assert counts.templates == 1
    assert not np.array_equal(after.weights, case.weights)


@every_engine
def test_fallback_where_no_template_is_left(engine):
    """One error has no pair of wrong positions: `double` falls back to the whole, and SWVP to CSP."""
    case = make_case(11, lengths=[4], integers=False)
    (_, best), *_ = engine.k_best(case, 0, 1)
    case.encoded.gold[:] = best
    case.encoded.gold[0] = (best[0] + 1) % case.labels
    found, counts = step(engine, case, LearnerConfig("swvp", templates="double", average="none"), 0)
    expected, _ = step(engine, case, LearnerConfig("csp", average="none"), 0)
    assert counts.fallbacks == 1
    assert np.array_equal(found.weights, expected.weights)


@every_engine
@few
@given(case=cases(integers=False, order=1, masked=False), gamma=st.sampled_from(list(GAMMAS)), k=st.integers(1, 3))
def test_released_swvp_goes_one_by_one(engine, case, gamma, k):
    """The K best of the weights before the step, but margins and gamma of the weights moved so far."""
    config = LearnerConfig("swvp", gamma=gamma, k_best=k, constraint="released", average="none")
    for number in range(len(case.encoded)):
        sentence = Sentence(ReferenceChain(**case.chain), case.encoded, number)
        example = decode(sentence, case.weights.copy(), hamming_costs(case.labels), k)
        for rival in example.rivals:
            part = replace(example, rivals=(rival,))
            for cell, value in swvp(part, config, None, Counts()).items():
                example.weights[cell] += np.float32(value)
        after, _ = step(engine, case, config, number)
        assert np.allclose(after.weights, example.weights, atol=1e-5)


@every_engine
def test_released_swvm_moves_along_the_whole_difference(engine):
    """w + alpha DeltaPhi(x, y, y*) with alpha = (L - sum of gamma d) / ||DeltaPhi||^2."""
    case = make_case(13, order=2, lengths=[4], integers=False)
    shared = {"gamma": "softmin", "mode": "balanced", "average": "none"}
    after, counts = step(engine, case, LearnerConfig("swvm", constraint="released", **shared), 0)
    assert counts.updates == 1
    csp, _ = step(engine, case, LearnerConfig("csp", average="none"), 0)
    mix, _ = step(engine, case, LearnerConfig("swvp", **shared), 0)
    normal = (csp.weights - case.weights).astype(float)
    mean_margin = np.sum(case.weights * (mix.weights - case.weights).astype(float))
    (_, predicted), *_ = engine.k_best(case, 0, 1)
    loss = hamming(hamming_costs(case.labels), case.gold_of(0), predicted)
    alpha = (loss - mean_margin) / np.sum(normal**2)
    assert np.allclose(after.weights, case.weights + alpha * normal, atol=1e-4)


@every_engine
@pytest.mark.parametrize("learner", ["csp", "mira", "swvp", "swvm"])
def test_training_leaves_the_padding_alone(engine, learner):
    case = make_case(17, order=2, lengths=[3, 3], pairs=True, integers=False)
    assert np.all(train(engine, case, learner=learner, k_best=2, C=0.1)[:, case.labels + 1 :] == 1000)


def test_random_weights_have_the_contract_shape():
    case = make_case(1, order=2, pairs=True)
    chain = ReferenceChain(**case.chain)
    assert random_weights(np.random.default_rng(0), case.chain).shape == (chain.rows, chain.lanes)


class Tags:
    """Labels O, B, I of one type."""

    tags = np.array([0, 1, 2], np.int8)
    types = np.array([-1, 0, 0], np.int32)


@every_engine
def test_spans_in_training(engine):
    """Gold O B I, predicted O O O: `span` replaces the mention whole, `single` breaks it."""
    chain = {"labels": 3, "order": 1, "features": (3, 0, 0, 0), "constants": (), "pairs": None, "allowed": None}
    encoded = encode([[[[0], [1], [2]]], [], [], []], [[0, 1, 2]])
    case = Case(chain, encoded, np.zeros((3, 8), np.float32))
    for templates, expected in (("span", 1.0), ("single", 0.5)):
        config = LearnerConfig("swvp", templates=templates, average="none")
        after, counts = step(engine, case, config, 0, tags=Tags())
        assert counts.templates == round(1 / expected)
        assert after.weights[[1, 2], [1, 2]].tolist() == [expected, expected]


@every_engine
@few
@given(case=cases(integers=False, masked=False), scale=st.sampled_from([0.1, 1.0]))
def test_cost_augmented_decoding_and_hope_and_fear(engine, case, scale):
    """MIRA's step is along Phi(hope) - Phi(fear), both found by brute force."""
    case = case.with_weights(case.weights * np.float32(scale))
    for number in range(len(case.encoded)):
        sentence = Sentence(ReferenceChain(**case.chain), case.encoded, number)
        cost = hamming_costs(case.labels)[case.gold_of(number)]
        (_, fear), *_ = brute_force(sentence, case.weights, 1, added=cost)
        (_, hope), *_ = brute_force(sentence, case.weights, 1, added=-cost)
        for decoding, target in (("cost-augmented", sentence.gold), ("hope-fear", hope)):
            config = LearnerConfig("mira", decoding=decoding, average="none")
            after, counts = step(engine, case, config, number)
            normal = {} if fear in (target, sentence.gold) else delta(sentence, target, fear)
            if not normal:
                assert counts.updates == 0
                continue
            costs = hamming_costs(case.labels)
            loss = hamming(costs, sentence.gold, fear) - hamming(costs, sentence.gold, target)
            expected = max(0.0, loss - dot(case.weights, normal)) / inner(normal, normal)
            moved = case.weights.astype(np.float64)
            for cell, value in normal.items():
                moved[cell] += expected * value
            assert np.allclose(after.weights, moved, atol=1e-4)


@every_engine
@few
@given(
    seed=st.integers(0, 999), learner=st.sampled_from(["csp", "mira", "swvp", "swvm"]), order=st.sampled_from([1, 2])
)
def test_renaming_labels_changes_no_step(engine, seed, learner, order):
    """From random weights, where nothing ties: the scores of all labellings stay the same, up to rounding."""
    case = make_case(seed, order=order, lengths=[3, 4], integers=False)
    new = np.random.default_rng(seed).permutation(case.labels)
    config = LearnerConfig(learner, k_best=2, gamma="softmin", C=1.0)
    renamed = rename(case, new)
    one = case.with_weights(engine.train(case, config, [[0, 1]])[0])
    two = renamed.with_weights(engine.train(renamed, config, [[0, 1]])[0])
    for sentence in range(2):
        expected = engine.k_best(one, sentence, 9)
        found = engine.k_best(two, sentence, 9)
        assert np.allclose([value for value, _ in found], [value for value, _ in expected], atol=1e-3)
        assert found[0][1] == tuple(new[list(expected[0][1])])


@every_engine
def test_balanced_may_break_the_second_condition(engine):
    """The report counts it: a template that is no violation weighs as much as one that is, under `uniform`."""
    found = 0
    for seed in range(40):
        case = make_case(seed, order=2, lengths=[4], integers=False)
        _, counts = step(engine, case, LearnerConfig("swvp", mode="balanced", average="none"), 0)
        found += counts.positive_mixes
        _, counts = step(engine, case, LearnerConfig("swvp", mode="aggressive", average="none"), 0)
        assert counts.positive_mixes == 0
    assert found > 0
