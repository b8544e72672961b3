"""Encoded sentences and weights -> labels: the call into the engine, and what comes back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.config import check_count
from swvm.errors import DecodeError, SettingError, wrong_type
from swvm.features.encoded import Encoded

if TYPE_CHECKING:
    from swvm.model.confidence import Confidences


@dataclass(frozen=True, slots=True)
class Paths:
    """The K best labellings of each sentence. Scores are sums of weights, not probabilities."""

    labels: npt.NDArray[np.int32]  # [K, tokens]; -1 where a sentence has fewer labellings
    scores: npt.NDArray[np.float64]  # [K, sentences]; -inf there
    offsets: npt.NDArray[np.int64]
    confidences: Confidences | None = None  # where they were asked for

    @property
    def margins(self) -> npt.NDArray[np.float64]:
        """By how much the best labelling is ahead of each, [K, sentences]; infinity where there is none."""
        margins: npt.NDArray[np.float64] = self.scores[0] - self.scores
        return margins

    @property
    def best(self) -> npt.NDArray[np.int32]:
        """The best label of each token."""
        best: npt.NDArray[np.int32] = self.labels[0]
        return best

    def of_sentence(self, sentence: int) -> list[tuple[float, npt.NDArray[np.int32]]]:
        """Return the score and the labels of each labelling of a sentence, best first."""
        tokens = slice(int(self.offsets[sentence]), int(self.offsets[sentence + 1]))
        found = np.isfinite(self.scores[:, sentence])
        return [(float(self.scores[k, sentence]), self.labels[k, tokens]) for k in np.flatnonzero(found)]

    def values_of_sentence(self, sentence: int) -> list[float]:
        """Return the score of each labelling of a sentence; its probability, where those were asked for."""
        found = np.isfinite(self.scores[:, sentence])
        values = self.scores if self.confidences is None else self.confidences.labellings
        chosen: list[float] = values[found, sentence].tolist()
        return chosen


def encoded_arrays(encoded: Encoded) -> _native.EncodedArrays:
    """Hand an encoded corpus to the engine, which checks it once."""
    return _native.EncodedArrays(encoded.offsets, list(encoded.spans), encoded.gold, list(encoded.dense))


def check_forced(forced: object, encoded: Encoded, labels: int) -> npt.NDArray[np.int32] | None:
    """Return forced labels as the engine takes them: a label id for each token, -1 where it is free."""
    if forced is None:
        return None
    ids = np.asarray(forced)
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        raise wrong_type("forced", forced, "an array with a label id for each token, -1 where it is free")
    if len(ids) != encoded.n_tokens:
        raise SettingError(f"forced has {len(ids)} label ids for {encoded.n_tokens} tokens; give one for each")
    if len(ids) and not -1 <= int(ids.min()) <= int(ids.max()) < labels:
        raise SettingError(f"forced has label ids from {ids.min()} to {ids.max()}; allowed: -1 (free) to {labels - 1}")
    return np.ascontiguousarray(ids, np.int32)


def decode(
    chain: _native.Chain,
    weights: npt.NDArray[np.float32],
    encoded: Encoded,
    k_best: int = 1,
    *,
    forced: npt.NDArray[np.int32] | None = None,
    groups: npt.NDArray[np.int32] | None = None,
    threads: int = 1,
) -> Paths:
    """Return the K best labellings of each sentence; a sentence that the constraints leave none is an error.

    With `groups`, the number of each label's group, `forced` names groups, any label of which may stand there.
    """
    k_best, threads = check_count("k_best", k_best), check_count("threads", threads)
    forced = check_forced(forced, encoded, chain.labels if groups is None else int(groups.max()) + 1)
    labels, scores = _native.decode(chain, weights, encoded_arrays(encoded), k_best, forced, threads, groups)
    impossible = np.flatnonzero(np.isneginf(scores[0]))
    if len(impossible):
        raise DecodeError(
            f"sentence {impossible[0] + 1} has no labelling under the constraints and forced labels "
            f"({len(impossible)} such sentences). Allow more transitions, or force fewer labels"
        )
    return Paths(labels, scores, encoded.offsets)
