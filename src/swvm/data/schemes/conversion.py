"""Labels of one scheme -> labels of another.

Labels are read as mentions and written again, whole corpora at once over codes. Nothing is lost, but for one case: IO
cannot show that two mentions of a type touch. That is an error, not a silent merge.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import B, E, I, LabelInput, LabelSequences, O, ParsedLabels, S, as_sequences, join_label
from swvm.data.schemes.mentions import break_rule, find_mentions, token_steps, transitions_of, valid_mentions
from swvm.data.schemes.transitions import Scheme, check_inventory, pair_grid, scheme_named
from swvm.data.schemes.validation import check_forms, validate
from swvm.errors import DataError, SettingError, unknown_name

Invalid: TypeAlias = Literal["error", "repair", "keep"]


@overload
def convert(
    labels: LabelSequences, source: str | Scheme, target: str | Scheme, invalid: Invalid = "error"
) -> LabelSequences: ...
@overload
def convert(
    labels: Sequence[Sequence[str]], source: str | Scheme, target: str | Scheme, invalid: Invalid = "error"
) -> list[list[str]]: ...
def convert(
    labels: LabelInput, source: str | Scheme, target: str | Scheme, invalid: Invalid = "error"
) -> LabelSequences | list[list[str]]:
    """Convert label sequences. Codes give codes, with names in order of first appearance; lists give lists.

    What the source scheme does not allow is, by `invalid`, an error; or repaired as conlleval reads it (an I- after O
    or after another type begins a mention); or kept: the labels of an invalid mention stay as they are.
    """
    source, target = scheme_named(source), scheme_named(target)
    if Scheme.TAGS in (source, target):
        raise SettingError("plain tags mark no mentions: there is nothing to convert. Allowed: iob1, iob2, bioes, io")
    if invalid not in ("error", "repair", "keep"):
        raise unknown_name("treatment of invalid labels", str(invalid), ["error", "repair", "keep"])
    converted = _convert(as_sequences(labels), source, target, invalid)
    return converted if isinstance(labels, LabelSequences) else converted.to_lists()


def _convert(sequences: LabelSequences, source: Scheme, target: Scheme, invalid: Invalid) -> LabelSequences:
    if invalid == "error":
        validate(sequences, source)
    check_forms(sequences)
    parsed = check_inventory(sequences.names, source)
    if source is target and invalid == "keep":
        return sequences
    names = tuple(join_label(tag, type_) for type_ in parsed.type_names for tag in (O, B, I, E, S))
    codes = np.where(
        parsed.tags[sequences.codes] == O, O, parsed.types[sequences.codes] * 5 + _tags(sequences, parsed, target)
    )
    if invalid == "keep":
        kept = _tokens_of_invalid(sequences, parsed, source)
        codes = np.where(kept, len(names) + sequences.codes, codes)
    return _compact(codes, (*names, *sequences.names), sequences.offsets)


def _tags(sequences: LabelSequences, parsed: ParsedLabels, target: Scheme) -> npt.NDArray[np.int8]:
    """Return the tag that each token of a mention gets; tokens outside get any."""
    rule = break_rule(parsed)
    steps, into = transitions_of(sequences), token_steps(sequences)
    first = rule.starts.ravel()[steps[into]]
    if target is Scheme.IOB2:
        return np.where(first, np.int8(B), np.int8(I))
    if target is Scheme.BIOES:
        last = rule.ends.ravel()[steps[into + 1]]
        return np.array([[I, E], [B, S]], np.int8)[first.astype(np.int8), last.astype(np.int8)]
    previous, _, same = pair_grid(parsed)
    touching = (rule.starts & same & (previous != O)).ravel()[steps[into]]
    if target is Scheme.IO and touching.any():
        raise _cannot_tell_apart(sequences, np.flatnonzero(touching))
    return np.where(touching, np.int8(B), np.int8(I))


def _tokens_of_invalid(sequences: LabelSequences, parsed: ParsedLabels, source: Scheme) -> npt.NDArray[np.bool_]:
    """Return which tokens stand in a mention that the scheme does not allow."""
    found = find_mentions(sequences, parsed, break_rule(parsed))
    valid = valid_mentions(sequences, parsed, found, source)
    tokens = parsed.tags[sequences.codes] != O
    tokens[tokens] = np.repeat(~valid, found.ends - found.starts)
    return np.asarray(tokens)


def _compact(codes: npt.NDArray[np.int64], names: tuple[str, ...], offsets: npt.NDArray[np.int64]) -> LabelSequences:
    """Renumber codes in order of first appearance; names that are equal become one."""
    unified = {name: number for number, name in reversed(list(enumerate(names)))}
    codes = np.array([unified[name] for name in names], np.int64)[codes]
    first = np.full(len(names), len(codes))
    first[codes[::-1]] = np.arange(len(codes))[::-1]  # of equal indices the last assignment stays
    order = np.argsort(first)[: int(np.count_nonzero(first < len(codes)))]
    renumbered = np.empty(len(names), np.int32)
    renumbered[order] = np.arange(len(order), dtype=np.int32)
    return LabelSequences(renumbered[codes], tuple(names[code] for code in order.tolist()), offsets)


def _cannot_tell_apart(sequences: LabelSequences, tokens: npt.NDArray[np.int64]) -> DataError:
    return DataError(
        f"{sequences.place(int(tokens[0]))}: the mention that begins here touches another of its type, which IO cannot "
        f"show ({len(tokens)} such places). Convert to IOB1, IOB2 or BIOES"
    )
