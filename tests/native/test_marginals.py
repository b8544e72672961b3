"""Native sums over all labellings are those of the twin, and of lists of every labelling."""

from __future__ import annotations

import math
from functools import partial
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from native_engine import native_chain, native_encoded
from strategies import Case, cases, forced_labels, make_case
from swvm import _native
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import break_rule
from swvm.reference.brute_force import brute_force
from swvm.reference.chain import ReferenceChain
from swvm.reference.encoded import Sentence, sentences
from swvm.reference.sums import has_mention, lead, log_partition, log_sum, marginals

pytestmark = pytest.mark.native

TEMPERATURES = st.sampled_from([0.3, 1.0, 2.5, 40.0])
NAMES = ("O", "B-X", "I-X", "B-Y", "S-X", "E-X")


def native_sums(case: Case, temperature: float, **more):
    return _native.marginals(native_chain(case), case.weights, native_encoded(case.encoded), temperature, **more)


def twins(case: Case) -> list[Sentence]:
    return sentences(ReferenceChain(**case.chain), case.encoded)


def forced_tokens(case: Case, seed: int) -> np.ndarray:
    return forced_labels(seed, int(case.encoded.offsets[-1]), case.labels)


def bounds(case: Case) -> list[tuple[int, int]]:
    return list(pairwise(case.encoded.offsets.tolist()))


@settings(max_examples=100, deadline=None)
@given(cases(), TEMPERATURES, st.integers(0, 999), st.booleans())
def test_marginals_and_partitions_are_those_of_the_twin(case, temperature, seed, force):
    forced = forced_tokens(case, seed) if force else None
    totals, shares, _ = native_sums(case, temperature, forced=forced)
    for sentence, total, (first, last) in zip(twins(case), totals, bounds(case), strict=True):
        own = None if forced is None else forced[first:last]
        expected = log_partition(sentence, case.weights, temperature, own)
        assert total == pytest.approx(expected, abs=1e-9)
        if expected > -math.inf:
            assert shares[first:last] == pytest.approx(marginals(sentence, case.weights, temperature, own), abs=1e-9)
            assert shares[first:last].sum(1) == pytest.approx(1)


@settings(max_examples=100, deadline=None)
@given(cases(), TEMPERATURES)
def test_the_twin_is_a_sum_over_every_labelling(case, temperature):
    for sentence in twins(case):
        every = brute_force(sentence, case.weights, case.labels**sentence.length)
        total = log_sum(value / temperature for value, _ in every)
        assert log_partition(sentence, case.weights, temperature) == pytest.approx(total)
        if not every:
            continue
        found = marginals(sentence, case.weights, temperature)
        expected = np.zeros_like(found)
        for value, path in every:
            expected[range(sentence.length), path] += math.exp(value / temperature - total)
        assert found == pytest.approx(expected)


@settings(max_examples=100, deadline=None)
@given(cases())
def test_temperature_zero_gives_maxima(case):
    totals, behind, _ = native_sums(case, 0)
    for sentence, total, (first, last) in zip(twins(case), totals, bounds(case), strict=True):
        every = brute_force(sentence, case.weights, case.labels**sentence.length)
        assert total == max((value for value, _ in every), default=-math.inf)
        for i in range(first, last) if every else ():
            for t in range(case.labels):
                best = max((value for value, path in every if path[i - first] == t), default=-math.inf)
                assert behind[i, t] == best - total


def mention_case(seed: int, order: int, labels: int, **more) -> tuple[Case, tuple, list[int]]:
    case = make_case(seed, labels=labels, order=order, lengths=[3, 1, 0, 2], **more)
    parsed = parse_labels(NAMES[:labels])
    rule = break_rule(parsed)
    return case, (rule.starts, rule.ends), parsed.types.tolist()


@settings(max_examples=60, deadline=None)
@given(
    st.integers(0, 2**32 - 1), st.sampled_from([1, 2]), st.integers(3, 6), TEMPERATURES, st.booleans(), st.booleans()
)
def test_leads_of_mentions_are_sums_over_every_labelling(seed, order, labels, temperature, limited, force):
    case, rule, types = mention_case(seed, order, labels, pairs=limited, mask=limited, opens=not limited)
    forced = forced_tokens(case, seed) if force else None
    spans = [
        (s, first + a, first + b, type_)
        for s, (first, last) in enumerate(bounds(case))
        for a in range(last - first)
        for b in range(a + 1, last - first + 1)
        for type_ in (0, 1)
    ]
    mentions = _native.MentionArrays(np.array(spans), *rule, np.array(types, np.int32))
    lists = [
        brute_force(sentence, case.weights, labels**sentence.length, None if forced is None else forced[a:b])
        for sentence, (a, b) in zip(twins(case), bounds(case), strict=True)
    ]
    for setting in (temperature, 0):
        _, _, leads = native_sums(case, setting, mentions=mentions, forced=forced)
        for k, (s, first, last, type_) in enumerate(spans):
            begin = bounds(case)[s][0]
            wanted = partial(has_mention, span=(first - begin, last - begin, type_), rule=rule, types=types)
            if lists[s]:
                expected = lead(lists[s], setting, wanted)
                assert leads[0, k] == pytest.approx(expected, abs=1e-9)
                assert leads[1, k] == pytest.approx(1 / (1 + math.exp(-max(expected, -700))), abs=1e-12)


