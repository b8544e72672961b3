"""Derived columns in a model file: they come back, and what lies about them is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from small_model import replace_tensor, small_record, split, write_header

from swvm.errors import ModelFileError
from swvm.model.modelfile import load_model, save_model
from swvm.model.record import ModelRecord
from swvm.model.resources import ResourceRecord

KEYS = np.array([0, 9, 0, 7], np.uint64)
NUMBERS = np.array([0, 2, 0, 1], np.uint32)
MENTIONS = ResourceRecord("men = mentions(lower(w[i]))", ("", "new", "h1Ü"), KEYS, NUMBERS, unseen=1)
PHRASES = ResourceRecord(
    'gene = lexicon(w[i], "genes.txt")', ("", "B", "I", "E", "S", "B-Ü", "I-Ü", "E-Ü", "S-Ü"), KEYS, NUMBERS, True
)


def record() -> ModelRecord:
    return replace(small_record(), resources=(MENTIONS, PHRASES))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "model.swvm"
    save_model(path, record())
    return path


def test_round_trip(saved: Path) -> None:
    for given, found in zip(record().resources, load_model(saved).resources, strict=True):
        assert (found.column, found.values, found.phrases, found.unseen) == (
            given.column,
            given.values,
            given.phrases,
            given.unseen,
        )
        np.testing.assert_array_equal(found.keys, KEYS)
        np.testing.assert_array_equal(found.numbers, NUMBERS)


def test_the_version_is_the_lowest_that_says_all(tmp_path: Path, saved: Path) -> None:
    plain = tmp_path / "plain.swvm"
    save_model(plain, small_record())
    assert b'"format_version":"1"' in plain.read_bytes()
    assert b'"format_version":"2"' in saved.read_bytes()


def test_by_reference_there_is_a_checksum_and_no_table(tmp_path: Path) -> None:
    path = tmp_path / "model.swvm"
    reference = ResourceRecord('gene = lexicon(w[i], "genes.txt", store="no")', sha256="ab" * 32)
    save_model(path, replace(small_record(), resources=(reference,)))
    assert b"resources.0" not in path.read_bytes()
    assert load_model(path).resources == (reference,)


def test_flipped_bits_are_found(saved: Path) -> None:
    content = saved.read_bytes()
    header = json.loads(content[8 : 8 + int.from_bytes(content[:8], "little")])
    data = 8 + int.from_bytes(content[:8], "little")
    for part in ("keys", "numbers", "values"):
        start, stop = header[f"resources.0.{part}"]["data_offsets"]
        for place in range(data + start, data + stop):
            saved.write_bytes(content[:place] + bytes([content[place] ^ 4]) + content[place + 1 :])
            with pytest.raises(ModelFileError, match=rf"the checksum of 'resources\.0\.{part}' does not match"):
                load_model(saved)


def described(change: Callable[[list[dict[str, Any]]], object]) -> Callable[[dict[str, Any]], None]:
    def apply(header: dict[str, Any]) -> None:
        content = json.loads(header["__metadata__"]["resources"])
        changed = change(content)
        header["__metadata__"]["resources"] = json.dumps(content if changed is None else changed)

    return apply


HOSTILE: dict[str, tuple[Callable[[dict[str, Any]], None], str]] = {
    "no list": (described(lambda _: {}), "where the derived columns belong"),
    "a list of texts": (described(lambda _: ["x"]), "where the derived columns belong"),
    "too few": (described(lambda all_: all_[:1]), "no derived column has the tensor 'resources.1.keys'"),
    "too many": (described(lambda all_: [*all_, all_[0]]), "no tensor 'resources.2.keys'"),
    "no declaration": (described(lambda all_: all_[0].update(column=None)), "is described"),
    "a declaration that is a number": (described(lambda all_: all_[0].update(column=3)), "is described"),
    "a declaration that is none": (described(lambda all_: all_[0].update(column="men")), "cannot be read"),
    "an unknown function": (described(lambda all_: all_[0].update(column="men = ments(w)")), "cannot be read"),
    "an unknown column": (described(lambda all_: all_[0].update(column="men = mentions(pos)")), "unknown column pos"),
    "a name twice": (described(lambda all_: all_[1].update(all_[0])), "there already"),
    "phrases that are a number": (described(lambda all_: all_[0].update(phrases=1)), "is described"),
    "unseen that is a truth": (described(lambda all_: all_[0].update(unseen=True)), "is described"),
    "unseen beyond the values": (described(lambda all_: all_[0].update(unseen=3)), "unseen words"),
    "unseen below 0": (described(lambda all_: all_[0].update(unseen=-1)), "unseen words"),
    "phrases whose values are not four": (described(lambda all_: all_[0].update(phrases=True)), "has a number without"),
    "a checksum that is a number": (described(lambda all_: all_[0].update(sha256=1)), "no derived column has"),
    "a table beside a checksum": (described(lambda all_: all_[1].update(sha256="ab")), "no derived column has"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_metadata(saved: Path, name: str) -> None:
    change, message = HOSTILE[name]
    header, data = split(saved.read_bytes())
    change(header)
    write_header(saved, header, data)
    with pytest.raises(ModelFileError, match=message):
        load_model(saved)


VALUES = '["", "new", "h1Ü"]'.encode()
TABLES: dict[str, tuple[str, Any, str]] = {
    "a full table": ("keys", np.array([1, 9, 2, 7], np.uint64), "empty slot"),
    "a number beyond the values": ("numbers", np.array([0, 2, 0, 3], np.uint32), "a number without a value"),
    "values that are no list": ("values", b'{"": 1}', "list of texts"),
    "values that are no JSON": ("values", b'["', "damaged"),
    "values that are no UTF-8": ("values", b'["\xff"]', "damaged"),
    "a value twice": ("values", b'["", "a", "a"]', "not distinct"),
    "a value that is a number": ("values", b'["", "a", 3]', "no text"),
    "no absent value": ("values", b'["a", "b", "c"]', "absent"),
    "no value": ("values", b"[]", "without a value"),
}


@pytest.mark.parametrize("name", TABLES)
def test_hostile_tables(saved: Path, name: str) -> None:
    part, given, message = TABLES[name]
    array = np.frombuffer(given.ljust(len(VALUES)), np.uint8) if isinstance(given, bytes) else given
    write_header(saved, *replace_tensor(saved.read_bytes(), f"resources.0.{part}", array))
    with pytest.raises(ModelFileError, match=message):
        load_model(saved)


@pytest.mark.parametrize(
    ("keys", "numbers", "message"),
    [
        (KEYS[:3], NUMBERS[:3], "no power of two"),
        (KEYS[:0], NUMBERS[:0], "no power of two"),
        (KEYS, NUMBERS[:2], "do not fit"),
        (KEYS.reshape(2, 2), NUMBERS.reshape(2, 2), "do not fit"),
    ],
)
def test_wrong_tables_are_not_saved(tmp_path: Path, keys: Any, numbers: Any, message: str) -> None:
    wrong = replace(MENTIONS, keys=keys, numbers=numbers)
    with pytest.raises(ModelFileError, match=message):
        save_model(tmp_path / "model.swvm", replace(small_record(), resources=(wrong,)))
