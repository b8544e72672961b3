"""The component in real pipelines of spaCy: blank ones, so nothing is fetched."""

from __future__ import annotations

import pickle
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
import spacy
from spacy.cli.train import train as spacy_train
from spacy.tokens import Doc, DocBin, Span, SpanGroup
from spacy.training import Example

import swvm
from swvm.data import load_corpus
from swvm.data.schemes.mentions import mentions
from swvm.errors import SettingError, SwvmError

TRAIN, DEV = load_corpus("demo", "train").select(range(300)), load_corpus("demo", "dev")
TEXTS = [" ".join(words) for words in DEV.tokens()]
BLANK = spacy.blank("en")
SETTINGS = {"learner": "mira", "epochs": 3}


def doc_of(words, tags, target="ents", vocab=BLANK.vocab):
    doc = Doc(vocab, words=words, sent_starts=[k == 0 for k in range(len(words))])
    if target in ("tag", "pos"):
        for token, tag in zip(doc, tags, strict=True):
            setattr(token, f"{target}_", tag)
        return doc
    spans = [Span(doc, start, end, label=type_) for type_, start, end in mentions(tags)]
    if target == "ents":
        doc.set_ents(spans)
    else:
        doc.spans["chunks"] = SpanGroup(doc, spans=spans)
    return doc


def examples(corpus, target="ents"):
    pairs = zip(corpus.tokens(), corpus.tags(), strict=True)
    return [Example(Doc(BLANK.vocab, words=words), doc_of(words, tags, target)) for words, tags in pairs]


def trained(given=None, **config):
    nlp = spacy.blank("en")
    nlp.add_pipe("swvm", config={"training": SETTINGS, **config})
    target = config.get("target", "ents")
    nlp.initialize(lambda: examples(TRAIN, target) if given is None else given)
    return nlp


def found(docs):
    return [[(ent.text, ent.label_) for ent in doc.ents] for doc in docs]


@pytest.fixture(scope="module")
def nlp():
    return trained()


@pytest.fixture(scope="module")
def model():
    return swvm.train(TRAIN, **SETTINGS)


def test_entities_are_those_of_the_same_model_trained_without_spacy(nlp, model):
    docs = [nlp(Doc(nlp.vocab, words=words)) for words in DEV.tokens()]
    spans = [[(ent.label_, ent.start, ent.end) for ent in doc.ents] for doc in docs]
    assert spans == [mentions(tags) for tags in model.tag(DEV.tokens())]
    assert sum(map(len, spans)) > 50
    assert set(nlp.get_pipe("swvm").labels) == {"PER", "LOC", "ORG", "WORK"}


def test_spacy_s_scores_are_those_of_the_evaluation(nlp, model):
    scores = nlp.evaluate(examples(DEV))
    assert scores["ents_f"] == pytest.approx(swvm.score(DEV.tags(), model.label(DEV)).f1 / 100)
    assert set(scores["ents_per_type"]) == {"PER", "LOC", "ORG", "WORK"}


def test_batches_and_processes_change_nothing(nlp):
    expected = found(map(nlp, TEXTS))
    for batch_size in (1, 7, 1000):
        assert found(nlp.pipe(TEXTS, batch_size=batch_size)) == expected
    assert found(nlp.pipe(TEXTS, n_process=2, batch_size=20)) == expected


def test_a_pipeline_keeps_its_model(nlp, tmp_path):
    expected = found(nlp.pipe(TEXTS))
    nlp.to_disk(tmp_path / "pipeline")
    copies = [spacy.load(tmp_path / "pipeline"), spacy.blank("en")]
    copies[1].add_pipe("swvm", config={"training": SETTINGS})
    copies[1].from_bytes(nlp.to_bytes())
    for copy in copies:
        assert found(copy.pipe(TEXTS)) == expected
    copies[0].to_disk(tmp_path / "pipeline")
    assert found(spacy.load(tmp_path / "pipeline").pipe(TEXTS)) == expected
    pipe = pickle.loads(pickle.dumps(nlp.get_pipe("swvm")))
    assert found(pipe.pipe([copies[0].make_doc(text) for text in TEXTS])) == expected
    assert swvm.Model.load(tmp_path / "pipeline" / "swvm" / "model.swvm").training["settings"]["epochs"] == 3


def test_a_model_file_takes_the_place_of_training(model, tmp_path):
    model.save(tmp_path / "m.swvm")
    nlp = spacy.blank("en")
    nlp.add_pipe("swvm").initialize(lambda: [], model=tmp_path / "m.swvm")
    doc = nlp(Doc(nlp.vocab, words=DEV.tokens()[0]))
    assert [(ent.label_, ent.start, ent.end) for ent in doc.ents] == mentions(model.tag(DEV.tokens()[:1])[0])


