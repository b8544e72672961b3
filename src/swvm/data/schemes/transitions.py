"""The label schemes: which labels each has, and which label may follow which.

A scheme's rules are tables over pairs of labels; index L stands for the boundary of the sentence. How a scheme is found
is in `detection`, how labels change from one scheme to another in `conversion`.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import NO_TYPE, TAG_LETTERS, B, E, I, O, ParsedLabels, S, parse_labels
from swvm.errors import DataError, unknown_name


class Scheme(StrEnum):
    """How labels mark mentions."""

    IOB1 = "iob1"
    """I-X in a mention; B-X only where a mention touches another of its type."""
    IOB2 = "iob2"
    """B-X begins every mention, I-X continues it."""
    BIOES = "bioes"
    """B-X begins, I-X continues, E-X ends a mention; S-X is a mention of one token."""
    IO = "io"
    """I-X in a mention; touching mentions of a type cannot be told apart."""
    TAGS = "tags"
    """Plain tags, such as parts of speech: no mentions."""


SCHEME_TAGS: dict[Scheme, tuple[int, ...]] = {
    Scheme.IOB1: (O, B, I),
    Scheme.IOB2: (O, B, I),
    Scheme.BIOES: (O, B, I, E, S),
    Scheme.IO: (O, I),
}


def scheme_named(name: str | Scheme) -> Scheme:
    """Return the scheme of a name, in any case; `bio` and `iobes` are accepted for IOB2 and BIOES."""
    key = {"bio": "iob2", "iobes": "bioes"}.get(name.lower(), name.lower())
    try:
        return Scheme(key)
    except ValueError:
        raise unknown_name("label scheme", name, [scheme.value for scheme in Scheme]) from None


def check_inventory(names: Sequence[str], scheme: Scheme) -> ParsedLabels:
    """Split the labels of an inventory; a label that the scheme does not have is an error."""
    parsed = parse_labels(names)
    allowed = SCHEME_TAGS[scheme]
    for name, tag in zip(names, parsed.tags.tolist(), strict=True):
        if tag not in allowed:
            forms = ", ".join("O" if t == O else f"{TAG_LETTERS[t]}-TYPE" for t in allowed)
            raise DataError(f"label {name!r} is not in the scheme {scheme.name}. Allowed: {forms}")
    return parsed


def allowed_transitions(labels: Sequence[str], scheme: str | Scheme) -> npt.NDArray[np.bool_]:
    """Return what the scheme allows, as bool[L+1, L+1] over (previous, next).

    Row L is the begin of the sentence, column L its end. For plain tags everything is allowed.
    """
    scheme = scheme_named(scheme)
    if scheme is Scheme.TAGS:
        return np.ones((len(labels) + 1, len(labels) + 1), np.bool_)
    return transition_table(check_inventory(labels, scheme), scheme)


def transition_table(parsed: ParsedLabels, scheme: Scheme) -> npt.NDArray[np.bool_]:
    """Return `allowed_transitions` of labels that are split already."""
    previous, following, same = pair_grid(parsed)
    open_ = np.isin(previous, (B, I)) & same  # the previous label leaves a mention of this type open
    if scheme is Scheme.IOB2:
        return np.asarray((following != I) | open_)
    if scheme is Scheme.IOB1:
        return np.asarray((following != B) | open_)
    if scheme is Scheme.BIOES:
        inner = np.isin(following, (I, E))
        return np.asarray(np.where(np.isin(previous, (B, I)), inner & open_, ~inner))
    return np.ones(same.shape, np.bool_)


def pair_grid(
    parsed: ParsedLabels,
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
    """Return previous tag [L+1, 1], next tag [1, L+1] and "of the same type" [L+1, L+1]; the boundary is an O."""
    tags = np.append(parsed.tags, np.int8(O))
    types = np.append(parsed.types, np.int32(NO_TYPE))
    return tags[:, None], tags[None, :], types[:, None] == types[None, :]
