"""The native encoder against its slow twin, on small random corpora and templates of every kind."""

from __future__ import annotations

import gc
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import swvm.data
from swvm.data.corpus import Corpus
from swvm.data.reading import read
from swvm.errors import SettingError, SwvmError
from swvm.features.encoded import Encoded, Spans, label_codes
from swvm.features.encoder import FeatureEncoder
from swvm.features.memos import MOST
from swvm.features.names import feature_names, joined
from swvm.features.presets import preset
from swvm.features.template import Call, Observation, Template
from swvm.features.words import word_values
from swvm.reference.encode import ReferenceEncoder

pytestmark = pytest.mark.native

WORDS = ["a", "b", "Ab", "ab", "7", "abc", "B"]
TAGS = ["N", "V", "7"]
LABELS = [(0,), (-1, 0), (-2, 0), (-2, -1, 0), (1,), (0, 1)]
CALLS = [(), (Call("lower"),), (Call("prefix", (1,)),), (Call("is_number"),), (Call("lower"), Call("suffix", (2,)))]

Rows = list[list[tuple[str, str]]]

observations = st.builds(Observation, st.sampled_from(["w", "pos"]), st.integers(-3, 3), st.sampled_from(CALLS))
templates = st.lists(
    st.builds(
        Template,
        st.lists(observations, max_size=3).map(tuple),
        st.sampled_from(LABELS),
        st.sampled_from([None, None, None, "near"]),
    ),
    min_size=1,
    max_size=7,
)
tokens = st.tuples(st.sampled_from(WORDS), st.sampled_from(TAGS))
rows = st.lists(st.lists(tokens, min_size=1, max_size=6), min_size=1, max_size=5)


def corpus_of(sentences: Rows) -> Corpus:
    columns = {name: [[token[k] for token in s] for s in sentences] for k, name in enumerate(("word", "pos"))}
    return Corpus.from_columns(columns)


def dicts_of(sentences: Rows) -> list[list[dict[str, str]]]:
    return [[{"w": word, "pos": pos} for word, pos in sentence] for sentence in sentences]


def both(chosen: list[Template]) -> tuple[FeatureEncoder, ReferenceEncoder]:
    twin = ReferenceEncoder(chosen, lambda calls, word: word_values(calls, [word])[0])
    return FeatureEncoder(chosen, ["word", "pos"]), twin


def numbers(spans: Spans) -> np.ndarray:
    return np.ones(len(spans.ids), np.float32) if spans.values is None else spans.values


def assert_same(encoded: Encoded, expected: Encoded) -> None:
    np.testing.assert_array_equal(encoded.offsets, expected.offsets)
    for found, wanted in zip(encoded.spans, expected.spans, strict=True):
        np.testing.assert_array_equal(found.starts, wanted.starts)
        np.testing.assert_array_equal(found.ids, wanted.ids)
        np.testing.assert_array_equal(numbers(found), numbers(wanted))
        assert (found.starts.dtype, found.ids.dtype) == (np.int64, np.uint32)


@settings(max_examples=200, deadline=None)
@given(templates, rows, rows, st.integers(1, 3))
def test_fit_and_encode_are_the_twins(chosen: list[Template], train: Rows, test: Rows, minimum: int) -> None:
    encoder, twin = both(chosen)
    assert_same(encoder.fit(corpus_of(train), minimum), twin.fit(dicts_of(train), minimum))
    assert list(encoder.counts) == [len(names) for names in twin.names]
    assert encoder.constants == twin.constants
    for sentences in (train, test, train + test):
        assert_same(encoder.encode(corpus_of(sentences)), twin.encode(dicts_of(sentences)))


@settings(max_examples=150, deadline=None)
@given(templates, rows, rows, rows, st.integers(1, 2))
def test_extend_is_the_twins(chosen: list[Template], train: Rows, more: Rows, test: Rows, minimum: int) -> None:
    encoder, twin = both(chosen)
    encoder.fit(corpus_of(train)), twin.fit(dicts_of(train))
    before = encoder.encode(corpus_of(train))
    assert_same(encoder.extend(corpus_of(more), minimum), twin.extend(dicts_of(more), minimum))
    assert list(encoder.counts) == [len(names) for names in twin.names]
    assert_same(encoder.encode(corpus_of(test)), twin.encode(dicts_of(test)))
    assert before.spans[0].ids.size <= encoder.encode(corpus_of(train)).spans[0].ids.size


