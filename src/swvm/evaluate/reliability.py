"""How far confidence can be believed: of what is held to be right with 0.9, nine in ten should be right.

ECE    = sum over bins of count/total * |share right - mean confidence|     expected calibration error
Brier  = mean of (confidence - right)^2
loss   = mean of -log(confidence where right, 1 - confidence where wrong)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

BINS = 15  # of equal width, as in Guo et al. (2017)
SMALLEST = 1e-300

Values = npt.NDArray[np.float64]
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Bin:
    """What has a confidence from `low` to `high`: how many, their mean confidence, the share that is right."""

    low: float
    high: float
    count: int
    confidence: float
    right: float


@dataclass(frozen=True, slots=True)
class Reliability:
    """Confidence beside outcome. All shares are from 0 to 1; bins without anything in them are left out."""

    count: int
    right: float
    confidence: float
    ece: float
    brier: float
    loss: float
    bins: tuple[Bin, ...]

    def to_json(self) -> dict[str, Any]:
        """Return everything as plain data."""
        return asdict(self)

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Reliability:
        """Return what `to_json` stands for."""
        return cls(**{**content, "bins": tuple(Bin(**one) for one in content["bins"])})


def reliability(confidence: Values, right: Flags, bins: int = BINS) -> Reliability:
    """Compare confidences with what was right. Of nothing everything is 0."""
    count = len(confidence)
    if not count:
        return Reliability(0, 0.0, 0.0, 0.0, 0.0, 0.0, ())
    found = _bins(confidence, right, bins)
    outcome = np.where(right, confidence, 1.0 - confidence)
    return Reliability(
        count=count,
        right=float(right.mean()),
        confidence=float(confidence.mean()),
        ece=float(sum(one.count / count * abs(one.right - one.confidence) for one in found)),
        brier=float(np.square(confidence - right).mean()),
        loss=float(-np.log(np.maximum(outcome, SMALLEST)).mean()),
        bins=found,
    )


def _bins(confidence: Values, right: Flags, bins: int) -> tuple[Bin, ...]:
    """A bin reaches from above its lower edge to its upper edge; 0 lies in the first."""
    place = np.clip(np.ceil(confidence * bins).astype(np.int64) - 1, 0, bins - 1)
    counts = np.bincount(place, minlength=bins)
    sums = np.bincount(place, confidence, bins), np.bincount(place, right.astype(np.float64), bins)
    return tuple(
        Bin(k / bins, (k + 1) / bins, int(counts[k]), float(sums[0][k] / counts[k]), float(sums[1][k] / counts[k]))
        for k in np.flatnonzero(counts).tolist()
    )
