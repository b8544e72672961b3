"""Smaller models: features whose weights are all small are left out, and weights are stored in half precision.

What either costs in F1 is for the caller to measure.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm._native import FeatureIndex
from swvm.errors import SettingError
from swvm.features.encoder import FeatureEncoder
from swvm.features.functions import DENSE
from swvm.features.notation import parse_template
from swvm.features.template import Kind
from swvm.model.index import build_index, entries_of, pack_ids
from swvm.model.record import KINDS, ModelRecord, Names

_HALF_MAX = float(np.finfo(np.float16).max)

Flags = npt.NDArray[np.bool_]


def prune(record: ModelRecord, threshold: float = 0.0) -> ModelRecord:
    """Return the record without the features of which no weight is larger than `threshold`.

    Constants stay, and so do the numbers of vectors, whose features are neighbours.
    """
    if not threshold >= 0:
        raise SettingError(f"the pruning threshold is {threshold}; it must be at least 0")
    kept = [_kept(record, kind, threshold) for kind in range(KINDS)]
    new_ids = [np.cumsum(flags, dtype=np.int64) - 1 for flags in kept]
    contexts = record.chain.contexts(len(record.labels))
    rows = np.concatenate([np.repeat(flags, count) for flags, count in zip(kept, contexts, strict=True)])
    keys, ids = _pruned_index(record, kept, new_ids)
    constants = tuple((kind, int(new_ids[kind][feature])) for kind, feature in record.chain.constants)
    a, b, c, d = (int(flags.sum()) for flags in kept)
    return replace(
        record,
        chain=replace(record.chain, counts=(a, b, c, d), constants=constants),
        weights=record.weights[rows],
        keys=keys,
        ids=ids,
        names=None if record.names is None else _pruned_names(record.names, np.concatenate(kept)),
    )


def _kept(record: ModelRecord, kind: int, threshold: float) -> Flags:
    """True for the features of the kind that have a weight beyond the threshold in any row, and for constants."""
    chain = record.chain
    contexts = chain.contexts(len(record.labels))
    begin = sum(count * rows for count, rows in zip(chain.counts[:kind], contexts[:kind], strict=True))
    count = chain.counts[kind]
    rows = record.weights[begin : begin + count * contexts[kind]]
    large = (rows.max(axis=1) > threshold) | (rows.min(axis=1) < -threshold)
    flags: Flags = np.any(large.reshape(count, contexts[kind]), axis=1)
    flags[[feature for constant_kind, feature in chain.constants if constant_kind == kind]] = True
    if kind == Kind.T:
        flags[_numbers(record)] = True
    return flags


def _numbers(record: ModelRecord) -> list[int]:
    """Return the features that are numbers of vectors."""
    templates = [parse_template(text) for text in record.templates if any(f"{name}(" in text for name in DENSE)]
    index = FeatureIndex(record.keys, record.ids, list(record.chain.counts))
    keys = [key for block in FeatureEncoder(templates, record.columns, None, index).plan.dense for key in block.hashes]
    found = [index.find(key, Kind.T) for key in keys]
    return [feature for feature in found if feature is not None]


def _pruned_index(
    record: ModelRecord, kept: list[Flags], new_ids: list[npt.NDArray[np.int64]]
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.uint32]]:
    all_keys, all_ids = [], []
    for kind in range(KINDS):
        keys, ids = entries_of(record.keys, record.ids, kind)
        # An entry beyond the count is never found, so it goes too.
        stays = ids < len(kept[kind])
        stays[stays] = kept[kind][ids[stays]]
        all_keys.append(keys[stays])
        all_ids.append(pack_ids(new_ids[kind][ids[stays]], kind))
    return build_index(np.concatenate(all_keys), np.concatenate(all_ids))


def _pruned_names(names: Names, kept: Flags) -> Names:
    lengths = np.diff(names.offsets)
    offsets = np.zeros(int(kept.sum()) + 1, np.uint64)
    np.cumsum(lengths[kept], out=offsets[1:])
    blob = names.blob[np.repeat(kept, lengths.astype(np.int64))]
    return Names(blob=blob, offsets=offsets, templates=names.templates[kept])


def halve(record: ModelRecord) -> ModelRecord:
    """Return the record with float16 weights: half the file; loading turns them into float32 again."""
    largest = max((abs(float(value)) for value in (record.weights.min(), record.weights.max())), default=0.0)
    if largest > _HALF_MAX:
        raise SettingError(f"a weight of {largest:g} does not fit float16 (at most {_HALF_MAX:g}): keep float32")
    weights: npt.NDArray[Any] = record.weights.astype(np.float16)
    return replace(record, weights=weights)
