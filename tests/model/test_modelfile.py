"""Model files: what is saved comes back, other programs can read it, and no damage goes unseen."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import safetensors
import safetensors.numpy
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from small_model import assert_same, small_record, split

from swvm.errors import ModelFileError
from swvm.model.index import build_index
from swvm.model.modelfile import load_model, model_bytes, record_from_bytes, save_model
from swvm.model.record import ChainRecord, Names
from swvm.model.safetensors import TensorFile, write_tensors


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "model.swvm"
    save_model(path, small_record())
    return path


def test_round_trip(saved: Path) -> None:
    assert_same(load_model(saved, names=True), small_record())
    assert_same(load_model(saved), replace(small_record(), names=None))


def test_a_model_without_names(tmp_path: Path) -> None:
    save_model(tmp_path / "m", replace(small_record(), names=None))
    assert load_model(tmp_path / "m", names=True, verify=True).names is None


def test_names_are_texts(saved: Path) -> None:
    names = load_model(saved, names=True).names
    assert names is not None
    assert [names.text(k) for k in range(len(names))] == ["Haus", "Häuser", "", "", "x", ""]


def test_names_are_cut_and_joined_again(saved: Path) -> None:
    names = load_model(saved, names=True).names
    assert names is not None
    parts = [names.part(0, 2), names.part(2, 2), names.part(2, 5), names.part(5, 6)]
    assert [parts[2].text(k) for k in range(3)] == ["", "", "x"]
    joined = Names.joined((part.blob, part.offsets.astype(np.int64), part.templates) for part in parts)
    assert_same(replace(small_record(), names=joined), small_record())


def test_the_same_model_gives_the_same_bytes(saved: Path, tmp_path: Path) -> None:
    save_model(tmp_path / "again", load_model(saved, names=True))
    assert (tmp_path / "again").read_bytes() == saved.read_bytes()


def test_every_tensor_begins_at_a_multiple_of_64(saved: Path) -> None:
    header, data = split(saved.read_bytes())
    assert (saved.stat().st_size - len(data)) % 64 == 0
    places = [entry["data_offsets"][0] for name, entry in header.items() if not name.startswith(("__", "padding"))]
    assert len(places) == 7
    assert all(start % 64 == 0 for start in places)


def test_arrays_are_mapped_not_copied(saved: Path) -> None:
    record = load_model(saved)
    for array in (record.weights, record.keys, record.ids, record.chain.pairs):
        assert not array.flags.owndata
        assert not array.flags.writeable
        assert array.flags.aligned


def test_the_official_package_reads_our_files(saved: Path) -> None:
    tensors = safetensors.numpy.load_file(saved)
    np.testing.assert_array_equal(tensors["weights"], small_record().weights)
    np.testing.assert_array_equal(tensors["index.keys"], small_record().keys)
    with safetensors.safe_open(saved, "np") as file:
        assert file.metadata()["format"] == "swvm-model"


@given(
    st.dictionaries(
        st.text(max_size=5),
        arrays.arrays(
            st.sampled_from(["<f2", "<f4", "<f8", "i1", "<i2", "<i4", "<i8", "u1", "<u2", "<u4", "<u8"]),
            arrays.array_shapes(min_dims=0, min_side=0, max_side=4),
        ),
        max_size=4,
    ),
    st.dictionaries(st.text(), st.text()),
)
@settings(max_examples=60, deadline=None)
def test_both_packages_read_each_other(tmp_path_factory, tensors, metadata) -> None:  # type: ignore[no-untyped-def]
    tensors = {f"a{name}": array for name, array in tensors.items()}
    metadata = {f"a{key}": text for key, text in metadata.items()}
    folder = tmp_path_factory.mktemp("both")
    write_tensors(folder / "ours", tensors, metadata)
    theirs = safetensors.numpy.load_file(folder / "ours")
    safetensors.numpy.save_file(tensors, folder / "theirs", metadata)
    for name, array in tensors.items():
        np.testing.assert_array_equal(theirs[name], array)
        for path in (folder / "ours", folder / "theirs"):
            file = TensorFile(path)
            np.testing.assert_array_equal(file.tensor(name), array)
            assert file.tensor(name).dtype == array.dtype
            assert {key: file.metadata[key] for key in metadata} == metadata


def test_every_flipped_bit_is_found(saved: Path) -> None:
    raw = saved.read_bytes()
    flipped = saved.with_name("flipped")
    for position in range(len(raw)):
        for bit in range(8):
            flipped.write_bytes(raw[:position] + bytes([raw[position] ^ 1 << bit]) + raw[position + 1 :])
            with pytest.raises(ModelFileError, match="flipped"):
                load_model(flipped, verify=True)


def test_tagging_finds_every_flipped_bit_outside_of_the_names(saved: Path) -> None:
    raw = saved.read_bytes()
    header, data = split(raw)
    begin = len(raw) - len(data)
    read = {"weights", "index.keys", "index.ids", "chain.pairs"}
    flipped = saved.with_name("flipped")
    for name in read:
        start, stop = header[name]["data_offsets"]
        for position in range(begin + start, begin + stop):
            flipped.write_bytes(raw[:position] + bytes([raw[position] ^ 4]) + raw[position + 1 :])
            with pytest.raises(ModelFileError, match=name):
                load_model(flipped)


def test_damaged_names_do_not_stop_tagging(saved: Path) -> None:
    raw = saved.read_bytes()
    saved.write_bytes(raw[:-1] + bytes([raw[-1] ^ 1]))
    load_model(saved)
    for options in ({"names": True}, {"verify": True}):
        with pytest.raises(ModelFileError, match=r"names\.blob"):
            load_model(saved, **options)


def test_every_truncation_is_found(saved: Path) -> None:
    raw = saved.read_bytes()
    cut = saved.with_name("cut")
    for length in range(len(raw)):
        cut.write_bytes(raw[:length])
        with pytest.raises(ModelFileError, match="cut"):
            load_model(cut)


@pytest.mark.parametrize("tail", [b"\0", b" ", b"x" * 64])
def test_an_extended_file_is_found(saved: Path, tail: bytes) -> None:
    saved.write_bytes(saved.read_bytes() + tail)
    with pytest.raises(ModelFileError, match="extended"):
        load_model(saved)


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    for path in (tmp_path / "none", Path(os.devnull)):
        with pytest.raises(ModelFileError, match="no such model file"):
            load_model(path)
    with pytest.raises(ModelFileError, match="this is a folder"):
        load_model(tmp_path)


def test_a_file_that_is_no_model(tmp_path: Path) -> None:
    for content in (b"", b"short", b"Ada B-PER\nsleeps O\n"):
        (tmp_path / "text").write_bytes(content)
        with pytest.raises(ModelFileError, match="this is no model of swvm"):
            load_model(tmp_path / "text")


def test_a_failed_write_leaves_the_old_file(saved: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = saved.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(ModelFileError, match="No space left"):
        save_model(saved, small_record(("O", "X")))
    assert saved.read_bytes() == before
    assert list(saved.parent.iterdir()) == [saved]


def test_a_device_is_not_replaced() -> None:
    with pytest.raises(ModelFileError, match="it exists and is no file; name a file"):
        save_model(os.devnull, small_record())
    assert Path(os.devnull).is_char_device() or os.name == "nt"


def test_a_link_keeps_being_one(saved: Path) -> None:
    link = saved.with_name("link")
    link.symlink_to(saved)
    save_model(link, small_record(("O", "X")))
    assert link.is_symlink()
    assert load_model(saved).labels == ("O", "X")


def test_a_record_that_is_wrong_is_not_saved(tmp_path: Path) -> None:
    wrong = replace(small_record(), weights=np.full((1, 8), 1, np.float32))
    with pytest.raises(ModelFileError, match="the chain needs"):
        save_model(tmp_path / "m", wrong)
    assert not list(tmp_path.iterdir())


def test_nan_in_the_training_record_is_not_saved(tmp_path: Path) -> None:
    with pytest.raises(ModelFileError, match="cannot be saved"):
        save_model(tmp_path / "m", replace(small_record(), training={"f1": float("nan")}))


_MEASURE = """
import resource, sys
import numpy as np
from swvm.errors import ModelFileError
from swvm.model.modelfile import load_model
from swvm.model.safetensors import TensorFile
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
try:
    load_model(sys.argv[1])
