"""Weights in a larger layout: every old path scores what it did, whatever was added."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import make_case, random_pairs
from swvm.learn.growth import grow, row_places
from swvm.model.record import ChainRecord, lanes_of
from swvm.reference.brute_force import brute_force
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import sentences

NO_PAIRS = np.empty((0, 2), np.int32)


def record_of(case):
    chain = case.chain
    pairs = NO_PAIRS if chain["order"] == 1 else np.array(ReferenceChain(**chain).pairs, np.int32)
    return ChainRecord(chain["order"], chain["features"], pairs, chain["constants"])


def larger(record, labels, more_labels, more_features, rng):
    """Add labels, features of every kind, and pairs; the pairs come in any order."""
    now = labels + more_labels
    moved = np.where(record.pairs == labels, now, record.pairs)
    pairs = np.unique(np.vstack([moved, random_pairs(rng, now)]), axis=0).astype(np.int32)
    kinds = range(4) if record.order == 2 else range(2)
    counts = tuple(count + (more_features if kind in kinds else 0) for kind, count in enumerate(record.counts))
    return replace(record, counts=counts, pairs=rng.permutation(pairs) if record.order == 2 else NO_PAIRS), now


def chain_of(record, labels):
    pairs = record.pairs if record.order == 2 else None
    return ReferenceChain(labels, record.order, record.counts, record.constants, pairs=pairs)


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 9999),
    order=st.sampled_from([1, 2]),
    labels=st.integers(1, 3),
    more_labels=st.integers(0, 2),
    more_features=st.integers(0, 2),
    pairs=st.booleans(),
)
def test_old_paths_score_what_they_did(seed, order, labels, more_labels, more_features, pairs):
    case = make_case(seed, labels=labels, order=order, lengths=[3, 2], pairs=pairs)
    old = record_of(case)
    new, now = larger(old, labels, more_labels, more_features, np.random.default_rng(seed))
    grown = grow(case.weights, old, labels, new, now)
    assert grown.shape == (new.rows(now), lanes_of(now))
    before = sentences(ReferenceChain(**case.chain), case.encoded)
    after = sentences(chain_of(new, now), case.encoded)
    for one, other in zip(before, after, strict=True):
        scores = {path: value for value, path in brute_force(other, grown, 10**6)}
        for value, path in brute_force(one, case.weights, 10**6):
            assert scores[path] == value


def test_new_features_add_nothing_and_padding_is_empty():
    case = make_case(5, labels=7, order=2, lengths=[2])
    old = record_of(case)
    new, now = larger(old, 7, 1, 1, np.random.default_rng(0))
    grown = grow(case.weights, old, 7, new, now)
    assert lanes_of(7) == 8 and lanes_of(now) == 16
    assert not grown[:, now + 1 :].any(), "padding"
    assert not grown[:, 7].any(), "the new label took the lane of the boundary"
    others = np.setdiff1d(np.arange(len(grown)), row_places(old, 7, new, now))
    assert len(others) and not grown[others].any()


def test_nothing_new_changes_nothing():
    case = make_case(3, labels=4, order=2, lengths=[2], pairs=True)
    used = case.weights[:, :5]
    old = record_of(case)
    assert np.array_equal(grow(case.weights, old, 4, old, 4)[:, :5], used)
