"""Decoding equals brute force over all labellings, ties included."""

from __future__ import annotations

import math

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from strategies import Case, cases, encode, forced_labels, make_case, rename
from swvm.reference.brute_force import brute_force
from swvm.reference.chain import ReferenceChain, cliques
from swvm.reference.delta import delta, hamming_costs
from swvm.reference.encoded import Sentence, sentences
from swvm.reference.scores import dot, phi, score
from swvm.reference.viterbi import k_best, viterbi


def sentences_of(case: Case) -> list[Sentence]:
    return sentences(ReferenceChain(**case.chain), case.encoded)


@settings(max_examples=150, deadline=None)
@given(cases(), st.integers(1, 7), st.integers(0, 999), st.booleans(), st.booleans())
def test_decoding_is_brute_force(case, k, seed, force, augment):
    for sentence in sentences_of(case):
        forced = forced_labels(seed, sentence.length, case.labels) if force else None
        added = 2.0 * hamming_costs(case.labels)[list(sentence.gold)] if augment else None
        expected = brute_force(sentence, case.weights, k, forced, added)
        assert k_best(sentence, case.weights, k, forced, added) == expected
        best = viterbi(sentence, case.weights, forced, added)
        assert best == (expected[0] if expected else None)


@settings(max_examples=60, deadline=None)
@given(cases(integers=False))
def test_scores_of_real_weights_agree(case):
    for sentence in sentences_of(case):
        expected = brute_force(sentence, case.weights, 5)
        found = k_best(sentence, case.weights, 5)
        assert np.allclose([value for value, _ in found], [value for value, _ in expected], atol=1e-9)


def test_ties_are_read_from_the_end():
    """With all weights 0, the ranking is that of the reversed labellings."""
    case = make_case(0, labels=2, lengths=[3])
    paths = [path for _, path in k_best(sentences_of(case)[0], 0 * case.weights, 5)]
    assert paths == [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1)]


def test_boundaries_by_hand():
    """One token, one label triple feature: it fires at positions 1 and 2, with the boundary's rows and lane."""
    chain = ReferenceChain(labels=2, order=2, features=(0, 0, 0, 1), constants=((3, 0),))
    encoded = encode([[], [], [], []], lengths=[1])
    assert cliques(chain, (1,)) == [(2, 2, 1), (2, 1, 2)]
    pairs = [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    assert chain.pairs == pairs
    assert phi(Sentence(chain, encoded, 0), (1,)) == {(pairs.index((2, 2)), 1): 1.0, (pairs.index((2, 1)), 2): 1.0}


def test_forbidden_paths_score_minus_infinity():
    allowed = np.ones((3, 3), bool)
    allowed[0, 1] = False
    allowed[1, 2] = False  # label 1 may not end a sentence
    chain = ReferenceChain(labels=2, order=1, features=(1, 1, 0, 0), constants=((1, 0),), allowed=allowed)
    encoded = encode([[], [], [], []], lengths=[2])
    sentence, weights = Sentence(chain, encoded, 0), chain.zeros()
    assert score(sentence, weights, (0, 1)) == -math.inf
    assert score(sentence, weights, (1, 1)) == -math.inf
    assert [path for _, path in k_best(sentence, weights, 9)] == [(0, 0), (1, 0)]


def test_a_pair_that_the_chain_lacks_forbids_its_paths():
    """The pair of the last two labels counts too: it is the context of the end."""
    pairs = np.array([(2, 2), (2, 0), (2, 1), (0, 0), (1, 0)], np.int32)
    chain = ReferenceChain(labels=2, order=2, features=(1, 0, 0, 1), constants=((3, 0),), pairs=pairs)
    sentence = Sentence(chain, encode([[], [], [], []], lengths=[2]), 0)
    assert [path for _, path in k_best(sentence, chain.zeros(), 9)] == [(0, 0), (1, 0)]
    assert score(sentence, chain.zeros(), (0, 1)) == -math.inf
    assert len(phi(sentence, (0, 1))) == 2  # the triple at the end has no weight


def test_no_permitted_path():
    chain = ReferenceChain(1, 1, (1, 0, 0, 0), allowed=np.zeros((2, 2), bool))
    encoded = encode([[], [], [], []], lengths=[2])
    sentence = Sentence(chain, encoded, 0)
    assert viterbi(sentence, chain.zeros()) is None
    assert k_best(sentence, chain.zeros(), 3) == []


@settings(max_examples=80, deadline=None)
@given(cases(masked=False), st.integers(0, 999))
def test_margin_by_local_difference_is_full_rescoring(case, seed):
    rng = np.random.default_rng(seed)
    for sentence in sentences_of(case):
        y, z = rng.integers(case.labels, size=(2, sentence.length)).tolist()
        expected = score(sentence, case.weights, y) - score(sentence, case.weights, z)
        assert dot(case.weights, delta(sentence, y, z)) == expected


@settings(max_examples=40, deadline=None)
@given(cases(), st.integers(0, 999))
def test_renaming_labels_changes_no_prediction(case, seed):
    """Rows, lanes, pairs and mask are renamed together; the best scores stay (the names decide ties alone)."""
    rng = np.random.default_rng(seed)
    renamed = rename(case, rng.permutation(case.labels))
    for sentence, twin in zip(sentences_of(case), sentences_of(renamed), strict=True):
        one = brute_force(sentence, case.weights, 99)
        two = brute_force(twin, renamed.weights, 99)
        assert [value for value, _ in one] == [value for value, _ in two]
