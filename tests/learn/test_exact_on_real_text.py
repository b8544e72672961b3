"""What holds exactly between the learners, on the first sentences of CoNLL-2000, in both orders, natively."""

from __future__ import annotations

import numpy as np
import pytest

from swvm import _native
from swvm.data import Corpus, read
from swvm.data.corpus import Column
from swvm.learn.beginning import begin
from swvm.learn.engine import engine_for
from swvm.learn.gamma import GAMMAS
from swvm.learn.settings import train_config
from swvm.learn.training import train
from swvm.model.decode import encoded_arrays

pytestmark = pytest.mark.native

FIRST = "word[i], t[i]\npos[i], t[i]\nword[i-1], pos[i], t[i]\nt[i-1], t[i]\npos[i], t[i-1], t[i]\n"
SECOND = FIRST + "t[i-2], t[i-1], t[i]\npos[i], t[i-2], t[i]\n"
both_orders = pytest.mark.parametrize("order", [1, 2])


@pytest.fixture(scope="module")
def chunks(corpora):
    return read(corpora / "conll2000" / "train.txt", columns="word,pos,label").select(range(500))


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    folder = tmp_path_factory.mktemp("features")
    for order, text in ((1, FIRST), (2, SECOND)):
        (folder / f"{order}.features").write_text(text)
    return {order: str(folder / f"{order}.features") for order in (1, 2)}


class Steps:
    """Single steps on sentences of a corpus, each from weights that are given."""

    def __init__(self, corpus, features):
        beginning = begin(corpus, train_config(features=features))
        self.problem, self.zeros = beginning.setup.problem, beginning.state
        self.gold = self.problem.encoded.gold
        self.arrays = encoded_arrays(self.problem.encoded)

    def warm(self, sentences):
        """The weights after the sentences before this one, by MIRA, so that no two labellings tie."""
        return self.take(np.zeros_like(self.zeros.weights), range(sentences), learner="mira", C=0.05)[0]

    def take(self, weights, sentences, **settings):
        config = train_config(average="none", **settings)
        state = type(self.zeros).fresh(weights.shape, "none", 0, weights)
        counts = engine_for(self.problem, config)(state, np.array(sentences))
        return state.weights, counts

    def decoded(self, weights):
        return _native.decode(self.problem.chain, weights, self.arrays)[0][0]


@pytest.fixture(scope="module")
def steps(chunks, features):
    return {order: Steps(chunks, features[order]) for order in (1, 2)}


def same_bits(corpus, features, one, other, epochs=2):
    found, expected = (train(corpus, features=features, epochs=epochs, **settings) for settings in (one, other))
    return np.array_equal(found.record.weights, expected.record.weights)


@both_orders
@pytest.mark.parametrize("gamma", ["uniform", "wm", "softmin"])
@pytest.mark.parametrize("mode", ["aggressive", "balanced"])
def test_swvp_of_the_whole_is_csp(chunks, features, order, gamma, mode):
    swvp = {"learner": "swvp", "templates": "whole", "gamma": gamma, "mode": mode}
    assert same_bits(chunks, features[order], swvp, {"learner": "csp"})


@both_orders
@pytest.mark.parametrize("constraint", ["paper", "mix-loss", "each"])
@pytest.mark.parametrize("shared", [{}, {"C": 0.05}, {"k_best": 3}, {"k_best": 5, "C": 0.05, "batch": 4}])
def test_swvm_of_the_whole_is_mira(chunks, features, order, constraint, shared):
    swvm = {"learner": "swvm", "templates": "whole", "constraint": constraint, **shared}
    assert same_bits(chunks.select(range(250)), features[order], swvm, {"learner": "mira", **shared})


@both_orders
def test_released_swvm_of_the_whole_is_mira_up_to_rounding(steps, order):
    """Its residual L - sum gamma d has the d of the lattice, where MIRA multiplies w by the normal."""
    weights = steps[order].warm(100)
    for sentence in range(100, 200):
        found, _ = steps[order].take(weights, [sentence], learner="swvm", templates="whole", constraint="released")
        expected, _ = steps[order].take(weights, [sentence], learner="mira")
        assert np.allclose(found, expected, atol=1e-6)


def test_swvm_of_runs_is_mira_in_first_order(steps):
    """The uniform mix of the runs is DeltaPhi / |JJ|, and so is the mixed loss: the same constraint, up to rounding."""
    weights = steps[1].warm(100)
    moved = 0
    for sentence in range(100, 300):
        settings = {"templates": "run", "mode": "balanced", "constraint": "mix-loss"}
        found, counts = steps[1].take(weights, [sentence], learner="swvm", **settings)
        expected, _ = steps[1].take(weights, [sentence], learner="mira")
        assert np.allclose(found, expected, atol=1e-5)
        moved += counts["updates"]
    assert moved > 100


