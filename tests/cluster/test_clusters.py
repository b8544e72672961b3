"""Word clusters: the engine against its slow twin, to the last bit; checkpoints; the file."""

from __future__ import annotations

import io
import math
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from swvm import _native
from swvm.cluster import ClusterConfig, TextReader, learn_clusters, write_paths
from swvm.cluster import exchange as exchanging
from swvm.cluster.exchange import BITS, ExchangeState, engine_of, exchange, first_assignment
from swvm.cluster.text import read_bigrams
from swvm.cluster.tree import bit_strings
from swvm.data.reading import read_blocks
from swvm.errors import DataError, ModelFileError, SettingError
from swvm.features.template import Call
from swvm.features.words import word_values
from swvm.reference import clusters as twin

pytestmark = pytest.mark.native


def text_of(sentences):
    return "".join(" ".join(f"w{w}" for w in sentence) + "\n" for sentence in sentences)


def bigrams_from(text, config=None, **more):
    blocks = read_blocks(io.BytesIO(text.encode()), format="text", **more)
    return read_bigrams(blocks, config or ClusterConfig(minimum_count=1))


def numbered(bigrams, sentences):
    """Return the sentences with the numbers that the bigrams give the words; rare ones are beyond."""
    number = {word: k for k, word in enumerate(bigrams.words)}
    return [[number.get(f"w{w}", len(number)) for w in sentence] for sentence in sentences]


TEXTS = st.lists(st.lists(st.integers(0, 9), max_size=8), min_size=1, max_size=14).filter(
    lambda text: len({w for sentence in text for w in sentence}) >= 3
)


@given(st.integers(0, 1 << 36) | st.integers(0, 3000))
def test_the_entropy_term(x):
    assert _native.entropy_term(x) == twin.entropy_term(x)
    exact = x * math.log2(x) if x else 0.0
    assert twin.entropy_term(x) / BITS == pytest.approx(exact, rel=1e-14, abs=1 / BITS)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.integers(1, 3), st.data())
def test_every_gain_is_the_change_of_the_objective(sentences, minimum, data):
    config = ClusterConfig(minimum_count=minimum)
    try:
        bigrams = bigrams_from(text_of(sentences), config)
    except DataError:
        return
    n = len(bigrams.words)
    classes = data.draw(st.integers(1, n))
    assignment = data.draw(st.lists(st.integers(0, classes - 1), min_size=n, max_size=n))
    engine = engine_of(bigrams, classes, np.array(assignment, np.int32))
    pairs = twin.bigrams(numbered(bigrams, sentences), n)
    assert engine.objective() == twin.objective(pairs, assignment)
    for word in range(n):
        gains = engine.gains(word)
        values = [twin.objective(pairs, [*assignment[:word], g, *assignment[word + 1 :]]) for g in range(classes)]
        assert [gain - gains[0] for gain in gains] == [value - values[0] for value in values]
    assert engine.objective() == twin.objective(pairs, assignment)


@settings(max_examples=60, deadline=None)
@given(TEXTS, st.integers(1, 2), st.data())
def test_exchange_and_tree_are_those_of_the_twin(sentences, minimum, data):
    try:
        bigrams = bigrams_from(text_of(sentences), ClusterConfig(minimum_count=minimum))
    except DataError:
        return
    n = len(bigrams.words)
    classes = data.draw(st.integers(1, n))
    engine = engine_of(bigrams, classes, first_assignment(n, classes))
    config, state = ClusterConfig(clusters=max(classes, 2), sweeps=4), ExchangeState(engine.assignment())
    for _ in exchange(engine, bigrams, config, state):
        pass
    text = numbered(bigrams, sentences)
    expected, sweeps = twin.exchange(text, n, classes, 4)
    assert (state.assignment.tolist(), state.sweep) == (expected, sweeps)
    merges = twin.merges(text, expected, classes)
    assert engine.merges() == merges
    strings = bit_strings(merges, classes)
    assert len(set(strings)) == classes
    assert sum(2.0 ** -len(one) for one in strings) == 1.0  # a whole binary tree


