"""Sentences that the search does not see: drawn by documents or stretches, and scored apart."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data import Corpus
from swvm.tune.bench import Result
from swvm.tune.estimate import estimate
from swvm.tune.halves import UNITS, Halves, drawn, halves, units_of
from swvm.tune.recipe import Recipe
from tune.made import SENTENCES, record, result


def corpus(sentences: int, documents: int = 1) -> Corpus:
    made = Corpus.from_sentences([["a"] * (1 + k % 3) for k in range(sentences)])
    return replace(made, documents=np.linspace(0, sentences, documents, endpoint=False).astype(np.int64))


@pytest.mark.parametrize("documents", [1, 5, UNITS // 2, 200])
def test_a_unit_is_a_document_or_a_stretch(documents):
    whole = corpus(400, documents)
    units = units_of(whole, np.arange(400))
    assert (np.diff(units) >= 0).all()
    assert units[0] == 0
    assert units[-1] + 1 == (documents if documents >= UNITS // 2 else UNITS)
    cut = halves(whole, [np.arange(400)], 0.5, 1)
    for number in range(units[-1] + 1):
        assert len(set(cut.judging[0][units == number].tolist())) == 1


@given(st.integers(2, 300), st.floats(0.01, 0.9), st.integers(1, 5))
def test_both_sides_have_about_their_share(sentences, share, seed):
    whole = corpus(sentences)
    units, tokens = units_of(whole, np.arange(sentences)), np.diff(whole.offsets)
    found = drawn(units, tokens, share, seed)[units]
    assert 0 < found.sum() < sentences
    largest = np.bincount(units, weights=tokens).max() / tokens.sum()
    assert abs(tokens[found].sum() / tokens.sum() - share) <= largest


def test_folds_share_one_cut():
    """A sentence is on the same side whichever fold scores it."""
    whole, rng = corpus(90), np.random.default_rng(1)
    scored = [np.sort(part) for part in np.array_split(rng.permutation(90), 3)]
    cut = halves(whole, scored, 0.5, 4)
    together = halves(whole, [np.arange(90)], 0.5, 4)
    for part, searched, judging in zip(scored, cut.searched, cut.judging, strict=True):
        assert (judging == together.judging[0][part]).all()
        assert (searched == ~judging).all()


def test_nothing_is_kept_back_where_there_is_nothing_to_cut():
    assert halves(corpus(30), [np.arange(30)], 0.0, 1) == Halves()
    assert not halves(corpus(1), [np.arange(1)], 0.5, 1).apart


def test_a_result_is_scored_on_its_sentences():
    whole = result([70.2, 64.3])
    mask = np.random.default_rng(2).random(SENTENCES) < 0.3
    part = whole.on((mask,))
    for one in whole.records:
        counts = one.sentences.counts()
        right = 2 * counts.tp[mask].sum()
        expected = 100 * right / (right + counts.fp[mask].sum() + counts.fn[mask].sum())
        assert part.by_seed[one.seed] == pytest.approx(expected)
    everything = whole.on((np.ones(SENTENCES, np.bool_),))
    assert everything.by_seed == pytest.approx(whole.by_seed)
    assert everything.score == pytest.approx(whole.score)


def test_what_led_the_search_flatters_and_the_rest_does_not():
    """Recipes that differ by luck alone, the best of them chosen on one side: the other side tells the truth."""
    made = [Result(Recipe((str(k),)), 1.0, k, (record(f"{k}", 70.2, 1, noise=k),)) for k in range(40)]
    mask = np.arange(SENTENCES) % 2 == 0
    cut = Halves((mask,), (~mask,))
    best = max(made, key=lambda one: one.on(cut.searched).score)
    found = estimate(best, [best], cut, 1)
    assert found.searched > 70.35
    assert found.judged < 70.05
    assert found.whole == pytest.approx(70.2, abs=0.06)
    assert found.luck is None
    assert found.expected == found.judged
