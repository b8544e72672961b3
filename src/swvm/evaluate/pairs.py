"""Gold and predicted labels, brought to the same codes."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.labels import LabelInput, LabelSequences, as_sequences
from swvm.errors import DataError


@dataclass(frozen=True, slots=True)
class LabelPair:
    """Two labellings of the same sentences, over the same names."""

    gold: LabelSequences
    predicted: LabelSequences

    @property
    def names(self) -> tuple[str, ...]:
        return self.gold.names

    @property
    def sentences(self) -> int:
        return len(self.gold)

    def right(self) -> npt.NDArray[np.bool_]:
        """Return for each token whether its label is right."""
        return np.asarray(self.gold.codes == self.predicted.codes)

    def per_sentence(self, tokens: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Return how many tokens are marked in each sentence."""
        total = np.concatenate([[0], np.cumsum(tokens, dtype=np.int64)])
        return np.asarray(total[self.gold.offsets[1:]] - total[self.gold.offsets[:-1]])


def pair_labels(gold: LabelInput, predicted: LabelInput) -> LabelPair:
    """Bring both to one inventory of names; sentences must agree in number and length."""
    gold, predicted = as_sequences(gold), as_sequences(predicted)
    _check_shape(gold, predicted)
    names = tuple(dict.fromkeys((*gold.names, *predicted.names)))
    return LabelPair(_recode(gold, names), _recode(predicted, names))


def _recode(labels: LabelSequences, names: tuple[str, ...]) -> LabelSequences:
    if labels.names == names:
        return labels
    number = {name: code for code, name in enumerate(names)}
    table = np.array([number[name] for name in labels.names], np.int32)
    return LabelSequences(table[labels.codes], names, labels.offsets)


def _check_shape(gold: LabelSequences, predicted: LabelSequences) -> None:
    if len(gold) != len(predicted):
        raise DataError(
            f"gold has {len(gold)} sentences, predicted has {len(predicted)}; they must be the same sentences"
        )
    lengths, found = np.diff(gold.offsets), np.diff(predicted.offsets)
    different = np.flatnonzero(lengths != found)
    if len(different):
        s = int(different[0])
        raise DataError(
            f"sentence {s + 1}: gold has {lengths[s]} tokens, predicted has {found[s]}; they must be the same sentences"
        )