except ModelFileError:
    pass
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)
"""


def test_loading_takes_no_more_memory_than_the_file(tmp_path: Path) -> None:
    pytest.importorskip("resource")
    features = 200_000
    chain = ChainRecord(1, (features, 0, 0, 0), np.zeros((0, 2), np.int32))
    keys, ids = build_index(np.arange(1, features + 1, dtype=np.uint64), np.arange(features, dtype=np.uint32))
    weights = np.ones((features, 8), np.float32)
    record = replace(small_record(), chain=chain, keys=keys, ids=ids, weights=weights, names=None)
    path = tmp_path / "large"
    save_model(path, record)
    done = subprocess.run([sys.executable, "-c", _MEASURE, path], capture_output=True, text=True, check=True)
    # In kilobytes; on macOS in bytes.
    taken = int(done.stdout) * (1 if sys.platform == "darwin" else 1024)
    assert taken < 2 * path.stat().st_size


def test_bytes_are_those_of_the_file(saved: Path) -> None:
    content = model_bytes(small_record())
    assert content == saved.read_bytes()
    assert_same(record_from_bytes(content), small_record())


@pytest.mark.parametrize("place", [8, 40, -1])
def test_damaged_bytes_are_refused(place: int) -> None:
    content = model_bytes(small_record())
    flipped = bytearray(content)
    flipped[place] ^= 1
    for damaged in (bytes(flipped), content[:place], b""):
        with pytest.raises(ModelFileError, match="the model's bytes: "):
            record_from_bytes(damaged)
