"""The header of a safetensors file: strict JSON to tensor places and back, and its seal.

The seal is a sha256 over all bytes of the header, written at a fixed place inside it, so that a damaged header is
found before anything in it is believed. Nothing here touches a file; every fault is a `ValueError`.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

DTYPES = {
    "F16": "<f2", "F32": "<f4", "F64": "<f8", "I8": "i1", "I16": "<i2", "I32": "<i4", "I64": "<i8",
    "U8": "u1", "U16": "<u2", "U32": "<u4", "U64": "<u8",
}  # fmt: skip
ITEMSIZE = {name: int(code[-1]) for name, code in DTYPES.items()}

ALIGNMENT = 64
LENGTH_BYTES = 8
MAX_HEADER = 4 << 20  # parsed JSON takes some twenty times its text
MAX_DIMENSIONS = 8
MAX_NUMBERS = 1 << 48

METADATA = "__metadata__"
SEAL = "sha256"
_SEAL_START = f'{{"{METADATA}":{{"{SEAL}":"'.encode()
_SEAL_END = len(_SEAL_START) + 64
_NO_SEAL = b"0" * 64


@dataclass(frozen=True, slots=True)
class TensorPlace:
    """Where a tensor lies: bytes start..stop of the data that follow the header."""

    dtype: str
    shape: tuple[int, ...]
    start: int
    stop: int


def strict_json(text: str) -> Any:
    """Parse JSON; refuse duplicate keys, NaN and strings that are not UTF-8."""
    try:
        value = json.loads(text, object_pairs_hook=_no_duplicates, parse_constant=_no_constant)
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError:
        raise ValueError("JSON nested too deeply") from None
    return value


def _no_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a JSON key appears twice")
    return found


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


def build_header(metadata: Mapping[str, str], places: Mapping[str, TensorPlace]) -> bytes:
    """Return the length and the sealed JSON, padded with spaces so that the data begin at a multiple of 64."""
    content: dict[str, Any] = {METADATA: {SEAL: _NO_SEAL.decode(), **metadata}}
    for name, place in places.items():
        content[name] = {"dtype": place.dtype, "shape": place.shape, "data_offsets": (place.start, place.stop)}
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-(LENGTH_BYTES + len(text)) % ALIGNMENT)
    if len(text) > MAX_HEADER:
        raise ValueError(f"the header takes {len(text)} bytes; at most {MAX_HEADER} are allowed")
    return len(text).to_bytes(LENGTH_BYTES, "little") + _with_seal(text, seal_of(text))


def _with_seal(text: bytes, seal: bytes) -> bytes:
    return text[: len(_SEAL_START)] + seal + text[_SEAL_END:]


def seal_of(text: bytes) -> bytes:
    """Return the sha256, in hexadecimal, of the length and the header with zeros in the seal's place."""
    length = len(text).to_bytes(LENGTH_BYTES, "little")
    return hashlib.sha256(length + _with_seal(text, _NO_SEAL)).hexdigest().encode()


def parse_header(text: bytes, data_size: int) -> tuple[dict[str, str], dict[str, TensorPlace]]:
    """Return metadata and tensor places. A sealed header is checked first; the data are `data_size` bytes long."""
    sealed = text.startswith(_SEAL_START)
    if sealed and text[len(_SEAL_START) : _SEAL_END] != seal_of(text):
        raise ValueError("the checksum of the header does not match")
    content = strict_json(text.decode("utf-8"))
    if not isinstance(content, dict):
        raise ValueError("the header is not a JSON object")
    metadata = _parse_metadata(content.pop(METADATA, {}))
    if SEAL in metadata and not sealed:
        raise ValueError("the checksum of the header is not in its place")
    places = {name: _parse_place(name, entry) for name, entry in content.items()}
    _check_layout(places, data_size)
    return metadata, places


def _parse_metadata(value: Any) -> dict[str, str]:
    if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
        raise ValueError(f"{METADATA} is not an object of strings")
    return value


def _parse_place(name: str, entry: Any) -> TensorPlace:
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise ValueError(f"tensor {name!r} needs dtype, shape and data_offsets, and nothing else")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in DTYPES:
        raise ValueError(f"tensor {name!r} has an unknown dtype")
    if not _are_sizes(shape) or len(shape) > MAX_DIMENSIONS or math.prod(max(size, 1) for size in shape) > MAX_NUMBERS:
        raise ValueError(f"tensor {name!r} has a wrong shape")
    if not _are_sizes(offsets) or len(offsets) != 2:
        raise ValueError(f"tensor {name!r} has wrong offsets")
    start, stop = offsets
    if stop - start != math.prod(shape) * ITEMSIZE[dtype]:
        raise ValueError(f"the offsets of tensor {name!r} do not fit its shape")
    if start % ITEMSIZE[dtype] != 0:
        raise ValueError(f"tensor {name!r} is not aligned")
    return TensorPlace(dtype, tuple(shape), start, stop)


def _are_sizes(values: Any) -> bool:
    return isinstance(values, list) and all(type(value) is int and 0 <= value < 1 << 63 for value in values)


def _check_layout(places: Mapping[str, TensorPlace], data_size: int) -> None:
    """Every byte of the data belongs to exactly one tensor."""
    end = 0
    for name, place in sorted(places.items(), key=lambda item: (item[1].start, item[1].stop)):
        if place.start != end:
            raise ValueError(f"tensor {name!r} overlaps another one or leaves a gap")
        end = place.stop
    if end != data_size:
        raise ValueError(f"the tensors take {end} bytes, but the file has {data_size}: it was cut off or extended")
