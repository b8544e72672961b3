"""Label sequences as codes, and what a chunk label says: its tag (O, B, I, E, S) and its type.

A label is split at its first hyphen, so a type may contain hyphens (`B-cell-line` is tag B, type `cell-line`).
What a sequence of tags means is not here: see `transitions` and `mentions`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Column, Corpus
from swvm.errors import DataError, wrong_type

O, B, I, E, S = range(5)  # noqa: E741
TAG_LETTERS = "OBIES"
NO_TYPE = -1
ALLOWED_FORMS = "O, B-TYPE, I-TYPE, E-TYPE, S-TYPE"


class LabelError(DataError):
    """A label that its scheme does not allow; `token` counts over the corpus, so that a caller can name the line."""

    def __init__(self, problem: str, place: str, token: int) -> None:
        super().__init__(f"{place}: {problem}")
        self.problem, self.token = problem, token


@dataclass(frozen=True, slots=True)
class LabelSequences:
    """The labels of many sentences: sentence s holds `codes[offsets[s]:offsets[s+1]]`, and a code indexes `names`."""

    codes: npt.NDArray[np.int32]
    names: tuple[str, ...]
    offsets: npt.NDArray[np.int64]

    def __post_init__(self) -> None:
        codes, offsets = self.codes, self.offsets
        if len(offsets) == 0 or offsets[0] != 0 or offsets[-1] != len(codes) or np.any(np.diff(offsets) < 0):
            raise DataError(f"offsets must rise from 0 to the number of tokens ({len(codes)})")
        if len(codes) and not 0 <= int(codes.min()) <= int(codes.max()) < len(self.names):
            raise DataError(f"label codes must lie in 0..{len(self.names) - 1}; found {codes.min()}..{codes.max()}")

    def __len__(self) -> int:
        return len(self.offsets) - 1

    @classmethod
    def from_lists(cls, sentences: Sequence[Sequence[str]]) -> LabelSequences:
        """Encode lists of label strings; codes count in order of first appearance."""
        names = tuple(dict.fromkeys(chain.from_iterable(sentences)))
        code = {name: number for number, name in enumerate(names)}
        offsets = np.zeros(len(sentences) + 1, np.int64)
        np.cumsum([len(labels) for labels in sentences], out=offsets[1:])
        codes = np.fromiter(map(code.__getitem__, chain.from_iterable(sentences)), np.int32, int(offsets[-1]))
        return cls(codes, names, offsets)

    @classmethod
    def of_column(cls, column: Column, offsets: npt.NDArray[np.int64]) -> LabelSequences:
        """Return a column of a corpus as label sequences; nothing is copied but the distinct strings."""
        return cls(column.codes, tuple(column.interner.strings()), offsets)

    @classmethod
    def of_corpus(cls, corpus: Corpus) -> LabelSequences:
        """Return the labels of a corpus."""
        return cls.of_column(corpus.labelled(), corpus.offsets)

    def to_lists(self) -> list[list[str]]:
        """Return the label strings, one list a sentence."""
        flat = [self.names[code] for code in self.codes.tolist()]
        bounds = self.offsets.tolist()
        return [flat[begin:end] for begin, end in pairwise(bounds)]

    def place(self, token: int) -> str:
        """Say where a token is, counting from 1."""
        sentence = int(np.searchsorted(self.offsets, token, side="right")) - 1
        return f"sentence {sentence + 1}, token {token - int(self.offsets[sentence]) + 1}"


LabelInput: TypeAlias = "LabelSequences | Corpus | Sequence[Sequence[str]]"


def as_sequences(labels: LabelInput) -> LabelSequences:
    """Return label sequences as codes; of a corpus its labels; lists of strings are encoded."""
    if isinstance(labels, Corpus):
        return LabelSequences.of_corpus(labels)
    if isinstance(labels, LabelSequences):
        return labels
    _check_lists(labels)
    return LabelSequences.from_lists(labels)


def _check_lists(labels: object) -> None:
    """Raise an error for what is no list of lists of strings; a string is a sequence of strings too."""
    shape = "a list of labels for each sentence: [['B-PER', 'O']]"
    if isinstance(labels, str) or not isinstance(labels, Iterable):
        raise wrong_type("labels", labels, shape)
    for number, sentence in enumerate(labels if isinstance(labels, Sequence) else (), 1):
        if isinstance(sentence, str) or not isinstance(sentence, Iterable):
            raise wrong_type(f"labels: sentence {number}", sentence, shape)
        odd = next((label for label in sentence if not isinstance(label, str)), None)
        if odd is not None:
            raise wrong_type(f"labels: sentence {number}: a label", odd, "texts, such as 'B-PER'")


@dataclass(frozen=True, slots=True)
class ParsedLabels:
    """Tag and type of every label of an inventory. The type of O is `NO_TYPE`; a bare `B` has the type ''."""

    tags: npt.NDArray[np.int8]
    types: npt.NDArray[np.int32]
    type_names: tuple[str, ...]


def split_label(label: str) -> tuple[str, str] | None:
    """Return the tag letter and the type of a chunk label; None if it is no chunk label."""
    if label == "O":
        return "O", ""
    tag, hyphen, type_ = label.partition("-")
    if tag not in ("B", "I", "E", "S") or (hyphen and not type_):
        return None
    return tag, type_


def join_label(tag: int, type_: str) -> str:
    """Return the label of a tag and a type: the inverse of `split_label`."""
    letter = TAG_LETTERS[tag]
    return f"{letter}-{type_}" if type_ and tag != O else letter


def parse_labels(names: Iterable[str]) -> ParsedLabels:
    """Split every label of an inventory; a label of no scheme is an error."""
    tags: list[int] = []
    types: list[int] = []
    number: dict[str, int] = {}
    for name in names:
        split = split_label(name)
        if split is None:
            raise DataError(no_chunk_label(name))
        tags.append(TAG_LETTERS.index(split[0]))
        types.append(NO_TYPE if split[0] == "O" else number.setdefault(split[1], len(number)))
    return ParsedLabels(np.array(tags, np.int8), np.array(types, np.int32), tuple(number))


def no_chunk_label(name: str) -> str:
    """Return what is wrong with a label of no scheme, and the remedy."""
    return (
        f"label {name!r} belongs to no label scheme. Allowed: {ALLOWED_FORMS}. "
        "If the labels are plain tags (such as parts of speech), say so with the scheme 'tags'"
    )
