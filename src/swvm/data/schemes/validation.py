"""Whether label sequences are valid in a scheme, and where they are not."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import (
    LabelError,
    LabelInput,
    LabelSequences,
    ParsedLabels,
    as_sequences,
    no_chunk_label,
    split_label,
)
from swvm.data.schemes.mentions import transitions_of
from swvm.data.schemes.transitions import Scheme, check_inventory, scheme_named, transition_table
from swvm.errors import DataError


def validate(labels: LabelInput, scheme: str | Scheme) -> None:
    """Raise a DataError that names the first label which the scheme does not have or does not allow there."""
    scheme, sequences = scheme_named(scheme), as_sequences(labels)
    if scheme is Scheme.TAGS:
        return
    check_forms(sequences)
    parsed = check_inventory(sequences.names, scheme)
    broken = violations(sequences, parsed, scheme)
    if len(broken):
        raise _not_allowed(sequences, scheme, int(broken[0]), len(broken))


def check_forms(sequences: LabelSequences) -> None:
    """Raise a DataError that names the first label of no scheme and its place."""
    for code, name in enumerate(sequences.names):
        if split_label(name) is None:
            tokens = np.flatnonzero(sequences.codes == code)
            if len(tokens) == 0:
                raise DataError(no_chunk_label(name))
            token = int(tokens[0])
            raise LabelError(no_chunk_label(name), sequences.place(token), token)


def violations(sequences: LabelSequences, parsed: ParsedLabels, scheme: Scheme) -> npt.NDArray[np.int64]:
    """Return the steps (see `transitions_of`) that break the scheme."""
    forbidden = ~transition_table(parsed, scheme)
    return np.flatnonzero(forbidden.ravel()[transitions_of(sequences)])


def _not_allowed(sequences: LabelSequences, scheme: Scheme, step: int, count: int) -> LabelError:
    begins = sequences.offsets[:-1] + np.arange(len(sequences))
    sentence = int(np.searchsorted(begins, step, side="right")) - 1
    token = step - sentence
    before, after = _neighbours(sequences, sentence, token)
    what = f"{after} may not follow {before or 'the begin of the sentence'}"
    if after is None:  # the step leads out of the sentence; its last token is to blame
        token, what = token - 1, f"{before} may not end a sentence"
    more = f" ({count} such places)" if count > 1 else ""
    remedy = "Correct the labels, name another scheme, or choose invalid='repair' or 'keep'"
    return LabelError(f"{what} in the scheme {scheme.name}{more}. {remedy}", sequences.place(token), token)


def _neighbours(sequences: LabelSequences, sentence: int, token: int) -> tuple[str | None, str | None]:
    begin, end = sequences.offsets[sentence : sentence + 2].tolist()
    labels: Sequence[int] = sequences.codes[begin:end].tolist()
    before = sequences.names[labels[token - begin - 1]] if token > begin else None
    after = sequences.names[labels[token - begin]] if token < end else None
    return before, after
