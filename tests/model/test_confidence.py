"""What a model makes of its labels is what the list of all labellings says, for every kind of chain and scheme."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

import swvm
from made_models import SHAPES, made_corpus, made_model
from swvm.data.corpus import Column, Corpus
from swvm.data.schemes import LabelSequences, convert
from swvm.data.schemes.mentions import mentions
from swvm.errors import DecodeError, SettingError
from swvm.model.confidence import CALIBRATION
from swvm.model.decode import decode
from swvm.model.model import Model

SCHEMES = ("iob1", "bioes", "bioes, constrained", "iob2 as bioes", "iob1 as bioes", "bioes as iob2")
EVERY = 2_000  # more labellings than any of these sentences has
every_shape = pytest.mark.parametrize("shape", [*SHAPES, *SCHEMES])


def in_scheme(corpus: Corpus, scheme: str) -> Corpus:
    labels = convert(LabelSequences.of_corpus(corpus), "iob2", scheme)
    return replace(corpus, labels=Column.from_strings("label", [tag for tags in labels.to_lists() for tag in tags]))


def model_of(shape: str, temperature: float | None = None) -> Model:
    if shape in SHAPES:
        model = made_model(shape)
    else:
        schemes, _, constrained = shape.partition(", ")
        scheme, _, learned = schemes.partition(" as ")
        settings = {"label_constraint": "bio" if constrained else "none", "train_scheme": learned or "data"}
        model = swvm.train(in_scheme(made_corpus(1), scheme), epochs=2, **settings)
    return model if temperature is None else model.with_training(**{CALIBRATION: {"temperature": temperature}})


def short_corpus(longest: int = 4) -> Corpus:
    corpus = made_corpus(2, 14)
    return corpus.select(np.flatnonzero(np.diff(corpus.offsets) <= longest))


def labellings(model: Model, corpus: Corpus, sentence: int) -> list[tuple[float, list[str]]]:
    """Every labelling of the chain as it comes out of the model; several may come out alike."""
    encoded = model.encode(corpus.select([sentence]))
    paths = decode(model.chain, model.record.weights, encoded, EVERY)
    assert len(paths.of_sentence(0)) < EVERY
    read = model.reader.translation if model.reader else lambda codes, _: codes
    bounds = np.array([0, encoded.n_tokens])
    return [(score, [model.labels[code] for code in read(codes, bounds)]) for score, codes in paths.of_sentence(0)]


def weights_of(every, temperature):
    top = every[0][0]
    weights = np.array([math.exp((score - top) / temperature) for score, _ in every])
    return weights / weights.sum()


@every_shape
def test_probabilities_are_shares_of_all_labellings(shape):
    model, corpus = model_of(shape, 2.5), short_corpus(3 if "bioes" in shape else 4)
    paths = model.confidences(corpus, "probability", 3)
    found, marginals = paths.confidences, model.marginals(corpus)
    assert (found.kind, marginals.calibrated, marginals.temperature) == ("probability", True, 2.5)
    number = 0
    for s in range(len(corpus)):
        every = labellings(model, corpus, s)
        shares = weights_of(every, 2.5)
        if "as" not in shape:
            count = min(3, len(every))
            assert found.labellings[:count, s] == pytest.approx(shares[:count], rel=1e-4)
        assert found.labellings[0, s] == pytest.approx(shares[0], rel=1e-4)
        best = every[0][1]
        for i, label in enumerate(best):
            at_token = marginals.of_sentence(s)[i]
            for code, name in enumerate(model.labels):
                same = [labels[i] == name for _, labels in every]
                assert at_token[code] == pytest.approx(shares[same].sum(), rel=1e-4, abs=1e-9)
            assert found.tokens[corpus.offsets[s] + i] == at_token[model.labels.index(label)]
        for type_, start, end in mentions(best):
            with_it = [(type_, start, end) in mentions(labels) for _, labels in every]
            assert found.mention_values[number] == pytest.approx(shares[with_it].sum(), rel=1e-4)
            assert found.types[found.mentions.types[number]] == type_
            assert found.mentions.starts[number] == corpus.offsets[s] + start
            number += 1
    assert number == len(found.mention_values) > 3


@every_shape
def test_scores_are_leads_over_the_best_labelling_without(shape):
    model, corpus = model_of(shape), short_corpus(3 if "bioes" in shape else 4)
    paths = model.confidences(corpus)
    found, number = paths.confidences, 0
    assert np.array_equal(found.labellings, paths.scores)
    for s in range(len(corpus)):
        every = labellings(model, corpus, s)
        best_score, best = every[0]
        for i, label in enumerate(best):
            other = max((score for score, labels in every if labels[i] != label), default=-math.inf)
            assert found.tokens[corpus.offsets[s] + i] == pytest.approx(best_score - other, abs=1e-4)
        for mention in mentions(best):
            other = max((score for score, labels in every if mention not in mentions(labels)), default=-math.inf)
            assert found.mention_values[number] == pytest.approx(best_score - other, abs=1e-4)
            number += 1


def test_a_model_without_calibration_has_no_probabilities():
    model, corpus = made_model("first order"), short_corpus()
    for ask in (lambda: model.marginals(corpus), lambda: model.confidences(corpus, "probability")):
        with pytest.raises(SettingError, match=r"not calibrated: it has scores, no probabilities. Calibrate it"):
            ask()
    assert model.temperature is None
    assert model.marginals(corpus, 1.5).calibrated is False
    assert model_of("first order", 1.5).marginals(corpus, 1.5).calibrated is True
    assert model_of("first order", 1.5).marginals(corpus, 3).calibrated is False


@pytest.mark.parametrize("damage", [{}, {"temperature": 0}, {"temperature": "hot"}, [], {"temperature": math.inf}])
def test_a_strange_calibration_is_none(damage):
    assert made_model("first order").with_training(**{CALIBRATION: damage}).temperature is None


def test_wrong_requests():
    model, corpus = made_model("first order"), short_corpus()
    for temperature in (0, -1, math.nan, math.inf, "1"):
        with pytest.raises(SettingError, match=r"the temperature is .*; it must be a number above 0"):
            model.marginals(corpus, temperature)
    with pytest.raises(SettingError, match=r"unknown kind of confidence 'probabilty'. Did you mean 'probability'"):
        model.confidences(corpus, "probabilty")
    with pytest.raises(SettingError, match="threads is 0"):
        model.marginals(corpus, 1, threads=0)
    nothing = swvm.Constraints(allowed=[])
    with pytest.raises(DecodeError, match="sentence 1 has no labelling"):
        model.marginals(corpus, 1, constraints=nothing)


def test_constraints_and_forced_labels_condition_the_shares():
    model, corpus = made_model("first order"), short_corpus()
    forced = np.full(corpus.n_tokens, -1, np.int32)
    forced[0] = 2
    found = model.marginals(corpus, 1.0, forced=forced)
    assert found.values[0, 2] == 1
    assert found.of_sentence(0).sum(1) == pytest.approx(1)
    strict = model.marginals(corpus, 1.0, constraints=swvm.Constraints(scheme="model"))
    inner = [code for code, label in enumerate(model.labels) if label.startswith("I-")]
    assert strict.values[corpus.offsets[:-1]][:, inner] == pytest.approx(0)


def test_forced_labels_are_those_that_come_out():
    model, corpus = model_of("iob2 as bioes"), short_corpus(3)
    forced = np.full(corpus.n_tokens, -1, np.int32)
    forced[0] = model.labels.index("B-PER")
    found = model.marginals(corpus, 1.0, forced=forced)
    assert found.labels == model.labels
    assert found.values[0, forced[0]] == 1
    assert found.values.sum(1) == pytest.approx(1)


def test_margins_of_the_best_labellings():
    model, corpus = made_model("first order"), short_corpus()
    paths = model.decode(corpus, 3)
    assert np.array_equal(paths.margins[0], np.zeros(len(corpus)))
    assert np.array_equal(paths.margins[1], paths.scores[0] - paths.scores[1])


def test_plain_tags_have_no_mentions():
    corpus = Corpus.from_sentences([["a", "b"], ["b", "a", "a"]], [["X", "Y"], ["Y", "X", "X"]])
    found = swvm.train(corpus, epochs=2).confidences(corpus).confidences
    assert (len(found.mentions), found.types, len(found.mention_values)) == (0, (), 0)
    assert (found.tokens >= 0).all()