@pytest.mark.parametrize("target", ["tag", "pos"])
def test_tags_of_tokens(target):
    tags = [["PROPN" if word[0].isupper() else "NOUN" for word in words] for words in TRAIN.tokens()]
    corpus = swvm.Corpus.from_sentences(TRAIN.tokens(), tags)
    nlp = trained(examples(corpus, target), target=target)
    doc = nlp("Ada met\n\n Tom .")
    assert [getattr(token, f"{target}_") for token in doc if not token.is_space] == ["PROPN", "NOUN", "PROPN", "NOUN"]
    assert nlp.evaluate(examples(corpus, target))[f"{target}_acc"] > 0.9
    assert not doc.ents


def test_a_group_of_spans():
    nlp = trained(target="spans", spans_key="chunks")
    doc = nlp(TEXTS[0])
    expected = trained()(TEXTS[0])
    assert [(s.start, s.end, s.label_) for s in doc.spans["chunks"]] == [
        (s.start, s.end, s.label_) for s in expected.ents
    ]
    assert not doc.ents
    assert 0.3 < nlp.evaluate(examples(DEV, "spans"))["spans_chunks_f"] < 1


def test_entities_have_the_scores_of_the_model(model):
    nlp, expected = trained(scores="score"), model.confidences(DEV).confidences
    docs = [nlp(Doc(nlp.vocab, words=words)) for words in DEV.tokens()]
    groups = [doc.spans["swvm"].attrs["scores"] for doc in docs]
    assert np.concatenate(groups).tolist() == expected.mention_values.tolist()
    assert [ent._.swvm_score for doc in docs for ent in doc.ents] == expected.mention_values.tolist()
    batches = [*nlp.pipe(TEXTS, batch_size=7), *nlp.pipe(TEXTS, n_process=2, batch_size=20)]
    assert len({tuple(ent._.swvm_score for ent in doc.ents) for doc in batches if len(doc.ents) > 1}) > 5
    assert all(ent._.swvm_score > 0 for doc in batches for ent in doc.ents)
    assert docs[0][0:1]._.swvm_score is None


def test_tags_have_the_scores_of_the_model():
    tags = [["PROPN" if word[0].isupper() else "NOUN" for word in words] for words in TRAIN.tokens()]
    corpus = swvm.Corpus.from_sentences(TRAIN.tokens(), tags)
    nlp = trained(examples(corpus, "tag"), target="tag", scores="score")
    doc = nlp("Ada met \n Tom .")
    words = [token for token in doc if not token.is_space]
    expected = nlp.get_pipe("swvm").model.confidences(swvm.Corpus.from_sentences([[word.text for word in words]]))
    assert [word._.swvm_score for word in words] == expected.confidences.tokens.tolist()
    assert [token._.swvm_score for token in doc if token.is_space] == [None]
    assert Doc(nlp.vocab).from_bytes(doc.to_bytes())[0]._.swvm_score == words[0]._.swvm_score
    assert nlp.make_doc("Ada")[0]._.swvm_score is None


def test_probabilities_need_a_calibrated_model(model, tmp_path):
    with pytest.raises(SettingError, match="not calibrated"):
        trained(scores="probability")
    model.with_training(calibration={"temperature": 2.0}).save(tmp_path / "m.swvm")
    nlp = spacy.blank("en")
    nlp.add_pipe("swvm", config={"scores": "probability"}).initialize(lambda: [], model=tmp_path / "m.swvm")
    docs = nlp.pipe(Doc(nlp.vocab, words=words) for words in DEV.tokens())
    scores = [ent._.swvm_score for doc in docs for ent in doc.ents]
    calibrated = swvm.Model.load(tmp_path / "m.swvm")
    assert scores == calibrated.confidences(DEV, "probability").confidences.mention_values.tolist()
    assert 0 < min(scores) < max(scores) <= 1


def test_another_scheme_gives_spans_too():
    nlp = trained(scheme="bioes")
    assert {label[0] for label in nlp.get_pipe("swvm").model.labels} == set("BIOES")
    assert nlp.evaluate(examples(DEV))["ents_f"] > 0.4


def test_sentences_are_labelled_for_themselves(nlp):
    text = "Ada Lovelace met Tom . Tom Jones left Paris ."
    apart = trained()
    apart.add_pipe("sentencizer", first=True)
    together = apart(text)
    assert len(list(together.sents)) == 2
    ents = [(ent.start, ent.end, ent.label_) for ent in together.ents]
    parts = [nlp(sentence.text) for sentence in together.sents]
    shifted = [
        [(e.start + s.start, e.end + s.start, e.label_) for e in d.ents]
        for d, s in zip(parts, together.sents, strict=True)
    ]
    assert ents == sum(shifted[1:], shifted[0])


