"""The demonstration corpus, read with plain Python: its sizes, its labels, and what makes it worth training on."""

from __future__ import annotations

import re
from importlib.resources import files
from itertools import pairwise

import pytest

Sentence = list[tuple[str, str]]

PARTS = ("train", "dev", "test")
LABEL = re.compile(r"O|[BI]-(PER|LOC|ORG|WORK)")


def text(name: str) -> str:
    return (files("swvm") / "data" / "demo" / name).read_text(encoding="utf-8")


def read(part: str) -> list[Sentence]:
    blocks = text(f"{part}.txt").removesuffix("\n\n").split("\n\n")
    rows = [[line.split(" ") for line in block.split("\n")] for block in blocks]
    return [[(word, label) for word, label in sentence] for sentence in rows]


def mentions(sentence: Sentence) -> list[tuple[str, str]]:
    """Return (type, words) of each mention of a valid IOB2 sentence."""
    found: list[tuple[str, list[str]]] = []
    for word, label in sentence:
        if label.startswith("B-"):
            found.append((label[2:], [word]))
        elif label.startswith("I-"):
            found[-1][1].append(word)
    return [(kind, " ".join(words)) for kind, words in found]


def all_mentions(part: str) -> list[tuple[str, str]]:
    return [mention for sentence in read(part) for mention in mentions(sentence)]


@pytest.mark.parametrize(("part", "least"), [("train", 400), ("dev", 80), ("test", 150)])
def test_each_part_is_large_enough(part: str, least: int) -> None:
    assert len(read(part)) >= least


@pytest.mark.parametrize("part", PARTS)
def test_sentences_have_8_to_25_tokens(part: str) -> None:
    assert {len(sentence) for sentence in read(part)} <= set(range(8, 26))


@pytest.mark.parametrize("part", PARTS)
def test_words_are_not_blank_and_labels_are_known(part: str) -> None:
    for word, label in (row for sentence in read(part) for row in sentence):
        assert word.isprintable()
        assert word.strip()
        assert LABEL.fullmatch(label), f"{word} {label}"


@pytest.mark.parametrize("part", PARTS)
def test_labels_are_valid_iob2(part: str) -> None:
    for sentence in read(part):
        labels = ["O", *(label for _, label in sentence)]
        for before, label in pairwise(labels):
            assert not label.startswith("I-") or before[2:] == label[2:], sentence


@pytest.mark.parametrize("part", PARTS)
def test_the_file_ends_with_one_blank_line(part: str) -> None:
    assert text(f"{part}.txt").endswith("\n\n")
    assert "\n\n\n" not in text(f"{part}.txt")


def test_no_sentence_occurs_twice() -> None:
    lowered = [" ".join(word.lower() for word, _ in sentence) for part in PARTS for sentence in read(part)]
    assert len(set(lowered)) == len(lowered)


@pytest.mark.parametrize("part", ["dev", "test"])
def test_most_mentions_of_dev_and_test_are_unseen(part: str) -> None:
    known = {words for _, words in all_mentions("train")}
    found = [words for _, words in all_mentions(part)]
    assert sum(words not in known for words in found) / len(found) >= 0.6


def test_names_are_ambiguous() -> None:
    kinds: dict[str, set[str]] = {}
    for kind, words in all_mentions("train"):
        kinds.setdefault(words, set()).add(kind)
    assert sum(len(found) > 1 for found in kinds.values()) >= 15
    assert {"Jordan", "Lincoln", "Reading", "Paris"} <= {words for words, found in kinds.items() if len(found) > 1}


def test_some_mentions_touch() -> None:
    touching = [
        (word, following)
        for sentence in read("train")
        for (word, label), (following, start) in pairwise(sentence)
        if label != "O" and start.startswith("B-")
    ]
    assert len(touching) >= 5


@pytest.mark.parametrize("part", PARTS)
def test_the_readme_states_the_sizes(part: str) -> None:
    sentences, found = read(part), all_mentions(part)
    counts = [sum(kind == wanted for kind, _ in found) for wanted in ("PER", "LOC", "ORG", "WORK")]
    cells = [len(sentences), sum(map(len, sentences)), len(found), *counts]
    row = " | ".join(f"{cell:,}" for cell in cells)
    assert f"| {part}.txt | {row} |" in text("README.md")
