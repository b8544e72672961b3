"""The table from keys to ids: stored, mapped from a file, and with arrays that nobody should trust."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from swvm._native import (
    FeatureIndex,
    FeatureMemo,
    FeaturePlan,
    KeyTable,
    build_key_table,
    feature_names,
    learn_features,
)
from swvm.data.corpus import Corpus
from swvm.features.encoder import FeatureEncoder
from swvm.features.notation import parse_template
from swvm.model.index import entries_of, find, index_capacity

pytestmark = pytest.mark.native

TEMPLATES = [
    parse_template(text) for text in ("w[i], t[i]", "w[i-1], w[i], t[i]", "w[i], t[i-1], t[i]", "t[i-1], t[i]")
]
CORPUS = Corpus.from_sentences([["the", "dog", "saw", "the", "cat"], ["a", "cat", "saw"], ["the", "end"]])


def fitted() -> FeatureEncoder:
    encoder = FeatureEncoder(TEMPLATES, ["word"])
    encoder.fit(CORPUS)
    return encoder


def with_index(index: FeatureIndex) -> FeatureEncoder:
    return FeatureEncoder(TEMPLATES, ["word"], index=index)


def test_the_arrays_are_those_of_the_model_file() -> None:
    index = fitted().index
    assert index is not None
    assert len(index.keys) == index_capacity(sum(index.counts))
    for kind, count in enumerate(index.counts):
        keys, ids = entries_of(index.keys, index.ids, kind)
        assert sorted(ids.tolist()) == list(range(count))
        for key, id in zip(keys.tolist(), ids.tolist(), strict=True):
            assert index.find(key, kind) == find(index.keys, index.ids, key, kind) == id
            assert index.find(key, (kind + 1) % 4) is None
    assert index.find(12345, 0) is None


@pytest.mark.parametrize("size", [0, 1, 2, 511, 512, 513, 5000])
def test_many_keys_are_looked_up_as_one_by_one(size: int) -> None:
    rng = np.random.default_rng(size)
    keys = np.unique(rng.integers(1, 1 << 62, size, np.uint64) << np.uint64(rng.integers(0, 3)))
    arrays = build_key_table(keys, np.arange(1, len(keys) + 1, dtype=np.uint32))
    asked = np.concatenate([keys, keys ^ np.uint64(1 << 63), keys + np.uint64(1), np.zeros(3, np.uint64), keys[::-1]])
    found = KeyTable(*arrays, len(keys) + 1).look_up(asked)
    number = {key: k for k, key in enumerate(keys.tolist(), 1)}
    assert found.tolist() == [number.get(key, 0) for key in asked.tolist()]
    index = FeatureIndex(*arrays, [len(keys) + 1, 0, 0, 0])
    assert [index.find(key, 0) for key in asked.tolist() if key] == [number.get(key) for key in asked.tolist() if key]


def test_a_mapped_file_is_read_in_place(tmp_path: Path) -> None:
    index = fitted().index
    assert index is not None
    np.save(tmp_path / "keys.npy", index.keys)
    np.save(tmp_path / "ids.npy", index.ids)
    keys = np.load(tmp_path / "keys.npy", mmap_mode="r")
    ids = np.load(tmp_path / "ids.npy", mmap_mode="r")
    mapped = FeatureIndex(keys, ids, index.counts)
    assert mapped.keys.ctypes.data == keys.ctypes.data
    assert mapped.ids.ctypes.data == ids.ctypes.data
    for found, wanted in zip(with_index(mapped).encode(CORPUS).spans, fitted().encode(CORPUS).spans, strict=True):
        np.testing.assert_array_equal(found.ids, wanted.ids)


def test_an_extended_mapped_index_leaves_the_file_alone() -> None:
    index = fitted().index
    assert index is not None
    keys, ids = index.keys.copy(), index.ids.copy()
    keys.flags.writeable = ids.flags.writeable = False
    encoder = with_index(FeatureIndex(keys, ids, index.counts))
    encoder.extend(Corpus.from_sentences([["a", "new", "dog"]]))
    np.testing.assert_array_equal(keys, index.keys)
    assert encoder.counts[0] == index.counts[0] + 3  # new; `a new`; `new dog`


@pytest.mark.parametrize(
    ("keys", "ids", "counts", "problem"),
    [
        (np.zeros(3, np.uint64), np.zeros(3, np.uint32), [0, 0, 0, 0], "power of two"),
        (np.zeros(0, np.uint64), np.zeros(0, np.uint32), [0, 0, 0, 0], "power of two"),
        (np.zeros(4, np.uint64), np.zeros(2, np.uint32), [0, 0, 0, 0], "differ in length"),
        (np.ones(4, np.uint64), np.zeros(4, np.uint32), [0, 0, 0, 0], "no empty slot"),
        (np.zeros(4, np.uint64), np.zeros(4, np.uint32), [2**31, 0, 0, 0], "2\\^30"),
        (np.zeros(33, np.uint8)[1:].view(np.uint64), np.zeros(4, np.uint32), [0, 0, 0, 0], "aligned"),
    ],
)
def test_impossible_arrays_are_refused(
    keys: npt.NDArray[np.uint64], ids: npt.NDArray[np.uint32], counts: list[int], problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        FeatureIndex(keys, ids, counts)


def test_arrays_of_another_type_are_not_converted() -> None:
    with pytest.raises(TypeError):
        FeatureIndex(np.zeros(4, np.int32), np.zeros(4, np.uint32), [0, 0, 0, 0])


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_hostile_arrays_give_no_id_that_is_not_there(data: st.DataObject) -> None:
    honest = fitted().index
    assert honest is not None
    own = [int(key) for key in honest.keys[honest.keys != 0]]
    capacity = data.draw(st.sampled_from([2, 4, 8, 32, 64]))
    # One key may stand many times, and in slots where no search would find it.
    keys = data.draw(hnp.arrays(np.uint64, capacity, elements=st.sampled_from([0, 1, 2**64 - 1, *own])))
    keys[data.draw(st.integers(0, capacity - 1))] = 0
    ids = data.draw(
        hnp.arrays(np.uint32, capacity, elements=st.sampled_from([0, 1, 5, 2**30 - 1, 2**30, 2**31, 2**32 - 1]))
    )
    counts = data.draw(st.lists(st.sampled_from([0, 1, 3, 2**30]), min_size=4, max_size=4))
    encoder = with_index(FeatureIndex(keys, ids, counts))
    for count, span in zip(counts, encoder.encode(CORPUS).spans, strict=True):
        assert (span.ids < count).all()
    assert all(id < counts[kind] for kind, id in encoder.constants)
    if max(counts) < 2**30:
        encoder.extend(CORPUS)


PLAN: dict[str, Any] = {
    "hashes": np.array([1, 2], np.uint64),
    "kinds": np.array([0, 1], np.uint8),
    "starts": np.array([0, 1, 3], np.int64),
    "atoms": np.array([0, 1, 0], np.uint32),
    "offsets": np.array([0, -1, 2], np.int32),
    "atom_columns": np.array([0, 0], np.uint32),
    "columns": 1,
}


@pytest.mark.parametrize(
    "wrong",
    [
        {"kinds": np.array([0, 4], np.uint8)},
        {"kinds": np.array([0], np.uint8)},
        {"starts": np.array([0, 3, 1], np.int64)},
        {"starts": np.array([-1, 1, 3], np.int64)},
        {"starts": np.array([0, 1, 4], np.int64)},
        {"atoms": np.array([0, 2, 0], np.uint32)},
        {"offsets": np.array([0, -1001, 2], np.int32)},
        {"atom_columns": np.array([0, 1], np.uint32)},
        {"columns": 0},
    ],
)
def test_impossible_plans_are_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        FeaturePlan(**{**PLAN, **wrong})


@pytest.mark.parametrize(
    ("hashes", "codes", "offsets"),
    [
        ([3, 3], [0, 1, 3], [0, 3]),
        ([3, 3], [0, -1, 2], [0, 3]),
        ([3, 3], [0, 1], [0, 3]),
        ([3, 3], [0, 1, 2], [0, 2, 1, 3]),
        ([3, 3], [0, 1, 2], [1, 3]),
        ([3, 3], [0, 1, 2], []),
        ([3, 3], [0, 1, 2], [0, -(2**63)]),
        ([3, 2], [0, 1, 1], [0, 3]),
        ([3], [0, 1, 1], [0, 3]),
    ],
)
def test_impossible_tokens_are_refused(hashes: list[int], codes: list[int], offsets: list[int]) -> None:
    plan = FeaturePlan(**PLAN)
    tables = [np.arange(1, size + 1, dtype=np.uint64) for size in hashes]
    tokens = [np.array(codes, np.int32)]
    ends = np.array(offsets, np.int64)
    with pytest.raises(ValueError, match=r"\w"):
        learn_features(plan, None, tables, tokens, ends, 1)
    index = FeatureIndex(np.zeros(2, np.uint64), np.zeros(2, np.uint32), [0, 0, 0, 0])
    memo = FeatureMemo(plan, index)
    if hashes == [3, 3]:
        memo.grow(tables)
        assert memo.codes == [3]
        with pytest.raises(ValueError, match=r"\w"):
            memo.encode(tokens, ends)
    else:
        with pytest.raises(ValueError, match=r"\w"):
            memo.grow(tables)


@pytest.mark.parametrize(
    "wrong",
    [
        {"positions": np.array([9], np.int64)},
        {"positions": np.array([-1], np.int64)},
        {"positions": np.array([0, 1], np.int64)},
        {"templates": np.array([1], np.uint16)},
        {"templates": np.array([7], np.uint16)},
        {"values": [(b"ab", np.array([0, 3], np.int64))] * 2},
        {"values": [(b"ab", np.array([2, 1], np.int64))] * 2},
        {"values": [(b"", np.array([], np.int64))] * 2},
        {"values": [(b"ab", np.array([0, 2], np.int64))]},
        {"pieces": [["", ""], ["", ""]]},
        {"pieces": []},
        {"codes": [np.array([1], np.int32)]},
        {"kind": 4},
    ],
)
def test_names_from_impossible_places_are_refused(wrong: dict[str, Any]) -> None:
    given: dict[str, Any] = {
        "plan": FeaturePlan(**PLAN),
        "index": FeatureIndex(np.zeros(2, np.uint64), np.zeros(2, np.uint32), [0, 0, 0, 0]),
        "kind": 0,
        "values": [(b"ab", np.array([0, 2], np.int64))] * 2,
        "pieces": [["w=", "!"], ["", "", ""]],
        "codes": [np.array([0], np.int32)],
        "offsets": np.array([0, 1], np.int64),
        "first_id": 0,
        "positions": np.array([0], np.int64),
        "templates": np.array([0], np.uint16),
    }
    assert bytes(feature_names(**given)[0]) == b"w=ab!"
    with pytest.raises(ValueError, match=r"\w"):
        feature_names(**{**given, **wrong})
