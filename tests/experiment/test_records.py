"""Records in a file: what is written is read, torn lines are healed, nothing counts twice."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from experiment.made_records import record, table
from swvm.errors import DataError
from swvm.experiment.packing import pack, pack_bits, unpack, unpack_bits
from swvm.experiment.records import append_record, compact, encode, heal, read_records


@given(st.lists(st.integers(0, 2**32 - 1)))
def test_packed_numbers_come_back(values):
    assert unpack(pack(values)).tolist() == values


@given(st.lists(st.booleans()))
def test_packed_bits_come_back(values):
    assert unpack_bits(pack_bits(np.array(values, np.bool_))).tolist() == values


@pytest.mark.parametrize("text", ["", "u9:xx", "u1:xx", "u1:AAAA"])
def test_damaged_numbers_are_an_error(text):
    with pytest.raises(DataError):
        unpack(text)


def test_records_come_back(tmp_path):
    file = tmp_path / "records.jsonl"
    records = [record(part=part, C="inf") for part in range(3)]
    for one in records:
        append_record(file, one)
    assert read_records(file) == records
    assert read_records(file)[0].sentences.counts().tp.tolist() == table(80).counts().tp.tolist()


def test_no_file_has_no_records(tmp_path):
    assert read_records(tmp_path / "none.jsonl") == []


def test_a_torn_line_is_ignored_and_healed_at_every_byte(tmp_path):
    file = tmp_path / "records.jsonl"
    whole, last = encode(record(part=0)), encode(record(part=1))
    for cut in range(1, len(last), 97):
        file.write_bytes(whole + last[:cut])
        assert [one.part for one in read_records(file)] == [0]
        heal(file)
        assert file.read_bytes() == whole


def test_a_last_line_that_lacks_only_its_end_is_kept(tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(encode(record()).rstrip(b"\n"))
    heal(file)
    append_record(file, record(part=1))
    assert [one.part for one in read_records(file)] == [0, 1]


def test_a_damaged_line_in_the_middle_names_its_place(tmp_path):
    file = tmp_path / "records.jsonl"
    file.write_bytes(b'{"id": 1}\n' + encode(record()))
    with pytest.raises(DataError, match=r"records\.jsonl:1: .*no record"):
        read_records(file)


def test_compacted_records_are_read_with_the_new_ones(tmp_path):
    file = tmp_path / "records.jsonl"
    append_record(file, record(part=1))
    append_record(file, record(part=0))
    packed = compact(file)
    assert packed.name == "records.jsonl.gz"
    assert not file.exists()
    append_record(file, record(part=0, dev=1))  # a run that is there already
    append_record(file, record(part=2))
    assert [(one.part, one.dev.f1) for one in read_records(file)] == [(0, 80), (1, 80), (2, 80)]
    assert [one.part for one in read_records(packed)] == [0, 1]
    compact(file)
    assert [one.part for one in read_records(packed)] == [0, 1, 2]


def test_a_damaged_gzip_file_is_an_error(tmp_path):
    file = tmp_path / "records.jsonl.gz"
    file.write_bytes(b"no gzip")
    with pytest.raises(DataError, match="gzip"):
        read_records(file)


def test_right_tokens_of_sentences():
    one = table(3, 4)
    assert one.right_tokens.tolist() == [1, 1, 1, 0]
    assert one.counts("token_f1").exact.tolist() == [True, True, True, False]
