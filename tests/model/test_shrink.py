"""Pruned and halved models keep what they promise to keep."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_model import assert_same, small_record

from swvm.errors import SettingError
from swvm.model.index import build_index, entries_of, find, index_capacity, pack_ids
from swvm.model.modelfile import load_model, save_model
from swvm.model.record import KINDS, ModelRecord, check_record
from swvm.model.safetensors import TensorFile
from swvm.model.shrink import halve, prune


def rows_by_key(record: ModelRecord) -> dict[tuple[int, int], np.ndarray]:
    """Return the weights of every feature, by its kind and key."""
    contexts = record.chain.contexts(len(record.labels))
    found = {}
    base = 0
    for kind in range(KINDS):
        for key, feature in zip(*entries_of(record.keys, record.ids, kind), strict=True):
            begin = base + int(feature) * contexts[kind]
            found[kind, int(key)] = record.weights[begin : begin + contexts[kind]]
        base += record.chain.counts[kind] * contexts[kind]
    return found


def with_zeros(record: ModelRecord, rows: list[int]) -> ModelRecord:
    weights = record.weights.copy()
    weights[rows] = 0
    return replace(record, weights=weights)


def test_features_of_zeros_go_and_the_others_keep_their_weights() -> None:
    record = with_zeros(small_record(), [1, *range(3, 7)])  # feature 1 of kind T; the constant of kind TT
    pruned = prune(record)
    check_record(pruned)
    assert pruned.chain.counts == (2, 2, 0, 1)
    before, after = rows_by_key(record), rows_by_key(pruned)
    assert set(before) - set(after) == {key for key in before if key[0] == 0 and not before[key].any()}
    for key, rows in after.items():
        np.testing.assert_array_equal(rows, before[key])
    assert pruned.names is not None
    assert [pruned.names.text(k) for k in range(len(pruned.names))] == ["Haus", "", "", "x", ""]


def test_pruning_nothing_changes_nothing() -> None:
    record = small_record()
    pruned = prune(record)
    assert_same(replace(pruned, keys=record.keys, ids=record.ids), record)
    assert rows_by_key(pruned).keys() == rows_by_key(record).keys()


def test_constants_survive_every_threshold() -> None:
    pruned = prune(small_record(), 1e9)
    check_record(pruned)
    assert pruned.chain.counts == (0, 1, 0, 1)
    assert pruned.chain.constants == ((1, 0), (3, 0))


def test_the_ids_of_constants_move_with_them() -> None:
    record = small_record()
    record = replace(with_zeros(record, [0]), chain=replace(record.chain, constants=((0, 2), (1, 1))))
    pruned = prune(record)
    assert pruned.chain.constants == ((0, 1), (1, 1))


@pytest.mark.parametrize("threshold", [-1.0, float("nan")])
def test_a_wrong_threshold(threshold: float) -> None:
    with pytest.raises(SettingError, match="at least 0"):
        prune(small_record(), threshold)


def test_half_precision(tmp_path: Path) -> None:
    record = small_record()
    save_model(tmp_path / "half", halve(record))
    save_model(tmp_path / "full", record)
    loaded = load_model(tmp_path / "half", names=True, verify=True)
    assert loaded.weights.dtype == np.float32
    np.testing.assert_allclose(loaded.weights, record.weights, rtol=2**-11)
    assert_same(replace(loaded, weights=record.weights), record)
    places = [TensorFile(tmp_path / name).places["weights"] for name in ("half", "full")]
    assert 2 * (places[0].stop - places[0].start) == places[1].stop - places[1].start


def test_weights_too_large_for_half_precision() -> None:
    record = small_record()
    with pytest.raises(SettingError, match="keep float32"):
        halve(replace(record, weights=record.weights * 1e5))


@given(st.lists(st.integers(1, 2**64 - 1) | st.integers(1, 15).map(lambda low: low << 60 | 3), unique=True))
@settings(max_examples=100, deadline=None)
def test_every_key_is_found_in_its_table(given_keys: list[int]) -> None:
    kinds = [k % KINDS for k in range(len(given_keys))]
    packed = np.array([pack_ids(np.array([k]), kind)[0] for k, kind in enumerate(kinds)], np.uint32)
    keys, ids = build_index(np.array(given_keys, np.uint64), packed)
    assert len(keys) == len(ids) == index_capacity(len(given_keys))
    assert np.count_nonzero(keys) == len(given_keys) < len(keys)
    for number, key in enumerate(given_keys):
        assert [find(keys, ids, key, kind) for kind in range(KINDS)] == [
            number if kind == kinds[number] else None for kind in range(KINDS)
        ]
    stranger = next(key for key in range(1, len(given_keys) + 2) if key not in given_keys)
    assert find(keys, ids, stranger, 0) is None
