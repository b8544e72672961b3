"""Labels and scores -> docs: entities, a group of spans, or tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from spacy.attrs import ENT_IOB, ENT_TYPE
from spacy.tokens import Doc, Span, SpanGroup, Token

ENTS = [ENT_IOB, ENT_TYPE]
WITHIN, OUT, BEGIN = 1, 2, 3  # values of ENT_IOB
TAGS = {"tag": "TAG", "pos": "POS"}  # where a label stands in a token
SCORE, SCORES = "swvm_score", "swvm_scores"  # an extension of spans and tokens; where a doc keeps those of its tokens

Values = npt.NDArray[np.float64]


def write_ents(doc: Doc, table: npt.NDArray[np.uint64]) -> None:
    """Make a doc that has no entities have those of a table, ENTS for each of its tokens."""
    doc.from_array(ENTS, table)


def set_ents(doc: Doc, spans: Sequence[Span], overwrite: bool) -> None:
    """Make spans the entities of a doc; what stood there before stays, unless it is to be overwritten."""
    kept = [] if overwrite else list(doc.ents)
    taken = {place for span in kept for place in range(span.start, span.end)}
    free = [span for span in spans if taken.isdisjoint(range(span.start, span.end))] if taken else list(spans)
    doc.set_ents([*kept, *free])


def set_group(doc: Doc, key: str, spans: Sequence[Span], scores: Values | None) -> None:
    """Put spans into a group of a doc; their scores are where spaCy's own span categoriser has them too."""
    attributes = {} if scores is None else {"scores": scores}
    doc.spans[key] = SpanGroup(doc, name=key, spans=list(spans), attrs=attributes)


def set_tags(doc: Doc, target: str, places: Any, hashes: Any) -> None:
    """Give the tokens at these places a tag."""
    values = doc.to_array([TAGS[target]]).reshape(len(doc))
    values[places] = hashes
    doc.from_array([TAGS[target]], values)


def set_scores(doc: Doc, places: Any, scores: Values) -> None:
    """Keep the scores of the tokens at these places."""
    kept: list[float | None] = [None] * len(doc)
    for place, score in zip(places.tolist(), scores.tolist(), strict=True):
        kept[place] = score
    doc.user_data[SCORES] = kept


def declare_scores() -> None:
    """Declare `span._.swvm_score` and `token._.swvm_score`: what stands in the doc, or None."""
    if not Span.has_extension(SCORE):
        Span.set_extension(SCORE, getter=_span_score)
        Token.set_extension(SCORE, getter=_token_score)


def _span_score(span: Span) -> float | None:
    wanted = (span.start, span.end, span.label)
    for group in span.doc.spans.values():
        for one, score in zip(group, group.attrs.get("scores", ()), strict=False):
            if (one.start, one.end, one.label) == wanted:
                return float(score)
    return None


def _token_score(token: Token) -> float | None:
    scores = token.doc.user_data.get(SCORES)
    return None if scores is None else scores[token.i]
