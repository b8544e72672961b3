"""What is written is read back the same; a file takes its place whole or not at all."""

from __future__ import annotations

import gzip
import io
import json
import os
import stat
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from swvm.data import Column, Corpus, open_output, read, render, write
from swvm.errors import DataError, SettingError

WORDS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\t\n\r "), min_size=1, max_size=6)
SENTENCES = st.lists(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=4), min_size=1, max_size=4)


def corpus_of(sentences):
    word, pos, label = ([[row[k] for row in sentence] for sentence in sentences] for k in range(3))
    return Corpus.from_columns({"word": word, "pos": pos}, label)


@given(SENTENCES, st.sampled_from(["tab", "space"]), st.sampled_from(["\n", "\r\n"]))
def test_columns_round_trip(sentences, separator, end):
    data = render(corpus_of(sentences), separator=separator).replace(b"\n", end.encode())
    assert list(read(io.BytesIO(data), format="columns", separator=separator)) == sentences


@given(SENTENCES)
def test_json_lines_round_trip(sentences):
    data = render(corpus_of(sentences), format="jsonl")
    assert list(read(io.BytesIO(data), columns="word,pos,label")) == sentences


@given(SENTENCES, st.sets(st.integers(0, 3)))
def test_documents_round_trip(sentences, starts):
    corpus = corpus_of(sentences)
    documents = np.array(sorted({0, *(k for k in starts if k < len(sentences))}))
    corpus = Corpus(corpus.columns, corpus.labels, corpus.offsets, documents)
    again = read(io.BytesIO(render(corpus)), format="columns")
    assert again.documents.tolist() == documents.tolist()
    assert list(again) == sentences


@pytest.mark.parametrize("value", ["a\tb", "a\nb", "a\r", "", " a", "a "])
def test_what_columns_cannot_hold(value):
    with pytest.raises(DataError, match=r"memory: .* in column 'word' cannot stand in a column file.*JSON lines"):
        render(Corpus.from_sentences([[value]], [["O"]]))
    assert read(io.BytesIO(render(Corpus.from_sentences([[value]]), format="jsonl")), labels=False).tokens() == [
        [value]
    ]


def test_blanks_inside_tokens_need_tabs():
    corpus = Corpus.from_sentences([["New York"]], [["B-LOC"]])
    assert render(corpus) == b"New York\tB-LOC\n\n"
    with pytest.raises(DataError, match="separated by spaces"):
        render(corpus, separator="space")
    with pytest.raises(DataError, match="'-DOCSTART-' in column 'word'"):
        render(Corpus.from_sentences([["-DOCSTART-"]], [["O"]]))


def test_brackets():
    corpus = Corpus.from_sentences([["John", "Smith", "saw", "Paris", "[", "New York", "\\"], ["I"]])
    labels = [["B-PER", "I-PER", "O", "B-LOC", "B-LOC", "B-LOC", "O"], ["O"]]
    expected = "[PER John Smith] saw [LOC Paris] [LOC \\[] [LOC New\\ York] \\\\\nI\n"
    assert render(corpus, labels=labels, format="brackets").decode() == expected
    with pytest.raises(DataError, match="brackets need labels"):
        render(corpus, format="brackets")
    with pytest.raises(DataError, match="no label scheme"):
        render(Corpus.from_sentences([["a"]], [["NN"]]), format="brackets")


def test_labels_in_place_of_the_corpus_s_own():
    corpus = Corpus.from_sentences([["a"], ["b"]], [["X"], ["Y"]])
    assert render(corpus, labels=[["1"], ["2"]]) == b"a\t1\n\nb\t2\n\n"
    assert render(corpus, labels=Column.from_strings("new", ["1", "2"])) == b"a\t1\n\nb\t2\n\n"
    with pytest.raises(DataError, match="do not have the lengths"):
        render(corpus, labels=[["1", "2"]])
    with pytest.raises(DataError, match="1 labels to write for 2 tokens"):
        render(corpus, labels=Column.from_strings("new", ["1"]))


def test_formats_by_suffix(tmp_path):
    corpus = Corpus.from_sentences([["a"]], [["X"]])
    write(corpus, tmp_path / "c.txt")
    write(corpus, tmp_path / "c.jsonl.gz")
    assert (tmp_path / "c.txt").read_bytes() == b"a\tX\n\n"
    assert json.loads(gzip.decompress((tmp_path / "c.jsonl.gz").read_bytes())) == {"tokens": ["a"], "tags": ["X"]}
    assert read(tmp_path / "c.jsonl.gz").tags() == [["X"]]
    with pytest.raises(SettingError, match="unknown output format 'xml'"):
        write(corpus, tmp_path / "c.xml", format="xml")
    with pytest.raises(SettingError, match="unknown separator"):
        write(corpus, tmp_path / "c.txt", separator=",")


def test_the_old_file_stays_until_the_new_one_is_whole(tmp_path):
    path = tmp_path / "out.txt"
    path.write_text("old")
    path.chmod(0o640)
    with pytest.raises(RuntimeError), open_output(path) as stream:
        stream.write(b"half")
        raise RuntimeError
    assert [p.name for p in tmp_path.iterdir()] == ["out.txt"]
    assert path.read_text() == "old"
    with open_output(path) as stream:
        stream.write(b"new")
        assert path.read_text() == "old"
    assert path.read_text() == "new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_links_and_devices_are_written_through(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "target")
    with open_output(tmp_path / "link") as stream:
        stream.write(b"x")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"x"
    with open_output(os.devnull) as stream:
        stream.write(b"x")


def test_outputs_that_cannot_be(tmp_path):
    with pytest.raises(DataError, match="cannot write: No such file"), open_output(tmp_path / "none" / "x"):
        pass
    with pytest.raises(DataError, match="this is a folder"), open_output(tmp_path):
        pass


def test_standard_output():
    code = "from swvm.data import *; write(Corpus.from_sentences([['é']], [['O']]), '-')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout == "é\tO\n\n".encode()