def made_up(seed=0, sentences=300):
    """Three kinds of words in a fixed order: what stands beside what says the kind."""
    rng = np.random.default_rng(seed)
    return "".join(
        f"the n{rng.integers(20)} v{rng.integers(20)} a n{rng.integers(20)} in p{rng.integers(9)}\n"
        for _ in range(sentences)
    )


def test_words_of_a_kind_are_together():
    clusters = learn_clusters(bigrams_from(made_up()), ClusterConfig(clusters=7, minimum_count=1))
    kinds = {}
    for word, path in zip(clusters.words, clusters.paths, strict=True):
        kinds.setdefault(path, set()).add(word.rstrip("0123456789"))
    assert all(len(found) == 1 for found in kinds.values())
    assert len(kinds) == 7


def test_bits_per_token_is_the_cross_entropy_of_the_model():
    """Counted from scratch: -log2 p(g' | g) p(w | g') over all tokens and ends of sentences."""
    text = made_up(sentences=40)
    bigrams = bigrams_from(text, ClusterConfig(minimum_count=3))
    clusters = learn_clusters(bigrams, ClusterConfig(clusters=4, minimum_count=3))
    path = dict(zip(clusters.words, clusters.paths, strict=True))
    streams = [["</s>", *(w if w in path else "<rare>" for w in line.split()), "</s>"] for line in text.splitlines()]
    pairs = [pair for stream in streams for pair in pairwise(stream)]
    group = lambda w: path.get(w, w)  # noqa: E731
    joint, margin, members, single = {}, {}, {}, {}
    for v, w in pairs:
        for table, key in ((joint, (group(v), group(w))), (margin, group(v)), (members, group(w)), (single, w)):
            table[key] = table.get(key, 0) + 1
    bits = -sum(
        math.log2(joint[group(v), group(w)] / margin[group(v)] * single[w] / members[group(w)]) for v, w in pairs
    )
    assert clusters.bits_per_token == pytest.approx(bits / len(pairs), abs=1e-6)


def test_every_sweep_makes_the_text_likelier():
    bigrams = bigrams_from(made_up(2))
    scores = [
        learn_clusters(bigrams, ClusterConfig(clusters=5, minimum_count=1, sweeps=sweeps)).bits_per_token
        for sweeps in (1, 2, 3, 20)
    ]
    assert scores == sorted(scores, reverse=True)


class KilledError(Exception):
    pass


@pytest.mark.parametrize("after", [1, 3, 5])
def test_a_killed_run_goes_on_to_the_same_clusters(tmp_path, monkeypatch, after):
    monkeypatch.setattr(exchanging, "SLICE", 40)
    monkeypatch.setattr("swvm.cluster.learning.SAVE_EVERY", -1.0)
    bigrams, config = bigrams_from(made_up(1)), ClusterConfig(clusters=6, minimum_count=1)
    expected = learn_clusters(bigrams, config)
    seen = []

    def killed(state):
        seen.append(state.sweep)
        if len(seen) == after:
            raise KilledError

    with pytest.raises(KilledError):
        learn_clusters(bigrams, config, checkpoint=tmp_path / "c", on_slice=killed)
    later = []
    found = learn_clusters(bigrams, config, checkpoint=tmp_path / "c", on_slice=later.append)
    assert found == expected
    whole = []
    learn_clusters(bigrams, config, on_slice=whole.append)
    assert len(later) == len(whole) - after
    assert learn_clusters(bigrams, config, checkpoint=tmp_path / "c") == expected  # a finished run, again


def test_ctrl_c_leaves_a_checkpoint(tmp_path):
    bigrams, config = bigrams_from(made_up(1)), ClusterConfig(clusters=6, minimum_count=1)

    def interrupted(state):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn_clusters(bigrams, config, checkpoint=tmp_path / "c", on_slice=interrupted)
    assert learn_clusters(bigrams, config, checkpoint=tmp_path / "c") == learn_clusters(bigrams, config)


def test_more_sweeps_may_be_asked_for(tmp_path):
    bigrams = bigrams_from(made_up(1))
    one, many = (ClusterConfig(clusters=6, minimum_count=1, sweeps=sweeps) for sweeps in (1, 20))
    learn_clusters(bigrams, one, checkpoint=tmp_path / "c")
    assert learn_clusters(bigrams, many, checkpoint=tmp_path / "c") == learn_clusters(bigrams, many)


