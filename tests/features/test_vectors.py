"""Numbers and vectors as features: columns, encoding, names, learning, files, explanations."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import swvm
from swvm import _native
from swvm.data import Corpus, load_corpus
from swvm.data.attributes import corpus_of_dicts
from swvm.errors import DataError, TemplateError
from swvm.features.encoder import FeatureEncoder
from swvm.features.names import feature_names
from swvm.features.notation import parse_template
from swvm.insight import explain
from swvm.learn.learners import LEARNERS
from swvm.model.shrink import prune

pytestmark = pytest.mark.native

LINES = "w[i], t[i]\nvector(emb[i]), t[i]\nvector(emb[i-1]), t[i]\nvalue(size[i]), t[i]\nt[i]\nt[i-1], t[i]\n"


def with_numbers(corpus: Corpus, width: int = 5) -> Corpus:
    """A random vector for two words of three, and a number that some tokens lack."""
    words = corpus.columns[0].interner.strings()[::3] + corpus.columns[0].interner.strings()[1::3]
    rng = np.random.default_rng(1)
    sizes = np.array([len(word) / 8 if len(word) > 1 else np.nan for word in corpus.columns[0].strings()])
    numbered = corpus.with_word_vectors("emb", words, rng.normal(size=(len(words), width)))
    return numbered.with_vectors("size", sizes)


@pytest.fixture(scope="module")
def data() -> tuple[Corpus, Corpus]:
    whole = with_numbers(load_corpus("demo", "train")[:150])
    return whole[:110], whole[110:]


@pytest.fixture
def features(tmp_path: Path) -> str:
    (tmp_path / "v.features").write_text(LINES)
    return str(tmp_path / "v.features")


@pytest.fixture
def instruction_set() -> Iterator[Any]:
    before = _native.instruction_set()
    yield _native.use_instruction_set
    _native.use_instruction_set(before)


def templates(*lines: str) -> list[Any]:
    return [parse_template(line) for line in lines]


def test_blocks_of_features() -> None:
    corpus = Corpus.from_sentences([["a", "b"], ["c"]]).with_vectors("x", [[[1, 2], [3, 4]], [[5, 6]]])
    encoder = FeatureEncoder(templates("t[i]", "w[i], t[i]", "vector(x[i]), t[i]", "vector(x[i+1]), t[i]"), ["word"])
    encoded = encoder.fit(corpus)
    assert encoder.counts == (1 + 3 + 4, 0, 0, 0)
    here, ahead = encoded.dense
    assert (here.first, ahead.first) == (1, 3)
    assert here.table.tolist() == [[1, 2], [3, 4], [5, 6]]
    assert (here.rows.tolist(), ahead.rows.tolist()) == ([0, 1, 2], [1, -1, -1])
    assert encoded.spans[0].ids.tolist() == [0, 5, 0, 6, 0, 7]
    names = feature_names(encoder, corpus)[0]
    assert names.all()[:5] == [
        "t[i]", "vector(x[i])=0, t[i]", "vector(x[i])=1, t[i]", "vector(x[i+1])=0, t[i]", "vector(x[i+1])=1, t[i]"
    ]  # fmt: skip
    assert names.templates.tolist() == [0, 2, 2, 3, 3, 1, 1, 1]
    assert encoder.encode(corpus.select([1])).dense[0].rows.tolist() == [2]
    assert encoded.select([1]).dense[0].rows.tolist() == [2]


def test_a_number() -> None:
    corpus = Corpus.from_sentences([["a", "b"]]).with_vectors("x", np.array([0.5, np.nan]))
    encoder = FeatureEncoder(templates("value(x[i]), t[i]"), ["word"])
    (dense,) = encoder.fit(corpus).dense
    assert (dense.table[:, 0].tolist(), dense.rows.tolist()) == ([0.5, 0.0], [0, -1])
    assert feature_names(encoder, corpus)[0].all() == ["value(x[i]), t[i]"]


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("learner", LEARNERS)
def test_training_is_that_of_the_twin(learner: str, order: int, data: Any, tmp_path: Path) -> None:
    (tmp_path / "v.features").write_text(LINES + ("t[i-2], t[i-1], t[i]\n" if order == 2 else ""))
    settings: dict[str, Any] = {"learner": learner, "epochs": 2, "features": str(tmp_path / "v.features")}
    native = swvm.train(data[0][:20], **settings)
    twin = swvm.train(data[0][:20], **settings, engine="reference")
    assert native.record.chain.order == order
    np.testing.assert_allclose(native.record.weights, twin.record.weights, atol=1e-4)


def test_a_vector_is_a_bag_of_its_numbers(data: Any, features: str, tmp_path: Path) -> None:
    """The two ways to the same features: the same labels and, but for rounding, the same scores."""
    train, test = (corpus.select(range(40)) for corpus in data)
    (tmp_path / "one.features").write_text("vector(emb[i]), t[i]\nt[i-1], t[i]\n")
    dense = swvm.train(train, learner="mira", epochs=3, features=str(tmp_path / "one.features"))
    as_dicts = [_dicts(corpus) for corpus in (train, test)]
    sparse = swvm.train(corpus_of_dicts(as_dicts[0], train.tags()), learner="mira", epochs=3, features="attributes")
    ours, theirs = dense.decode(test, 2), sparse.decode(corpus_of_dicts(as_dicts[1]), 2)
    np.testing.assert_allclose(ours.scores, theirs.scores, rtol=1e-3, atol=1e-3)
    assert np.mean(ours.best == theirs.best) > 0.99


def _dicts(corpus: Corpus) -> list[list[dict[str, float]]]:
    vectors = corpus.vectors_named("emb")
    rows = [{} if row < 0 else {str(k): float(v) for k, v in enumerate(vectors.table[row])} for row in vectors.rows]
    return [rows[begin:end] for begin, end in zip(corpus.offsets[:-1], corpus.offsets[1:], strict=True)]


def test_the_same_bits_on_every_instruction_set(data: Any, features: str, instruction_set: Any) -> None:
    found = []
    for name in ("base", "avx2"):
        if not instruction_set(name):
            pytest.skip(f"no {name} here")
        model = swvm.train(data[0], learner="mira", epochs=2, features=features)
        found.append((model.record.weights.tobytes(), model.decode(data[1]).scores.tobytes()))
    assert found[0] == found[1]


def test_numbers_are_learned(tmp_path: Path) -> None:
    """Labels that only the sign of a number tells."""
    rng = np.random.default_rng(2)
    numbers = rng.normal(size=400)
    sentences = [["x"] * 4] * 100
    tags = np.where(numbers > 0, "UP", "DOWN").reshape(100, 4).tolist()
    (tmp_path / "n.features").write_text("value(x[i]), t[i]\n")
    corpus = Corpus.from_sentences(sentences, tags).with_vectors("x", numbers)
    model = swvm.train(corpus[:80], learner="csp", epochs=5, features=str(tmp_path / "n.features"))
    assert swvm.score(tags[80:], model.label(corpus[80:])).f1 > 97


def test_files_continuation_and_checkpoints(data: Any, features: str, tmp_path: Path) -> None:
    train, test = data
    model = swvm.train(train[:60], learner="mira", epochs=2, features=features)
    model.save(tmp_path / "m.swvm")
    loaded = swvm.Model.load(tmp_path / "m.swvm", names=True)
    np.testing.assert_array_equal(loaded.decode(test).scores, model.decode(test).scores)
    more = swvm.train(train[60:], epochs=2, start=loaded)
    assert more.record.chain.counts[0] > model.record.chain.counts[0]
    assert more.encoder.encode(test).dense[0].first == model.encoder.encode(test).dense[0].first
    state = tmp_path / "state"
    swvm.train(train, epochs=1, learner="mira", features=features, checkpoint=state)
    resumed = swvm.train(train, epochs=2, learner="mira", features=features, checkpoint=state)
    whole = swvm.train(train, epochs=2, learner="mira", features=features)
    assert resumed.record.weights.tobytes() == whole.record.weights.tobytes()
    with pytest.raises(swvm.SwvmError, match="training data differ"):
        changed = train.with_vectors("size", np.ones(train.n_tokens))
        swvm.train(changed, epochs=2, learner="mira", features=features, checkpoint=state)


def test_the_estimator_takes_such_a_corpus(data: Any, features: str) -> None:
    settings: dict[str, Any] = {"learner": "mira", "epochs": 3, "features": features}
    tagger, model = swvm.SequenceTagger(**settings).fit(data[0]), swvm.train(data[0], **settings)
    assert tagger.predict(data[1]) == model.label(data[1]).to_lists()
    assert tagger.predict(data[1][3:5]) == tagger.predict(data[1])[3:5]


def test_explanations_add_up_exactly(data: Any, features: str) -> None:
    model = swvm.train(data[0], learner="mira", epochs=2, features=features)
    seen = set()
    for explanation in explain(model, data[1][:10]):
        for token in explanation.tokens:
            exact = sum((Fraction(vote.weight) - Fraction(vote.other_weight) for vote in token.votes), Fraction(0))
            assert token.difference == float(exact)
            seen |= {vote.feature for vote in token.votes}
    assert {"vector(emb[i])=0, t[i]", "vector(emb[i-1])=4, t[i]", "value(size[i]), t[i]"} <= seen


def test_pruning_leaves_vectors_whole(data: Any, features: str) -> None:
    model = swvm.train(data[0], learner="mira", epochs=2, features=features)
    pruned = swvm.Model(prune(model.record, threshold=0.05))
    assert pruned.record.chain.counts[0] < model.record.chain.counts[0]
    whole = [block.width for block in model.encoder.plan.dense]
    assert [block.width for block in pruned.encoder.plan.dense] == whole == [5, 5, 1]
    assert np.mean(pruned.decode(data[1]).best == model.decode(data[1]).best) > 0.9


BAD: list[tuple[Any, str]] = [
    (np.ones(3), "an array of shape [3, 1] for 2 tokens"),
    (np.ones((2, 2, 2)), "an array of shape [2, 2, 2] for 2 tokens"),
    ([np.ones((1, 3)), np.ones((2, 3))], "do not have the lengths of the 1 sentences"),
    ([["a", "b"]], "these are not numbers"),
    ([[[1, 2], [3]]], "these are not numbers in equally long rows"),
    (np.array([[1.0, np.nan], [0, 0]]), "token 1 has a NaN; give a vector of 0"),
    (np.array([np.inf, 0]), "every number must be finite"),
    (np.ones((2, 0)), "they must have from 1 to 10000"),
]


@pytest.mark.parametrize(("values", "message"), BAD, ids=[message for _, message in BAD])
def test_what_is_refused(values: Any, message: str) -> None:
    with pytest.raises(DataError) as caught:
        Corpus.from_sentences([["a", "b"]]).with_vectors("x", values)
    assert message in str(caught.value)


def test_tables_of_words() -> None:
    corpus = Corpus.from_columns({"word": [["a", "b"]], "stem": [["u", "v"]]})
    assert corpus.with_word_vectors("x", ["b"], [[1, 2]]).vectors_named("x").rows.tolist() == [-1, 0]
    assert corpus.with_word_vectors("x", ["u"], [[1, 2]], "stem").vectors_named("x").rows.tolist() == [0, -1]
    with pytest.raises(DataError, match=r"2 words, but a table of shape \[1, 2\]"):
        corpus.with_word_vectors("x", ["a", "b"], [[1, 2]])


def test_numbers_that_are_not_there(data: Any, features: str) -> None:
    model = swvm.train(data[0][:20], epochs=1, features=features)
    with pytest.raises(DataError, match=r"no numbers 'emb', which a template reads by value\(emb\[i\]\) or vector"):
        model.tag([["Paris"]])
    other = data[1].with_vectors("emb", np.ones((data[1].n_tokens, 3)))
    with pytest.raises(DataError, match="'emb' has 3 numbers a token, but the templates were fitted to 5"):
        model.label(other)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("vector(x[i]), w[i], t[i]", "stands alone beside the labels"),
        ("vector(x[i]), t[i-1], t[i]", "stands beside one label: write `vector(x[i]), t[i]`"),
        ("lower(value(x[i])), t[i]", "takes a column and nothing else"),
    ],
)
def test_bad_templates(text: str, message: str) -> None:
    with pytest.raises(TemplateError) as caught:
        parse_template(text)
    assert message in str(caught.value)