def test_whitespace_is_no_word(nlp):
    plain, spaced = nlp("Ada Lovelace met Tom ."), nlp("\n Ada   Lovelace met \n\n Tom .  ")
    assert [ent.label_ for ent in spaced.ents] == [ent.label_ for ent in plain.ents]
    assert not any(ent[0].is_space or ent[-1].is_space for ent in spaced.ents)
    assert [len(nlp(text).ents) for text in ("", "  ", "\n")] == [0, 0, 0]
    assert [len(doc) for doc in nlp.pipe(["", "Ada", " "])] == [0, 1, 1]


def test_entities_that_stand_there_stay_unless_they_are_to_go(nlp):
    ruler = {"label": "RULE", "pattern": "Lovelace"}
    results = []
    for overwrite in (False, True):
        pipeline = trained(overwrite=overwrite)
        pipeline.add_pipe("entity_ruler", first=True).add_patterns([ruler])
        results.append({(ent.text, ent.label_) for ent in pipeline("Ada Lovelace met Tom in Paris .").ents})
    assert ("Lovelace", "RULE") in results[0]
    assert not any("Ada" in text for text, _ in results[0])
    assert results[1] == {(ent.text, ent.label_) for ent in nlp("Ada Lovelace met Tom in Paris .").ents}
    assert any(text == "Ada Lovelace" for text, _ in results[1])


def test_more_columns_than_the_word():
    config = {"columns": {"word": "ORTH", "pos": "TAG"}, "training": {"epochs": 5}}
    nlp = spacy.blank("en")
    nlp.add_pipe("swvm", config=config)
    words = [f"w{k}" for k in range(40)]
    docs = []
    for k in range(40):  # the tag gives the label away, the word does not
        chosen = [words[(7 * k + j) % 40] for j in range(5)]
        doc = doc_of(chosen, ["B-X" if (k + j) % 3 == 0 else "O" for j in range(5)])
        for j, token in enumerate(doc):
            token.tag_ = "NN" if (k + j) % 3 == 0 else "VB"
        docs.append(doc)
    nlp.initialize(lambda: [Example(Doc(BLANK.vocab, words=[t.text for t in doc]), doc) for doc in docs])
    doc = Doc(nlp.vocab, words=["new", "words", "here"], tags=["VB", "NN", "VB"])
    assert [(ent.start, ent.end) for ent in nlp(doc).ents] == [(1, 2)]


def test_examples_that_are_cut_differently():
    text = "Ada-Lovelace met Tom in New-York."
    reference = Doc(BLANK.vocab, words=["Ada-Lovelace", "met", "Tom", "in", "New-York", "."], spaces=[1, 1, 1, 1, 0, 0])
    reference.ents = [Span(reference, 0, 1, label="PER"), Span(reference, 2, 3, label="PER")]
    example = Example(BLANK.make_doc(text), reference)
    assert len(example.predicted) == 10
    nlp = trained([example])
    assert [(ent.text, ent.label_) for ent in nlp(text).ents] == [("Ada-Lovelace", "PER"), ("Tom", "PER")]


def test_what_cannot_be_told_is_left_out():
    words = ["Ada", "met", "Tom"]
    known = doc_of(words, ["B-PER", "O", "O"])
    joined = Doc(BLANK.vocab, words=["Adamet", "Tom"], spaces=[True, False])
    split = Example(joined, Doc(BLANK.vocab, words=["Ada", "met", "Tom"], spaces=[False, True, False]))
    split.reference.ents = [Span(split.reference, 0, 1, label="PER")]
    assert split.get_aligned_ner()[0] is None
    silent = Doc(BLANK.vocab, words=words)
    nlp = trained(
        [split, Example(Doc(BLANK.vocab, words=words), known), Example(Doc(BLANK.vocab, words=words), silent)]
    )
    assert nlp.get_pipe("swvm").model.training["data"]["train"]["sentences"] == 1
    with pytest.raises(SettingError, match="has nothing to learn from: none of the examples has ents"):
        trained([split])


PAGE = Path(__file__).resolve().parent.parent.parent / "docs" / "spacy.md"


