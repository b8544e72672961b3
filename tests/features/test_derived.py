"""Derived columns against their slow twins, and that no label reaches its own token's value."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swvm import _native
from swvm.data.corpus import Corpus
from swvm.data.schemes.mentions import mentions
from swvm.features.derived.declaration import parse_declaration
from swvm.features.derived.derivation import Derivation, derive
from swvm.features.derived.folds import FOLDS, folds_of
from swvm.reference import derived as twin

pytestmark = pytest.mark.native

WORDS = st.sampled_from(["a", "A", "b", "c", "d", "De", "de"])
LABELS = ["O", "B-X", "I-X", "B-Y", "I-Y"]
TOKENS = st.tuples(WORDS, st.sampled_from(LABELS))
SENTENCES = st.lists(st.lists(TOKENS, min_size=1, max_size=6), min_size=1, max_size=14)


def corpus_of(sentences):
    words = [[word for word, _ in sentence] for sentence in sentences]
    return Corpus.from_sentences(words, [[label for _, label in sentence] for sentence in sentences])


def column(corpus, name):
    """The values, None where they are absent."""
    return [value or None for value in corpus.column(name).strings()]


def derived(text, corpus):
    """What training sees, and what tagging sees of the same sentences."""
    derivation, seen = derive([parse_declaration(text)], corpus)
    name = derivation.names[0]
    plain = Corpus(corpus.columns, corpus.labels, corpus.offsets, corpus.documents)
    return column(seen, name), column(derivation.extend(plain), name)


def flat(sentences):
    return [token for sentence in sentences for token in sentence]


def folds_by_token(sentences):
    folds = twin.folds_of([len(sentence) for sentence in sentences], range(len(sentences)))
    return [fold for fold, sentence in zip(folds, sentences, strict=True) for _ in sentence]


def types_of(sentences):
    """The mention type of each token, "" outside."""
    types = []
    for sentence in sentences:
        own = [""] * len(sentence)
        for type_, start, end in mentions([label for _, label in sentence]):
            own[start:end] = [type_] * (end - start)
        types += own
    return types


def type_order(sentences):
    labels = [label for _, label in flat(sentences)]
    return list(dict.fromkeys(label[2:] for label in labels if label != "O"))


@given(SENTENCES)
@settings(deadline=None)
def test_mentions_are_the_twins(sentences):
    types, order = types_of(sentences), type_order(sentences)
    keys = [word.lower() for word, _ in flat(sentences)]
    training, tagging = derived("men = mentions(lower(w))", corpus_of(sentences))
    tell = twin.tell_mention(order)
    assert training == twin.told(keys, types, folds_by_token(sentences), tell)
    counts = twin.counted(keys, types, [True] * len(keys))
    assert tagging == [tell(counts[key]) for key in keys]


@given(SENTENCES)
@settings(deadline=None)
def test_target_encoding_is_the_twins(sentences):
    keys, labels = [], [label for _, label in flat(sentences)]
    for sentence in sentences:
        words = ["<s-1>", *(word for word, _ in sentence)]
        keys += [(words[i].lower(), words[i + 1]) for i in range(len(sentence))]
    keys = [(before if before != "<s-1>" else 1, word) for before, word in keys]
    training, tagging = derived("te = target(lower(w[i-1]), w)", corpus_of(sentences))
    tell = twin.tell_labels(list(dict.fromkeys(labels)))
    assert training == twin.told(keys, labels, folds_by_token(sentences), tell)
    counts = twin.counted(keys, labels, [True] * len(keys))
    assert tagging == [tell(counts[key]) for key in keys]


def phrases_of(sentences, chosen, order):
    """The phrases of the mentions of the chosen sentences, each with its most frequent type."""
    found = {}
    for sentence, wanted in zip(sentences, chosen, strict=True):
        for type_, start, end in mentions([label for _, label in sentence]) if wanted else ():
            phrase = tuple(word.lower() for word, _ in sentence[start:end])
            found.setdefault(phrase, []).append(type_)
    return {
        phrase: min(set(types), key=lambda one: (-types.count(one), order.index(one)))
        for phrase, types in found.items()
    }


@given(SENTENCES)
@settings(deadline=None)
def test_mention_phrases_are_the_twins(sentences):
    order = type_order(sentences)
    folds = twin.folds_of([len(sentence) for sentence in sentences], range(len(sentences)))
    training, tagging = derived("men = mention_phrases(lower(w))", corpus_of(sentences))
    expected, everything = [], []
    for sentence, own in zip(sentences, folds, strict=True):
        words = [word.lower() for word, _ in sentence]
        expected += twin.match_phrases(phrases_of(sentences, [fold != own for fold in folds], order), words)
        everything += twin.match_phrases(phrases_of(sentences, [True] * len(folds), order), words)
    assert training == expected
    assert tagging == everything


PHRASES = st.lists(st.tuples(st.lists(WORDS, min_size=1, max_size=4), st.sampled_from(["", "G", "H"])), min_size=1)


@given(PHRASES, st.lists(st.lists(WORDS, min_size=1, max_size=8), min_size=1, max_size=3), st.booleans())
@settings(deadline=None)
def test_lexicons_are_the_twins(tmp_path_factory, phrases, sentences, lower):
    path = tmp_path_factory.mktemp("lexicon") / "list.txt"
    path.write_text("".join(f"{' '.join(words)}\t{type_}\n" for words, type_ in phrases), encoding="utf-8")
    view = str.lower if lower else str
    types = {}
    for words, type_ in phrases:
        types.setdefault(tuple(map(view, words)), set()).add(type_)
    known = {words: "|".join(sorted(filter(None, found))) for words, found in types.items()}
    term = "lower(w)" if lower else "w"
    derivation, _ = derive([parse_declaration(f'gene = lexicon({term}, "{path}")')], corpus_of([[("a", "O")]]))
    found = column(derivation.extend(Corpus.from_sentences(sentences)), "gene")
    expected = [value for words in sentences for value in twin.match_phrases(known, list(map(view, words)))]
    assert found == expected


DECLARATIONS = ["x = mentions(lower(w))", "x = mention_phrases(lower(w))", "x = target(w)", "x = target(w[i-1], w)"]


@pytest.mark.parametrize("text", DECLARATIONS)
@given(SENTENCES, st.data())
@settings(deadline=None, max_examples=30)
def test_the_labels_of_a_fold_never_reach_it(text, sentences, data):
    """Other labels in a sentence change nothing in the values of its fold."""
    number = data.draw(st.integers(0, len(sentences) - 1))
    others = data.draw(st.lists(st.sampled_from(LABELS), min_size=6, max_size=6))
    changed = list(sentences)
    changed[number] = [(word, label) for (word, _), label in zip(sentences[number], others, strict=False)]
    # The inventory of labels, in its order, is not what is left out: the first sentence shows all of it.
    inventory = [("zz", label) for label in LABELS]
    sentences, changed = [inventory, *sentences], [inventory, *changed]
    folds = folds_of(corpus_of(sentences))
    starts = np.cumsum([0, *map(len, sentences)])
    own = folds[starts[number + 1]]
    before, _ = derived(text, corpus_of(sentences))
    after, _ = derived(text, corpus_of(changed))
    here = np.flatnonzero(folds == own)
    if folds[0] != own:
        assert [before[token] for token in here] == [after[token] for token in here]


def test_folds_are_runs_of_documents():
    words = [["x"] * 3 for _ in range(60)]
    corpus = Corpus.from_sentences(words)
    by_sentence = folds_of(corpus)
    assert sorted(set(by_sentence.tolist())) == list(range(FOLDS))
    assert (np.diff(by_sentence) >= 0).all()
    documents = np.arange(0, 60, 3)
    marked = Corpus(corpus.columns, None, corpus.offsets, documents)
    folds = folds_of(marked).reshape(-1, 9)
    assert (folds == folds[:, :1]).all()
    few = Corpus(corpus.columns, None, corpus.offsets, np.array([0, 1]))
    assert folds_of(few).tolist() == by_sentence.tolist()


def test_words_that_come_later_are_looked_up():
    """A vocabulary that grows, as in tagging block by block."""
    derivation, _ = derive([parse_declaration("men = mentions(w)")], corpus_of([[("a", "B-X"), ("b", "O")]]))
    corpus = Corpus.from_sentences([["b"]])
    assert column(derivation.extend(corpus), "men") == ["a1"]
    interner = corpus.columns[0].interner
    codes = interner.intern(["a", "unheard", "b"])
    grown = Corpus.from_sentences([["x", "x", "x"]])
    grown = Corpus((type(corpus.columns[0])("word", codes, interner),), None, grown.offsets, grown.documents)
    assert column(derivation.extend(grown), "men") == ["h1X", "new", "a1"]


def test_a_derived_column_may_observe_another(tmp_path):
    (tmp_path / "paths.txt").write_text("01\ta\t3\n00\tb\t2\n1\tc\t9\n")
    corpus = corpus_of([[("a", "B-X"), ("b", "O")], [("c", "O"), ("q", "O")]] * 20)
    declarations = [
        parse_declaration(f'brown = clusters(w, "{tmp_path / "paths.txt"}")'),
        parse_declaration("te = target(prefix(brown, 1))"),
    ]
    derivation, seen = derive(declarations, corpus)
    assert column(seen, "brown")[:4] == ["01", "00", "1", None]
    assert column(seen, "te")[:4] == ["d6B-X/O", "d6B-X/O", "h5O", None]
    assert column(derivation.extend(corpus), "te")[:2] == ["d6B-X/O", "d6B-X/O"]


def test_what_is_there_is_not_derived_again():
    derivation, seen = derive([parse_declaration("men = mentions(w)")], corpus_of([[("a", "B-X"), ("b", "O")]] * 3))
    assert derivation.extend(seen) is seen
    assert Derivation().extend(seen) is seen


def test_native_arguments_are_checked():
    hashes, codes, offsets = np.ones(2, np.uint64), np.array([0, 1], np.int32), np.array([0, 2])
    table = _native.KeyTable(np.zeros(2, np.uint64), np.zeros(2, np.uint32), 1)
    with pytest.raises(ValueError, match="a code without a hash"):
        _native.conjunction_keys([(hashes[:1], codes, 0)], offsets)
    with pytest.raises(ValueError, match="a code without a hash"):
        _native.prefix_keys(hashes, codes - 1, offsets)
    with pytest.raises(ValueError, match="must reach from 0"):
        _native.prefix_keys(hashes, codes, np.array([0, 3]))
    with pytest.raises(ValueError, match="do not rise"):
        _native.prefix_keys(hashes, codes, np.array([0, 2, 1, 2]))
    with pytest.raises(ValueError, match="differ in length"):
        _native.conjunction_keys([(hashes, codes, 0), (hashes, codes[:1], 0)], offsets)
    with pytest.raises(ValueError, match="observes something"):
        _native.conjunction_keys([], offsets)
    with pytest.raises(ValueError, match="has no value"):
        table.match_phrases(np.zeros(0, np.int32), hashes, codes, offsets)
    with pytest.raises(ValueError, match="no empty slot"):
        _native.KeyTable(np.ones(2, np.uint64), np.zeros(2, np.uint32), 1)
    with pytest.raises(ValueError, match="differ in length"):
        _native.build_key_table(np.ones(2, np.uint64), np.zeros(1, np.uint32))
