"""Training that goes on: what is known keeps its id and its score, and the averages stay means."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm import _native
from swvm.data.corpus import Corpus
from swvm.errors import DataError, SettingError
from swvm.evaluate import evaluate
from swvm.learn.beginning import begin
from swvm.learn.continuation import Known, prepare_more
from swvm.learn.engine import engine_for
from swvm.learn.growth import grow
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.runs import epoch_order
from swvm.learn.settings import train_config
from swvm.learn.setup import prepare
from swvm.learn.state import TrainingState
from swvm.learn.training import train
from swvm.model.decode import encoded_arrays
from swvm.model.model import Model

FIRST = "w[i], t[i]\nw[i-1], t[i]\nt[i]\nt[i-1], t[i]\nw[i], t[i-1], t[i]\n"
SECOND = FIRST + "t[i-2], t[i-1], t[i]\nw[i], t[i-2], t[i]\nw[i], t[i-2], t[i-1], t[i]\n"
both_orders = pytest.mark.parametrize("order", [1, 2])


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    """The two feature files, by the order of their chain."""
    folder = tmp_path_factory.mktemp("features")
    for order, text in ((1, FIRST), (2, SECOND)):
        (folder / f"{order}.features").write_text(text)
    return {order: str(folder / f"{order}.features") for order in (1, 2)}


OLD = small_corpus(1, types=2)
NEW = small_corpus(2, types=3, first_word=6)  # half of the words are new, and a type
SMALL = small_corpus(3, sentences=12, types=1, first_word=15)


def weights_of(model):
    return model.record.weights[:, : len(model.labels) + 1]


def scores_of(chain, weights, encoded, labels):
    return _native.score_paths(chain, weights, encoded_arrays(encoded), labels)


@both_orders
def test_old_sentences_score_what_they_did(features, order):
    model = train(OLD, features=features[order], epochs=3)
    beginning = begin(NEW, train_config(epochs=1), start=model)
    problem = beginning.setup.problem
    assert problem.labels[: len(model.labels)] == model.labels and "B-ORG" in problem.labels
    paths = model.decode(OLD, k_best=3)
    chain, weights = problem.chain, beginning.state.weights
    for labels, scores in zip(paths.labels, paths.scores, strict=True):
        if np.isfinite(scores).all():
            assert np.array_equal(scores_of(chain, weights, beginning.setup.encoder.encode(OLD), labels), scores)


@both_orders
def test_names_are_joined(features, order):
    model = train(OLD, features=features[order], epochs=2)
    more = train(NEW, start=model, epochs=2)
    fresh = set(_names(train(NEW, features=features[order], epochs=1))[0])
    old, new = _names(model), _names(more)
    for kind, (before, after) in enumerate(zip(old, new, strict=True)):
        assert after[: len(before)] == before, kind
        assert len(after) == more.record.chain.counts[kind]
        assert len(set(after)) == len(after)
    assert fresh <= set(new[0])
    assert len(new[0]) > len(old[0])


def _names(model):
    """The names of each kind, by id."""
    names, counts = model.record.names, model.record.chain.counts
    texts = iter([names.text(k) for k in range(len(names))])
    return [[next(texts) for _ in range(count)] for count in counts]


def test_the_model_that_is_started_from_is_not_changed():
    model = train(OLD, epochs=2)
    weights, before = model.record.weights.copy(), model.label(OLD).codes.copy()
    counts = model.encoder.counts
    train(NEW, start=model, epochs=2)
    trainer = IncrementalTrainer(start=model)
    trainer.partial_fit(NEW).partial_fit(SMALL)
    assert np.array_equal(model.record.weights, weights)
    assert model.encoder.counts == counts
    assert np.array_equal(model.label(OLD).codes, before)


def test_a_file_is_as_good_as_the_model(tmp_path):
    model = train(OLD, epochs=2)
    model.save(tmp_path / "m.swvm")
    expected = train(NEW, start=model, epochs=2)
    found = train(NEW, start=tmp_path / "m.swvm", epochs=2)
    assert np.array_equal(found.record.weights, expected.record.weights)
    assert _names(found) == _names(expected)
    found.save(tmp_path / "n.swvm")
    again = Model.load(tmp_path / "n.swvm")
    assert np.array_equal(again.label(NEW).codes, found.label(NEW).codes)
    assert found.training["start"]["data"] == model.training["data"]
    nameless = train(NEW, start=Model.load(tmp_path / "m.swvm"), epochs=1)
    assert nameless.record.names is None


def test_going_on_learns_the_new_and_starts_from_the_old():
    """With C = 0 nothing moves, so the start is all there is; the perceptron learns the new type."""
    model = train(OLD, epochs=4)
    still = train(NEW, start=model, learner="mira", C=0.0, epochs=1)
    expected = grow(model.record.weights, model.record.chain, len(model.labels), still.record.chain, len(still.labels))
    assert np.array_equal(still.record.weights, expected)
    more = train(NEW, start=model, epochs=6)
    assert evaluate(NEW.tags(), more.label(NEW).to_lists()).f1 > 90


def simulated_mean(corpora, config):
    """The plain mean of the weights after every step, all in the last layout; one sentence of the twin at a time."""
    slow = train_config(**{**config, "average": "none", "engine": "reference"})
    rng, snapshots, setup, state = np.random.default_rng(slow.seed), [], None, None
    for corpus, epochs in corpora:
        if setup is None:
            setup = prepare(corpus, slow)
            chain = setup.problem.chain
            state = TrainingState.fresh((chain.rows, chain.lanes), "none", 0)
        else:
            old, setup = setup, prepare_more(Known.of_setup(setup), corpus, slow)
            state.weights = _moved(state.weights, old, setup)
        run = engine_for(setup.problem, slow)
        for _ in range(epochs):
            for sentence in epoch_order(len(corpus), slow.order, rng):
                run(state, np.array([sentence]))
                snapshots.append((setup, state.weights.copy()))
    last = state.weights
    everything = [_moved(weights, then, setup) for then, weights in snapshots]
    return np.mean(np.array(everything, np.float64), axis=0), last


def _moved(weights, old, new):
    a, b = old.problem, new.problem
    return grow(weights, a.record, len(a.labels), b.record, len(b.labels))


@both_orders
@pytest.mark.parametrize("learner", ["csp", "mira"])
def test_the_average_is_the_plain_mean_over_all_steps(features, order, learner):
    config = {"features": features[order], "learner": learner, "C": 0.5}
    pieces = [
        (small_corpus(4, 8, types=1), 2),
        (small_corpus(5, 6, types=3, first_word=6), 1),
        (small_corpus(4, 8, types=1), 1),
    ]
    trainer = IncrementalTrainer(**config)
    for corpus, epochs in pieces:
        trainer.partial_fit(corpus, epochs)
    mean, last = simulated_mean(pieces, config)
    assert np.allclose(trainer.model().record.weights, mean, atol=1e-4 if learner == "mira" else 1e-5)
    trainer = IncrementalTrainer(average="none", **config)
    for corpus, epochs in pieces:
        trainer.partial_fit(corpus, epochs)
    assert np.allclose(trainer.model().record.weights, last, atol=1e-4 if learner == "mira" else 0)


@pytest.mark.parametrize("average", ["end", "none", "epoch-mean"])
def test_pieces_of_one_corpus_are_its_epochs(average):
    settings = {"learner": "swvm", "C": 0.1, "average": average}
    expected = train(OLD, epochs=4, **settings)
    trainer = IncrementalTrainer(**settings).partial_fit(OLD).partial_fit(OLD, epochs=2)
    trainer.model()
    found = trainer.partial_fit(OLD).model()
    assert np.array_equal(found.record.weights, expected.record.weights)
    assert found.training["steps"] == expected.training["steps"] == 4 * len(OLD)
    assert _names(found) == _names(expected)


def test_the_model_of_a_trainer_does_not_change_with_it():
    trainer = IncrementalTrainer(average="none").partial_fit(OLD)
    model = trainer.model()
    before = model.record.weights.copy()
    trainer.partial_fit(OLD)
    assert np.array_equal(model.record.weights, before)
    assert not np.array_equal(trainer.model().record.weights, before)


def test_trainer_settings():
    with pytest.raises(SettingError, match="average 'epoch' looks ahead"):
        IncrementalTrainer(average="epoch")
    with pytest.raises(SettingError, match="call partial_fit first"):
        IncrementalTrainer().model()
    with pytest.raises(SettingError, match="epochs is 0"):
        IncrementalTrainer().partial_fit(OLD, epochs=0)


def test_a_bad_piece_leaves_the_trainer_as_it_was():
    trainer = IncrementalTrainer().partial_fit(OLD)
    before = trainer.model().record.weights.copy()
    with pytest.raises(DataError, match="scheme IOB2"):
        trainer.partial_fit(Corpus.from_sentences([["a", "b"]], [["S-PER", "O"]]))
    with pytest.raises(DataError, match="no sentences"):
        trainer.partial_fit(Corpus.from_sentences([], []))
    assert np.array_equal(trainer.model().record.weights, before)
    trainer.partial_fit(NEW)
    assert len(trainer.model().training["data"]["train"]) == 2


def test_iob1_is_not_iob2():
    model = train(OLD, epochs=1)
    iob1 = Corpus.from_sentences([["a", "b", "c"]] * 3, [["I-PER", "I-PER", "O"], ["I-PER", "B-PER", "O"], ["O"] * 3])
    with pytest.raises(DataError, match=r"IOB1.*IOB2"):
        train(iob1, start=model, epochs=1)


def test_plain_tags_go_on_with_any_tags():
    model = train(Corpus.from_sentences([["a", "b"]], [["NN", "VB"]]), epochs=2)
    more = train(Corpus.from_sentences([["a", "c"]], [["NN", "B-X"]]), start=model, epochs=5)
    assert more.scheme == "tags"
    assert more.tag([["a", "c"]]) == [["NN", "B-X"]]


def test_a_hard_constraint_stays(features):
    model = train(OLD, features=features[1], epochs=1, label_constraint="bio")
    more = train(NEW, start=model, epochs=1)
    assert more.record.chain.constraint == "bio"
    names = (*more.labels, "")
    forbidden = {(names[p], names[q]) for p, q in more.record.chain.forbidden}
    assert ("", "I-PER") in forbidden and ("", "I-ORG") in forbidden and ("B-LOC", "I-ORG") in forbidden
    assert ("B-ORG", "I-ORG") not in forbidden


def test_the_boundary_stays(features):
    model = train(OLD, features=features[1], epochs=2, boundary="outside")
    more = begin(NEW, train_config(), start=model)
    problem, encoded = more.setup.problem, more.setup.encoder.encode(OLD)
    assert problem.record.start == model.record.chain.start == model.labels.index("O")
    paths = model.decode(OLD)
    assert np.array_equal(scores_of(problem.chain, more.state.weights, encoded, paths.best), paths.scores[0])
    assert train(NEW, start=train(OLD, epochs=1), boundary="outside", epochs=1).record.chain.start is None


def test_pairs_are_united(features):
    model = train(OLD, features=features[2], epochs=1)
    more = train(NEW, start=model, epochs=1)

    def named(one):
        names = (*one.labels, "|")
        return {(names[p], names[q]) for p, q in one.record.chain.pairs.tolist()}

    assert named(model) <= named(more)
    assert named(train(NEW, features=features[2], epochs=1)) <= named(more)
    every = train(OLD, features=features[2], epochs=1, transitions="all")
    labels = len(every.labels)
    assert len(every.record.chain.pairs) == (labels + 1) * labels + 1
    for corpus in (SMALL, NEW):  # without new labels, and with them
        assert named(every) <= named(train(corpus, start=every, epochs=1))


def test_transitions_that_a_model_forbids_stay_forbidden():
    record = train(OLD, epochs=1).record
    o, boundary = record.labels.index("O"), len(record.labels)
    chain = replace(record.chain, forbidden=((o, o), (boundary, o)))
    more = begin(NEW, train_config(), start=Model(replace(record, chain=chain))).setup.problem
    assert more.record.forbidden == ((o, o), (len(more.labels), o))


def test_rare_new_features_are_left_out():
    model = train(OLD, epochs=1)
    few, many = (train(NEW, start=model, epochs=1, minimum_count=n).encoder.counts[0] for n in (3, 1))
    assert model.encoder.counts[0] < few < many