@settings(max_examples=100, deadline=None)
@given(templates, rows, rows)
def test_a_vocabulary_that_grows_is_the_twins(chosen: list[Template], train: Rows, more: Rows) -> None:
    encoder, twin = both(chosen)
    encoder.fit(corpus_of(train)), twin.fit(dicts_of(train))
    corpus = corpus_of(train)
    assert_same(encoder.encode(corpus), twin.encode(dicts_of(train)))
    codes = [column.interner.intern([token[k] for s in more for token in s]) for k, column in enumerate(corpus.columns)]
    columns = tuple(
        type(column)(column.name, code, column.interner) for column, code in zip(corpus.columns, codes, strict=True)
    )
    grown = Corpus(columns, None, corpus_of(more).offsets, np.zeros(1, np.int64))
    assert_same(encoder.encode(grown), twin.encode(dicts_of(more)))


def test_a_position_by_hand() -> None:
    chosen = [
        Template((Observation("w", -1),), (0,)),
        Template((), (0,)),
        Template((Observation("w"), Observation("pos")), (0,)),
        Template((Observation("w", 1),), (-1, 0)),
        Template((), (-1, 0)),
    ]
    encoder, _ = both(chosen)
    encoded = encoder.fit(corpus_of([[("a", "N"), ("b", "N")], [("a", "N")]]))
    # T: the bias 0; `w[i-1]=<s-1>` fires twice; `a N` twice, but later in its position; then `w[i-1]=a`, `b N`.
    np.testing.assert_array_equal(encoded.spans[0].ids, [0, 1, 2, 0, 3, 4, 0, 1, 2])
    # TT: the constant is 0 and stands in no span; at n+1 the next word is <e+2>.
    np.testing.assert_array_equal(encoded.spans[1].ids, [3, 1, 2, 1, 2])
    np.testing.assert_array_equal(encoded.spans[1].starts, [0, 1, 2, 3, 4, 5])
    assert encoder.counts == (5, 4, 0, 0)
    assert encoder.constants == [(1, 0)]


@pytest.mark.parametrize("name", ["basic", "paper"])
def test_presets_on_the_demonstration_corpus_are_the_twins(name: str) -> None:
    corpus = read(Path(swvm.data.__file__).parent / "demo" / "dev.txt", columns=["word", "label"]).select(range(60))
    encoder, twin = both(list(preset(name, ["word"])))
    sentences = [[{"w": word, "word": word} for word in sentence] for sentence in corpus.tokens()]
    assert_same(encoder.fit(corpus, 2), twin.fit(sentences, 2))
    assert [names.all() for names in feature_names(encoder, corpus)] == twin.names
    assert encoder.constants == twin.constants


def test_labels_become_the_ids_of_the_model() -> None:
    corpus = Corpus.from_sentences([["a", "b"], ["c"]], [["X", "Y"], ["Z"]])
    codes = label_codes(corpus, ["Z", "X"])
    assert (codes.tolist(), codes.dtype) == ([1, -1, 0], np.int32)


def test_an_encoder_without_features_says_so() -> None:
    encoder, _ = both([Template((), (0,))])
    for call in (encoder.encode, encoder.extend):
        with pytest.raises(SettingError, match="call fit first"):
            call(corpus_of([[("a", "N")]]))


def test_a_corpus_without_the_column_is_an_error() -> None:
    encoder, _ = both([Template((Observation("pos"),), (0,))])
    with pytest.raises(SwvmError, match="pos"):
        encoder.fit(Corpus.from_sentences([["a"]]))


def test_an_empty_corpus_and_constants_alone() -> None:
    encoder, _ = both([Template((), (-1, 0)), Template((), (0,))])
    encoded = encoder.fit(corpus_of([[]]))
    assert (len(encoded), encoded.n_tokens, encoder.counts) == (1, 0, (1, 1, 0, 0))
    assert encoder.encode(corpus_of([])).n_tokens == 0
    np.testing.assert_array_equal(encoder.encode(corpus_of([[("a", "N")]])).spans[0].ids, [0])


