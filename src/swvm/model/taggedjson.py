"""Labelled blocks as JSON lines: labels, mentions, the K best, with their scores or probabilities."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from swvm.data.blocks import Block
from swvm.data.corpus import Corpus
from swvm.data.writing import render
from swvm.model.confidence import Kind
from swvm.model.decode import Paths
from swvm.model.tagged import BOM, DIGITS, Render


def as_jsonl(
    labels: Sequence[str], *, kind: Kind | None = None, mentions: bool = False, tokens_key: str | None = None
) -> Render:
    """Write an object a line with the best labelling in `tags`; where there are more, all of them in `nbest`.

    `kind`: scores or probabilities of the labellings, and of the mentions where those are asked for; probabilities of
    the tokens' labels too. `tokens_key`: the input is JSON lines with the tokens under this key; then its objects keep
    what else they hold.
    """

    def render_block(block: Block, paths: Paths) -> bytes:
        found = _labellings(paths, labels, kind)
        spans = _mentions(block.corpus, paths) if mentions else None
        tokens = _tokens(paths) if kind == "probability" else None
        lines = []
        for record in _records(block, tokens_key):
            some = bool(record[tokens_key or "tokens"])
            ranked = next(found) if some else [{"tags": []}]
            more: dict[str, Any] = {"nbest": ranked} if len(paths.labels) > 1 else {}
            if tokens is not None:
                more["token_probabilities"] = next(tokens) if some else []
            if spans is not None:
                more["mentions"] = next(spans) if some else []
            lines.append(json.dumps(record | ranked[0] | more, ensure_ascii=False) + "\n")
        return "".join(lines).encode()

    return render_block


def _records(block: Block, tokens_key: str | None) -> Iterator[dict[str, Any]]:
    content = render(_unlabelled(block.corpus), format="jsonl") if tokens_key is None else block.raw.data
    for line in content.removeprefix(BOM).split(b"\n"):
        if line.strip():
            yield json.loads(line)


def _unlabelled(corpus: Corpus) -> Corpus:
    return Corpus(corpus.columns, None, corpus.offsets, corpus.documents, corpus.source)


def _labellings(paths: Paths, labels: Sequence[str], kind: Kind | None) -> Iterator[list[dict[str, Any]]]:
    """Yield for each sentence its labellings, best first."""
    for sentence in range(len(paths.offsets) - 1):
        values = paths.values_of_sentence(sentence)
        yield [
            {"tags": [labels[code] for code in codes.tolist()]} | ({} if kind is None else {kind: round(value, DIGITS)})
            for value, (_, codes) in zip(values, paths.of_sentence(sentence), strict=True)
        ]


def _tokens(paths: Paths) -> Iterator[list[float]]:
    assert paths.confidences is not None
    values = paths.confidences.tokens.round(DIGITS).tolist()
    for begin, end in zip(paths.offsets[:-1].tolist(), paths.offsets[1:].tolist(), strict=True):
        yield values[begin:end]


def _mentions(corpus: Corpus, paths: Paths) -> Iterator[list[dict[str, Any]]]:
    """Yield for each sentence its mentions; tokens count from 0, and the end is not included."""
    assert paths.confidences is not None
    for sentence in range(len(corpus)):
        begin, end = int(paths.offsets[sentence]), int(paths.offsets[sentence + 1])
        words = corpus.columns[0].strings(begin, end)
        yield [
            {
                "type": mention.type,
                "start": mention.start,
                "end": mention.end,
                "text": " ".join(words[mention.start : mention.end]),
                paths.confidences.kind: round(mention.confidence, DIGITS),
            }
            for mention in paths.confidences.of_sentence(sentence, begin)
        ]
