"""What was predicted for what: a table of token counts over labels or over types."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import LabelInput, split_label
from swvm.errors import unknown_name
from swvm.evaluate.pairs import pair_labels


@dataclass(frozen=True, slots=True)
class Confusion:
    """`table[g, p]` tokens with gold `names[g]` were predicted as `names[p]`."""

    names: tuple[str, ...]
    table: npt.NDArray[np.int64]

    def to_json(self) -> dict[str, Any]:
        return {"names": list(self.names), "table": self.table.tolist()}

    def errors(self, most: int = 20) -> list[tuple[str, str, int]]:
        """Return (gold, predicted, tokens) of the most frequent confusions."""
        wrong = self.table.copy()
        np.fill_diagonal(wrong, 0)
        order = np.argsort(-wrong, axis=None, kind="stable")[:most]
        cells = [divmod(int(cell), len(self.names)) for cell in order]
        return [(self.names[g], self.names[p], int(wrong[g, p])) for g, p in cells if wrong[g, p]]


def confusion(gold: LabelInput, predicted: LabelInput, by: Literal["labels", "types"] = "labels") -> Confusion:
    """Count tokens by gold and predicted label, or by their types (B-PER and I-PER are both PER)."""
    if by not in ("labels", "types"):
        raise unknown_name("confusion table", by, ["labels", "types"])
    pair = pair_labels(gold, predicted)
    groups = [name if by == "labels" else _type_of(name) for name in pair.names]
    names = _in_order(groups)
    number = {name: code for code, name in enumerate(names)}
    group = np.array([number[name] for name in groups], np.int64)
    cells = group[pair.gold.codes] * len(names) + group[pair.predicted.codes]
    counts = np.bincount(cells, minlength=len(names) ** 2)
    return Confusion(names, counts.reshape(len(names), len(names)))


def _type_of(label: str) -> str:
    split = split_label(label)
    return label if split is None or label == "O" else split[1]


def _in_order(groups: Sequence[str]) -> tuple[str, ...]:
    """Return the names once each, sorted, O last."""
    return tuple(sorted(set(groups), key=lambda name: (name == "O", name)))
