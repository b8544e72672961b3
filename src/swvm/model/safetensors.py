"""Safetensors files of our own: written beside and renamed, sealed, memory-mapped and verified tensor by tensor.

The same bytes may lie in memory instead of a file. What the tensors mean is the business of `modelfile`. The official
package reads these files; its NumPy reader copies, ours does not.
"""

from __future__ import annotations

import hashlib
import mmap
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.errors import ModelFileError
from swvm.model.atomic import replacing
from swvm.model.header import (
    ALIGNMENT,
    DTYPES,
    LENGTH_BYTES,
    MAX_HEADER,
    SEAL,
    TensorPlace,
    build_header,
    parse_header,
)

PADDING = "padding."
_BEGIN = b"{"  # every header begins so
_REMEDY = "Copy the file again from where it came, or train the model again."
_DTYPE_NAMES = {np.dtype(code): name for name, code in DTYPES.items()}


def damaged(path: Path, detail: object) -> ModelFileError:
    """Return the error for a file that must not be believed."""
    return ModelFileError(f"{path}: the model file is damaged: {detail}. {_REMEDY}")


def write_tensors(path: str | Path, tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> None:
    """Write the tensors, each at a multiple of 64 bytes, with a checksum of each and one of the header."""
    path = Path(path)
    try:
        pieces = _pieces(tensors, metadata)
        with replacing(path) as file:
            for piece in pieces:
                file.write(piece)
    except (OSError, ValueError) as error:
        reason = f"there is no folder {path.parent}; make it first" if not path.parent.is_dir() else _reason(error)
        raise ModelFileError(f"{path}: the model cannot be written: {reason}") from error


def _reason(error: Exception) -> str:
    """The system's own text names a file beside the target, which means nothing to a user."""
    return (isinstance(error, OSError) and error.strerror) or str(error)


def tensor_bytes(tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> bytes:
    """Return what `write_tensors` writes."""
    return b"".join(_pieces(tensors, metadata))


def _pieces(tensors: Mapping[str, npt.NDArray[Any]], metadata: Mapping[str, str]) -> Iterator[bytes | memoryview[Any]]:
    """Return the header, then the bytes of each tensor. What is wrong with them shows at once."""
    places, arrays = _lay_out(tensors)
    digests = {f"{SEAL}.{name}": _digest(array) for name, array in arrays.items()}
    header = build_header({**metadata, **digests}, places)
    return chain([header], map(_bytes_of, arrays.values()))


def _lay_out(
    tensors: Mapping[str, npt.NDArray[Any]],
) -> tuple[dict[str, TensorPlace], dict[str, npt.NDArray[Any]]]:
    """Give each tensor its place; the format allows no gaps, so padding is a tensor too."""
    places: dict[str, TensorPlace] = {}
    arrays: dict[str, npt.NDArray[Any]] = {}
    end = 0
    for name, given in tensors.items():
        if gap := -end % ALIGNMENT:
            filler = np.zeros(gap, np.uint8)
            end = _put(places, arrays, f"{PADDING}{len(places)}", filler, end)
        end = _put(places, arrays, name, given, end)
    return places, arrays


def _put(
    places: dict[str, TensorPlace],
    arrays: dict[str, npt.NDArray[Any]],
    name: str,
    given: npt.NDArray[Any],
    start: int,
) -> int:
    array = np.ascontiguousarray(given, given.dtype.newbyteorder("<")).reshape(given.shape)
    stop = start + array.nbytes
    places[name] = TensorPlace(_DTYPE_NAMES[array.dtype], array.shape, start, stop)
    arrays[name] = array
    return stop


def _bytes_of(array: npt.NDArray[Any]) -> memoryview:
    return array.reshape(-1).view(np.uint8).data


def _digest(array: npt.NDArray[Any]) -> str:
    return hashlib.sha256(_bytes_of(array)).hexdigest()


class TensorFile:
    """A mapped safetensors file. Its tensors are read-only views, verified when they are first asked for.

    With `content` the bytes are those, and the path is only what messages call them.
    """

    def __init__(self, path: str | Path, content: bytes | None = None) -> None:
        self.path = Path(path)
        self._bytes = _map(self.path) if content is None else _checked(self.path, content)
        length = int.from_bytes(self._bytes[:LENGTH_BYTES], "little")
        self._data = LENGTH_BYTES + length
        if length > min(MAX_HEADER, len(self._bytes) - LENGTH_BYTES):
            raise damaged(self.path, f"its header would take {length} bytes")
        try:
            header = self._bytes[LENGTH_BYTES : self._data]
            self.metadata, self.places = parse_header(header, len(self._bytes) - self._data)
        except ValueError as error:
            raise damaged(self.path, error) from error
        self._verified: set[str] = set()

    @property
    def sealed(self) -> bool:
        """True if the file carries checksums; only then are they compared."""
        return SEAL in self.metadata

    def tensor(self, name: str) -> npt.NDArray[Any]:
        """Return a view of the file's own memory."""
        if name not in self.places:
            raise damaged(self.path, f"it has no tensor {name!r}")
        place = self.places[name]
        dtype = np.dtype(DTYPES[place.dtype])
        count = (place.stop - place.start) // dtype.itemsize
        array: npt.NDArray[Any] = np.frombuffer(self._bytes, dtype, count, self._data + place.start)
        if self.sealed and name not in self._verified:
            self._verify(name, array)
        return array.reshape(place.shape)

    def verify(self) -> None:
        """Compare every checksum of a sealed file."""
        for name in self.places:
            self.tensor(name)

    def _verify(self, name: str, array: npt.NDArray[Any]) -> None:
        if self.metadata.get(f"{SEAL}.{name}") != _digest(array):
            raise damaged(self.path, f"the checksum of {name!r} does not match")
        self._verified.add(name)


def _checked(path: Path, content: bytes) -> bytes:
    if content[LENGTH_BYTES : LENGTH_BYTES + 1] != _BEGIN:
        raise ModelFileError(f"{path}: this is no model of swvm")
    return content


def _map(path: Path) -> mmap.mmap:
    try:
        if path.is_dir():
            raise ModelFileError(f"{path}: this is a folder; name a model file")
        if not path.is_file():
            raise ModelFileError(f"{path}: there is no such model file")
        with path.open("rb") as file:
            if file.read(LENGTH_BYTES + 1)[LENGTH_BYTES:] != _BEGIN:
                raise ModelFileError(f"{path}: this is no model of swvm")
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise ModelFileError(f"{path}: the model file cannot be read: {error.strerror}") from error