@pytest.mark.parametrize("order", [1, 2])
def test_large_scores_lose_nothing(order):
    """Scores so far apart that their exponentials are 0; yet a forbidden way round leaves only the worst."""
    case = make_case(3, labels=4, order=order, lengths=[9], integers=False)
    forced = np.array([-1, 2, -1, -1, 0, -1, -1, 3, -1], np.int32)
    for scale in (1, 400, 3000):
        big = case.with_weights((case.weights * scale).astype(np.float32))
        (sentence,) = twins(big)
        totals, shares, _ = native_sums(big, 0.5, forced=forced)
        assert totals[0] == pytest.approx(log_partition(sentence, big.weights, 0.5, forced), rel=1e-6)
        assert np.isfinite(shares).all()
        assert shares == pytest.approx(marginals(sentence, big.weights, 0.5, forced), abs=1e-3 * scale)
        assert shares.sum(1) == pytest.approx(1)


@pytest.mark.parametrize("order", [1, 2])
def test_a_way_that_products_lose_is_found_by_logarithms(order):
    """Every labelling but one class of them is masked, and that class is 10,000 behind at each step."""
    case = make_case(0, labels=3, order=order, lengths=[6], integers=True)
    chain = {**case.chain, "allowed": np.ones((4, 4), bool)}
    chain["allowed"][0, 2] = chain["allowed"][1, 2] = False  # 2 comes after 2 or at the begin alone
    weights = case.weights.copy()
    weights[: case.chain["features"][0], 2] = -20000
    low = type(case)(chain, case.encoded, weights)
    forced = np.array([-1] * 5 + [2], np.int32)
    (sentence,) = twins(low)
    totals, shares, _ = native_sums(low, 1.0, forced=forced)
    assert totals[0] == pytest.approx(log_partition(sentence, weights, 1.0, forced))
    assert shares[:, 2] == pytest.approx(1)


@pytest.mark.parametrize("order", [1, 2])
@pytest.mark.parametrize("temperature", [0, 0.7])
def test_threads_and_instruction_sets_give_the_same_bits(order, temperature):
    case = make_case(5, labels=9, order=order, lengths=[7, 0, 30, 1, 12] * 40, integers=False)
    expected = native_sums(case, temperature)
    results = [native_sums(case, temperature, threads=n) for n in (2, 5)]
    before = _native.instruction_set()
    try:
        assert _native.use_instruction_set("base")
        results.append(native_sums(case, temperature))
    finally:
        _native.use_instruction_set(before)
    for found in results:
        assert all(np.array_equal(one, other) for one, other in zip(found, expected, strict=True))


def test_wrong_requests_are_errors():
    case, rule, _ = mention_case(0, 1, 3)
    types = np.zeros(3, np.int32)

    def ask(mentions, *tables):
        native_sums(case, 1, mentions=_native.MentionArrays(np.array(mentions), *(tables or (*rule, types))))

    for temperature in (-1, float("nan"), float("inf")):
        with pytest.raises(ValueError, match="temperature"):
            native_sums(case, temperature)
    with pytest.raises(ValueError, match="forced"):
        native_sums(case, 1, forced=np.zeros(3, np.int32))
    for mention in ([0, 2, 2, 0], [0, 2, 4, 0], [1, 2, 4, 0], [0, -1, 1, 0]):
        with pytest.raises(ValueError, match="does not lie"):
            ask([mention])
    for mentions in ([[4, 0, 1, 0]], [[1, 3, 4, 0], [0, 0, 1, 0]]):
        with pytest.raises(ValueError, match="by sentences"):
            ask(mentions)
    with pytest.raises(ValueError, match="no type"):
        ask([[0, 0, 1, -1]])
    with pytest.raises(ValueError, match="L\\+1"):
        ask([[0, 0, 1, 0]], rule[0][:2, :2].copy(), rule[1], types)
    with pytest.raises(ValueError, match="per label"):
        ask([[0, 0, 1, 0]], *rule, types[:2])
