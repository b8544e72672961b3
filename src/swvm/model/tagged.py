"""Labelled blocks as bytes: columns appended to the rows, JSON lines, inline brackets; with K labellings and scores.

Scores are sums of weights. They are no probabilities.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import Interner
from swvm.data.blocks import Block
from swvm.data.corpus import Column, Corpus
from swvm.data.writing import render
from swvm.model.decode import Paths

NO_LABEL = "_"  # in columns, where a sentence has fewer labellings than were asked for
BOM = b"\xef\xbb\xbf"
NEWLINE = 10

Codes = npt.NDArray[np.int32]
Render = Callable[[Block, Paths], bytes]


def as_columns(labels: Sequence[str]) -> Render:
    """Append a column for each labelling to the rows, which stay as they are."""
    names = [*labels, NO_LABEL]  # the code -1 is the last name

    def render_block(block: Block, paths: Paths) -> bytes:
        rows = _rows_of(block)
        return rows.append(*appended(paths, names, rows.separator))

    return render_block


def as_scored_columns(labels: Sequence[str]) -> Render:
    """Append columns, and put a line `# scores: ...` before each sentence."""
    names = [*labels, NO_LABEL]

    def render_block(block: Block, paths: Paths) -> bytes:
        rows = _rows_of(block)
        codes, strings = appended(paths, names, rows.separator)
        tagged = rows.append(codes, strings)
        widths = np.array([len((rows.separator + text).encode()) for text in strings], np.int64)
        shifts = np.concatenate(([0], np.cumsum(widths[codes])))
        pieces, done = [], 0
        for sentence, (token, begin) in enumerate(_sentence_begins(rows)):
            at = begin + int(shifts[token])
            scores = " ".join(f"{score:.4f}" for score, _ in paths.of_sentence(sentence))
            pieces += [tagged[done:at], f"# scores: {scores}\n".encode()]
            done = at
        return b"".join([*pieces, tagged[done:]])

    return render_block


def as_jsonl(labels: Sequence[str], *, scores: bool, tokens_key: str | None = None) -> Render:
    """Write an object a line with the best labelling in `tags`; where there are more, all of them in `nbest`.

    `tokens_key`: the input is JSON lines with the tokens under this key; then its objects keep what else they hold.
    """

    def render_block(block: Block, paths: Paths) -> bytes:
        found = _labellings(paths, labels, scores)
        lines = []
        for record in _records(block, tokens_key):
            ranked = next(found) if record[tokens_key or "tokens"] else [{"tags": []}]
            more = {"nbest": ranked} if len(paths.labels) > 1 else {}
            lines.append(json.dumps(record | ranked[0] | more, ensure_ascii=False) + "\n")
        return "".join(lines).encode()

    return render_block


def as_brackets(labels: Sequence[str], *, scores: bool) -> Render:
    """Write a line for each labelling of a sentence: `[PER John Smith] sleeps`, with its score and a tab before it."""
    interner = Interner()
    interner.intern(list(labels))

    def render_block(block: Block, paths: Paths) -> bytes:
        columns = [Column("label", np.maximum(one, 0), interner) for one in paths.labels]
        texts = [render(block.corpus, labels=column, format="brackets") for column in columns]
        if len(texts) == 1 and not scores:
            return texts[0]
        lines = [text.split(b"\n") for text in texts]
        return b"".join(
            (f"{score:.4f}\t".encode() if scores else b"") + lines[rank][sentence] + b"\n"
            for sentence in range(len(block.corpus))
            for rank, (score, _) in enumerate(paths.of_sentence(sentence))
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


def _records(block: Block, tokens_key: str | None) -> Iterator[dict[str, Any]]:
    content = render(_unlabelled(block.corpus), format="jsonl") if tokens_key is None else block.raw.data
    for line in content.removeprefix(BOM).split(b"\n"):
        if line.strip():
            yield json.loads(line)


def _unlabelled(corpus: Corpus) -> Corpus:
    return Corpus(corpus.columns, None, corpus.offsets, corpus.documents, corpus.source)


def _labellings(paths: Paths, labels: Sequence[str], scores: bool) -> Iterator[list[dict[str, Any]]]:
    """Yield for each sentence its labellings, best first."""
    for sentence in range(len(paths.offsets) - 1):
        yield [
            {"tags": [labels[code] for code in codes.tolist()]} | ({"score": round(score, 4)} if scores else {})
            for score, codes in paths.of_sentence(sentence)
        ]
