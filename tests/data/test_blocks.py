"""A stream in blocks gives what the whole file gives, however it is cut."""

from __future__ import annotations

import io
import os
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data import BlockReader, ReadOptions, blocks, open_source, parsers, read, read_blocks
from swvm.errors import DataError

pytestmark = pytest.mark.native

LINES = st.lists(st.sampled_from(["a X", "bb Y", "é X", "", " ", "-DOCSTART- O"]), max_size=30)
ENDS = st.sampled_from(["\n", "\r\n"])


@given(LINES, ENDS, st.integers(1, 40), st.booleans())
def test_blocks_are_the_file(lines, end, size, final):
    data = (end.join(["w L", *lines]) + (end if final else "")).encode()
    whole = read(io.BytesIO(data))
    parts = list(read_blocks(io.BytesIO(data), block_bytes=size))
    assert b"".join(part.raw.data for part in parts) == data
    assert [sentence for part in parts for sentence in part.corpus] == list(whole)
    assert [part.raw.index for part in parts] == list(range(len(parts)))


@given(LINES, ENDS, st.integers(1, 40))
def test_appending_keeps_every_other_byte(lines, end, size):
    data = end.join(["\ufeffw L", *lines]).encode()
    out = b""
    for block in read_blocks(io.BytesIO(data), block_bytes=size):
        codes = np.arange(block.corpus.n_tokens, dtype=np.int32) % 2
        out += block.append(codes, ["B-ü", "O"])
    assert out.replace(" B-ü".encode(), b"").replace(b" L O", b" L").count(b"\n") == data.count(b"\n")
    again = read(io.BytesIO(out), columns="word,old,label")
    assert again.column("old").strings() == read(io.BytesIO(data)).labelled().strings()


def test_appended_bytes():
    data = b"\xef\xbb\xbf# c\r\na\tX \r\n\r\n-DOCSTART-\nb\tY"
    codes = np.array([1, 0], np.int32)
    parts = zip(read_blocks(io.BytesIO(data), comments="#"), np.split(codes, 2), strict=True)
    out = b"".join(block.append(code, ["P", "Q"]) for block, code in parts)
    assert out == b"\xef\xbb\xbf# c\r\na\tX\tQ \r\n\r\n-DOCSTART-\nb\tY\tP"


def test_appending_checks_its_input():
    (block,) = read_blocks(io.BytesIO(b"a X\n"))
    for codes in ([], [0, 0], [1], [-1]):
        with pytest.raises(ValueError, match="label"):
            block.append(np.array(codes, np.int32), ["O"])
    (text,) = read_blocks(io.BytesIO(b"a b\n"), format="text")
    with pytest.raises(DataError, match="rows of a column file"):
        text.append(np.array([0, 0], np.int32), ["O"])


def test_line_numbers_go_on():
    data = b"a X\n\n" * 50 + b"b\n"
    with pytest.raises(DataError, match=r"<input>:101: this row has 1 column"):
        list(read_blocks(io.BytesIO(data), block_bytes=16))
    lines = b'{"tokens": ["a"]}\n' * 50 + b"{}\n"
    with pytest.raises(DataError, match=r"<input>:51: there is no 'tokens'"):
        list(read_blocks(io.BytesIO(lines), labels=False, block_bytes=16))


def test_interners_persist_until_they_are_full(monkeypatch):
    data = b"a X\n\nb X\n\n" * 4
    parts = list(read_blocks(io.BytesIO(data), block_bytes=10))
    assert len({id(part.corpus.columns[0].interner) for part in parts}) == 1
    monkeypatch.setattr(parsers, "MAX_STRINGS", 1)
    parts = list(read_blocks(io.BytesIO(data), block_bytes=10))
    assert len(parts) == 4
    assert len({id(part.corpus.columns[0].interner) for part in parts}) == 4
    assert [part.corpus.tokens() for part in parts] == [[["a"], ["b"]]] * 4


def test_a_pipe_answers_at_once():
    receive, send = os.pipe()
    with os.fdopen(send, "wb", buffering=0) as sender, os.fdopen(receive, "rb") as receiver:
        sender.write(b"a X\n\nb")
        stream = read_blocks(receiver)
        assert next(stream).corpus.tokens() == [["a"]]
        sender.write(b" X\n\n")
        assert next(stream).corpus.tokens() == [["b"]]
        sender.close()
        assert list(stream) == []


@pytest.mark.parametrize("data", [b"", b"\n \n\n"])
def test_nothing_to_tag(data):
    parts = list(read_blocks(io.BytesIO(data), columns="word,pos", labels=False, block_bytes=2))
    assert b"".join(part.raw.data for part in parts) == data
    for part in parts:
        assert part.append(part.corpus.column("pos").codes, []) == part.raw.data


def test_parsers_in_threads_share_the_layout():
    data = b"\n\n" + b"".join(b"w%d\tX Y\n\n" % k for k in range(200))
    results = {}

    def work(parser, mine):
        for raw in mine:
            results[raw.index] = parser.parse(raw).corpus.tokens()

    with open_source(io.BytesIO(data)) as source:
        reader = BlockReader(source, ReadOptions(), block_bytes=64)
        raws = list(reader)
        threads = [threading.Thread(target=work, args=(reader.parser(), raws[k::2])) for k in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert [s for index in sorted(results) for s in results[index]] == [[f"w{k}"] for k in range(200)]


def test_a_sentence_without_end_is_refused(monkeypatch):
    monkeypatch.setattr(blocks, "MAX_SENTENCE_BYTES", 100)
    with pytest.raises(DataError, match=r":1: no sentence ends within"):
        list(read_blocks(io.BytesIO(b"a X\n" * 100), block_bytes=16))
