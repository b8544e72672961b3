"""What is learned from: encoded sentences with labels, the chain, the costs, what the labels say of mentions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Real

import numpy as np
import numpy.typing as npt

from swvm import _native
from swvm.data.schemes.labels import ParsedLabels, parse_labels
from swvm.data.schemes.transitions import Scheme
from swvm.errors import SettingError, unknown_name, wrong_type
from swvm.features.encoded import Encoded
from swvm.model.chain import native_chain
from swvm.model.decode import encoded_arrays
from swvm.model.record import ChainRecord

Costs = npt.NDArray[np.float32]  # [L, L] by gold and predicted label


@dataclass(frozen=True)
class Problem:
    """The data of a training run, the same for every learner."""

    encoded: Encoded
    labels: tuple[str, ...]
    scheme: str
    record: ChainRecord
    costs: Costs
    sample_weights: npt.NDArray[np.float64] | None = None

    @cached_property
    def chain(self) -> _native.Chain:
        """The engine's chain."""
        return native_chain(len(self.labels), self.record)

    @cached_property
    def arrays(self) -> _native.EncodedArrays:
        """The sentences, as the engine reads them."""
        return encoded_arrays(self.encoded)

    @property
    def tags(self) -> ParsedLabels | None:
        """Tag and type of every label; None where the labels mark no mentions."""
        return None if self.scheme == Scheme.TAGS else parse_labels(self.labels)


def label_costs(
    labels: Sequence[str], class_weights: Mapping[str, float] | None = None, meanings: Sequence[str] | None = None
) -> Costs:
    """Return L(y, y') of one position: 0 where they agree, else 1, or the class weight of the gold label.

    A class weight may name a label, or a mention type, which stands for all labels of that type. `meanings`: the labels
    of the data that the labels stand for, where those are others.
    """
    names = labels if meanings is None else meanings
    weights = np.ones(len(labels), np.float32)
    if class_weights is not None and not isinstance(class_weights, Mapping):
        raise wrong_type("class_weights", class_weights, "a dict from labels or mention types to numbers: {'PER': 2.0}")
    for name, weight in (class_weights or {}).items():
        chosen = [k for k, label in enumerate(labels) if name in (names[k], label.partition("-")[2])]
        if not chosen:
            raise unknown_name("label or mention type in class weights:", name, _weighable(labels, names))
        if isinstance(weight, bool) or not isinstance(weight, Real):
            raise wrong_type(f"the class weight of {name}", weight, "a number")
        if not 0 <= weight < float("inf"):
            raise SettingError(f"the class weight of {name} is {weight}; it must be a number of at least 0")
        weights[chosen] = weight
    costs = np.repeat(weights[:, None], len(labels), axis=1)
    np.fill_diagonal(costs, 0.0)
    return costs


def _weighable(labels: Sequence[str], names: Sequence[str]) -> list[str]:
    types = [label.partition("-")[2] for label in labels] if "" in names else []
    return [name for name in dict.fromkeys([*names, *types]) if name]


def check_sample_weights(weights: Sequence[float] | None, sentences: int) -> npt.NDArray[np.float64] | None:
    """Return the weights of the sentences as an array; how far a sentence's step moves is scaled by its weight."""
    if weights is None:
        return None
    try:
        array = np.ascontiguousarray(weights, np.float64)
    except (TypeError, ValueError):
        raise wrong_type("sample_weights", weights, "a list with a number for each sentence") from None
    if array.shape != (sentences,):
        raise SettingError(f"there are {array.size} sample weights for {sentences} sentences; give one for each")
    if not (np.isfinite(array).all() and (array >= 0).all()):
        raise SettingError("a sample weight is negative or not a number; weights must be at least 0")
    return array
