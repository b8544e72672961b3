"""Tables of pandas, polars, pyarrow and Hugging Face datasets -> Corpus, with the real libraries."""

from __future__ import annotations

import io
from itertools import chain

import datasets
import numpy as np
import pandas
import polars
import pyarrow
import pytest
from pyarrow import parquet

import swvm
from learn.small_corpus import small_corpus
from swvm.data import from_table
from swvm.errors import DataError, SettingError, SwvmError

TOKENS = [["Ada", "met", "Tom"], [], ["Ada", "sleeps"]]
TAGS = [["B-PER", "O", "B-PER"], [], ["B-PER", "O"]]
NAMES = ["O", "B-LOC", "B-PER"]
IDS = [[NAMES.index(tag) for tag in tags] for tags in TAGS]
LISTS = {"tokens": TOKENS, "tags": TAGS}
FLAT = {"sentence": [7, 7, 7, 3, 3], "word": [*chain(*TOKENS)], "label": [*chain(*TAGS)]}

FEATURES = datasets.Features(
    {
        "tokens": datasets.Sequence(datasets.Value("string")),
        "ner_tags": datasets.Sequence(datasets.ClassLabel(names=NAMES)),
    }
)
DATASET = datasets.Dataset.from_dict({"tokens": TOKENS, "ner_tags": IDS}, features=FEATURES)
ARROW_TYPES = {
    "list": pyarrow.list_(pyarrow.string()),
    "large list": pyarrow.large_list(pyarrow.large_string()),
    "dictionary": pyarrow.list_(pyarrow.dictionary(pyarrow.int8(), pyarrow.string())),
    "view": pyarrow.list_(pyarrow.string_view()),
}


class Stream:
    """What any other library with Arrow streams hands out."""

    def __init__(self, table):
        self._table = table

    def __arrow_c_stream__(self, requested_schema=None):
        return self._table.__arrow_c_stream__(requested_schema)


def arrays():
    return {name: [np.array(row, dtype=object) for row in rows] for name, rows in LISTS.items()}


def from_parquet():
    buffer = io.BytesIO()
    DATASET.to_parquet(buffer)
    return parquet.read_table(io.BytesIO(buffer.getvalue()))


SENTENCES = {
    "pandas lists": lambda: pandas.DataFrame(LISTS),
    "pandas arrays": lambda: pandas.DataFrame(arrays()),
    "pandas with an index": lambda: pandas.DataFrame(LISTS, index=[5, 5, 5]),
    "pandas on Arrow": lambda: pyarrow.table(LISTS).to_pandas(types_mapper=pandas.ArrowDtype),
    "polars": lambda: polars.DataFrame(LISTS),
    "polars, lazy": lambda: polars.LazyFrame(LISTS),
    "pyarrow": lambda: pyarrow.table(LISTS),
    "pyarrow, a batch": lambda: pyarrow.table(LISTS).to_batches()[0],
    "pyarrow, chunks": lambda: pyarrow.concat_tables([pyarrow.table(LISTS).slice(k, 1) for k in range(3)]),
    "a stream": lambda: Stream(polars.DataFrame(LISTS)),
    "datasets": lambda: DATASET,
    "datasets, selected": lambda: datasets.concatenate_datasets([DATASET, DATASET]).select([3, 1, 5]),
    "datasets, in numpy's format": lambda: DATASET.with_format("numpy"),
    "a Parquet file of datasets": from_parquet,
}
TOKEN_ROWS = {
    "pandas": lambda: pandas.DataFrame(FLAT),
    "pandas categories": lambda: pandas.DataFrame(FLAT).astype({"word": "category", "label": "category"}),
    "pandas objects": lambda: pandas.DataFrame(FLAT).astype({"word": object}),
    "pandas on Arrow": lambda: pandas.DataFrame(FLAT).convert_dtypes(dtype_backend="pyarrow"),
    "polars": lambda: polars.DataFrame(FLAT),
    "polars categories": lambda: polars.DataFrame(FLAT).cast({"label": polars.Categorical}),
    "pyarrow": lambda: pyarrow.table(FLAT),
    "pyarrow dictionaries": lambda: pyarrow.table({k: pyarrow.array(v).dictionary_encode() for k, v in FLAT.items()}),
    "datasets": lambda: datasets.Dataset.from_dict(FLAT),
}


@pytest.mark.parametrize("name", SENTENCES)
def test_a_row_a_sentence(name):
    corpus = from_table(SENTENCES[name]())
    assert corpus.tokens() == TOKENS
    assert corpus.tags() == TAGS
    assert [column.name for column in corpus.all_columns] == ["word", "label"]
    assert corpus.columns[0].interner.strings() == ["Ada", "met", "Tom", "sleeps"]
    assert corpus.labels.interner.strings() == ["B-PER", "O"]


