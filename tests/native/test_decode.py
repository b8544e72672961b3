"""The native decoder is brute force over all labellings, ties included."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native_engine import native_chain, native_encoded, native_paths
from strategies import Case, cases, forced_labels, make_case
from swvm import _native
from swvm.reference.brute_force import brute_force
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import sentences
from swvm.reference.scores import score
from swvm.reference.viterbi import k_best

pytestmark = pytest.mark.native


def forced_tokens(case: Case, seed: int) -> np.ndarray:
    return forced_labels(seed, int(case.encoded.offsets[-1]), case.labels)


def bounds(case: Case) -> tuple[np.ndarray, np.ndarray]:
    return case.encoded.offsets[:-1], case.encoded.offsets[1:]


@settings(max_examples=300, deadline=None)
@given(cases(), st.integers(1, 7), st.integers(0, 999), st.booleans())
def test_paths_are_those_of_brute_force(case, k, seed, force):
    forced = forced_tokens(case, seed) if force else None
    found = native_paths(case, k_best=k, forced=forced)
    twins = sentences(ReferenceChain(**case.chain), case.encoded)
    for sentence, paths, first, last in zip(twins, found, *bounds(case), strict=True):
        assert paths == brute_force(sentence, case.weights, k, None if forced is None else forced[first:last], None)


@settings(max_examples=60, deadline=None)
@given(cases(integers=False), st.integers(1, 5))
def test_scores_of_real_weights_agree(case, k):
    for sentence, paths in zip(
        sentences(ReferenceChain(**case.chain), case.encoded), native_paths(case, k_best=k), strict=True
    ):
        expected = [value for value, _ in k_best(sentence, case.weights, k)]
        assert np.allclose([value for value, _ in paths], expected, atol=1e-4)


@pytest.mark.parametrize("labels", [3, 8, 15, 22, 30, 37, 44, 52, 63, 70])
@pytest.mark.parametrize("order", [1, 2])
def test_every_width_of_row(labels, order):
    """One kernel per width, and the loop for any width: each against the twin."""
    case = make_case(labels, labels=labels, order=order, lengths=[2])
    (sentence,) = sentences(ReferenceChain(**case.chain), case.encoded)
    assert native_paths(case, k_best=3) == [k_best(sentence, case.weights, 3)]


def without_label_pairs(case: Case) -> Case:
    """No observation is conjoined with two labels: then all positions share their edges."""
    nodes, edges, *others = case.encoded.spans
    empty = replace(edges, starts=np.zeros_like(edges.starts), ids=edges.ids[:0])
    return replace(case, encoded=replace(case.encoded, spans=(nodes, empty, *others)))


@pytest.mark.parametrize("labels", [1, 7, 8, 11, 22, 30, 37, 44, 52, 63, 64, 70, 131])
@pytest.mark.parametrize("opens", [False, True])
def test_shared_edges_in_every_width_of_row(labels, opens):
    case = without_label_pairs(make_case(labels, labels=labels, lengths=[6, 0, 1, 9], mask=labels > 7, opens=opens))
    twins = sentences(ReferenceChain(**case.chain), case.encoded)
    expected = [k_best(sentence, case.weights, 2) for sentence in twins]
    before = _native.instruction_set()
    try:
        for instructions in (before, "base"):
            assert _native.use_instruction_set(instructions)
            assert native_paths(case, k_best=2) == expected
            assert native_paths(case, k_best=1) == [paths[:1] for paths in expected]
    finally:
        _native.use_instruction_set(before)


def test_weights_that_are_no_numbers_give_labels_of_the_chain():
    case = without_label_pairs(make_case(3, labels=9, lengths=[6, 4]))
    for broken in (np.nan, np.inf, -np.inf):
        weights = np.full_like(case.weights, broken)
        labels, _ = _native.decode(native_chain(case), weights, native_encoded(case.encoded))
        assert ((labels >= -1) & (labels < 9)).all()


@settings(max_examples=60, deadline=None)
@given(cases(masked=False))
def test_scores_of_given_paths(case):
    labels = np.random.default_rng(0).integers(case.labels, size=int(case.encoded.offsets[-1])).astype(np.int32)
    found = _native.score_paths(native_chain(case), case.weights, native_encoded(case.encoded), labels)
    twins = sentences(ReferenceChain(**case.chain), case.encoded)
    for sentence, value, first, last in zip(twins, found, *bounds(case), strict=True):
        assert value == score(sentence, case.weights, tuple(labels[first:last].tolist()))


@pytest.mark.parametrize("order", [1, 2])
def test_threads_and_instruction_sets_give_the_same_bits(order):
    case = make_case(5, labels=9, order=order, lengths=[7, 0, 30, 1, 12] * 80, integers=False)
    chain, encoded = native_chain(case), native_encoded(case.encoded)
    expected = _native.decode(chain, case.weights, encoded, k_best=3)
    results = [_native.decode(chain, case.weights, encoded, k_best=3, threads=n) for n in (2, 5)]
    before = _native.instruction_set()
    try:
        assert _native.use_instruction_set("base")
        results.append(_native.decode(chain, case.weights, encoded, k_best=3))
    finally:
        _native.use_instruction_set(before)
    for labels, scores in results:
        assert np.array_equal(labels, expected[0])
        assert np.array_equal(scores, expected[1])


def test_more_paths_than_can_be_counted_is_an_error():
    case = make_case(0, lengths=[4])
    with pytest.raises(MemoryError):
        _native.decode(native_chain(case), case.weights, native_encoded(case.encoded), k_best=2**62)


def test_unknown_instruction_set():
    assert not _native.use_instruction_set("abacus")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"labels": 0}, "1 to 32,000 labels"),
        ({"order": 3}, "order"),
        ({"features": (4, 3, 1, 0)}, "second-order"),
        ({"constants": ((1, 3),)}, "constant"),
        ({"allowed": np.ones((2, 2), bool)}, "mask"),
        ({"pairs": np.zeros((1, 2), np.int32)}, "second-order chain has pairs"),
    ],
)
def test_a_wrong_chain_is_an_error(change, message):
    with pytest.raises(ValueError, match=message):
        _native.Chain(**{**make_case(0).chain, **change})


def test_wrong_arrays_are_errors():
    case = make_case(0)
    chain, encoded = native_chain(case), native_encoded(case.encoded)
    with pytest.raises(ValueError, match="rows, lanes"):
        _native.decode(chain, case.weights[1:], encoded)
    with pytest.raises(ValueError, match="forced"):
        _native.decode(chain, case.weights, encoded, forced=np.full(7, 3, np.int32))
    spans = [(span.starts, span.ids + np.uint32(9)) for span in case.encoded.spans]
    with pytest.raises(ValueError, match="beyond the features"):
        _native.decode(chain, case.weights, _native.EncodedArrays(case.encoded.offsets, spans))
    with pytest.raises(ValueError, match="rise"):
        _native.EncodedArrays(case.encoded.offsets[::-1].copy(), spans)


def test_a_label_before_the_sentence_is_for_first_order():
    case = make_case(0, order=2)
    with pytest.raises(ValueError, match="first-order"):
        _native.Chain(**{**case.chain, "start": 0})
    with pytest.raises(ValueError, match="not one of the chain's"):
        _native.Chain(**{**make_case(0).chain, "start": 3})
