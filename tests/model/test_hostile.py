"""Files that were made to do harm: their checksums fit, their content does not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from small_model import replace_tensor, resealed, small_record, split, write_header

from swvm.errors import ModelFileError
from swvm.model.header import build_header, parse_header
from swvm.model.modelfile import load_model, save_model
from swvm.model.safetensors import TensorFile, write_tensors

Header = dict[str, Any]


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "model.swvm"
    save_model(path, small_record())
    return path


def set_metadata(key: str, value: str) -> Callable[[Header], None]:
    return lambda header: header["__metadata__"].update({key: value})


def set_chain(key: str, value: object) -> Callable[[Header], None]:
    def change(header: Header) -> None:
        chain = json.loads(header["__metadata__"]["chain"])
        header["__metadata__"]["chain"] = json.dumps({**chain, key: value})

    return change


def set_entry(name: str, **fields: object) -> Callable[[Header], None]:
    return lambda header: header[name].update(fields)


def drop(name: str) -> Callable[[Header], None]:
    return lambda header: header.pop(name)


def drop_metadata(key: str) -> Callable[[Header], None]:
    return lambda header: header["__metadata__"].pop(key)


HOSTILE: dict[str, tuple[Callable[[Header], None], str]] = {
    "too new": (set_metadata("format_version", "3"), "pip install --upgrade"),
    "no version": (drop_metadata("format_version"), "not a number"),
    "a version of many digits": (set_metadata("format_version", "9" * 5000), "not a number"),
    "another program's file": (set_metadata("format", "pt"), "no model of swvm"),
    "no seal": (drop_metadata("sha256"), "no checksums"),
    "no checksum of a tensor": (drop_metadata("sha256.weights"), "checksum of 'weights'"),
    "no labels": (drop_metadata("labels"), "no 'labels'"),
    "empty labels": (set_metadata("labels", "[]"), "no label"),
    "labels twice": (set_metadata("labels", '["O", "O", "X"]'), "twice"),
    "a label that is a number": (set_metadata("labels", '["O", "A", 3]'), "not a text"),
    "labels as an object": (set_metadata("labels", '{"O": 1}'), "list of texts"),
    "more labels than lanes": (set_metadata("labels", json.dumps([str(k) for k in range(8)])), "the chain needs"),
    "a lone surrogate": (set_metadata("labels", '["O", "A", "\\ud800"]'), "damaged"),
    "NaN in the training record": (set_metadata("training", '{"f1": NaN}'), "NaN"),
    "an infinite number": (set_metadata("training", '{"f1": 1e999}'), "damaged"),
    "a deep training record": (set_metadata("training", "[" * 100_000), "too deeply"),
    "an endless number": (set_metadata("training", "1" * 100_000), "damaged"),
    "training that is a list": (set_metadata("training", "[]"), "training record"),
    "order 3": (set_chain("order", 3), "order"),
    "order true": (set_chain("order", True), "integer"),
    "negative count": (set_chain("counts", [-1, 2, 0, 1]), "out of range"),
    "absurd count": (set_chain("counts", [1 << 62, 2, 0, 1]), "out of range"),
    "absurd counts whose rows overflow to the right number": (set_chain("counts", [1 << 30, 1 << 30, 0, 1]), "needs"),
    "three counts": (set_chain("counts", [3, 2, 0]), "four"),
    "a count that is a float": (set_chain("counts", [3.0, 2, 0, 1]), "integer"),
    "counts that are a text": (set_chain("counts", "3201"), "integer"),
    "a constant that is not there": (set_chain("constants", [[1, 2]]), "constant"),
    "a constant of kind 9": (set_chain("constants", [[9, 0]]), "constant"),
    "constants that are not pairs": (set_chain("constants", [[1, 0, 0]]), "damaged"),
    "an unknown label forbidden": (set_chain("forbidden", [[0, 9]]), "unknown label"),
    "a constraint that is a list": (set_chain("constraint", []), "constraint"),
    "chain as a list": (set_metadata("chain", "[]"), "damaged"),
    "wrong dtype": (set_entry("weights", dtype="I32"), "dtype I32"),
    "unknown dtype": (set_entry("weights", dtype="F31"), "unknown dtype"),
    "a dtype that is a list": (set_entry("weights", dtype=[]), "unknown dtype"),
    "keys as signed numbers": (set_entry("index.keys", dtype="I64"), "dtype I64"),
    "a shape that overflows": (set_entry("weights", shape=[1 << 62, 8]), "shape"),
    "an empty shape that overflows": (set_entry("weights", shape=[0, 1 << 62, 1 << 62]), "shape"),
    "a negative shape": (set_entry("weights", shape=[-24, -8]), "shape"),
    "a shape of true": (set_entry("weights", shape=[True]), "shape"),
    "one dimension": (set_entry("weights", shape=[192]), "damaged"),
    "many dimensions": (set_entry("weights", shape=[1] * 40 + [192]), "shape"),
    "an offset beyond the file": (set_entry("names.blob", data_offsets=[1 << 40, (1 << 40) + 12]), "gap"),
    "an offset that falls": (set_entry("weights", data_offsets=[100, 0]), "offsets"),
    "an offset as a float": (set_entry("weights", data_offsets=[0.0, 1.0]), "offsets"),
    "overlapping tensors": (set_entry("chain.pairs", data_offsets=[0, 24]), "overlaps"),
    "another field": (set_entry("weights", comment="x"), "nothing else"),
    "an entry that is a list": (lambda header: header.update(weights=[]), "needs dtype"),
    "a missing tensor": (drop("names.blob"), "cut off or extended"),
    "a name that no model has": (lambda header: header.update(extra=header.pop("names.blob")), "no tensor 'extra'"),
}


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_headers(saved: Path, case: str) -> None:
    change, message = HOSTILE[case]
    header, data = split(saved.read_bytes())
    change(header)
    write_header(saved, header, data)
    with pytest.raises(ModelFileError, match=message) as caught:
        load_model(saved)
    assert str(caught.value).startswith(str(saved))


RECORD = small_record()
LAST = RECORD.weights.copy()
LAST[-1, -1] = np.inf
FIRST = RECORD.weights.copy()
FIRST[0, 0] = np.nan
TENSORS = {
    "NaN": ("weights", FIRST, "finite"),
    "infinity": ("weights", LAST, "finite"),
    "full index": ("index.keys", np.ones_like(RECORD.keys), "no empty slot"),
    "more keys than features": ("index.keys", np.arange(len(RECORD.keys), dtype=np.uint64), "more keys"),
    "id out of range": ("index.ids", RECORD.ids + np.uint32(3), "out of range"),
    "pair out of range": ("chain.pairs", RECORD.chain.pairs + np.int32(1), "unknown label"),
    "negative pair": ("chain.pairs", RECORD.chain.pairs - np.int32(1), "unknown label"),
}


@pytest.mark.parametrize("case", TENSORS)
def test_hostile_tensors(saved: Path, case: str) -> None:
    name, array, message = TENSORS[case]
    write_header(saved, *replace_tensor(saved.read_bytes(), name, array))
    with pytest.raises(ModelFileError, match=message):
        load_model(saved)


NAMES = RECORD.names
assert NAMES is not None
NAME_TENSORS = {
    "falling offsets": ("names.offsets", NAMES.offsets[[0, 2, 1, 3, 4, 5, 6]], "fall"),
    "beyond the blob": ("names.offsets", NAMES.offsets + np.uint64(1), "offsets"),
    "unknown template": ("names.templates", NAMES.templates + np.uint32(1), "unknown template"),
}


@pytest.mark.parametrize("case", NAME_TENSORS)
def test_hostile_names(saved: Path, case: str) -> None:
    name, array, message = NAME_TENSORS[case]
    write_header(saved, *replace_tensor(saved.read_bytes(), name, array))
    load_model(saved)
    with pytest.raises(ModelFileError, match=message):
        load_model(saved, names=True)


@pytest.mark.parametrize("length", [0, 1, 1 << 22, (1 << 22) + 1, 1 << 31, 1 << 63, (1 << 64) - 1])
def test_a_header_length_that_lies(saved: Path, length: int) -> None:
    raw = saved.read_bytes()
    saved.write_bytes(length.to_bytes(8, "little") + raw[8:])
    with pytest.raises(ModelFileError):
        load_model(saved)


NO_OBJECTS = ["", "{", "[]", "3", '"x"', "nul", "\ufeff{}", "{}x", "[" * 200_000, '{"a":' * 200_000]


@pytest.mark.parametrize("text", NO_OBJECTS, ids=range(len(NO_OBJECTS)))
def test_a_header_that_is_no_object(saved: Path, text: str) -> None:
    saved.write_bytes(len(text.encode()).to_bytes(8, "little") + text.encode())
    with pytest.raises(ModelFileError):
        TensorFile(saved)


def test_a_header_that_is_not_utf8(saved: Path) -> None:
    saved.write_bytes((4).to_bytes(8, "little") + b'{"\xff"')
    with pytest.raises(ModelFileError, match="utf-8"):
        TensorFile(saved)


def test_a_key_that_appears_twice(saved: Path) -> None:
    text = build_header({"a": "1"}, {})[8:].replace(b'"a":"1"', b'"a":"1","a":"2"')
    with pytest.raises(ValueError, match="twice"):
        parse_header(resealed(text), 0)


def test_a_second_seal(saved: Path) -> None:
    """Only the seal in its place counts."""
    header, data = split(saved.read_bytes())
    metadata = header.pop("__metadata__")
    write_header(saved, {"__metadata__": {"x": "y"}}, b"")
    text = json.dumps({**header, "__metadata__": metadata}).encode()
    saved.write_bytes(len(text).to_bytes(8, "little") + text + data)
    with pytest.raises(ModelFileError, match="not in its place"):
        load_model(saved)


def test_a_file_without_seal_is_still_safetensors(saved: Path) -> None:
    header, data = split(saved.read_bytes())
    del header["__metadata__"]
    write_header(saved, header, data)
    np.testing.assert_array_equal(TensorFile(saved).tensor("weights"), RECORD.weights)


def test_a_tensor_that_is_not_there(saved: Path) -> None:
    with pytest.raises(ModelFileError, match="no tensor 'x'"):
        TensorFile(saved).tensor("x")


def test_too_much_metadata_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="header takes"):
        write_tensors(tmp_path / "x", {}, {"a": "x" * (5 << 20)})


values = st.recursive(
    st.none() | st.booleans() | st.integers(-1, 1 << 65) | st.floats() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=8,
)


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_no_header_crashes(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """One value anywhere in the header or in the JSON inside of it becomes another one."""
    path = tmp_path_factory.getbasetemp() / "fuzz"
    save_model(path, RECORD)
    header, content = split(path.read_bytes())
    outer = data.draw(st.sampled_from(sorted(header)))
    inner = data.draw(st.sampled_from(sorted(header[outer])))
    value = data.draw(values)
    header[outer][inner] = json.dumps(value) if outer == "__metadata__" and inner != "sha256" else value
    write_header(path, header, content)
    try:
        load_model(path, verify=True)
    except ModelFileError:
        return
    # What may be anything: the training record and the free texts.
    assert inner in ("scheme", "labels", "columns", "templates", "training", "swvm_version", "sha256")


@given(st.binary(max_size=300))
@settings(max_examples=200, deadline=None)
def test_no_bytes_crash(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    path = tmp_path_factory.getbasetemp() / "bytes"
    for content in (raw, len(raw).to_bytes(8, "little") + raw):
        path.write_bytes(content)
        with pytest.raises(ModelFileError):
            load_model(path)