def test_spacy_train_with_the_configuration_of_the_page(tmp_path):
    (config,) = re.findall(r"(?ms)^```ini\n(.*?)^```", PAGE.read_text(encoding="utf-8"))
    (tmp_path / "config.cfg").write_text(config, encoding="utf-8")
    for name, corpus in (("train", TRAIN), ("dev", DEV)):
        DocBin(docs=[one.reference for one in examples(corpus)]).to_disk(tmp_path / f"{name}.spacy")
    paths = {f"paths.{name}": str(tmp_path / f"{name}.spacy") for name in ("train", "dev")}
    command = [sys.executable, "-m", "spacy", "init", "fill-config", "config.cfg", "full.cfg"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    spacy_train(tmp_path / "full.cfg", tmp_path / "out", overrides=paths)
    nlp = spacy.load(tmp_path / "out" / "model-best")
    expected = swvm.train(TRAIN, DEV, learner="mira", epochs=10, patience=3)
    record = nlp.get_pipe("swvm").model.record
    assert record.training["best_epoch"] == expected.training["best_epoch"]
    assert record.weights.shape == expected.record.weights.shape
    assert nlp.meta["performance"]["ents_f"] == pytest.approx(expected.training["dev_f1"] / 100, abs=0.02)
    assert nlp.evaluate(examples(DEV))["ents_f"] == pytest.approx(nlp.meta["performance"]["ents_f"])


@pytest.mark.parametrize(
    ("config", "message"),
    [
        ({"target": "entities"}, "unknown target 'entities'"),
        ({"training": {"epoch": 3}}, "unknown setting 'epoch'. Did you mean 'epochs'"),
        ({"columns": {"word": "TEXT"}}, "unknown attribute of tokens 'TEXT'"),
        ({"threads": 0}, "threads is 0; it must be at least 1"),
    ],
)
def test_a_wrong_setting_has_its_sentence(config, message):
    with pytest.raises(SwvmError, match=message):
        spacy.blank("en").add_pipe("swvm", config=config)


def test_a_setting_that_there_is_not_is_spacy_s_error():
    with pytest.raises(ValueError, match="unexpected argument"):
        spacy.blank("en").add_pipe("swvm", config={"targets": "ents"})


def test_without_a_model_there_is_a_sentence():
    nlp = spacy.blank("en")
    nlp.add_pipe("swvm")
    with pytest.raises(SettingError, match=r"the component 'swvm' has no model: nlp.initialize"):
        nlp("Ada")
    assert nlp.get_pipe("swvm").labels == ()
    assert not hasattr(nlp.get_pipe("swvm"), "model")  # spaCy asks so, in an order that changes from run to run
    spacy.blank("en").from_bytes(nlp.to_bytes())


def test_a_model_of_other_columns_is_refused(tmp_path):
    rows = {"word": [["a"]], "pos": [["x"]]}
    swvm.train(swvm.Corpus.from_columns(rows, [["O"]]), epochs=1).save(tmp_path / "m.swvm")
    with pytest.raises(SettingError, match="the model reads the columns word, pos, and this component has word"):
        spacy.blank("en").add_pipe("swvm").initialize(lambda: [], model=tmp_path / "m.swvm")


@pytest.mark.parametrize(
    ("target", "message"),
    [
        ("pos", "no parts of speech of spaCy: JJR, NN; take the target"),
        ("ents", "plain tags, such as 'NN'; take the target 'tag'"),
    ],
)
def test_labels_that_a_target_cannot_have_are_refused(tmp_path, target, message):
    swvm.train(swvm.Corpus.from_sentences([["a", "b"]], [["NN", "JJR"]]), epochs=1).save(tmp_path / "m.swvm")
    pipe = spacy.blank("en").add_pipe("swvm", config={"target": target})
    with pytest.raises(SwvmError, match=message):
        pipe.initialize(lambda: [], model=tmp_path / "m.swvm")


def test_spans_that_overlap_are_refused():
    doc = doc_of(["a", "b"], ["O", "O"], "spans")
    doc.spans["chunks"] = [Span(doc, 0, 2, label="X"), Span(doc, 1, 2, label="Y")]
    with pytest.raises(SwvmError, match=r"the span 'b' of .* overlaps another"):
        trained([Example(Doc(BLANK.vocab, words=["a", "b"]), doc)], target="spans", spans_key="chunks")


def test_errors_of_a_batch_go_to_the_pipeline_s_handler():
    nlp, seen = spacy.blank("en"), []
    nlp.add_pipe("swvm")
    nlp.set_error_handler(lambda name, pipe, docs, error: seen.append((name, len(docs), type(error))))
    assert len(list(nlp.pipe(["a", "b", "c"], batch_size=2))) == 3
    assert seen[0][:2] == ("swvm", 2)
    assert issubclass(seen[0][2], SettingError)


def test_the_package_needs_no_spacy():
    code = """
import sys, swvm
from swvm.data import load_corpus
swvm.SequenceTagger(epochs=1).fit(load_corpus("demo", "dev"))
print("spacy" in sys.modules)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
