"""Files of every format and of every odd shape become the same corpus, or an error that says where and what."""

from __future__ import annotations

import gzip
import io
import subprocess
import sys

import pytest

from swvm.data import read
from swvm.errors import DataError, SettingError

pytestmark = pytest.mark.native

TOKENS = [["Él", "vive"], ["Sí"]]
TAGS = [["B-PER", "O"], ["O"]]
PLAIN = "Él B-PER\nvive O\n\nSí O\n"

VARIANTS = {
    "plain": PLAIN,
    "no final newline": PLAIN[:-1],
    "crlf": PLAIN.replace("\n", "\r\n"),
    "byte order mark": "\ufeff" + PLAIN,
    "tabs": PLAIN.replace(" ", "\t"),
    "runs of blanks": PLAIN.replace(" ", "   "),
    "blanks at the ends": PLAIN.replace("\n", "  \n").replace("vive", "  vive"),
    "blank lines everywhere": "\n \n\t\r\n" + PLAIN.replace("\n\n", "\n \t\n\n\n") + "\n\n",
}


@pytest.fixture
def file(tmp_path):
    def write(content, name="corpus.txt"):
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write


@pytest.mark.parametrize("content", VARIANTS.values(), ids=VARIANTS.keys())
def test_variants_of_one_file(file, content):
    corpus = read(file(content))
    assert corpus.tokens() == TOKENS
    assert corpus.tags() == TAGS
    assert corpus.documents.tolist() == [0]


def test_a_separator_that_is_told(file):
    path = file("New York\tO\n")
    assert read(path).sentence(0) == [("New York", "O")]
    assert read(path, separator="space").sentence(0) == [("New", "York", "O")]
    with pytest.raises(DataError, match="one column"):
        read(file("a b\n"), separator="tab")


def test_sources(file, monkeypatch):
    path = file(gzip.compress(PLAIN.encode()), "corpus.gz")
    assert read(path).tokens() == TOKENS
    assert read(str(path)).tags() == TAGS
    assert read(io.BytesIO(PLAIN.encode())).tokens() == TOKENS
    assert read(io.StringIO(PLAIN)).tokens() == TOKENS
    with path.open("rb") as opened:
        assert read(opened).tokens() == TOKENS
    with file(PLAIN).open(encoding="utf-8") as opened:
        assert read(opened).source.endswith("corpus.txt")


def test_standard_input():
    code = "from swvm.data import read; print(read('-').tags())"
    done = subprocess.run([sys.executable, "-c", code], input=PLAIN.encode(), capture_output=True, check=True)
    assert done.stdout.decode().strip() == str(TAGS)


@pytest.mark.parametrize(
    ("columns", "row", "expected"),
    [
        (None, "a b", ["word", "label"]),
        (None, "a b c", ["word", "pos", "label"]),
        (None, "a b c d e", ["word", "c1", "c2", "c3", "label"]),
        ("word,label,pos", "a b c", ["word", "pos", "label"]),
        ("_,word,chunk", "a b c", ["word", "chunk"]),
        (("word", "_", "ner"), "a b c", ["word", "ner"]),
    ],
)
def test_names_of_columns(file, columns, row, expected):
    corpus = read(file(row), columns=columns)
    assert [column.name for column in corpus.all_columns] == expected
    assert corpus.labels is not None


def test_unlabelled_reading_ignores_what_follows(file):
    for row in ("a DT", "a DT O", "a DT x O"):
        corpus = read(file(row), columns="word,pos,label", labels=False)
        assert [column.name for column in corpus.columns] == ["word", "pos"]
        assert corpus.labels is None
    assert [column.name for column in read(file("a b c"), labels=False).columns] == ["word", "c1", "c2"]
    assert [column.name for column in read(file("a"), labels=False).columns] == ["word"]


def test_documents(file):
    mark = "-DOCSTART- -X- O O\n\n"
    content = mark + "a B\n\nb B\n\n" + mark + mark + "c B\n" + mark.strip() + "\nd B\n\n" + mark
    corpus = read(file(content))
    assert corpus.tokens() == [["a"], ["b"], ["c"], ["d"]]
    assert corpus.documents.tolist() == [0, 2, 3]
    assert read(file("a B\n\n-DOCSTART- O\n\nb B")).documents.tolist() == [0, 1]


def test_comments_only_when_asked(file):
    path = file("# x\na B\n# y\n\n# z\nb C\n")
    assert read(path).tokens() == [["#", "a", "#"], ["#", "b"]]
    assert read(path, comments="#").tokens() == [["a"], ["b"]]


CONLLU = """# text = vámonos al mar
1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\t_
1\tvamos\tir\tVERB\tv\t_\t0\troot\t_\t_
2\tnos\tnosotros\tPRON\tp\t_\t1\tobj\t_\t_
2.1\tx\tx\tX\tx\t_\t1\tobj\t_\t_

1\tmar\tmar\tNOUN\tn\t_\t0\troot\t_\t_
"""


