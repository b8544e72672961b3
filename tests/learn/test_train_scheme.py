"""Training in another label scheme than the data's: the model of the converted data, and what comes out read back."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise, product

import numpy as np
import pytest
from small_corpus import small_corpus

from swvm.data.corpus import Corpus
from swvm.data.schemes import LabelSequences, convert, validate
from swvm.errors import DecodeError, ModelFileError, SettingError
from swvm.evaluate import evaluate
from swvm.learn.incremental import IncrementalTrainer
from swvm.learn.training import train
from swvm.model.chain import Constraints
from swvm.model.decode import decode
from swvm.model.model import Model

SCHEMES = ["iob1", "iob2", "bioes"]
SETTINGS = {"learner": "mira", "k_best": 2, "epochs": 3}


def in_scheme(corpus, scheme, source="iob2"):
    words = [[word for word, *_ in sentence] for sentence in corpus.sentences()]
    return Corpus.from_sentences(words, convert(corpus.tags(), source, scheme), corpus.source)


CORPUS, DEV = small_corpus(1, 40), small_corpus(2, 25)
BIOES = train(CORPUS, train_scheme="bioes", **SETTINGS)


@pytest.mark.parametrize("data", SCHEMES)
@pytest.mark.parametrize("learned", [*SCHEMES, "io"])
def test_it_is_the_model_of_the_converted_data_and_its_labels_read_back(data, learned):
    corpus, dev = in_scheme(CORPUS, data), in_scheme(DEV, data)
    if learned == "io":  # the types of this corpus touch, which IO cannot show and training in it accepts
        with pytest.raises(Exception, match="touches"):
            convert(CORPUS.tags(), "iob2", "io")
        found = train(corpus, train_scheme="io", **SETTINGS).label(dev)
        assert set(found.to_lists()[0]) <= set(corpus.labelled().interner.strings())
        validate(found, data)
        return
    model, plain = train(corpus, train_scheme=learned, **SETTINGS), train(in_scheme(CORPUS, learned), **SETTINGS)
    assert np.array_equal(model.record.weights, plain.record.weights)
    assert model.record.labels == plain.record.labels
    assert (model.record.scheme, model.scheme) == (learned, data)
    assert set(corpus.labelled().interner.strings()) <= set(model.labels)
    found = model.label(dev).to_lists()
    if data == learned:
        assert model.record.output is None
        assert found == plain.label(dev).to_lists()
        return
    assert found == convert(plain.label(dev).to_lists(), learned, data, "repair")
    assert model.tag([["o1", "p2", "l3"]]) == convert(plain.tag([["o1", "p2", "l3"]]), learned, data, "repair")


def test_the_score_on_dev_is_that_of_what_comes_out():
    told = []
    model = train(CORPUS, DEV, train_scheme="bioes", on_epoch=told.append, **SETTINGS)
    scores = evaluate(DEV.tags(), model.label(DEV).to_lists())
    assert model.training["dev_f1"] == scores.f1 == max(progress.dev.f1 for progress in told)
    assert 0 < scores.f1 < 100


def test_files_keep_both_schemes(tmp_path):
    BIOES.save(tmp_path / "m")
    loaded = Model.load(tmp_path / "m")
    assert loaded.record.output == BIOES.record.output
    assert loaded.label(DEV).to_lists() == BIOES.label(DEV).to_lists()
    assert b'"format_version":"2"' in (tmp_path / "m").read_bytes()
    train(CORPUS, epochs=1).save(tmp_path / "plain")
    assert b'"format_version":"1"' in (tmp_path / "plain").read_bytes()


@pytest.mark.parametrize(
    "output", [{"labels": ("O",)}, {"scheme": "tags"}, {"labels": ("O", "O")}, {"scheme": 3}, {"labels": ("", "O")}]
)
def test_a_file_whose_labels_do_not_fit_is_refused(tmp_path, output):
    broken = replace(BIOES.record, output=replace(BIOES.record.output, **output))
    with pytest.raises(ModelFileError):
        Model(broken, BIOES.encoder).save(tmp_path / "m")


def test_the_k_best_labellings_differ_and_are_the_best_ones():
    """Against all labellings of the chain, read one by one: each reading has the score of its best labelling."""
    corpus = DEV.select([k for k, sentence in enumerate(DEV.sentences()) if len(sentence) <= 3])
    assert len(corpus)
    encoded, record = BIOES.encode(corpus), BIOES.record
    every = decode(BIOES.chain, record.weights, encoded, len(record.labels) ** 3)
    paths = BIOES.decode(corpus, 6)
    for sentence in range(len(corpus)):
        best = {}
        for score, codes in every.of_sentence(sentence):
            names = convert([[record.labels[code] for code in codes]], "bioes", "iob2", "repair")[0]
            best.setdefault(tuple(names), score)
        expected = sorted(best.items(), key=lambda item: -item[1])[:6]
        found = [(tuple(BIOES.labels[code] for code in codes), score) for score, codes in paths.of_sentence(sentence)]
        assert [score for _, score in found] == pytest.approx([score for _, score in expected])
        assert len({labels for labels, _ in found}) == len(found)
        assert all(best[labels] == pytest.approx(score) for labels, score in found)


def test_a_short_sentence_has_fewer_labellings():
    paths = BIOES.decode(BIOES.corpus_of([["p1"], ["p1", "l2", "o3"]]), 50)
    assert len(paths.of_sentence(0)) == 3  # O and B- of two types: I- begins a mention
    assert len(paths.of_sentence(1)) == 41  # all that are valid


def test_forced_labels_are_those_of_the_data():
    """Against all valid labellings: the best of those that have the forced labels."""
    sentence = ["p1", "l2", "o3"]
    every = decode(BIOES.constrained_chain(Constraints("bio")), BIOES.record.weights, _encoded(sentence), 9**3)
    read = [
        (BIOES.reader.translation(codes, np.array([0, 3])).tolist(), score) for score, codes in every.of_sentence(0)
    ]
    for wanted in product([None, "O", "B-PER", "I-PER", "B-LOC"], repeat=3):
        forced = BIOES.label_ids(wanted)
        fitting = [
            (labels, score) for labels, score in read if all(f in (-1, x) for f, x in zip(forced, labels, strict=True))
        ]
        if not fitting:
            with pytest.raises(DecodeError):
                BIOES.decode(BIOES.corpus_of([sentence]), forced=forced)
            continue
        paths = BIOES.decode(BIOES.corpus_of([sentence]), 2, forced=forced)
        assert paths.scores[0, 0] == pytest.approx(fitting[0][1])
        assert paths.best.tolist() == fitting[0][0]
        assert BIOES.decode(BIOES.corpus_of([sentence]), forced=forced).best.tolist() == fitting[0][0]


def _encoded(sentence):
    return BIOES.encode(BIOES.corpus_of([sentence]))


@pytest.mark.parametrize("scheme", ["model", "bio", "bioes", "iob2"])
def test_constraints_of_either_scheme_are_valid_sequences_of_both(scheme):
    paths = BIOES.decode(DEV, constraints=Constraints(scheme))
    inner = decode(BIOES.constrained_chain(Constraints(scheme)), BIOES.record.weights, BIOES.encode(DEV))
    labels = LabelSequences(inner.best, BIOES.record.labels, DEV.offsets).to_lists()
    assert LabelSequences(paths.best, BIOES.labels, DEV.offsets).to_lists() == convert(labels, "bioes", "iob2", "error")


def test_transitions_are_those_of_the_data():
    free = BIOES.label(DEV).to_lists()
    assert any(("B-PER", "I-PER") in pairwise(one) for one in free)
    assert any(one[0].startswith("B-LOC") for one in free)
    constraints = Constraints(forbidden=[("B-PER", "I-PER"), ("", "B-LOC")])
    found = BIOES.label(DEV, constraints).to_lists()
    assert not any(("B-PER", "I-PER") in pairwise(one) for one in found)
    assert not any(one[0].startswith("B-LOC") for one in found)


def test_what_is_not_possible_says_so():
    with pytest.raises(SettingError, match=r"'iob1' is neither. Allowed: bio, bioes, iob2"):
        BIOES.label(DEV, Constraints("iob1"))
    other = train(in_scheme(CORPUS, "bioes"), train_scheme="iob2", epochs=1)
    with pytest.raises(SettingError, match="cannot be forced: the model was trained in IOB2 on data in BIOES"):
        other.decode(DEV, forced=other.label_ids(["O"] * DEV.n_tokens))
    with pytest.raises(SettingError, match="transitions cannot be constrained"):
        other.label(DEV, Constraints(forbidden=[("O", "S-PER")]))
    tags = Corpus.from_sentences([["a", "b"]], [["NN", "VB"]])
    with pytest.raises(SettingError, match="plain tags, which mark no mentions"):
        train(tags, train_scheme="bioes")


def test_class_weights_name_labels_of_the_data():
    settings = {"epochs": 2, "learner": "mira"}
    plain = in_scheme(CORPUS, "bioes")
    both = {"B-PER": 3.0, "S-PER": 3.0}
    expected = train(plain, class_weights=both, **settings).record.weights
    found = train(CORPUS, train_scheme="bioes", class_weights={"B-PER": 3.0}, **settings).record.weights
    assert np.array_equal(found, expected)
    assert not np.array_equal(found, train(plain, **settings).record.weights)
    with pytest.raises(SettingError, match=r"S-PER.*Known: B-LOC, B-PER, I-LOC, I-PER, O"):
        train(CORPUS, train_scheme="bioes", class_weights={"S-PER": 3.0}, **settings)
    with pytest.raises(SettingError, match=r"B-PER.*Known: LOC, O, PER"):
        train(plain, train_scheme="iob2", class_weights={"B-PER": 3.0}, **settings)


def test_training_goes_on_in_the_same_schemes():
    more = small_corpus(3, 30, types=3, first_word=4)
    model = train(more, start=BIOES, epochs=2, learner="mira")
    plain = train(in_scheme(CORPUS, "bioes"), **SETTINGS)
    expected = train(in_scheme(more, "bioes"), start=plain, epochs=2, learner="mira")
    assert np.array_equal(model.record.weights, expected.record.weights)
    assert (model.record.scheme, model.scheme) == ("bioes", "iob2")
    assert model.labels[: len(BIOES.labels)] == BIOES.labels
    assert {"B-ORG", "I-ORG"} <= set(model.labels)
    assert model.training["settings"]["train_scheme"] == "bioes"
    assert train(more, start=BIOES, train_scheme="bioes", epochs=1).scheme == "iob2"
    with pytest.raises(SettingError, match="train_scheme is 'iob1', but the model to go on from was trained in bioes"):
        train(more, start=BIOES, train_scheme="iob1", epochs=1)
    with pytest.raises(Exception, match="the model was trained on labels of the scheme IOB2"):
        train(in_scheme(more, "bioes"), start=BIOES, epochs=1)


def test_training_in_pieces():
    trainer = IncrementalTrainer(learner="mira", train_scheme="bioes")
    plain = IncrementalTrainer(learner="mira")
    for seed in (1, 5, 9):
        piece = small_corpus(seed, 20, types=seed % 3 + 1)
        trainer.partial_fit(piece)
        plain.partial_fit(in_scheme(piece, "bioes"))
    found, expected = trainer.model(), plain.model()
    assert np.array_equal(found.record.weights, expected.record.weights)
    assert found.label(DEV).to_lists() == convert(expected.label(DEV).to_lists(), "bioes", "iob2", "repair")


def test_a_checkpoint_of_another_scheme_is_refused(tmp_path):
    train(CORPUS, epochs=2, checkpoint=tmp_path / "c", train_scheme="bioes")
    with pytest.raises(SettingError, match="train_scheme"):
        train(CORPUS, epochs=2, checkpoint=tmp_path / "c")
    again = train(CORPUS, epochs=3, checkpoint=tmp_path / "c", train_scheme="bioes")
    assert np.array_equal(again.record.weights, train(CORPUS, epochs=3, train_scheme="bioes").record.weights)


def test_hard_constraints_in_training():
    model = train(CORPUS, train_scheme="bioes", label_constraint="bio", epochs=2)
    inner = decode(model.chain, model.record.weights, model.encode(DEV))
    convert(LabelSequences(inner.best, model.record.labels, DEV.offsets).to_lists(), "bioes", "iob2", "error")


@pytest.mark.parametrize("chain", [1, 2])
def test_the_order_of_the_chain(chain):
    model = train(CORPUS, features="basic", chain=chain, epochs=1)
    assert model.record.chain.order == chain
    assert ("t[i-2], t[i-1], t[i]" in model.record.templates) == (chain == 2)
    assert train(CORPUS, start=model, epochs=1).record.chain.order == chain
    with pytest.raises(SettingError, match=f"chain is {3 - chain}, but the model to go on from has a chain of order"):
        train(CORPUS, start=model, chain=3 - chain, epochs=1)


def test_a_chain_of_first_order_cannot_hold_these_templates():
    with pytest.raises(SettingError, match="chain is 1, but these templates name labels two apart"):
        train(CORPUS, features="paper", chain=1, epochs=1)
    paper = train(CORPUS, features="paper", epochs=1)
    assert train(CORPUS, features="paper", chain=2, epochs=1).record.templates == paper.record.templates
