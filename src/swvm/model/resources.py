"""The derived columns of a model, as its file keeps them: docs/model_file.md, "Derived columns".

A table stands in the file whole; or there is the checksum of the file that it is made from again.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm.data.corpus import Corpus
from swvm.errors import ModelFileError, SwvmError
from swvm.features.derived.declaration import Declaration, parse_declaration
from swvm.features.derived.derivation import Derivation, check_declarations
from swvm.features.derived.files import sha256_of
from swvm.features.derived.making import Training, maker_of
from swvm.features.derived.resource import PLACES, Resource
from swvm.features.derived.terms import ABSENT, Terms
from swvm.features.functions import ANY_FUNCTION, Functions

TENSORS = {"keys": "U64", "numbers": "U32", "values": "U8"}

Arrays = dict[str, npt.NDArray[Any]]


@dataclass(frozen=True, slots=True)
class ResourceRecord:
    """A derived column as plain data. Where `sha256` is given, there are no values, keys and numbers."""

    column: str  # its declaration
    values: tuple[str, ...] = ()
    keys: npt.NDArray[np.uint64] | None = None
    numbers: npt.NDArray[np.uint32] | None = None
    phrases: bool = False
    unseen: int = 0
    sha256: str | None = None

    def metadata(self) -> dict[str, Any]:
        """Return what stands in the metadata of the file."""
        content: dict[str, Any] = {"column": self.column}
        if self.sha256 is not None:
            return {**content, "sha256": self.sha256}
        return {**content, "phrases": self.phrases, "unseen": self.unseen}

    def tensors(self, number: int) -> Arrays:
        """Return its tensors by their names in the file."""
        if self.keys is None or self.numbers is None:
            return {}
        values = np.frombuffer(json.dumps(self.values, ensure_ascii=False).encode("utf-8"), np.uint8)
        arrays: Arrays = {"keys": self.keys, "numbers": self.numbers, "values": values}
        return {tensor_name(number, part): array for part, array in arrays.items()}


def tensor_name(number: int, part: str) -> str:
    """Return the name of a tensor of the resource with this number."""
    return f"resources.{number}.{part}"


def records_of(derivation: Derivation) -> tuple[ResourceRecord, ...]:
    """Return the derived columns as plain data."""
    return tuple(_record(resource) for resource in derivation.resources)


def _record(one: Resource) -> ResourceRecord:
    text = one.declaration.text
    if one.sha256 is not None:
        return ResourceRecord(text, sha256=one.sha256)
    return ResourceRecord(text, one.values, one.keys, one.numbers, one.phrases, one.unseen)


def check_resources(records: Sequence[ResourceRecord], columns: Sequence[str]) -> None:
    """Raise `ValueError` unless the derived columns can be computed with."""
    try:
        check_declarations([parse_declaration(record.column, ANY_FUNCTION) for record in records], columns)
    except SwvmError as error:
        raise ValueError(f"a derived column cannot be read: {error}") from None
    for record in records:
        problem = None if record.sha256 is not None else _problem(record)
        if problem:
            raise ValueError(f"the derived column `{record.column}` {problem}")


def _problem(record: ResourceRecord) -> str | None:
    return _table_problem(record) or _values_problem(record)


def _table_problem(record: ResourceRecord) -> str | None:
    keys, numbers = record.keys, record.numbers
    if keys is None or numbers is None or keys.ndim != 1 or keys.shape != numbers.shape:
        return "has two arrays that do not fit each other"
    if not len(keys) or len(keys) & (len(keys) - 1) or np.count_nonzero(keys) == len(keys):
        return "has a table whose size is no power of two, or without an empty slot"
    types = (len(record.values) - 1) // len(PLACES)
    count = types + 1 if record.phrases else len(record.values)
    return None if int(numbers.max(initial=0)) < count else "has a number without a value"


def _values_problem(record: ResourceRecord) -> str | None:
    values = record.values
    if not all(isinstance(value, str) for value in values):
        return "has a value that is no text"
    if values[:1] != (ABSENT,) or len(set(values)) != len(values):
        return "has values that are not distinct, or that do not begin with the absent one"
    if record.phrases and (len(values) - 1) % len(PLACES):
        return "has values that are not four for each type"
    return None if 0 <= record.unseen < len(values) else "has a value for unseen words that is not there"


def derivation_of(records: Sequence[ResourceRecord], functions: Functions | None = None) -> Derivation:
    """Return derived columns from plain data; what is kept by reference is made again from its file."""
    return Derivation(tuple(_resource(record, functions) for record in records))


def _resource(record: ResourceRecord, functions: Functions | None) -> Resource:
    declaration = parse_declaration(record.column, functions)
    if record.sha256 is not None:
        return _made_again(declaration, record.sha256, functions)
    assert record.keys is not None
    assert record.numbers is not None
    return Resource(
        declaration,
        record.values,
        record.keys,
        record.numbers,
        record.phrases,
        record.unseen,
        functions=functions,
    )


def _made_again(declaration: Declaration, sha256: str, functions: Functions | None) -> Resource:
    """Make a column from its file, which has to be the one that the model was trained with."""
    try:
        found = sha256_of(declaration)
        if found == sha256:
            empty = Training(Corpus.from_sentences([]), functions)
            return maker_of(declaration).make(declaration, Terms(declaration.terms, functions), empty).resource
    except SwvmError as error:
        raise ModelFileError(f"the model refers to the file of its column `{declaration}`: {error}") from error
    raise ModelFileError(
        f"the model refers to the file of its column `{declaration}`, and {declaration.file} is another one: "
        f"its sha256 is {found}, not {sha256}. Put the file of the training there"
    )