@pytest.mark.parametrize("name", TOKEN_ROWS)
def test_a_row_a_token(name):
    corpus = from_table(TOKEN_ROWS[name]())
    assert corpus.tokens() == [words for words in TOKENS if words]
    assert corpus.tags() == [tags for tags in TAGS if tags]


@pytest.mark.parametrize("kind", ARROW_TYPES)
def test_every_way_that_arrow_writes_lists_of_strings(kind):
    type_ = ARROW_TYPES[kind]
    table = pyarrow.table({"tokens": pyarrow.array(TOKENS, type_).slice(0, 3), "tags": pyarrow.array(TAGS, type_)})
    whole = from_table(table)
    assert (whole.tokens(), whole.tags()) == (TOKENS, TAGS)
    part = from_table(table.slice(1, 2))
    assert (part.tokens(), part.tags()) == (TOKENS[1:], TAGS[1:])
    assert part.columns[0].interner.strings() == ["Ada", "sleeps"]


@pytest.mark.parametrize("table", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_a_null_among_sentences_means_the_row_above(table):
    flat = FLAT | {"sentence": ["one", None, None, "two", None]}
    assert from_table(table(flat)).tokens() == [TOKENS[0], TOKENS[2]]


def test_a_csv_file_as_people_have_them():
    text = "Sentence #,Word,POS,Tag\nSentence: 1,null,NN,O\n,sleeps,VBZ,O\nSentence: 2,Ada,NNP,B-per\n"
    frame = pandas.read_csv(io.StringIO(text), keep_default_na=False, na_values={"Sentence #": [""]})
    corpus = from_table(frame, columns="word,pos")
    assert corpus.sentences() == [[("null", "NN", "O"), ("sleeps", "VBZ", "O")], [("Ada", "NNP", "B-per")]]
    assert from_table(polars.read_csv(io.StringIO(text)), columns="word,pos").sentences() == corpus.sentences()


def test_columns_are_named_and_labels_chosen():
    table = pandas.DataFrame({"text": TOKENS, "upper": [[w.upper() for w in s] for s in TOKENS], "gold": TAGS})
    corpus = from_table(table, columns="word=text,shout=upper,label=gold")
    assert [column.name for column in corpus.columns] == ["word", "shout"]
    assert corpus.sentence(0)[0] == ("Ada", "ADA", "B-PER")
    assert from_table(table, columns=("word=text",), labels="gold").tags() == TAGS
    assert from_table(table, columns="word=text").labels is None
    assert from_table(table, columns="word=text,label=gold", labels=False).labels is None


@pytest.mark.parametrize("table", [pandas.DataFrame, polars.DataFrame, pyarrow.table])
def test_integers_have_the_names_that_are_given(table):
    made = table({"tokens": TOKENS, "ner_tags": IDS})
    assert from_table(made, class_names={"ner_tags": NAMES}).tags() == TAGS
    with pytest.raises(DataError, match=r"column 'ner_tags', row 0 .*2 is a number, and names are needed: class_names"):
        from_table(made)
    with pytest.raises(DataError, match="2 has no name; the names go from 0 to 1"):
        from_table(made, class_names={"ner_tags": NAMES[:2]})


def changed(column, row, value):
    rows = {name: [*values] for name, values in LISTS.items()}
    rows[column][row] = value
    return rows


BAD = [
    (changed("tokens", 1, None), r"column 'tokens', row 1 \(counted from 0\): None is no list; drop"),
    (changed("tokens", 2, ["Ada", None]), r"column 'tokens', row 2 \(counted from 0\), value 2 of its list.*no value"),
    (changed("tags", 2, ["O"]), r"row 2 \(counted from 0\): 2 values of 'tokens' but 1 of 'tags'"),
    (LISTS | {"tags": [[1.5] * 3, [], [1.5] * 2]}, r"column 'tags', row 0 .*value 1 of its list: 1.5 is no string"),
    (LISTS | {"tags": [[True] * 3, [], [True] * 2]}, "column 'tags', row 0 .*True is no string"),
    (LISTS | {"tags": ["O", "O", "O"]}, "column 'tokens' has a list a row, 'tags' a value a row"),
    (LISTS | {"label": TAGS}, r"several columns could be the label: tags, label. Name it: labels='tags'"),
    ({"text": TOKENS}, r"no column 'word' \(or words, token, tokens, form\); it has text"),
    ({"word": ["a", "b"]}, "a row is a token, and a column must say where sentences end: name it with sentence="),
    (FLAT | {"sentence": [7, 7, 3, 3, 7]}, r"'sentence', row 4 .*the sentence 7 begins again.*sort"),
    (FLAT | {"sentence": [None, 7, 3, 3, 3]}, "'sentence', row 0: the first row has no sentence"),
    (FLAT | {"word": ["a", "b", None, "d", "e"]}, r"column 'word', row 2 \(counted from 0\): there is no value"),
    (LISTS | {"tags": [[["O"]] * 3, [], [["O"]] * 2]}, r"column 'tags', row 0 .*\['O'\].* is no string"),
]


@pytest.mark.parametrize("made", [pandas.DataFrame, polars.DataFrame, pyarrow.table, datasets.Dataset.from_dict])
@pytest.mark.parametrize(("columns", "message"), BAD)
def test_an_error_names_the_column_and_the_row(made, columns, message):
    with pytest.raises(DataError, match=f"the table: .*{message}"):
        from_table(made(columns))


@pytest.mark.parametrize(
    ("given", "more", "message"),
    [
        (pandas.DataFrame(LISTS), {"labels": "tag"}, "unknown column of the table 'tag'. Did you mean 'tags'"),
        (pandas.DataFrame(LISTS), {"columns": "word=token"}, "Did you mean 'tokens'"),
        (pandas.DataFrame(LISTS), {"class_names": {"x": []}}, "unknown column of the table 'x'"),
        (pandas.DataFrame(LISTS), {"columns": "label=tags"}, "name the words at least"),
        (pandas.DataFrame(FLAT), {"sentence": "doc"}, "there is no 'doc'; the table has sentence, word, label"),
        (pandas.DataFrame([["a", "b"]], columns=["word", "word"]), {}, "two columns .* same name: word, word"),
        (pandas.DataFrame({"tokens": [["a"], "bc"]}), {}, "row 1 .*'bc' is no list; every row"),
        (pandas.DataFrame({"tokens": [["\ud800"]]}), {}, "half of a surrogate pair"),
        (datasets.DatasetDict(train=DATASET, test=DATASET), {}, "choose one of its parts: 'train', 'test'"),
        (DATASET.to_iterable_dataset(), {}, "without streaming=True"),
        (TOKENS, {}, "a list is no table"),
    ],
)
def test_what_cannot_be_a_table_is_refused(given, more, message):
    with pytest.raises((DataError, SettingError), match=message):
        from_table(given, **more)


# Straight into training and tagging.

CORPUS = small_corpus(1)
X, Y = CORPUS.tokens(), CORPUS.tags()
EXPECTED = swvm.SequenceTagger(epochs=2).fit(X, Y)


def weights(tagger):
    return tagger.model_.record.weights


@pytest.mark.parametrize("made", [pandas.DataFrame, polars.DataFrame, pyarrow.table, datasets.Dataset.from_dict])
def test_the_estimator_takes_tables_and_their_columns(made):
    table = made({"tokens": X, "tags": Y})
    tagger = swvm.SequenceTagger(epochs=2).fit(table)
    assert np.array_equal(weights(tagger), weights(EXPECTED))
    assert np.array_equal(weights(swvm.SequenceTagger(epochs=2).fit(table["tokens"], table["tags"])), weights(EXPECTED))
    assert np.array_equal(weights(swvm.SequenceTagger(epochs=2).fit(made({"tokens": X}), Y)), weights(EXPECTED))
    assert tagger.predict(table) == tagger.predict(made({"tokens": X})) == tagger.predict(table["tokens"])
    assert tagger.model_.tag(table) == tagger.model_.tag(table["tokens"]) == tagger.predict(X)
    assert tagger.score(table) == tagger.score(X, Y)
    assert tagger.predict_nbest(table, k=2) == tagger.predict_nbest(X, k=2)


def test_classes_of_a_dataset_have_their_names_in_a_column_too():
    tagger = swvm.SequenceTagger(epochs=1).fit(DATASET["tokens"], DATASET["ner_tags"])
    assert set(tagger.classes_) == {"B-PER", "O"}


def test_the_columns_of_a_table_are_a_parameter_that_a_file_keeps(tmp_path):
    table = pandas.DataFrame({"text": X, "first": [[w[0] for w in s] for s in X], "gold": Y})
    names = ("word=text", "pos=first", "label=gold")
    tagger = swvm.SequenceTagger(epochs=2, columns=names).fit(table)
    assert tagger.model_.columns == ("word", "pos")
    tagger.save(tmp_path / "m.swvm")
    loaded = swvm.SequenceTagger.load(tmp_path / "m.swvm")
    assert loaded.predict(table.drop(columns="gold")) == tagger.predict(table)
    assert loaded.score(table) == tagger.score(table)


def test_a_table_is_cut_into_folds():
    from sklearn.model_selection import cross_val_score

    expected = cross_val_score(swvm.SequenceTagger(epochs=2), X, Y, cv=3)
    for made in (pandas.DataFrame, polars.DataFrame, pyarrow.table):
        table = made({"tokens": X, "tags": Y})
        assert cross_val_score(swvm.SequenceTagger(epochs=2), table, cv=3).tolist() == expected.tolist()


def test_a_flat_column_is_no_y():
    frame = pandas.DataFrame(FLAT)
    with pytest.raises(SwvmError, match=r"y: column 'label' has a value a row.*give the whole table"):
        swvm.SequenceTagger(epochs=1).fit(frame[["sentence", "word"]], frame["label"])
