"""Labelled blocks as bytes: columns appended to the rows, inline brackets; with K labellings, scores or probabilities.

JSON lines are in `taggedjson`, HTML in `taggedhtml`. Scores are sums of weights, no probabilities; those are what a
calibrated model has (`confidence`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.blocks import Block
from swvm.data.corpus import Column
from swvm.data.writing import render
from swvm.model.confidence import Kind
from swvm.model.decode import Paths

NO_LABEL = "_"  # in columns, where a sentence has fewer labellings than were asked for
BOM = b"\xef\xbb\xbf"
NEWLINE = 10
DIGITS = 4

Codes = npt.NDArray[np.int32]
Render = Callable[[Block, Paths], bytes]


def as_columns(labels: Sequence[str]) -> Render:
    """Append a column for each labelling to the rows, which stay as they are."""
    names = [*labels, NO_LABEL]  # the code -1 is the last name

    def render_block(block: Block, paths: Paths) -> bytes:
        rows = _rows_of(block)
        return rows.append(*appended(paths, names, rows.separator))

    return render_block


def as_scored_columns(labels: Sequence[str], kind: Kind = "score") -> Render:
    """Append columns, and put a line `# scores: ...` or `# probabilities: ...` before each sentence.

    Behind a single column of labels stand their own probabilities, where probabilities are asked for.
    """
    names = [*labels, NO_LABEL]
    title = {"score": "scores", "probability": "probabilities"}[kind]

    def render_block(block: Block, paths: Paths) -> bytes:
        rows = _rows_of(block)
        codes, strings = appended(paths, names, rows.separator)
        if kind == "probability" and len(paths.labels) == 1:
            codes, strings = _with_values(codes, strings, paths, rows.separator)
        tagged = rows.append(codes, strings)
        widths = np.array([len((rows.separator + text).encode()) for text in strings], np.int64)
        shifts = np.concatenate(([0], np.cumsum(widths[codes])))
        pieces, done = [], 0
        for sentence, (token, begin) in enumerate(_sentence_begins(rows)):
            at = begin + int(shifts[token])
            values = " ".join(f"{value:.{DIGITS}f}" for value in paths.values_of_sentence(sentence))
            pieces += [tagged[done:at], f"# {title}: {values}\n".encode()]
            done = at
        return b"".join([*pieces, tagged[done:]])

    return render_block


def _with_values(codes: Codes, strings: list[str], paths: Paths, separator: str) -> tuple[Codes, list[str]]:
    """Put the probability of each token's label behind it."""
    assert paths.confidences is not None
    values = paths.confidences.tokens.round(DIGITS)
    pairs, places = np.unique(np.stack([codes, values]), axis=1, return_inverse=True)
    both = [f"{strings[int(code)]}{separator}{value:.{DIGITS}f}" for code, value in pairs.T.tolist()]
    return places.ravel().astype(np.int32), both


def as_brackets(labels: Sequence[str], *, scores: bool) -> Render:
    """Write a line for each labelling of a sentence: `[PER John Smith] sleeps`, its score and a tab before it."""
    interner = Interner()
    interner.intern(list(labels))

    def render_block(block: Block, paths: Paths) -> bytes:
        columns = [Column("label", np.maximum(one, 0), interner) for one in paths.labels]
        texts = [render(block.corpus, labels=column, format="brackets") for column in columns]
        if len(texts) == 1 and not scores:
            return texts[0]
        lines = [text.split(b"\n") for text in texts]
        return b"".join(
            (f"{value:.{DIGITS}f}\t".encode() if scores else b"") + lines[rank][sentence] + b"\n"
            for sentence in range(len(block.corpus))
            for rank, value in enumerate(paths.values_of_sentence(sentence))
        )

    return render_block


def appended(paths: Paths, names: Sequence[str], separator: str) -> tuple[Codes, list[str]]:
    """Return codes and strings of what is appended to each row; several labels of a token are one string."""
    if len(paths.labels) == 1:
        return paths.best, list(names)
    distinct, codes = np.unique(paths.labels, axis=1, return_inverse=True)
    strings = [separator.join(names[label] for label in labels) for labels in distinct.T.tolist()]
    return codes.ravel().astype(np.int32), strings


def _rows_of(block: Block) -> Block:
    """Return the block itself, or, where the input was no column file, its corpus as rows."""
    if block.line_ends is not None:
        return block
    data = render(block.corpus, format="columns")
    newlines = np.flatnonzero(np.frombuffer(b"\n" + data, np.uint8) == NEWLINE)  # one more, so each has one before it
    ends = newlines[1:][np.diff(newlines) > 1] - 1
    return Block(type(block.raw)(data), block.corpus, ends.astype(np.int64))


def _sentence_begins(rows: Block) -> Iterator[tuple[int, int]]:
    """Yield the first token of each sentence and where its row begins in the bytes."""
    assert rows.line_ends is not None
    data = rows.raw.data
    least = len(BOM) if data.startswith(BOM) else 0
    for token in rows.corpus.offsets[:-1].tolist():
        yield token, max(least, data.rfind(b"\n", 0, int(rows.line_ends[token])) + 1)
