"""The modes, worked out by hand; tables and texts; errors."""

from __future__ import annotations

import json

import numpy as np
import pytest

from swvm.data.schemes import LabelSequences
from swvm.errors import DataError, SettingError
from swvm.evaluate import Counts, confusion, confusion_text, evaluate, table_text

GOLD = [["B-PER", "I-PER", "O", "B-LOC"], ["O", "B-PER"]]
PREDICTED = [["B-PER", "I-PER", "O", "I-LOC"], ["B-PER", "I-PER"]]


def test_mentions_as_conlleval():
    scores = evaluate(GOLD, PREDICTED)
    assert (scores.mode, scores.scheme) == ("conlleval", "iob2")
    assert scores.counts == Counts(correct=2, gold=3, predicted=3)
    assert scores.types == {"LOC": Counts(1, 1, 1), "PER": Counts(1, 2, 2)}
    assert scores.f1 == pytest.approx(200 / 3)
    assert scores.accuracy == pytest.approx(50)
    assert scores.sentence_accuracy == 0
    assert scores.sentences.tp.tolist() == [2, 0]
    assert scores.sentences.fp.tolist() == [0, 1]
    assert scores.sentences.fn.tolist() == [0, 1]


def test_strict_leaves_out_the_invalid_mention():
    scores = evaluate(GOLD, PREDICTED, mode="strict")
    assert scores.counts == Counts(correct=1, gold=3, predicted=2)
    assert scores.types["LOC"] == Counts(0, 1, 0)


def test_strict_in_iob1_allows_b_only_where_mentions_touch():
    gold = [["I-X", "B-X", "O", "I-X"]]
    assert evaluate(gold, [["I-X", "B-X", "O", "B-X"]], "strict", "iob1").counts == Counts(2, 3, 2)


def test_tokens_leave_out_the_label_o():
    scores = evaluate(GOLD, PREDICTED, mode="tokens")
    assert scores.counts == Counts(correct=2, gold=4, predicted=5)
    assert scores.types["I-PER"] == Counts(1, 1, 2)
    assert "O" not in scores.types
    assert scores.accuracy == pytest.approx(50)
    assert scores.sentences.tp.tolist() == [2, 0]
    assert scores.sentences.fp.tolist() == [1, 2]
    assert scores.sentences.fn.tolist() == [1, 1]


def test_plain_tags_are_scored_per_token_and_it_says_so():
    scores = evaluate([["DT", "NN"], ["NN", "VB"]], [["DT", "NN"], ["VB", "VB"]])
    assert scores.mode == "tokens"
    assert scores.accuracy == scores.f1 == scores.precision == 75
    assert scores.sentence_accuracy == 50
    assert "plain tags" in scores.notes[0]


def test_touching_mentions_in_bioes():
    """The published conlleval makes one mention of two; the scores say it, and another mode tells them apart."""
    gold, predicted = [["S-X", "S-X", "O"]], [["S-X", "B-X", "E-X"]]
    scores = evaluate(gold, predicted)
    assert scores.counts.gold == 1
    assert "conlleval-bioes" in scores.notes[0]
    better = evaluate(gold, predicted, mode="conlleval-bioes")
    assert better.counts == Counts(1, 2, 2)
    assert better.notes == ()


def test_the_scheme_of_the_predictions_counts_where_gold_is_poorer():
    assert evaluate([["O", "O"]], [["B-X", "I-X"]], mode="strict").scheme == "iob2"
    assert evaluate([["O", "I-X"]], [["O", "S-X"]], mode="strict").scheme == "bioes"


def test_nothing_to_count_gives_zero():
    scores = evaluate([["O"]], [["O"]])
    assert (scores.precision, scores.recall, scores.f1, scores.accuracy) == (0, 0, 0, 100)
    empty = evaluate([], [])
    assert (empty.f1, empty.accuracy, empty.tokens) == (0, 0, 0)


def test_codes_are_scored_as_strings_are():
    gold = LabelSequences(np.array([0, 1, 2], np.int32), ("O", "B-X", "I-X"), np.array([0, 3], np.int64))
    predicted = LabelSequences(np.array([1, 0, 0], np.int32), ("B-X", "O"), np.array([0, 3], np.int64))
    assert evaluate(gold, predicted).to_json() == evaluate([["O", "B-X", "I-X"]], [["O", "B-X", "B-X"]]).to_json()


def test_json_has_the_promised_keys():
    scores = json.loads(json.dumps(evaluate(GOLD, PREDICTED).to_json()))
    assert {"mode", "precision", "recall", "f1", "accuracy", "types"} <= set(scores)
    assert scores["types"]["PER"]["f1"] == 50
    assert scores["types"]["PER"]["support"] == 2


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        ([["O"]], [["O"], ["O"]], "gold has 1 sentences, predicted has 2"),
        ([["O"], ["O", "O"]], [["O"], ["O"]], "sentence 2: gold has 2 tokens, predicted has 1"),
        ([["O", "B-X"]], [["O", "PERSON"]], "predicted labels: sentence 1, token 2: label 'PERSON'"),
    ],
)
def test_what_cannot_be_scored_is_an_error(gold, predicted, message):
    with pytest.raises(DataError, match=message):
        evaluate(gold, predicted)


def test_an_unknown_mode_is_an_error():
    with pytest.raises(SettingError, match="Did you mean 'strict'"):
        evaluate(GOLD, PREDICTED, mode="strickt")


def test_confusion_over_labels_and_types():
    table = confusion(GOLD, PREDICTED, by="types")
    assert table.names == ("LOC", "PER", "O")
    assert table.table.tolist() == [[1, 0, 0], [0, 3, 0], [0, 1, 1]]
    assert table.errors() == [("O", "PER", 1)]
    labels = confusion(GOLD, PREDICTED)
    assert labels.table.sum() == 6
    assert labels.table[labels.names.index("B-LOC"), labels.names.index("I-LOC")] == 1
    assert confusion_text(table).splitlines()[0].split() == ["gold", "\\", "predicted", "LOC", "PER", "O"]


def test_the_table_names_the_mode_and_the_notes():
    text = table_text(evaluate([["S-X", "S-X"]], [["S-X", "S-X"]]))
    assert text.startswith("mode conlleval ")
    assert "note: " in text
    assert [line.split()[0] for line in text.splitlines()[2:5]] == ["type", "X", "all"]
