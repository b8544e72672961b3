"""What a model makes of its own labels: scores for any model, probabilities for one that is calibrated.

A *score* is in units of weights. Of a labelling it is the sum of its weights; of a token's label, or of a mention, it
is the lead: by how much the best labelling with it is ahead of the best one without it. A *probability* is the share
of all labellings that have it, at the calibrated temperature.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np

from swvm import _native
from swvm.data.schemes.labels import LabelSequences, parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule, find_mentions
from swvm.data.schemes.transitions import Scheme
from swvm.errors import SettingError
from swvm.features.encoded import Encoded
from swvm.model.decode import Paths
from swvm.model.marginals import Marginals, Values, mention_arrays, sums
from swvm.model.output import Reader
from swvm.model.record import ModelRecord

Kind: TypeAlias = Literal["score", "probability"]
CALIBRATION = "calibration"  # where the training record keeps what `swvm calibrate` found

NOT_CALIBRATED = (
    "this model is not calibrated: it has scores, no probabilities. Calibrate it on development data (swvm calibrate "
    "MODEL --dev DEV -o CALIBRATED; in Python swvm.calibrate), or ask for scores"
)


@dataclass(frozen=True, slots=True)
class Confidences:
    """Scores or probabilities, as `kind` says, of labellings, of the best labels, and of their mentions."""

    kind: Kind
    labellings: Values  # [K, sentences]
    tokens: Values  # [tokens]: of the best labels
    mentions: Mentions  # of the best labels; none where labels are plain tags
    types: tuple[str, ...]  # names of the mentions' types
    mention_values: Values  # [M]

    def of_sentence(self, sentence: int, first: int) -> list[Valued]:
        """Return the mentions of a sentence, whose first token is `first` of the corpus."""
        begin, end = np.searchsorted(self.mentions.sentences, (sentence, sentence + 1)).tolist()
        return [
            Valued(
                self.types[int(self.mentions.types[k])],
                int(self.mentions.starts[k]) - first,
                int(self.mentions.ends[k]) - first,
                float(self.mention_values[k]),
            )
            for k in range(begin, end)
        ]


class Valued(NamedTuple):
    """A mention within its sentence, the end not included, with its score or probability."""

    type: str
    start: int
    end: int
    confidence: float


def calibrated_temperature(record: ModelRecord) -> float | None:
    """Return the temperature of a calibrated model, None of another one."""
    try:
        value = record.training[CALIBRATION]["temperature"]
    except (KeyError, TypeError):
        return None
    return float(value) if isinstance(value, int | float) and 0 < value < float("inf") else None


def temperature_for(record: ModelRecord, kind: Kind) -> float:
    """Return the temperature at which the engine finds scores (0: maxima) or probabilities."""
    if kind == "score":
        return 0.0
    temperature = calibrated_temperature(record)
    if temperature is None:
        raise SettingError(NOT_CALIBRATED)
    return temperature


def predicted_mentions(labels: LabelSequences, scheme: str) -> tuple[Mentions, tuple[str, ...]]:
    """Return the mentions of a labelling and the names of their types; none where the labels are plain tags."""
    if scheme == Scheme.TAGS:
        nothing = np.zeros(0, np.int64)
        return Mentions(nothing, nothing, nothing.astype(np.int32), nothing), ()
    parsed = parse_labels(labels.names)
    return find_mentions(labels, parsed, break_rule(parsed)), parsed.type_names


@dataclass(frozen=True, slots=True)
class Judge:
    """Says what a model makes of labellings that it found, under a chain: its own or a constrained one."""

    record: ModelRecord
    reader: Reader | None
    chain: _native.Chain
    kind: Kind

    def __post_init__(self) -> None:
        temperature_for(self.record, self.kind)

    def __call__(self, encoded: Encoded, paths: Paths, threads: int = 1) -> Paths:
        """Return the labellings with their confidences."""
        return replace(paths, confidences=self.confidences(encoded, paths, threads))

    def confidences(self, encoded: Encoded, paths: Paths, threads: int = 1) -> Confidences:
        """Return what the model makes of the labellings."""
        record, temperature = self.record, temperature_for(self.record, self.kind)
        names = record.labels if record.output is None else record.output.labels
        mentions, types = predicted_mentions(LabelSequences(paths.best, names, paths.offsets), record.scheme)
        asked = None if record.scheme == Scheme.TAGS else mention_arrays(mentions, types, record.labels)
        options: dict[str, Any] = {"reader": self.reader, "mentions": asked, "threads": threads}
        found = sums(self.chain, record.weights, encoded, temperature, **options)
        if self.kind == "score":
            return Confidences(self.kind, paths.scores, _leads(found.marginals), mentions, types, found.leads)
        shares = Marginals(found.marginals, found.totals, paths.offsets, names, temperature, calibrated=True)
        labellings = shares.of_labellings(paths.scores)
        return Confidences(self.kind, labellings, shares.of_labels(paths.best), mentions, types, found.shares)


def _leads(behind: Values) -> Values:
    """From how far each label is behind the best: by how much the best is ahead of the next. One label: infinity."""
    if behind.shape[1] < 2:
        return np.full(len(behind), np.inf)
    return np.asarray(-np.partition(behind, -2, axis=1)[:, -2])
