"""Corpus -> tables, and back again without loss."""

from __future__ import annotations

import subprocess
import sys

import datasets
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swvm.data import Corpus, from_table, load_corpus, to_arrow, to_dataset, to_pandas, to_polars
from swvm.data.schemes import LabelSequences
from swvm.errors import DataError, SettingError

WAYS = {
    "pandas": (to_pandas, pandas.DataFrame),
    "polars": (to_polars, polars.DataFrame),
    "arrow": (to_arrow, pyarrow.Table),
    "dataset": (to_dataset, datasets.Dataset),
}
DEMO = load_corpus("demo", "dev").select(range(30))
WORDS = st.text(st.characters(exclude_categories=["Cs"]), max_size=4)
ROWS = st.tuples(WORDS, st.sampled_from("xyz"), st.sampled_from(["O", "B-A", "I-A"]))


def rows_of(table):
    if isinstance(table, pandas.DataFrame):
        return table.to_dict("records")
    if isinstance(table, polars.DataFrame):
        return table.to_dicts()
    return table.to_pylist() if isinstance(table, pyarrow.Table) else table.to_list()


def corpus_of(sentences):
    parts = [[[row[k] for row in sentence] for sentence in sentences] for k in range(3)]
    return Corpus.from_columns({"word": parts[0], "pos": parts[1]}, parts[2])


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=25, deadline=None)
@given(sentences=st.lists(st.lists(ROWS, max_size=4), max_size=5))
def test_what_goes_out_comes_back(way, sentences):
    corpus = corpus_of(sentences)
    made, kind = WAYS[way]
    table = made(corpus)
    assert isinstance(table, kind)
    again = from_table(table, columns="word,pos")
    assert again.sentences() == corpus.sentences()
    for column, expected in zip(again.all_columns, corpus.all_columns, strict=True):
        assert column.codes.tolist() == expected.codes.tolist()
        assert column.interner.strings() == expected.interner.strings()
    filled = corpus_of([sentence for sentence in sentences if sentence])
    assert from_table(made(corpus, rows="tokens"), columns="word,pos").sentences() == filled.sentences()


@pytest.mark.parametrize("way", WAYS)
def test_entities_are_a_row_each(way):
    made, _ = WAYS[way]
    corpus = Corpus.from_sentences([["a", "b", "c"], [], ["d", "e"]], [["B-X", "I-X", "B-Y"], [], ["O", "I-X"]])
    rows = rows_of(made(corpus, scores=[3, 2, 1], rows="entities"))
    types = ["X", "Y"] if way == "dataset" else None
    expected = [(0, 0, 2, "X", "a b", 3.0), (0, 2, 3, "Y", "c", 2.0), (2, 1, 2, "X", "e", 1.0)]
    names = ("sentence", "start", "end", "type", "text", "score")
    found = [tuple(row[name] for name in names) for row in rows]
    if types is not None:
        found = [(*row[:3], types[row[3]], *row[4:]) for row in found]
    assert found == expected


@pytest.mark.parametrize("way", WAYS)
def test_scores_stand_beside_what_they_are_of(way):
    made, _ = WAYS[way]
    corpus = Corpus.from_sentences([["a", "b"], ["c"]], [["O", "O"], ["O"]])
    assert [row["score"] for row in rows_of(made(corpus, scores=np.array([1.5, 2.5])))] == [1.5, 2.5]
    lists = [list(row["scores"]) for row in rows_of(made(corpus, scores=[[1, 2], [3]]))]
    assert lists == [[1.0, 2.0], [3.0]]
    assert [row["score"] for row in rows_of(made(corpus, scores=[1, 2, 3], rows="tokens"))] == [1.0, 2.0, 3.0]


@pytest.mark.parametrize("way", WAYS)
def test_other_labels_stand_for_those_of_the_corpus(way):
    made, _ = WAYS[way]
    labels = LabelSequences.from_lists([["B-Z"] * len(words) for words in DEMO.tokens()])
    assert from_table(made(DEMO, labels)).tags() == labels.to_lists()
    assert from_table(made(DEMO, labels.to_lists(), rows="tokens")).tags() == labels.to_lists()
    unlabelled = Corpus.from_sentences(DEMO.tokens())
    assert from_table(made(unlabelled)).labels is None
    assert from_table(made(unlabelled)).tokens() == DEMO.tokens()


def test_a_dataset_says_what_its_classes_are():
    features = to_dataset(DEMO).features
    assert features["tags"].feature.names == DEMO.labels.interner.strings()
    assert features["tokens"].feature.dtype == "string"
    assert set(to_dataset(DEMO, rows="entities").features["type"].names) >= {"PER", "LOC", "ORG"}
    assert to_dataset(DEMO, rows="tokens").to_pandas()["label"].dtype == "int64"


@pytest.mark.parametrize(
    ("more", "error", "message"),
    [
        ({"rows": "words"}, SettingError, "unknown kind of rows 'words'.*entities, sentences, tokens"),
        ({"scores": [1.0]}, DataError, "scores: 1 numbers for 30 sentences"),
        ({"scores": [[1.0]] * 30}, DataError, "lists of scores do not have the lengths"),
        ({"scores": [1.0], "rows": "tokens"}, DataError, "a table of tokens needs a score for each"),
        ({"labels": [["O"]]}, DataError, "labels do not have the lengths of the corpus's 30 sentences"),
    ],
)
def test_what_does_not_fit_is_refused(more, error, message):
    with pytest.raises(error, match=message):
        to_pandas(DEMO, **more)


def test_entities_need_labels():
    with pytest.raises(DataError, match="entities are read from labels"):
        to_polars(Corpus.from_sentences([["a"]]), rows="entities")


def test_none_of_the_libraries_is_needed():
    code = """
import sys
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("pandas", "polars", "pyarrow", "datasets"):
            raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Absent())
import swvm
from swvm.data import from_table, load_corpus, to_arrow, to_dataset, to_pandas, to_polars
from swvm.errors import MissingExtraError
corpus = load_corpus("demo", "dev").select(range(5))
swvm.SequenceTagger(epochs=1).fit(corpus).predict(corpus.tokens())
for name, made in (("pandas", to_pandas), ("polars", to_polars), ("pyarrow", to_arrow), ("datasets", to_dataset)):
    try:
        made(corpus)
    except MissingExtraError as error:
        assert f"pip install {name}" in str(error), error
    else:
        raise SystemExit(name)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
