"""Sentences that occur more than once, by the text of their tokens: within a part, and in several parts.

A test sentence that was seen in training flatters the scores, so a split is reported with its duplicates.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.splits import Part


@dataclass(frozen=True, slots=True)
class Duplicates:
    """How many sentences of each part repeat an earlier one of it, and how many occur in another part too.

    `across["test", "train"]` counts the sentences of test whose text occurs in train.
    """

    sizes: Mapping[str, int]
    within: Mapping[str, int]
    across: Mapping[tuple[str, str], int]

    def rate(self, part: str, other: str | None = None) -> float:
        """Return the share, in percent, of a part's sentences that repeat within it, or that occur in another."""
        count = self.within[part] if other is None else self.across[part, other]
        return 100.0 * count / self.sizes[part] if self.sizes[part] else 0.0

    def to_json(self) -> dict[str, Any]:
        """Return counts and rates in percent."""
        within = {part: {"count": n, "rate": self.rate(part)} for part, n in self.within.items()}
        across = {
            f"{part} in {other}": {"count": n, "rate": self.rate(part, other)}
            for (part, other), n in self.across.items()
        }
        return {"sentences": dict(self.sizes), "within": within, "across": across}


def sentence_keys(codes: npt.NDArray[np.int32], offsets: npt.NDArray[np.int64]) -> list[bytes]:
    """Return a key of each sentence: the codes of its tokens. Equal keys, equal text."""
    data = np.ascontiguousarray(codes, np.int32).tobytes()
    bounds = (offsets * 4).tolist()
    return [data[begin:end] for begin, end in pairwise(bounds)]


def find_duplicates(keys: Sequence[Any], parts: Mapping[str, Part]) -> Duplicates:
    """Count duplicates. `keys` holds one key a sentence: its text, a tuple of tokens, or what `sentence_keys` gives."""
    counts = {name: Counter(keys[s] for s in part.tolist()) for name, part in parts.items()}
    sizes = {name: len(part) for name, part in parts.items()}
    within = {name: sizes[name] - len(counts[name]) for name in parts}
    pairs = [(part, other) for part in parts for other in parts if part != other]
    across = {(part, other): _shared(counts[part], counts[other]) for part, other in pairs}
    return Duplicates(sizes, within, across)


def _shared(part: Counter[Any], other: Counter[Any]) -> int:
    return sum(count for key, count in part.items() if key in other)
