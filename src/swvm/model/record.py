"""What a model consists of, as plain data, and the checks that make it safe to compute with.

`ModelRecord` knows nothing of files (`modelfile`) nor of the engine that uses it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.schemes.transitions import SCHEME_TAGS, Scheme, check_inventory
from swvm.data.schemes.translation import Translation
from swvm.errors import DataError
from swvm.model.index import KIND_SHIFT, MAX_FEATURES
from swvm.model.resources import ResourceRecord, check_resources

KINDS = 4
_LANE_GROUP = 8
CHUNK_SCHEMES = tuple(scheme.value for scheme in SCHEME_TAGS)


@dataclass(frozen=True, slots=True)
class ChainRecord:
    """The shape of the label chain: docs/architecture.md, "Chain and weights"."""

    order: int
    counts: tuple[int, int, int, int]  # features of each kind, constants included
    pairs: npt.NDArray[np.int32]  # [P, 2]: the label pairs (t[i-2], t[i-1]); empty in a first-order chain
    constants: tuple[tuple[int, int], ...] = ()  # (kind, feature id) of the features that fire everywhere
    constraint: str = "none"  # a named constraint, such as "bio"
    forbidden: tuple[tuple[int, int], ...] = ()  # further transitions (t[i-1], t[i]) that must not occur
    start: int | None = None  # the label before a sentence, where that is not the boundary; then nothing stands behind

    def contexts(self, label_count: int) -> tuple[int, int, int, int]:
        """Return the rows that one feature of each kind has."""
        return (1, label_count + 1, label_count + 1, len(self.pairs))

    def rows(self, label_count: int) -> int:
        """Return the rows of all features."""
        return sum(count * rows for count, rows in zip(self.counts, self.contexts(label_count), strict=True))


@dataclass(frozen=True, slots=True)
class Names:
    """The name of every feature, for inspection alone: kind by kind, in the order of the ids."""

    blob: npt.NDArray[np.uint8]
    offsets: npt.NDArray[np.uint64]  # feature f is blob[offsets[f]:offsets[f + 1]]
    templates: npt.NDArray[np.uint32]  # the number of its template

    def __len__(self) -> int:
        return len(self.templates)

    def text(self, feature: int) -> str:
        """Return the name of the feature that has this number in the concatenation of the kinds."""
        start, stop = int(self.offsets[feature]), int(self.offsets[feature + 1])
        return self.blob[start:stop].tobytes().decode("utf-8", "replace")

    @staticmethod
    def joined(parts: Iterable[tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]]) -> Names:
        """Join parts (blob, offsets, templates) in their order; the offsets of each begin at 0."""
        blobs, offsets, templates = zip(*parts, strict=True)
        lengths = np.concatenate([np.diff(one) for one in offsets])
        joined = np.zeros(len(lengths) + 1, np.uint64)
        np.cumsum(lengths, out=joined[1:])
        return Names(np.concatenate(blobs), joined, np.concatenate(templates).astype(np.uint32))

    def part(self, start: int, stop: int) -> Names:
        """Return the names of the features start..stop."""
        offsets = self.offsets[start : stop + 1]
        blob = self.blob[int(offsets[0]) : int(offsets[-1])]
        return Names(blob, offsets - offsets[0], self.templates[start:stop])


@dataclass(frozen=True, slots=True)
class Output:
    """The labels that come out of a model whose chain has those of another scheme."""

    scheme: str
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ModelRecord:
    """Everything that a model has. `labels` and `scheme` are those of the chain."""

    labels: tuple[str, ...]
    columns: tuple[str, ...]
    templates: tuple[str, ...]
    scheme: str
    chain: ChainRecord
    weights: npt.NDArray[np.float32]  # [rows, lanes]; float16 only on its way into a file
    keys: npt.NDArray[np.uint64]  # the table of FeatureIndex: key 0 is an empty slot
    ids: npt.NDArray[np.uint32]  # the kind in the two highest bits, the id below
    names: Names | None = None
    training: Mapping[str, Any] = field(default_factory=dict)
    output: Output | None = None  # None: the labels of the chain come out
    resources: tuple[ResourceRecord, ...] = ()  # the derived columns, in the order of their declarations


def lanes_of(label_count: int) -> int:
    """Return L + 1 rounded up to a multiple of 8."""
    return -(-(label_count + 1) // _LANE_GROUP) * _LANE_GROUP


def check_record(record: ModelRecord) -> None:
    """Raise `ValueError` unless every number in the record is one that the engine may trust."""
    _check_strings(record)
    _check_chain(record.chain, len(record.labels))
    _check_weights(record)
    _check_index(record)
    if record.output is not None:
        _check_output(record, record.output)
    check_resources(record.resources, record.columns)
    if record.names is not None:
        _check_names(record.names, sum(record.chain.counts), len(record.templates))


def _require(condition: object, problem: str) -> None:
    if not condition:
        raise ValueError(problem)


def _check_strings(record: ModelRecord) -> None:
    for what, strings in (("label", record.labels), ("column", record.columns), ("template", record.templates)):
        _require(strings, f"it has no {what}")
        _require(all(isinstance(text, str) and text for text in strings), f"a {what} is not a text")
        # A template may stand twice (the paper's do): it is then two features.
        _require(what == "template" or len(set(strings)) == len(strings), f"a {what} appears twice")
    _require(isinstance(record.scheme, str), "the scheme is not a text")
    _require(isinstance(record.training, Mapping), "the training record is not an object")
    _require(isinstance(record.chain.constraint, str), "the constraint is not a text")


def _check_output(record: ModelRecord, output: Output) -> None:
    """Every label of the chain must be one of its scheme, and whatever it can become must have a name."""
    _require(all(isinstance(text, str) and text for text in output.labels), "a label that comes out is not a text")
    _require(len(set(output.labels)) == len(output.labels), "a label that comes out appears twice")
    _require(record.scheme in CHUNK_SCHEMES and output.scheme in CHUNK_SCHEMES, "a scheme has no mentions")
    try:
        check_inventory(record.labels, Scheme(record.scheme))
        reached = Translation.between(record.labels, Scheme(output.scheme), output.labels).names
    except DataError as error:
        raise ValueError(str(error)) from None
    _require(reached == output.labels, "a label of the chain becomes one that is not among those that come out")


def _check_chain(chain: ChainRecord, label_count: int) -> None:
    _require(chain.order in (1, 2), "the chain is neither of first nor of second order")
    _require(all(0 <= count <= MAX_FEATURES for count in chain.counts), "the count of a kind is out of range")
    _require(chain.order == 2 or not any(chain.counts[2:]), "a first-order chain has second-order features")
    _require(chain.pairs.ndim == 2 and chain.pairs.shape[1] == 2, "the pairs of the chain are not pairs")
    _require(chain.order == 2 or not len(chain.pairs), "a first-order chain has pairs")
    _require(_between(chain.pairs, 0, label_count), "a pair of the chain names an unknown label")
    for previous, current in chain.forbidden:
        _require(0 <= previous <= label_count and 0 <= current <= label_count, "an unknown label is forbidden")
    if chain.start is not None:
        _require(chain.order == 1 and 0 <= chain.start < label_count, "the label before a sentence is out of range")
    for kind, feature in chain.constants:
        _require(0 <= kind < KINDS and 0 <= feature < chain.counts[kind], "a constant is out of range")


def _between(values: npt.NDArray[Any], low: int, high: int) -> bool:
    return values.size == 0 or (low <= int(values.min()) and int(values.max()) <= high)


def _check_weights(record: ModelRecord) -> None:
    expected = (record.chain.rows(len(record.labels)), lanes_of(len(record.labels)))
    found = record.weights.shape
    _require(found == expected, f"the weights have shape {list(found)}, but the chain needs {list(expected)}")
    # NaN and the infinities reach the minimum or the maximum; isfinite of the whole would need memory.
    extremes = [record.weights.min(), record.weights.max()] if record.weights.size else []
    _require(np.isfinite(extremes).all(), "a weight is not a finite number")


def _check_index(record: ModelRecord) -> None:
    keys, ids, counts = record.keys, record.ids, record.chain.counts
    capacity = len(keys)
    _require(keys.ndim == 1 and keys.shape == ids.shape, "the two arrays of the index do not fit each other")
    _require(capacity > 0 and capacity & (capacity - 1) == 0, "the capacity of the index is no power of two")
    used = int(np.count_nonzero(keys))
    _require(used < capacity, "the index has no empty slot")
    _require(used <= sum(counts), "the index has more keys than there are features")
    below = (ids & np.uint32(MAX_FEATURES - 1)) < np.array(counts, np.uint32)[ids >> KIND_SHIFT]
    _require((below | (keys == 0)).all(), "the index has an id out of range")


def _check_names(names: Names, features: int, templates: int) -> None:
    _require(names.templates.shape == (features,), "the names do not fit the features")
    _require(names.offsets.shape == (features + 1,), "the names have wrong offsets")
    _require(names.offsets[0] == 0 and names.offsets[-1] == names.blob.size, "the names have wrong offsets")
    _require((names.offsets[1:] >= names.offsets[:-1]).all(), "the names have offsets that fall")
    _require(_between(names.templates, 0, templates - 1), "a name has an unknown template")
