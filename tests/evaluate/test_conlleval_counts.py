"""Mention counts against recorded ones, and against the reference twin.

`conlleval_counts.json` holds random label sequences with the counts that the published conlleval script (2004-01-26)
gave for them; `strict` are the counts of seqeval's strict mode. Sentences are separated by ` | `, labels by a space;
`all` and `types` give correct, gold, predicted; `tokens` gives tokens and tokens with the right label.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.evaluate import Counts, conlleval_text, evaluate
from swvm.reference.chunks import count_chunks

CASES = json.loads((Path(__file__).parent / "conlleval_counts.json").read_text())
KINDS = sorted({case["kind"] for case in CASES})


def unpack(text):
    return [sentence.split(" ") for sentence in text.split(" | ")]


def cases_of(kind):
    return [(case, unpack(case["gold"]), unpack(case["predicted"])) for case in CASES if case["kind"] == kind]


def as_lists(types):
    return {name: [counts.correct, counts.gold, counts.predicted] for name, counts in types.items()}


def test_there_are_several_hundred_cases_of_every_kind():
    assert len(CASES) >= 400
    assert min(len(cases_of(kind)) for kind in KINDS) >= 50


@pytest.mark.parametrize("kind", KINDS)
def test_counts_are_those_of_conlleval(kind):
    for case, gold, predicted in cases_of(kind):
        scores = evaluate(gold, predicted, mode="conlleval")
        assert scores.mode == "conlleval"
        assert scores.counts == Counts(*case["all"]), case
        assert as_lists(scores.types) == case["types"], case
        assert [scores.tokens, scores.correct_tokens] == case["tokens"], case


@pytest.mark.parametrize("kind", KINDS)
def test_twin_counts_as_conlleval(kind):
    for case, gold, predicted in cases_of(kind):
        counts = count_chunks(gold, predicted)
        names = set(counts.gold) | set(counts.predicted)
        found = {name: [counts.correct[name], counts.gold[name], counts.predicted[name]] for name in names}
        assert {name: numbers for name, numbers in found.items() if any(numbers)} == case["types"], case
        assert [counts.tokens, counts.correct_tokens] == case["tokens"]


def test_report_is_the_text_of_conlleval():
    with_report = [case for case in CASES if "report" in case]
    assert len(with_report) >= 20
    for case in with_report:
        assert conlleval_text(evaluate(unpack(case["gold"]), unpack(case["predicted"]))) == case["report"]


@pytest.mark.parametrize(
    ("kind", "scheme"), [("iob2", "iob2"), ("noise BIO", "iob2"), ("bioes", "bioes"), ("noise BIOES", "bioes")]
)
def test_strict_counts_are_those_of_seqeval(kind, scheme):
    for case, gold, predicted in cases_of(kind):
        assert evaluate(gold, predicted, mode="strict", scheme=scheme).counts == Counts(*case["strict"]), case


def test_the_modes_differ_on_noise():
    """Else the tests above could not tell the modes apart."""
    cases = cases_of("noise BIOES")
    counts = {
        mode: [evaluate(gold, predicted, mode, "bioes").counts for _, gold, predicted in cases]
        for mode in ("conlleval", "conlleval-bioes", "strict")
    }
    assert counts["conlleval"] != counts["conlleval-bioes"] != counts["strict"] != counts["conlleval"]


labels = st.sampled_from(["O", "B-X", "I-X", "E-X", "S-X", "B-Y-Z", "I-Y-Z", "E-Y-Z", "S-Y-Z"])
pairs = st.lists(st.lists(st.tuples(labels, labels), max_size=9), max_size=5)


@given(pairs)
def test_fast_counts_equal_those_of_the_twin(sentences):
    gold = [[pair[0] for pair in sentence] for sentence in sentences]
    predicted = [[pair[1] for pair in sentence] for sentence in sentences]
    scores = evaluate(gold, predicted, scheme="bioes")
    twin = count_chunks(gold, predicted)
    assert scores.counts == Counts(twin.correct.total(), twin.gold.total(), twin.predicted.total())
    assert {name: counts.correct for name, counts in scores.types.items() if counts.correct} == +twin.correct
    assert scores.sentences.tp.sum() == scores.counts.correct
    each = [count_chunks([g], [p]) for g, p in zip(gold, predicted, strict=True)]
    assert scores.sentences.tp.tolist() == [counts.correct.total() for counts in each]
    assert (scores.sentences.tp + scores.sentences.fn).tolist() == [counts.gold.total() for counts in each]
    assert (scores.sentences.tp + scores.sentences.fp).tolist() == [counts.predicted.total() for counts in each]


@given(pairs)
def test_gold_and_predicted_are_treated_alike(sentences):
    """Swapping them swaps precision and recall."""
    gold = [[pair[0] for pair in sentence] for sentence in sentences]
    predicted = [[pair[1] for pair in sentence] for sentence in sentences]
    for mode in ("conlleval", "conlleval-bioes", "strict", "tokens"):
        one, other = evaluate(gold, predicted, mode, "bioes"), evaluate(predicted, gold, mode, "bioes")
        assert (one.precision, one.recall, one.f1) == (other.recall, other.precision, other.f1)
