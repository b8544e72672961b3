"""Every gold mention that is not found, and every predicted one that is not right, is in one error of its kind."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from swvm.data.schemes.mentions import mentions
from swvm.evaluate import evaluate
from swvm.evaluate.errors import KINDS, Span, compare, errors_of

LABELS = st.sampled_from(["O", "B-X", "I-X", "B-Y", "I-Y"])


def kinds(gold: str, predicted: str) -> list[str]:
    return [error.kind for error in compare([gold.split()], [predicted.split()], "iob2").errors]


def test_each_kind():
    assert kinds("O B-X O", "O B-X O") == []
    assert kinds("O B-X O", "O O O") == ["missed"]
    assert kinds("O O O", "O B-X O") == ["spurious"]
    assert kinds("O B-X O", "O B-Y O") == ["type"]
    assert kinds("B-X I-X O", "B-X O O") == ["boundary"]
    assert kinds("B-X I-X O", "O B-Y I-Y") == ["both"]
    assert kinds("B-X I-X I-X", "B-X O B-X") == ["boundary", "spurious"]
    assert kinds("B-X O O", "O O B-X") == ["missed", "spurious"]


def test_the_same_tokens_come_before_the_same_type():
    gold, predicted = (Span(0, 3, "X"),), (Span(0, 2, "X"), Span(0, 3, "Y"))
    first, second = errors_of(0, gold, predicted)
    assert {first.kind, second.kind} == {"type", "spurious"}


def test_what_an_error_touches():
    (error,) = compare([["B-X", "I-X", "O"]], [["O", "B-Y", "I-Y"]]).errors
    assert (error.span, error.types) == ((0, 3), ("X", "Y"))


@given(st.lists(st.lists(st.tuples(LABELS, LABELS), max_size=7), min_size=1, max_size=4))
def test_every_wrong_mention_is_in_one_error(pairs):
    gold = [[one for one, _ in sentence] for sentence in pairs]
    predicted = [[other for _, other in sentence] for sentence in pairs]
    found = compare(gold, predicted, "iob2")
    for side, labels in (("gold", gold), ("predicted", predicted)):
        spans = [(s, *(start, end, type_)) for s, tags in enumerate(labels) for type_, start, end in mentions(tags)]
        other = found.predicted if side == "gold" else found.gold
        wrong = Counter(span for span in spans if Span(*span[1:]) not in other[span[0]])
        named = [(error.sentence, *getattr(error, side)) for error in found.errors if getattr(error, side)]
        assert Counter(named) == wrong
    scores = evaluate(gold, predicted, scheme="iob2")
    assert found.right == scores.counts.correct
    assert all(error.kind in KINDS for error in found.errors)


def test_plain_tags():
    found = compare([["N", "V"]], [["N", "N"]])
    (error,) = found.errors
    assert (error.kind, error.gold, error.predicted) == ("type", Span(1, 2, "V"), Span(1, 2, "N"))
