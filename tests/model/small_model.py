"""A small model with something in every part of it, and writers of files that no honest program writes."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from swvm.model.header import SEAL, seal_of
from swvm.model.index import build_index, pack_ids
from swvm.model.record import ChainRecord, ModelRecord, Names, lanes_of


def small_record(labels: tuple[str, ...] = ("O", "B-Ü", "I-Ü")) -> ModelRecord:
    counts = (3, 2, 0, 1)
    chain = ChainRecord(
        order=2,
        counts=counts,
        pairs=np.array([[0, 0], [0, 1], [len(labels), len(labels)]], np.int32),
        constants=((1, 0), (3, 0)),
        constraint="bio",
        forbidden=((0, 1),),
    )
    ids = np.concatenate([pack_ids(np.arange(count), kind) for kind, count in enumerate(counts)])
    keys, ids = build_index(np.arange(1, 7, dtype=np.uint64) << np.uint64(7) | np.uint64(5), ids)
    rows = chain.rows(len(labels))
    weights = np.zeros((rows, lanes_of(len(labels))), np.float32)
    weights[:, : len(labels) + 1] = np.linspace(-2, 2, rows * (len(labels) + 1)).reshape(rows, -1)
    texts = ["Haus", "Häuser", "", "", "x", ""]
    blob = np.frombuffer("".join(texts).encode(), np.uint8)
    offsets = np.cumsum([0] + [len(text.encode()) for text in texts]).astype(np.uint64)
    names = Names(blob, offsets, np.array([0, 0, 0, 1, 1, 2], np.uint32))
    templates = ("w[i], t[i]", "t[i-1], t[i]", "t[i-2], t[i-1], t[i]")
    training = {"seed": 1, "scores": {"f1": 93.7}, "data": {"train.txt": "ab" * 32}}
    return ModelRecord(labels, ("word",), templates, "IOB2", chain, weights, keys, ids, names, training)


def assert_same(left: ModelRecord, right: ModelRecord) -> None:
    for name in ("labels", "columns", "templates", "scheme"):
        assert getattr(left, name) == getattr(right, name)
    assert dict(left.training) == dict(right.training)
    for name in ("order", "counts", "constants", "constraint", "forbidden"):
        assert getattr(left.chain, name) == getattr(right.chain, name)
    np.testing.assert_array_equal(left.chain.pairs, right.chain.pairs)
    for name in ("weights", "keys", "ids"):
        np.testing.assert_array_equal(getattr(left, name), getattr(right, name))
    assert (left.names is None) == (right.names is None)
    if left.names is not None and right.names is not None:
        for name in ("blob", "offsets", "templates"):
            np.testing.assert_array_equal(getattr(left.names, name), getattr(right.names, name))


def split(raw: bytes) -> tuple[dict[str, Any], bytes]:
    """Return the parsed header and the data."""
    length = int.from_bytes(raw[:8], "little")
    return json.loads(raw[8 : 8 + length]), raw[8 + length :]


def resealed(text: bytes) -> bytes:
    """Give a header (sealed before it was tampered with) a checksum that fits: what an attacker would do."""
    start = text.index(b'"sha256":"') + len(b'"sha256":"')
    return text[:start] + seal_of(text) + text[start + 64 :]


def write_header(path: Path, header: dict[str, Any], data: bytes) -> None:
    """Write a header of our choice, sealed if it still can be."""
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    if re.match(rb'{"__metadata__":{"sha256":"[0-9a-f]{64}"', text):
        text = resealed(text)
    path.write_bytes(len(text).to_bytes(8, "little") + text + data)


def replace_tensor(raw: bytes, name: str, array: np.ndarray[Any, Any]) -> tuple[dict[str, Any], bytes]:
    """Return header and data with a tensor of the same size replaced and its checksum fitted."""
    header, data = split(raw)
    start, stop = header[name]["data_offsets"]
    content = array.tobytes()
    assert len(content) == stop - start
    header["__metadata__"][f"{SEAL}.{name}"] = hashlib.sha256(content).hexdigest()
    return header, data[:start] + content + data[stop:]