def test_checkpoints_of_something_else(tmp_path):
    bigrams, config = bigrams_from(made_up(1)), ClusterConfig(clusters=6, minimum_count=1)
    learn_clusters(bigrams, config, checkpoint=tmp_path / "c")
    with pytest.raises(SettingError, match="another text or other settings"):
        learn_clusters(bigrams, ClusterConfig(clusters=7, minimum_count=1), checkpoint=tmp_path / "c")
    with pytest.raises(SettingError, match="another text or other settings"):
        learn_clusters(bigrams_from(made_up(2)), config, checkpoint=tmp_path / "c")
    data = (tmp_path / "c").read_bytes()
    (tmp_path / "c").write_bytes(data[:-9])
    with pytest.raises(ModelFileError, match="the checkpoint is damaged; delete it"):
        learn_clusters(bigrams, config, checkpoint=tmp_path / "c")


def test_the_file(tmp_path):
    clusters = learn_clusters(bigrams_from(made_up()), ClusterConfig(clusters=7, minimum_count=1))
    write_paths(clusters, tmp_path / "paths")
    rows = [line.split("\t") for line in (tmp_path / "paths").read_text().splitlines()]
    assert [path for path, _, _ in rows] == sorted(path for path, _, _ in rows)
    assert all(set(path) <= {"0", "1"} and path for path, _, _ in rows)
    assert sum(int(count) for _, _, count in rows) == 300 * 7
    assert {word: path for path, word, _ in rows} == dict(zip(clusters.words, clusters.paths, strict=True))


def test_blocks_of_any_size_and_folding():
    text = "In 1999 IN 2001 in\n\n2005 In\n" * 30
    config = ClusterConfig(clusters=2, minimum_count=1, lower=True, fold_digits=True)
    whole = bigrams_from(text, config)
    assert set(whole.words) == {"in", "0000"}
    assert (whole.tokens, whole.sentences) == (210, 60)
    assert bigrams_from(text, config, block_bytes=16).checksum == whole.checksum


def test_words_are_folded_as_templates_fold_them():
    words = ["IL-12", "IL-2", "TGF-beta1", "TGF-β2", "Straße", "ÉCOLE", "type", "II"]
    text = " ".join(words) + "\n"
    for name in ("lower", "fold"):
        folded = word_values([Call(name)], words)
        bigrams = bigrams_from(text, ClusterConfig(minimum_count=1, **{name: True}))
        assert set(bigrams.words) == set(folded)
    assert len(set(folded)) < len(words)


def test_parsers_that_renew_their_words():
    config = ClusterConfig(minimum_count=1)
    text = made_up(3, 40)
    reader = TextReader(config)
    for line in text.splitlines(keepends=True):  # a parser, and so an interner, for each line
        for block in read_blocks(io.BytesIO(line.encode()), format="text"):
            reader.add(block)
    assert reader.bigrams().checksum == bigrams_from(text).checksum


def test_what_cannot_be_clustered():
    with pytest.raises(SettingError, match="there are 3 words to cluster, fewer than the 500 clusters"):
        learn_clusters(bigrams_from("a b c\n"))
    with pytest.raises(DataError, match="no word is there 2 times"):
        bigrams_from("a b c\n", ClusterConfig(minimum_count=2))
    with pytest.raises(DataError, match="no token"):
        bigrams_from("\n\n")


def test_the_engine_believes_no_number():
    bigrams = bigrams_from(made_up())
    with pytest.raises(ValueError, match="a class that there is not"):
        engine_of(bigrams, 3, np.full(len(bigrams.words), 3, np.int32))
    with pytest.raises(ValueError, match="do not fit"):
        engine_of(bigrams, 3, np.zeros(len(bigrams.words) - 1, np.int32))
    engine = engine_of(bigrams, 3, np.zeros(len(bigrams.words), np.int32))
    with pytest.raises(ValueError, match="no such words"):
        engine.sweep(0, len(bigrams.words) + 1)
    with pytest.raises(ValueError, match="no such word"):
        engine.gains(-1)