def test_user_functions_are_atoms() -> None:
    def vowel(word: str) -> bool:
        return word[0] in "aeiou"

    encoder = FeatureEncoder([Template((Observation("w", 0, (Call("vowel"),)),), (0,))], ["word"], {"vowel": vowel})
    encoded = encoder.fit(Corpus.from_sentences([["a", "b", "e"]]))
    np.testing.assert_array_equal(encoded.spans[0].starts, [0, 1, 1, 2])
    assert encoder.counts == (1, 0, 0, 0)


def test_threads_share_an_encoder() -> None:
    random = np.random.default_rng(3)
    chosen = [
        Template((Observation("w", -1), Observation("w")), (0,)),
        Template((Observation("w", 0, (Call("prefix", (2,)),)),), (0,)),
        Template((Observation("w"),), (-1, 0)),
    ]
    encoder = FeatureEncoder(chosen, ["word"])

    def draw() -> Corpus:
        return Corpus.from_sentences([[f"w{k}" for k in random.integers(0, 300, 12)] for _ in range(60)])

    encoder.fit(draw())
    corpora = [draw() for _ in range(6)]
    alone = [FeatureEncoder(chosen, ["word"], index=encoder.index).encode(corpus) for corpus in corpora]
    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(encoder.encode, corpora * 5))
    for number, encoded in enumerate(together):
        assert_same(encoded, alone[number % len(corpora)])


@given(rows, st.data())
@settings(max_examples=60, deadline=None)
def test_select_is_encoding_the_selection(sentences: Rows, data: st.DataObject) -> None:
    chosen = [Template((Observation("w"),), (0,)), Template((Observation("w"),), (-1, 0))]
    encoder, _ = both(chosen)
    encoded = encoder.fit(corpus_of(sentences), gold=np.arange(sum(map(len, sentences)), dtype=np.int32))
    picked = data.draw(st.lists(st.integers(0, len(sentences) - 1), max_size=6))
    selected = encoded.select(picked)
    assert_same(selected, encoder.encode(corpus_of([sentences[k] for k in picked])))
    wanted = [i for k in picked for i in range(int(encoded.offsets[k]), int(encoded.offsets[k + 1]))]
    assert selected.gold is not None
    np.testing.assert_array_equal(selected.gold, wanted)


@settings(max_examples=200, deadline=None)
@given(templates, rows, rows, st.integers(1, 2))
def test_names_are_the_twins(chosen: list[Template], train: Rows, more: Rows, minimum: int) -> None:
    encoder, twin = both(chosen)
    corpus = corpus_of(train)
    encoder.fit(corpus, minimum), twin.fit(dicts_of(train), minimum)
    learned = feature_names(encoder, corpus)
    assert [names.all() for names in learned] == twin.names
    corpus = corpus_of(more)
    encoder.extend(corpus), twin.extend(dicts_of(more))
    new = feature_names(encoder, corpus)
    assert [old.all() + names.all() for old, names in zip(learned, new, strict=True)] == twin.names
    grown = [joined([old, names]) for old, names in zip(learned, new, strict=True)]
    assert [names.all() for names in grown] == twin.names
    assert joined(grown).all() == [name for names in twin.names for name in names]
    assert [names.first_id for names in new] == [len(names.templates) for names in learned]


def test_a_memo_goes_with_its_vocabulary() -> None:
    encoder, _ = both([Template((Observation("w"),), (0,))])
    encoder.fit(corpus_of([[("a", "N")]]))
    assert encoder._memos is not None
    for _ in range(3):
        corpus = corpus_of([[("b", "N"), ("a", "N")]])
        assert encoder.encode(corpus).spans[0].ids.tolist() == [0]
        assert len(encoder._memos) == 1
        del corpus
        gc.collect()
        assert len(encoder._memos) == 0
    many = [corpus_of([[("a", "N")]]) for _ in range(MOST + 3)]
    assert all(encoder.encode(corpus).spans[0].ids.tolist() == [0] for corpus in many)
    assert len(encoder._memos) == MOST
