"""Splits: every sentence once, the same seed the same parts, documents whole, duplicates counted."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data.duplicates import find_duplicates, sentence_keys
from swvm.data.splits import by_ratios, fold_split, folds, paper_splits
from swvm.errors import SettingError


@given(st.integers(0, 300), st.integers(0, 2**32 - 1))
def test_ratios_use_every_sentence_once(sentences, seed):
    split = by_ratios(sentences, seed=seed)
    together = np.concatenate([split.train, split.dev, split.test])
    assert sorted(together.tolist()) == list(range(sentences))
    assert abs(len(split.train) - 0.8 * sentences) <= 1
    assert abs(len(split.dev) - 0.1 * sentences) <= 1


def test_the_seed_decides():
    one, same, other = (by_ratios(100, seed=seed) for seed in (7, 7, 8))
    assert one.train.tolist() == same.train.tolist()
    assert one.train.tolist() != other.train.tolist()
    assert one.train.tolist() != sorted(one.train.tolist())


def test_the_parts_of_a_seed_are_frozen():
    """Published results name a seed: its parts may not change."""
    assert [part.tolist() for part in folds(10, 3, seed=1)] == [[8, 4, 7], [0, 1, 2, 5], [9, 6, 3]]


@given(st.integers(3, 200), st.data())
def test_folds_are_equal_and_complete(sentences, data):
    k = data.draw(st.integers(2, min(sentences, 12)))
    parts = folds(sentences, k, seed=1)
    assert sorted(np.concatenate(parts).tolist()) == list(range(sentences))
    assert max(map(len, parts)) - min(map(len, parts)) <= 1


def test_the_paper_takes_the_next_part_for_development():
    parts = folds(100, 10, seed=3)
    split = fold_split(parts, 9)
    assert split.test.tolist() == parts[9].tolist()
    assert split.dev.tolist() == parts[0].tolist()
    assert split.train.tolist() == np.concatenate(parts[1:9]).tolist()
    assert [s.test.tolist() for s in paper_splits(100, seed=3)] == [part.tolist() for part in parts[:5]]


@given(st.lists(st.integers(1, 9), min_size=3, max_size=40), st.integers(0, 99))
def test_documents_stay_whole(sizes, seed):
    documents = np.cumsum([0, *sizes])[:-1]
    sentences = sum(sizes)
    split = by_ratios(sentences, seed=seed, documents=documents)
    parts = [set(split.train.tolist()), set(split.dev.tolist()), set(split.test.tolist())]
    assert sorted(s for part in parts for s in part) == list(range(sentences))
    for begin, size in zip(documents.tolist(), sizes, strict=True):
        assert sum(bool(part & set(range(begin, begin + size))) for part in parts) == 1
    assert abs(len(split.train) - 0.8 * sentences) <= max(sizes)


@pytest.mark.parametrize(
    "call",
    [
        lambda: by_ratios(10, (1, 2), seed=1),
        lambda: by_ratios(10, (1, -1, 1), seed=1),
        lambda: by_ratios(10, (0, 0, 0), seed=1),
        lambda: by_ratios(10, seed=1, documents=[0]),
        lambda: by_ratios(10, seed=1, documents=[1, 2, 3]),
        lambda: by_ratios(10, seed=1, documents=[0, 5, 10]),
        lambda: folds(10, 1, seed=1),
        lambda: folds(3, 4, seed=1),
        lambda: folds(10, 4, seed=1, documents=[0, 5, 8]),
        lambda: fold_split(folds(10, 2, seed=1), 0),
        lambda: fold_split(folds(10, 5, seed=1), 5),
    ],
)
def test_bad_settings_are_errors(call):
    with pytest.raises(SettingError):
        call()


def test_duplicates_within_and_across():
    sentences = ["a", "b", "a", "c", "b", "b"]
    parts = {"train": np.array([0, 1, 2]), "test": np.array([3, 4, 5])}
    found = find_duplicates(sentences, parts)
    assert found.within == {"train": 1, "test": 1}
    assert found.across == {("train", "test"): 1, ("test", "train"): 2}
    assert found.rate("test", "train") == pytest.approx(200 / 3)
    assert found.to_json()["across"]["test in train"]["count"] == 2


def test_sentences_are_equal_by_their_tokens():
    codes, offsets = np.array([1, 2, 1, 2, 12], np.int32), np.array([0, 2, 4, 5, 5], np.int64)
    keys = sentence_keys(codes, offsets)
    assert keys[0] == keys[1]
    assert len(set(keys)) == 3
