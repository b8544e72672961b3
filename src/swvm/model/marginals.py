"""Encoded sentences and weights -> sums over all labellings: marginals, log partitions, the leads of mentions.

A labelling has the weight exp(score / temperature). The scores of a trained model are sums of weights: only with a
temperature that was calibrated on other data are these shares probabilities (`swvm.evaluate.calibration`).
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.config import check_count
from swvm.data.schemes.labels import parse_labels
from swvm.data.schemes.mentions import Mentions, break_rule
from swvm.data.schemes.translation import Translation
from swvm.errors import DecodeError, SettingError
from swvm.features.encoded import Encoded
from swvm.model.decode import check_forced, encoded_arrays
from swvm.model.output import Reader

Values = npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Marginals:
    """Of all labellings' weight at a temperature, the share that each label has at each token.

    They are probabilities where the temperature was calibrated; `calibrated` says so.
    """

    values: Values  # [tokens, L]
    log_partition: Values  # [sentences]
    offsets: npt.NDArray[np.int64]
    labels: tuple[str, ...]
    temperature: float
    calibrated: bool

    def of_sentence(self, sentence: int) -> Values:
        """Return [tokens of the sentence, L]."""
        return self.values[self.offsets[sentence] : self.offsets[sentence + 1]]

    def of_labels(self, codes: npt.NDArray[np.int32]) -> Values:
        """Return the share of one label id at each token."""
        found: Values = np.take_along_axis(self.values, codes[:, None].astype(np.int64), 1)[:, 0]
        return found

    def of_labellings(self, scores: Values) -> Values:
        """Return the share of labellings of each sentence by their scores: [..., sentences]."""
        return np.exp(np.minimum(scores / self.temperature - self.log_partition, 0.0))


@dataclass(frozen=True, slots=True)
class Sums:
    """What the engine returns of one temperature; temperature 0 stands for maxima in place of sums."""

    totals: Values  # [sentences]: log partitions; the best scores
    marginals: Values  # [tokens, L]: shares; how far behind the best each label is
    leads: Values  # [M]: log odds of the mentions; the lead of the best labelling with each over the best without
    shares: Values  # [M]: 1 / (1 + exp(-lead))


def sums(
    chain: _native.Chain,
    weights: npt.NDArray[np.float32],
    encoded: Encoded,
    temperature: float,
    *,
    reader: Reader | None = None,
    forced: npt.NDArray[np.int32] | None = None,
    mentions: _native.MentionArrays | None = None,
    threads: int = 1,
) -> Sums:
    """Sum over all labellings of each sentence; a sentence that the constraints leave none is an error.

    With a reader, the labels are those that come out of the model, and `forced` names such.
    """
    threads = check_count("threads", threads)
    groups = None if reader is None or forced is None else reader.groups("labels cannot be forced")
    forced = check_forced(forced, encoded, chain.labels if groups is None else int(groups.max()) + 1)
    totals, marginals, leads = _native.marginals(
        chain,
        weights,
        encoded_arrays(encoded),
        temperature,
        forced,
        groups,
        mentions,
        None if reader is None else _reading(reader.translation),
        threads=threads,
    )
    impossible = np.flatnonzero(np.isneginf(totals))
    if len(impossible):
        raise DecodeError(
            f"sentence {impossible[0] + 1} has no labelling under the constraints and forced labels "
            f"({len(impossible)} such sentences). Allow more transitions, or force fewer labels"
        )
    return Sums(totals, marginals, leads[0], leads[1])


def _reading(translation: Translation) -> _native.ReadingArrays:
    table = translation.table.reshape(len(translation.source), 4)
    return _native.ReadingArrays(translation.begins, translation.ends, table, len(translation.names))


def check_temperature(temperature: float) -> float:
    """Return a temperature that can be divided by."""
    if not (isinstance(temperature, int | float) and 0 < temperature < math.inf):
        raise SettingError(f"the temperature is {temperature!r}; it must be a number above 0, such as 1.0")
    return float(temperature)


def mention_arrays(mentions: Mentions, types: tuple[str, ...], labels: tuple[str, ...]) -> _native.MentionArrays:
    """Hand mentions, whose types have these names, to the engine, with the reading of the chain's labels as mentions.

    Whatever scheme the labels are in, all labellings that mean the same mention are summed.
    """
    parsed = parse_labels(labels)
    rule = break_rule(parsed)
    number = np.array([parsed.type_names.index(name) for name in types], np.int64)
    rows = np.stack([mentions.sentences, mentions.starts, mentions.ends, number[mentions.types]], 1, dtype=np.int64)
    return _native.MentionArrays(rows, rule.starts, rule.ends, parsed.types)
