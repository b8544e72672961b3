"""Small non-negative numbers <-> a short line of text: the smallest unsigned type, zlib, base64.

`u1:eJxj…` holds bytes, `u2:` and `u4:` wider numbers (little-endian), `bits:120:` 120 bits.
"""

from __future__ import annotations

import base64
import binascii
import zlib

import numpy as np
import numpy.typing as npt

from swvm.errors import DataError

_TYPES = {"u1": "<u1", "u2": "<u2", "u4": "<u4"}


def pack(values: npt.ArrayLike) -> str:
    """Return whole numbers from 0 to 2^32 - 1 as text."""
    array = np.asarray(values)
    largest = int(array.max()) if array.size else 0
    name = next(name for name, type_ in _TYPES.items() if largest <= np.iinfo(type_).max)
    return f"{name}:{_squeeze(array.astype(_TYPES[name]).tobytes())}"


def unpack(text: str) -> npt.NDArray[np.int64]:
    """Return the numbers that `pack` was given."""
    name, _, rest = text.partition(":")
    if name not in _TYPES:
        raise DataError(f"packed numbers begin with u1:, u2: or u4:; these begin with {text[:8]!r}")
    return np.frombuffer(_expand(rest), _TYPES[name]).astype(np.int64)


def pack_bits(values: npt.NDArray[np.bool_]) -> str:
    """Return truth values as text."""
    return f"bits:{len(values)}:{_squeeze(np.packbits(values).tobytes())}"


def unpack_bits(text: str) -> npt.NDArray[np.bool_]:
    """Return the truth values that `pack_bits` was given."""
    name, size, rest = (*text.split(":", 2), "", "")[:3]
    if name != "bits" or not size.isdecimal():
        raise DataError(f"packed bits begin with bits:NUMBER:; these begin with {text[:8]!r}")
    bits = np.unpackbits(np.frombuffer(_expand(rest), np.uint8), count=int(size))
    return bits.astype(np.bool_)


def _squeeze(data: bytes) -> str:
    return base64.b64encode(zlib.compress(data, 9)).decode("ascii")


def _expand(text: str) -> bytes:
    try:
        return zlib.decompress(base64.b64decode(text, validate=True))
    except (binascii.Error, zlib.error) as error:
        raise DataError(f"packed numbers are damaged ({error})") from None
