"""Known corpora: the declared sizes are those of the files; fetching checks what it gets."""

from __future__ import annotations

import hashlib
import http.server
import io
import sys
import threading
import zipfile
from functools import partial

import pytest

from swvm.data import corpora, corpus_info, fetching, find_corpus, known_corpora, load_corpus
from swvm.data.fetching import RemoteFile, fetch, find, git_blob
from swvm.errors import DataError, MissingExtraError, SettingError

CONTENT = b"a B-X\n\n"


def test_names():
    assert known_corpora() == ("demo", "conll2000", "conll2002-es", "bc2gm", "jnlpba")
    with pytest.raises(SettingError, match=r"unknown corpus 'conl2000'. Did you mean 'conll2000'\?"):
        corpus_info("conl2000")
    with pytest.raises(SettingError, match=r"unknown split of conll2000 'dev'.*Known: test, train"):
        load_corpus("conll2000", "dev")


def check_sizes(name):
    info = corpus_info(name)
    labels, types = set(), set()
    for split, declared in info.splits.items():
        corpus = load_corpus(name, split)
        assert (len(corpus), corpus.n_tokens) == (declared.sentences, declared.tokens), split
        assert tuple(column.name for column in corpus.all_columns) == info.columns
        labels |= set(corpus.labelled().interner.strings())
    types = {label[2:] for label in labels if label != "O"}
    assert len(labels) == info.labels
    assert tuple(sorted(types)) == info.types


def test_the_corpus_in_the_package():
    check_sizes("demo")
    assert find_corpus("demo", "test").is_file()


@pytest.mark.parametrize("name", ["conll2000", "conll2002-es", "bc2gm", "jnlpba"])
def test_declared_sizes(name, corpora, monkeypatch):
    monkeypatch.setenv("SWVM_DATA", str(corpora))
    check_sizes(name)


@pytest.fixture
def server(tmp_path, monkeypatch):
    """A folder served on this machine in place of GitHub, and an empty cache."""
    pytest.importorskip("pooch")
    folder = tmp_path / "served"
    folder.mkdir()

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *_):
            pass

    serving = http.server.ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=serving.serve_forever, args=(0.01,), daemon=True).start()
    monkeypatch.setenv("SWVM_CORPORA_URL", f"http://127.0.0.1:{serving.server_port}")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("SWVM_DATA", raising=False)
    monkeypatch.setattr(fetching, "cache_folder", lambda: tmp_path / "cache")
    yield folder
    serving.shutdown()
    serving.server_close()


def sha256(content):
    return hashlib.sha256(content).hexdigest()


def test_a_plain_file_is_fetched_once(server, monkeypatch):
    (server / "f.txt").write_bytes(CONTENT)
    file = RemoteFile("c/f.txt", sha256(CONTENT), "f.txt")
    path = fetch(file)
    assert path.read_bytes() == CONTENT
    (server / "f.txt").unlink()
    assert fetch(file) == find(file) == path


def test_a_file_is_known_by_its_git_blob(server):
    blob = git_blob(b"hello\n")
    assert blob == "ce013625030ba8dba906f756967f9e9ca394464a"  # git hash-object
    (server / "f.txt").write_bytes(b"hello\n")
    assert fetch(RemoteFile("c/f.txt", "0" * 64, "f.txt", git_blob=blob)).read_bytes() == b"hello\n"


def test_a_file_of_an_archive(server):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("c/train.txt", CONTENT)
    (server / "c.zip").write_bytes(packed.getvalue())
    pin = sha256(packed.getvalue())
    file = RemoteFile("c/train.txt", sha256(CONTENT), "c.zip", archive_sha256=pin)
    assert fetch(file).read_bytes() == CONTENT
    with pytest.raises(DataError, match=r"there is no none.txt in this archive"):
        fetch(RemoteFile("c/none.txt", sha256(CONTENT), "c.zip", archive_sha256=pin))


@pytest.mark.parametrize("pins", [{}, {"git_blob": "0" * 40}, {"archive_sha256": "1" * 64}], ids=str)
def test_wrong_bytes_are_refused_and_not_kept(server, pins):
    (server / "f.txt").write_bytes(b"something else")
    file = RemoteFile("c/f.txt", sha256(CONTENT), "f.txt", **pins)
    with pytest.raises(DataError, match=r"http://127.0.0.1.*checksum"):
        fetch(file)
    assert find(file) is None


def test_an_address_without_the_file(server):
    with pytest.raises(DataError, match=r"cannot fetch \(404.*SWVM_DATA"):
        fetch(RemoteFile("c/f.txt", sha256(CONTENT), "none.txt"))


def test_a_changed_file_in_the_folder_is_refused(tmp_path, monkeypatch):
    monkeypatch.setenv("SWVM_DATA", str(tmp_path))
    (tmp_path / "bc2gm").mkdir()
    (tmp_path / "bc2gm" / "train.tsv").write_bytes(CONTENT)
    with pytest.raises(DataError, match=r"train.tsv: this is not the known bc2gm/train.tsv: its checksum differs"):
        load_corpus("bc2gm")


def test_the_extra_is_named_when_pooch_is_absent(monkeypatch, tmp_path):
    monkeypatch.setenv("SWVM_DATA", str(tmp_path))
    monkeypatch.setitem(sys.modules, "pooch", None)
    assert find_corpus("conll2000") is None
    with pytest.raises(MissingExtraError, match=r'fetching conll2000/train.txt .*pip install "swvm\[corpora\]"'):
        load_corpus("conll2000")


def test_every_entry_declares_a_pin():
    for info in map(corpora.corpus_info, known_corpora()):
        for split in info.splits.values():
            assert split.file is None or len(split.file.sha256) == 64
