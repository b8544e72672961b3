"""Which scheme do labels follow? Plain tags are told apart from broken chunk labels.

The family is decided first. Labels are chunk labels if one of them has the form B-TYPE (or I-, E-, S-), or if O is the
most frequent of them: then any other label is an error. Otherwise they are plain tags, such as parts of speech.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from swvm.data.schemes.labels import B, E, LabelInput, LabelSequences, S, as_sequences, parse_labels, split_label
from swvm.data.schemes.transitions import Scheme
from swvm.data.schemes.validation import check_forms, violations
from swvm.errors import DataError


@dataclass(frozen=True, slots=True)
class Detection:
    """A scheme, why it was chosen, and how many places break it."""

    scheme: Scheme
    evidence: str
    violations: int = 0


def detect(labels: LabelInput | Sequence[str]) -> Scheme:
    """Return the scheme of label sequences, or of an inventory of labels. A label of no scheme is an error."""
    return examine(labels).scheme


def examine(labels: LabelInput | Sequence[str]) -> Detection:
    """Return the scheme with its evidence. An inventory (a flat list of labels) shows less than sequences do."""
    if isinstance(labels, LabelSequences):
        return _of_sequences(labels)
    inventory = [item for item in labels if isinstance(item, str)]
    return _of_inventory(inventory) if inventory else _of_sequences(as_sequences(labels))


def _of_inventory(names: Sequence[str]) -> Detection:
    if not names:
        raise DataError("there are no labels, so no label scheme can be found")
    if not _has_chunk_form(names) and "O" not in names:
        return _plain_tags(names)
    tags = parse_labels(names).tags
    if np.isin(tags, (E, S)).any():
        return Detection(Scheme.BIOES, "there are labels E- or S-")
    if (tags == B).any():
        return Detection(Scheme.IOB2, "there are labels B-; only sequences could show that they are IOB1")
    return Detection(Scheme.IO, "there is no label B-, E- or S-")


def _of_sequences(sequences: LabelSequences) -> Detection:
    if not _has_chunk_form(sequences.names) and not _outside_is_commonest(sequences):
        return _plain_tags(sequences.names)
    check_forms(sequences)
    parsed = parse_labels(sequences.names)
    tags = np.unique(parsed.tags[sequences.codes])
    if np.isin(tags, (E, S)).any():
        broken = len(violations(sequences, parsed, Scheme.BIOES))
        return Detection(Scheme.BIOES, f"there are labels E- or S-; {broken} places break BIOES", broken)
    if B not in tags:
        return Detection(Scheme.IO, "there is no label B-, E- or S- (IOB1 without touching mentions reads the same)")
    iob1, iob2 = (len(violations(sequences, parsed, scheme)) for scheme in (Scheme.IOB1, Scheme.IOB2))
    evidence = (
        f"{iob2} labels I- begin a mention (not IOB2); {iob1} labels B- touch no mention of their type (not IOB1)"
    )
    if iob2 <= iob1:
        return Detection(Scheme.IOB2, evidence, iob2)
    return Detection(Scheme.IOB1, evidence, iob1)


def _has_chunk_form(names: Sequence[str]) -> bool:
    """Say whether a label has a chunk tag, a hyphen and a type, or all are bare chunk tags such as B, I, O."""
    return any("-" in name and split_label(name) for name in names) or all(map(split_label, names))


def _outside_is_commonest(sequences: LabelSequences) -> bool:
    counts = np.bincount(sequences.codes, minlength=len(sequences.names))
    return "O" in sequences.names and bool(counts[sequences.names.index("O")] == counts.max())


def _plain_tags(names: Sequence[str]) -> Detection:
    return Detection(Scheme.TAGS, f"none of the {len(names)} labels has the form of a chunk label")