def test_conllu(file):
    path = file(CONLLU, "corpus.conllu")
    corpus = read(path)
    assert corpus.tokens() == [["vamos", "nos"], ["mar"]]
    assert corpus.tags() == [["VERB", "PRON"], ["NOUN"]]
    corpus = read(path, columns="word,pos,lemma,label=deprel")
    assert [column.name for column in corpus.columns] == ["word", "lemma", "pos"]
    assert corpus.tags() == [["root", "obj"], ["root"]]
    corpus = read(path, labels=False)
    assert [column.name for column in corpus.columns] == ["word", "pos"]
    with pytest.raises(SettingError, match=r"unknown field 'frm'. Did you mean 'form'"):
        read(path, columns="word=frm,label=upos")
    with pytest.raises(DataError, match="10 columns separated by tabs, the first row of this file has 1"):
        read(file(PLAIN), format="conllu")


def test_json_lines(file):
    content = '{"tokens": ["Él", "vive"], "tags": ["B-PER", "O"], "pos": ["P", "V"]}\n\n'
    content += '{"tokens": [], "tags": [], "pos": []}\n'
    content += '{"tags": ["O"], "tokens": ["Sí"], "pos": ["A"]}'
    path = file(content)
    assert read(path).tokens() == TOKENS
    assert read(path).tags() == TAGS
    corpus = read(path, columns="word,pos,label")
    assert corpus.sentence(0) == [("Él", "P", "B-PER"), ("vive", "V", "O")]
    assert read(path, labels=False, columns="word,pos,label").labels is None


def test_plain_text(file):
    corpus = read(file("Él  vive\r\n\n Sí \n"), format="text")
    assert corpus.tokens() == TOKENS
    assert corpus.labels is None


BROKEN = {
    "too few": ("a b c\nx y\n", r":2: this row has 2 columns, the first row has 3 \(separated by blanks\): 'x y'"),
    "too many": ("a\tb\n\nx\ty\tz\n", r":3: this row has 3 columns, the first row has 2 \(separated by tabs\)"),
    "one column": ("a\nb\n", "the first row has one column"),
    "empty column": ("a\tb\tc\nx\t\tz\n", ":2: column 2 of this row is empty"),
    "bad byte": (b"a b\n\nc\xe9 d\n", r":3: byte 2 of this line \(0xE9\) is not UTF-8.*iconv"),
    "surrogate": (b"a b\nc \xed\xa0\x80\n", r":2: byte 3 of this line \(0xED\)"),
    "utf-16": ("a b\n".encode("utf-16"), "UTF-16"),
    "empty": ("", "there is no token"),
    "blank": (" \n\n", "there is no token"),
    "gzip cut off": (gzip.compress(PLAIN.encode() * 9)[:-9], "gzip data is damaged"),
    "gzip damaged": (b"\x1f\x8b\x08garbage and more garbage", "gzip data is damaged"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN.values(), ids=BROKEN.keys())
def test_broken_files(file, content, message):
    with pytest.raises(DataError, match=r"corpus.txt.*" + message):
        read(file(content))


BROKEN_JSON = {
    "not JSON": ('{"tokens": ["a"], "tags": ["O"]}\n{"tokens": ["a"', ":2: this line is not JSON"),
    "array": ('{"tokens": ["a"], "tags": ["O"]}\n[1]', ":2: this line is not a JSON object"),
    "no tags": ('{"tokens": ["a"]}', ":1: there is no 'tags' in this object; it has 'tokens'"),
    "numbers": ('{"tokens": ["a"], "tags": [1]}', ":1: 'tags' holds numbers.*feature.names"),
    "other": ('{"tokens": ["a"], "tags": [null]}', ":1: 'tags' holds None, which is no string"),
    "no list": ('{"tokens": "a", "tags": ["O"]}', ":1: 'tokens' is not a list"),
    "lengths": ('{"tokens": ["a"], "tags": ["O", "O"]}', ":1: 2 values of 'tags' for 1 of 'tokens'"),
    "bytes": (b'{"tokens": ["\xff"], "tags": ["O"]}', r":1: byte 14 of this line \(0xFF\) is not UTF-8"),
    "surrogate": (r'{"tokens": ["\ud800"], "tags": ["O"]}', ":1: 'tokens' holds half of a surrogate pair"),
    "deep": ("{" + '"a":[' * 100_000, ":1: this line is not JSON"),
}


@pytest.mark.parametrize(("content", "message"), BROKEN_JSON.values(), ids=BROKEN_JSON.keys())
def test_broken_json_lines(file, content, message):
    with pytest.raises(DataError, match=r"corpus.jsonl.*" + message):
        read(file(content, "corpus.jsonl"))


def test_missing_files_and_folders(tmp_path):
    with pytest.raises(DataError, match="no such file"):
        read(tmp_path / "none.txt")
    with pytest.raises(DataError, match="this is a folder"):
        read(tmp_path)


def test_wrong_settings(file):
    path = file("a b c\n")
    with pytest.raises(DataError, match=r"2 columns are named \(word, label\) but the file has 3"):
        read(path, columns="word,label")
    with pytest.raises(DataError, match="the columns word, pos are needed, but the first row has 1 column"):
        read(file("a\n", "one.txt"), columns="word,pos", labels=False)
    for columns, message in (("word,word", "a name occurs twice"), ("word,,x", "give names"), ("_", "give names")):
        with pytest.raises(SettingError, match=message):
            read(path, columns=columns)
    with pytest.raises(DataError, match="no observed column"):
        read(path, columns="_,_,label")
    with pytest.raises(SettingError, match=r"unknown format 'colums'. Did you mean 'columns'"):
        read(path, format="colums")
    with pytest.raises(SettingError, match="unknown separator"):
        read(path, separator=",")
