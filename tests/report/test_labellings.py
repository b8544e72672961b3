"""Groups of mentions of two labellings, counted by hand."""

from __future__ import annotations

import io

from swvm import read
from swvm.report.drawing import rendered
from swvm.report.labellings import compare_labellings
from swvm.report.mentions import mentions_picture, mentions_table

TRAIN = "Rome B-LOC\nis O\n\nNew B-LOC\nYork I-LOC\n"
GOLD = "Rome B-LOC\nand O\nNew B-LOC\nYork I-LOC\n\nAda B-PER\nin O\nBonn B-LOC\n"
PREDICTED = [["B-LOC", "O", "B-LOC", "O"], ["B-PER", "O", "B-PER"]]


def corpus(text):
    return read(io.BytesIO(text.encode()))


def counts(compared, kind):
    return {group: (one.correct, one.gold, one.predicted) for group, one in compared.systems["a"][kind].items()}


def test_groups_of_a_labelling():
    found = compare_labellings(corpus(GOLD), {"a": PREDICTED}, corpus(TRAIN))
    assert counts(found, "type") == {"LOC": (1, 3, 2), "PER": (1, 1, 2)}
    assert counts(found, "length") == {"1": (2, 3, 4), "2": (0, 1, 0)}
    assert counts(found, "seen") == {"seen": (1, 2, 1), "unseen": (1, 2, 3)}  # "New" alone was never a mention
    assert found.groups("type") == ["LOC", "PER"]


def test_without_training_data_nothing_is_seen():
    found = compare_labellings(corpus(GOLD), {"a": PREDICTED, "b": [["O"] * 4, ["O"] * 3]})
    assert set(found.systems["a"]) == {"type", "length"}
    table = mentions_table([found])
    assert table.header[-2:] == ("a", "b")
    assert len(table.rows) == 4
    assert rendered(mentions_picture([found]), ["svg"])["svg"].startswith(b"<?xml")
