"""A `ModelRecord` as a file: the tensors and metadata of docs/model_file.md, and back without a copy.

The bytes, checksums and the mapping are the business of `safetensors`, the meaning of the numbers that of `record`.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from swvm import __version__
from swvm.errors import ModelFileError
from swvm.model.header import strict_json
from swvm.model.record import KINDS, ChainRecord, ModelRecord, Names, Output, check_record
from swvm.model.resources import TENSORS as RESOURCE_TENSORS
from swvm.model.resources import ResourceRecord, tensor_name
from swvm.model.safetensors import PADDING, TensorFile, damaged, tensor_bytes, write_tensors

FORMAT = "swvm-model"
FORMAT_VERSION = 2  # the highest that is read; a file says the lowest that it needs
IN_MEMORY = "the model's bytes"  # what messages call a model that is in no file

_TENSORS = {
    "index.keys": ("U64",),
    "index.ids": ("U32",),
    "chain.pairs": ("I32",),
    "weights": ("F32", "F16"),
    "names.templates": ("U32",),
    "names.offsets": ("U64",),
    "names.blob": ("U8",),
}
_OF_RESOURCE = re.compile(rf"resources\.[0-9]{{1,4}}\.({'|'.join(RESOURCE_TENSORS)})")
_NAMES = tuple(name for name in _TENSORS if name.startswith("names."))


def save_model(path: str | Path, record: ModelRecord) -> None:
    """Write the record to `path`, whole or not at all. Weights of type float16 stay float16 in the file."""
    write_tensors(path, *_parts(str(path), record))


def model_bytes(record: ModelRecord) -> bytes:
    """Return what `save_model` writes."""
    return tensor_bytes(*_parts(IN_MEMORY, record))


def _parts(where: str, record: ModelRecord) -> tuple[dict[str, npt.NDArray[Any]], dict[str, str]]:
    """Return the tensors and the metadata of a record."""
    try:
        check_record(record)
        metadata = _metadata_of(record)
    except (ValueError, TypeError) as error:
        raise ModelFileError(f"{where}: the model cannot be saved: {error}") from error
    tensors: dict[str, npt.NDArray[Any]] = {
        "index.keys": record.keys,
        "index.ids": record.ids,
        "chain.pairs": record.chain.pairs,
        "weights": record.weights,
    }
    if record.names is not None:
        tensors["names.templates"] = record.names.templates
        tensors["names.offsets"] = record.names.offsets
        tensors["names.blob"] = record.names.blob
    for number, resource in enumerate(record.resources):
        tensors |= resource.tensors(number)
    return tensors, metadata


def _metadata_of(record: ModelRecord) -> dict[str, str]:
    chain = record.chain
    content: dict[str, Any] = {
        "labels": record.labels,
        "columns": record.columns,
        "templates": record.templates,
        "scheme": record.scheme,
        "chain": {
            "order": chain.order,
            "counts": chain.counts,
            "constants": chain.constants,
            "constraint": chain.constraint,
            "forbidden": chain.forbidden,
            "start": chain.start,
        },
        "training": dict(record.training),
    }
    if record.output is not None:
        content["output"] = {"scheme": record.output.scheme, "labels": record.output.labels}
    if record.resources:
        content["resources"] = [resource.metadata() for resource in record.resources]
    texts = {key: json.dumps(value, ensure_ascii=False, allow_nan=False) for key, value in content.items()}
    return {"format": FORMAT, "format_version": str(_version_of(record)), "swvm_version": __version__, **texts}


def _version_of(record: ModelRecord) -> int:
    """Return the first version that can say all of the record: older readers go on reading what they understand."""
    return 1 if record.output is None and not record.resources else 2


def load_model(path: str | Path, names: bool = False, verify: bool = False) -> ModelRecord:
    """Map the file at `path`. What tagging reads is verified; the names only if `names` or `verify` asks for it."""
    return _record_of(TensorFile(path), names, verify)


def record_from_bytes(content: bytes) -> ModelRecord:
    """Read the bytes of a model, names included; every checksum is compared."""
    return _record_of(TensorFile(IN_MEMORY, content), names=True, verify=True)


def _record_of(file: TensorFile, names: bool, verify: bool) -> ModelRecord:
    _check_format(file)
    try:
        record = _read_record(file, names or verify)
        check_record(record)
    except KeyError as error:
        raise damaged(file.path, f"its metadata have no {error}") from error
    except (ValueError, TypeError) as error:
        raise damaged(file.path, error) from error
    if verify:
        file.verify()
    return record


def _check_format(file: TensorFile) -> None:
    """The version comes first: a newer file may differ in everything else."""
    if file.metadata.get("format") != FORMAT:
        raise ModelFileError(f"{file.path}: this is no model of swvm, but some other safetensors file")
    version = file.metadata.get("format_version", "")
    if not (version.isascii() and version.isdigit() and len(version) < 10):
        raise damaged(file.path, "its format version is not a number")
    if int(version) > FORMAT_VERSION:
        raise ModelFileError(
            f"{file.path}: the model has format version {version}; this swvm ({__version__}) reads up to "
            f"{FORMAT_VERSION}. Update it: pip install --upgrade swvm"
        )
    if not file.sealed:
        raise damaged(file.path, "it carries no checksums")
    _check_tensors(file)


def _check_tensors(file: TensorFile) -> None:
    for name, place in file.places.items():
        if name.startswith(PADDING):
            continue
        allowed = _TENSORS.get(name) or _allowed_of_resource(name)
        if not allowed:
            raise damaged(file.path, f"a model has no tensor {name!r}")
        if place.dtype not in allowed:
            raise damaged(file.path, f"tensor {name!r} has dtype {place.dtype}, not {' or '.join(allowed)}")


def _allowed_of_resource(name: str) -> tuple[str, ...]:
    match = _OF_RESOURCE.fullmatch(name)
    return (RESOURCE_TENSORS[match[1]],) if match else ()


def _read_record(file: TensorFile, names: bool) -> ModelRecord:
    texts = {key: strict_json(file.metadata[key]) for key in ("labels", "columns", "templates", "scheme", "training")}
    return ModelRecord(
        labels=_strings(texts["labels"]),
        columns=_strings(texts["columns"]),
        templates=_strings(texts["templates"]),
        scheme=texts["scheme"],
        chain=_read_chain(file),
        weights=file.tensor("weights").astype(np.float32, copy=False),
        keys=file.tensor("index.keys"),
        ids=file.tensor("index.ids"),
        names=_read_names(file) if names else None,
        training=texts["training"],
        output=_read_output(file),
        resources=_read_resources(file),
    )


def _read_output(file: TensorFile) -> Output | None:
    if "output" not in file.metadata or file.metadata["format_version"] == "1":
        return None
    output = strict_json(file.metadata["output"])
    return Output(output["scheme"], _strings(output["labels"]))


def _strings(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise ValueError("its metadata have something else where a list of texts belongs")
    return tuple(value)


def _read_chain(file: TensorFile) -> ChainRecord:
    chain = strict_json(file.metadata["chain"])
    counts = _integers(chain["counts"])
    if len(counts) != KINDS:
        raise ValueError("the chain does not have four counts")
    return ChainRecord(
        order=_integers([chain["order"]])[0],
        counts=(counts[0], counts[1], counts[2], counts[3]),
        pairs=file.tensor("chain.pairs"),
        constants=_pairs(chain["constants"]),
        constraint=chain["constraint"],
        forbidden=_pairs(chain["forbidden"]),
        start=None if chain["start"] is None else _integers([chain["start"]])[0],
    )


def _integers(values: list[Any]) -> tuple[int, ...]:
    if not all(type(value) is int for value in values):
        raise ValueError("its metadata have something else where an integer belongs")
    return tuple(values)


def _pairs(values: list[list[Any]]) -> tuple[tuple[int, int], ...]:
    return tuple((first, second) for first, second in map(_integers, values))


def _read_resources(file: TensorFile) -> tuple[ResourceRecord, ...]:
    given = strict_json(file.metadata.get("resources", "[]"))
    if not isinstance(given, list) or not all(isinstance(one, dict) for one in given):
        raise ValueError("its metadata have something else where the derived columns belong")
    kept = [number for number, one in enumerate(given) if one.get("sha256") is None]
    wanted = {tensor_name(number, part) for number in kept for part in RESOURCE_TENSORS}
    lost = [name for name in file.places if _OF_RESOURCE.fullmatch(name) and name not in wanted]
    if lost:
        raise ValueError(f"no derived column has the tensor {lost[0]!r}")
    return tuple(_read_resource(file, number, one) for number, one in enumerate(given))


def _read_resource(file: TensorFile, number: int, given: dict[str, Any]) -> ResourceRecord:
    column, sha256 = given["column"], given.get("sha256")
    if not isinstance(column, str) or not (sha256 is None or isinstance(sha256, str)):
        raise ValueError("its metadata have something else where a derived column is described")
    if sha256 is not None:
        return ResourceRecord(column, sha256=sha256)
    if type(given["phrases"]) is not bool or type(given["unseen"]) is not int:
        raise ValueError(f"its metadata have something else where the derived column {column!r} is described")
    keys, numbers, values = (file.tensor(tensor_name(number, part)) for part in RESOURCE_TENSORS)
    texts = strict_json(values.tobytes().decode("utf-8"))
    return ResourceRecord(column, _strings(texts), keys, numbers, given["phrases"], given["unseen"])


def _read_names(file: TensorFile) -> Names | None:
    if not any(name in file.places for name in _NAMES):
        return None
    return Names(
        blob=file.tensor("names.blob"),
        offsets=file.tensor("names.offsets"),
        templates=file.tensor("names.templates"),
    )
