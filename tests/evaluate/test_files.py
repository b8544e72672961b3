"""Evaluation from files: one file or two, and errors with file and line."""

from __future__ import annotations

import pytest

from swvm.errors import DataError
from swvm.evaluate import Counts, evaluate_files

pytestmark = pytest.mark.native


@pytest.fixture
def file(tmp_path):
    def write(content, name="both.txt"):
        path = tmp_path / name
        path.write_text(content)
        return path

    return write


def test_the_last_two_columns(file):
    path = file("Ann NNP B-PER B-PER\nruns VBZ O O\n\nRome NNP B-LOC B-PER\n")
    scores = evaluate_files(path)
    assert scores.counts == Counts(1, 2, 2)
    assert scores.tokens == 3
    assert evaluate_files(path, mode="tokens").mode == "tokens"


def test_two_files(file):
    gold = file("Ann\tNNP\tB-PER\nruns\tVBZ\tO\n", "gold.tsv")
    predicted = file("Ann B-LOC\nruns O\n", "predicted.txt")
    assert evaluate_files(gold, predicted).counts == Counts(0, 1, 1)
    jsonl = file('{"tokens": ["Ann", "runs"], "tags": ["B-PER", "O"]}\n', "predicted.jsonl")
    assert evaluate_files(gold, jsonl).counts == Counts(1, 1, 1)


@pytest.mark.parametrize(
    ("gold", "predicted", "message"),
    [
        ("a O\nb O\n", "a O\nc O\n", r"gold.txt:2: the token 'b' .*predicted.txt:2: the token 'c'"),
        ("a O\n\nb O\n", "a O\nb O\n", r"gold.txt:3: the token 'b' begins sentence 2, but .*:2: .* inside sentence 1"),
        ("a O\nb O\n", "a O\n", r"gold.txt:2: the token 'b' is inside sentence 1, but .* ends after 1 tokens"),
        ("a O\n", "a O\n\nb O\n", r"gold.txt ends after 1 tokens, but .*predicted.txt:3"),
        ("a O\nb X-PER\n", "a O\nb O\n", r"gold.txt:2: label 'X-PER'"),
        ("a O\n\nb O\n", "a O\n\nb PER\n", r"predicted.txt:3: label 'PER'"),
    ],
)  # fmt: skip
def test_differences_are_errors_with_file_and_line(file, gold, predicted, message):
    with pytest.raises(DataError, match=message):
        evaluate_files(file(gold, "gold.txt"), file(predicted, "predicted.txt"))


def test_a_broken_label_in_one_file_is_named_with_its_line(file):
    with pytest.raises(DataError, match=r"both.txt:3: label 'PERSON'"):
        evaluate_files(file("a O O\n\nb B-X PERSON\n"))


def test_words_in_the_place_of_gold_labels(file):
    with pytest.raises(DataError, match="is the gold column the right one"):
        evaluate_files(file("Ann B-PER\nruns O\n"))


def test_one_column_or_json_lines_alone_are_errors(file):
    with pytest.raises(DataError, match="there is one column"):
        evaluate_files(file("a\nb\n"), labels=False)
    with pytest.raises(DataError, match="two files"):
        evaluate_files(file('{"tokens": ["a"], "tags": ["O"]}\n', "x.jsonl"))
