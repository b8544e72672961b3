"""Labels -> docs: entities, a group of spans, or tags."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from spacy.tokens import Doc, Span, SpanGroup

TAGS = {"tag": "TAG", "pos": "POS"}  # where a label stands in a token


def set_ents(doc: Doc, spans: Sequence[Span], overwrite: bool) -> None:
    """Make spans the entities of a doc; what stood there before stays, unless it is to be overwritten."""
    kept = [] if overwrite else list(doc.ents)
    taken = {place for span in kept for place in range(span.start, span.end)}
    free = [span for span in spans if taken.isdisjoint(range(span.start, span.end))] if taken else list(spans)
    doc.set_ents([*kept, *free])


def set_group(doc: Doc, key: str, spans: Sequence[Span]) -> None:
    """Put spans into a group of a doc."""
    doc.spans[key] = SpanGroup(doc, name=key, spans=list(spans))


def set_tags(doc: Doc, target: str, places: Any, hashes: Any) -> None:
    """Give the tokens at these places a tag."""
    values = doc.to_array([TAGS[target]]).reshape(len(doc))
    values[places] = hashes
    doc.from_array([TAGS[target]], values)