@both_orders
@pytest.mark.parametrize("gamma", ["uniform", "wm", "optimization"])
def test_a_step_of_swvm_meets_its_constraint(steps, order, gamma):
    """K = 1, C = infinity: afterwards w.v = L, where v is the step of SWVP."""
    weights = steps[order].warm(100)
    predicted = steps[order].decoded(weights)
    offsets, moved = steps[order].problem.encoded.offsets, 0
    for sentence in range(100, 200):
        after, counts = steps[order].take(weights, [sentence], learner="swvm", gamma=gamma)
        v = steps[order].take(weights, [sentence], learner="swvp", gamma=gamma)[0] - weights
        here = slice(offsets[sentence], offsets[sentence + 1])
        loss = np.count_nonzero(predicted[here] != steps[order].gold[here])
        if counts["updates"]:
            assert np.isclose(np.vdot(after.astype(float), v.astype(float)), loss, rtol=1e-3)
        moved += counts["updates"]
    assert moved > 30


def test_uniform_singles_are_csp_shared_out(steps):
    """First order, no two neighbouring errors: the SWVP step is the CSP step over |JJ|."""
    weights = steps[1].warm(200)
    predicted, offsets, seen = steps[1].decoded(weights), steps[1].problem.encoded.offsets, set()
    for sentence in range(200, 400):
        here = slice(offsets[sentence], offsets[sentence + 1])
        wrong = np.flatnonzero(predicted[here] != steps[1].gold[here])
        if len(wrong) == 0 or np.any(np.diff(wrong) == 1):
            continue
        csp = steps[1].take(weights, [sentence], learner="csp")[0] - weights
        swvp = steps[1].take(weights, [sentence], learner="swvp", mode="balanced")[0] - weights
        assert np.allclose(swvp, csp / len(wrong), atol=1e-5)
        seen.add(len(wrong))
    assert {1, 2, 3} <= seen


@both_orders
def test_margins_by_local_rescoring_are_those_of_whole_paths(steps, order):
    """A SetGamma sees d_J and the positions; m^J is scored as a whole beside them."""
    weights = steps[order].warm(100)
    predicted, gold = steps[order].decoded(weights), steps[order].gold
    offsets, arrays, seen = steps[order].problem.encoded.offsets, steps[order].arrays, []

    def gamma(margins, positions):
        seen.append((margins.copy(), positions))
        return np.full(len(margins), 1.0 / len(margins))

    right = _native.score_paths(steps[order].problem.chain, weights, arrays, gold)
    for sentence in range(100, 200):
        seen.clear()
        steps[order].take(weights, [sentence], learner="swvp", templates="double", mode="balanced", gamma=gamma)
        for margin, positions in zip(*(seen[0] if seen else ((), ())), strict=True):
            mixed = gold.copy()
            places = offsets[sentence] + np.array(positions)
            mixed[places] = predicted[places]
            scores = _native.score_paths(steps[order].problem.chain, weights, arrays, mixed)
            assert np.isclose(margin, right[sentence] - scores[sentence], atol=1e-4)


@both_orders
@pytest.mark.parametrize("learner", ["csp", "swvm"])
def test_the_lazy_average_is_the_plain_mean(chunks, features, steps, order, learner):
    weights, total, count = np.zeros_like(steps[order].zeros.weights), 0.0, 60
    for sentence in range(count):
        weights, _ = steps[order].take(weights, [sentence], learner=learner, C=0.1)
        total = total + weights.astype(np.float64)
    state = type(steps[order].zeros).fresh(weights.shape, "end", 0)
    engine_for(steps[order].problem, train_config(learner=learner, C=0.1))(state, np.arange(count))
    assert np.allclose(state.mean(), total / count, atol=1e-5)


@both_orders
@pytest.mark.parametrize("gamma", [name for name in GAMMAS if name != "wmr-released"])
def test_the_second_condition_holds_at_every_update(steps, order, gamma):
    """w.sum gamma DeltaPhi <= 0 for every SetGamma, under aggressive and with identity templates left out."""
    for sense in ("max", "min"):
        weights = steps[order].warm(50)
        _, counts = steps[order].take(weights, range(50, 300), learner="swvp", gamma=gamma, sense=sense)
        assert counts["mixes"] > 50
        assert counts["positive_mixes"] == 0


@both_orders
def test_renamed_labels_change_nothing(chunks, features, order):
    """Ids go by first appearance, so names cannot matter: the same bits."""
    known = dict.fromkeys(chunks.labelled().strings())
    names = {label: f"{label[:2]}T{len(label)}{label[:1:-1]}" if "-" in label else label for label in known}
    renamed = Corpus(
        chunks.columns,
        Column.from_strings("label", [names[label] for label in chunks.labelled().strings()]),
        chunks.offsets,
        chunks.documents,
    )
    settings = {"learner": "swvm", "features": features[order], "C": 0.1, "epochs": 2}
    one, other = train(chunks, **settings), train(renamed, **settings)
    assert np.array_equal(one.record.weights, other.record.weights)
    assert other.labels == tuple(names[label] for label in one.labels) != one.labels


@both_orders
def test_the_order_of_the_columns_changes_nothing(chunks, features, order):
    turned = Corpus(chunks.columns[::-1], chunks.labels, chunks.offsets, chunks.documents)
    settings = {"learner": "mira", "features": features[order], "C": 0.1, "epochs": 2}
    one, other = train(chunks, **settings), train(turned, **settings)
    assert one.columns == other.columns[::-1] == ("word", "pos")
    assert np.array_equal(one.label(chunks).codes, other.label(turned).codes)
