"""Derived columns through the life of a model: trained, saved, loaded, pickled, continued, tagged with in threads."""

from __future__ import annotations

import pickle
import warnings
from pathlib import Path

import numpy as np
import pytest

import swvm
from swvm.cli.info import describe
from swvm.data import load_corpus
from swvm.data.corpus import Corpus
from swvm.errors import DataError, MissingExtraError, ModelFileError, SettingError, TemplateError
from swvm.experiment.plan import file_sha256
from swvm.features.derived import clusters
from swvm.learn.incremental import IncrementalTrainer
from swvm.model.model import Model
from swvm.model.modelfile import load_model

TRAIN, DEV = load_corpus("demo", "train"), load_corpus("demo", "dev")
SETTINGS = {"learner": "mira", "epochs": 2, "seed": 3}
FEATURES = """\
@column brown = clusters(w, "paths.txt")
@column place = lexicon(lower(w), "places.txt")
@column emb = vectors(w, "vectors.npz", clusters=4)
@include basic
@include clusters
@include lexicons
@include mentions
@include target
"""


@pytest.fixture(scope="module")
def features(tmp_path_factory):
    """A features file with every kind of derived column, and its files beside it."""
    folder = tmp_path_factory.mktemp("features")
    words = sorted(set(TRAIN.columns[0].strings()))[:400]
    lines = [f"{number % 7:03b}\t{word}\t{number}\n" for number, word in enumerate(words)]
    (folder / "paths.txt").write_text("".join(lines), encoding="utf-8")
    (folder / "places.txt").write_text("Paris\tLOC\nthe royal society\tORG\nparis\tCITY\n", encoding="utf-8")
    vectors = np.random.default_rng(0).normal(size=(len(words), 5))
    np.savez(folder / "vectors.npz", words=np.array(words), vectors=vectors)
    path = folder / "all.features"
    path.write_text(FEATURES, encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def model(features):
    return swvm.train(TRAIN, config=None, features=str(features), **SETTINGS)


def without(corpus):
    """The same words in a vocabulary of their own, without labels."""
    return Corpus.from_sentences(corpus.tokens())


def test_a_saved_model_needs_none_of_the_files(model, features, tmp_path, monkeypatch):
    model.save(tmp_path / "m.swvm")
    monkeypatch.setattr(Path, "read_bytes", lambda path: pytest.fail(f"{path} was read"))
    loaded = Model.load(tmp_path / "m.swvm")
    assert loaded.label(without(DEV)).to_lists() == model.label(DEV).to_lists()
    assert [one.name for one in loaded.encoder.derivation.resources] == [
        *("brown", "place", "emb", "mention", "mention_found"),
        *("target1", "target2", "target3"),
    ]
    assert Model.from_bytes(model.to_bytes()).to_bytes() == model.to_bytes()


def test_training_is_deterministic_and_threads_change_nothing(model, features):
    again = swvm.train(TRAIN, features=str(features), threads=2, batch=1, **SETTINGS)
    np.testing.assert_array_equal(again.record.weights, model.record.weights)
    for one, other in zip(again.record.resources, model.record.resources, strict=True):
        assert one.values == other.values
        np.testing.assert_array_equal(one.keys, other.keys)
    assert model.label(without(DEV), threads=4).to_lists() == model.label(DEV).to_lists()


def test_sentence_by_sentence_is_as_all_at_once(model):
    one_by_one = [model.tag([words])[0] for words in DEV.tokens()[:20]]
    assert one_by_one == model.label(DEV).to_lists()[:20]


def test_training_sees_other_values_than_tagging(model, features):
    """The features of the training problem are those of left-out values: fewer words are known there."""
    setup = swvm.learn.setup.prepare(TRAIN, swvm.learn.settings.train_config(features=str(features)))
    seen, full = setup.problem.encoded.spans[0].ids, setup.encoder.encode(without(TRAIN)).spans[0].ids
    assert len(seen) != len(full) or (seen != full).any()


def test_going_on_keeps_the_columns(model):
    more = swvm.train(TRAIN.select(range(50)), start=model, **SETTINGS)
    assert [one.column for one in more.record.resources] == [one.column for one in model.record.resources]
    np.testing.assert_array_equal(more.record.resources[3].keys, model.record.resources[3].keys)
    trainer = IncrementalTrainer(start=model, learner="mira")
    trainer.partial_fit(TRAIN.select(range(30))).partial_fit(TRAIN.select(range(30, 60)))
    assert Model.from_bytes(trainer.model().to_bytes()).label(DEV).to_lists()


def test_going_on_with_the_same_data_is_warned_of(model, features):
    """The tables know these labels; of other sentences they do not."""
    with pytest.warns(UserWarning, match="mention_found, target1.* were learned from the labels of these very"):
        again = swvm.train(load_corpus("demo", "train"), start=model, **SETTINGS)
    with pytest.warns(UserWarning, match="these very sentences"):
        swvm.train(TRAIN, start=again, **SETTINGS)
    trainer = IncrementalTrainer(learner="mira", features=str(features))
    first, second = TRAIN.select(range(40)), TRAIN.select(range(40, 80))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        trainer.partial_fit(first).partial_fit(second).partial_fit(second)
        plain = IncrementalTrainer(learner="mira").partial_fit(first).partial_fit(first)
    assert plain.model()
    with pytest.warns(UserWarning, match="these very sentences"):
        trainer.partial_fit(first)


def test_an_estimator_is_pickled(features):
    tagger = swvm.SequenceTagger(features=str(features), learner="mira", epochs=1)
    tagger.fit(TRAIN.tokens(), TRAIN.tags())
    copy = pickle.loads(pickle.dumps(tagger))
    assert copy.predict(DEV.tokens()) == tagger.predict(DEV.tokens())


def test_names_and_votes_speak_of_derived_columns(model):
    names = {model.record.names.text(number) for number in range(len(model.record.names))}
    assert any(name.startswith("prefix(mention[i], 1)=h") for name in names)
    assert any(name.startswith("place[i]=S-CITY|LOC") for name in names)
    assert any(name.startswith("target1[i]=h") for name in names)
    assert any(name.startswith("brown[i-1]=") for name in names)


def test_settings_declare_columns(tmp_path):
    (tmp_path / "p").write_text("01\tParis\n")
    (tmp_path / "l").write_text("Ada Lovelace\tPER\n")
    files = {"clusters": [f"brown={tmp_path / 'p'}"], "lexicon": [f"who={tmp_path / 'l'}"]}
    model = swvm.train(TRAIN, features="ner", epochs=1, **files)
    columns = [one.column for one in model.record.resources]
    assert columns[0].startswith("brown = clusters(w[i], ")
    assert columns[1].startswith("who = lexicon(lower(w[i]), ")
    assert "who[i-1], t[i]" in model.record.templates
    for wrong in ("brown", "=x", "1a=x", 'a="x"'):
        with pytest.raises(SettingError, match="give a name and a file, as in brown="):
            swvm.train(TRAIN, clusters=[wrong], epochs=1)
    with pytest.raises(TemplateError, match="column word is there already"):
        swvm.train(TRAIN, clusters=[f"word={tmp_path / 'p'}"], epochs=1)


def test_info_tells_of_them(model, tmp_path):
    path = tmp_path / "m.swvm"
    model.save(path)
    facts = describe(str(path), load_model(path, names=True))
    assert facts["derived"][3:5] == [
        "mention = mentions(lower(w[i]), optional=1)",
        "mention_found = mention_phrases(lower(w[i]), optional=1)",
    ]


def test_experiments_see_other_files(features):
    """The checksum of features, by which prepared parts are kept, is also that of the files that they name."""
    before = file_sha256(str(features))
    file_sha256.cache_clear()
    places = features.parent / "places.txt"
    content = places.read_bytes()
    places.write_bytes(content + b"Lyon\tLOC\n")
    assert file_sha256(str(features)) != before
    places.write_bytes(content)
    file_sha256.cache_clear()
    assert file_sha256(str(features)) == before


def test_by_reference(tmp_path):
    """The model keeps a checksum: it loads where the file is the same, and says so where it is not."""
    words = tmp_path / "list.txt"
    words.write_text("Paris\tLOC\n")
    path = tmp_path / "f.features"
    path.write_text('@column place = lexicon(w, "list.txt", store="no")\n@include released\nplace[i], t[i]')
    model = swvm.train(TRAIN, features=str(path), **SETTINGS)
    model.save(tmp_path / "m.swvm")
    assert Model.load(tmp_path / "m.swvm").label(DEV).to_lists() == model.label(DEV).to_lists()
    words.write_text("Paris\tORG\n")
    with pytest.raises(ModelFileError, match="is another one: its sha256 is"):
        Model.load(tmp_path / "m.swvm")
    words.unlink()
    with pytest.raises(ModelFileError, match=r"list\.txt: there is no such file"):
        Model.load(tmp_path / "m.swvm")


def test_plain_tags_have_no_mentions(tmp_path):
    corpus = Corpus.from_sentences([["a", "b"]], [["DT", "NN"]])
    path = tmp_path / "f.features"
    path.write_text("@column men = mentions(w)\nmen[i], t[i]")
    with pytest.raises(SettingError, match="the labels are plain tags, so there are no mentions"):
        swvm.train(corpus, features=str(path), epochs=1)
    for preset in ("ner", "chunk"):
        model = swvm.train(corpus, features=preset, epochs=1)
        assert Model.from_bytes(model.to_bytes()).tag([["a", "x"]]) == model.tag([["a", "x"]])


PROBLEMS = [
    ("clusters", b"", "there is nothing in this file"),
    ("clusters", b"01\tx\n\n2\ty\n", r":3: a path is written with 0 and 1, such as 0110, and this is '2'"),
    ("clusters", b"01\tx\n01\n", r":2: expected `path<TAB>word`"),
    ("clusters", b"01\tx\tmany\n", r":1: the third cell is a count"),
    ("clusters", b"01\tx\n01\t\xff\n", r":2: byte 4 of this line \(0xFF\) is not UTF-8"),
    ("lexicon", b"a b\tX\tY\n", r":1: expected a phrase of 1 to 100 words"),
    ("lexicon", b"ok\n\tX\n", r":2: expected a phrase"),
    ("lexicon", b"a\tX Y\n", r":1: the type 'X Y' has a blank in it"),
    ("vectors", b"no zip", "expected the arrays `words`"),
]


@pytest.mark.parametrize(("function", "content", "message"), PROBLEMS)
def test_bad_files_are_named_with_their_line(tmp_path, function, content, message):
    (tmp_path / "bad").write_bytes(content)
    path = tmp_path / "f.features"
    path.write_text(f'@column x = {function}(w, "bad")\n@include released')
    with pytest.raises(DataError, match=f"{tmp_path / 'bad'}.*{message}"):
        swvm.train(TRAIN, features=str(path), epochs=1)


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"words": np.array(["a"])}, "vectors"),
        ({"words": np.array(["a"]), "vectors": np.zeros((2, 3))}, "1 words and vectors of the shape"),
        ({"words": np.array([1]), "vectors": np.zeros((1, 3))}, "expected the arrays"),
        ({"words": np.array(["a"]), "vectors": np.array([[np.nan]])}, r"the vector of 'a' \(row 0\)"),
        ({"words": np.array(["a"], object), "vectors": np.zeros((1, 1))}, "expected the arrays"),
    ],
)
def test_bad_vectors(tmp_path, arrays, message):
    np.savez(tmp_path / "v.npz", **arrays)
    path = tmp_path / "f.features"
    path.write_text('@column x = vectors(w, "v.npz")\n@include released')
    with pytest.raises(DataError, match=message):
        swvm.train(TRAIN, features=str(path), epochs=1)


def test_spacys_table(monkeypatch):
    assert [clusters.path_of(number) for number in (1, 2, 6, 1830)] == ["1", "01", "011", "01100100111"]
    monkeypatch.setattr(clusters.util, "find_spec", lambda name: None)
    with pytest.raises(MissingExtraError, match=r'pip install "swvm\[clusters\]"'):
        swvm.train(TRAIN, clusters=["brown=spacy:es"], epochs=1)
