"""`swvm cluster`: its inputs, its file, what it says, and a run that is killed."""

from __future__ import annotations

import gzip
import signal
import subprocess
import sys
import time

import numpy as np
import pytest

from shell import ok, swvm
from swvm.cli import clusterbar
from swvm.cluster import ClusterConfig
from swvm.cluster.exchange import ExchangeState
from swvm.data.guessing import guess_format


@pytest.fixture
def text(tmp_path):
    rng = np.random.default_rng(1)
    lines = [f"the n{rng.integers(30)} v{rng.integers(30)} a n{rng.integers(30)}\n" for _ in range(400)]
    path = tmp_path / "text.txt"
    path.write_text("".join(lines))
    return path


def test_text_gzip_pipe_and_columns_give_the_same(text, tmp_path):
    given = ("--clusters", 8, "-o")
    said = ok("cluster", text, *given, tmp_path / "a")
    assert said.out == ""
    assert "400 sentences, 2,000 tokens, 62 words to cluster" in said.err
    assert "62 words in 8 clusters after" in said.err
    (tmp_path / "t.gz").write_bytes(gzip.compress(text.read_bytes()))
    ok("cluster", tmp_path / "t.gz", *given, tmp_path / "b")
    ok("cluster", "-", *given, tmp_path / "c", stdin=text.read_bytes())
    rows = "".join("".join(f"{word}\tX\n" for word in line.split()) + "\n" for line in text.read_text().splitlines())
    (tmp_path / "rows").write_text(rows)
    ok("cluster", tmp_path / "rows", *given, tmp_path / "d")
    lines = text.read_text().splitlines(keepends=True)
    for k, part in enumerate((lines[:150], lines[150:])):
        (tmp_path / f"part{k}").write_text("".join(part))
    ok("cluster", tmp_path / "part0", tmp_path / "part1", *given, tmp_path / "e")
    first = (tmp_path / "a").read_bytes()
    assert len(first.splitlines()) == 62
    assert all((tmp_path / name).read_bytes() == first for name in "bcde")


def test_known_corpora_and_settings(tmp_path):
    ok("cluster", "demo:train", "demo:dev", "-o", tmp_path / "p", "--clusters", 20, "--min-count", 3, "--lower")
    rows = [line.split("\t") for line in (tmp_path / "p").read_text().splitlines()]
    assert len({path for path, _, _ in rows}) == 20
    assert all(word == word.lower() and int(count) >= 3 for _, word, count in rows)
    ok("cluster", "demo:train", "-o", tmp_path / "q", "--clusters", 20, "--fold-digits", "--quiet")
    assert not any(digit in line.split("\t")[1] for line in (tmp_path / "q").read_text().splitlines() for digit in "12")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("cluster", "-o", "p"), "name a text"),
        (("cluster", "nowhere.txt", "-o", "p"), "there is no such file"),
        (("cluster", "demo:train", "-o", "p", "--clusters", 1), "clusters is 1; it must be at least 2"),
        (("cluster", "demo:train", "-o", "p", "--clusters", 20000), "fewer than the 20,000 clusters"),
    ],
)
def test_errors(arguments, message, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    call = swvm(*arguments)
    assert call.code in (1, 2)
    assert message in call.err
    assert not (tmp_path / "p").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="kill -9")
def test_a_killed_run_goes_on(tmp_path):
    rng = np.random.default_rng(2)
    words = rng.zipf(1.3, size=(20_000, 10)).clip(max=3000)
    path = tmp_path / "text.txt"
    path.write_text("".join(" ".join(f"w{w}" for w in row) + "\n" for row in words))
    given = [str(path), "--clusters", "60", "--sweeps", "4", "--quiet"]
    ok("cluster", *given, "-o", tmp_path / "whole")
    program = (
        "import sys, swvm.cluster.learning as one; one.SAVE_EVERY = 0.0\n"
        "from swvm.cli.app import run; sys.exit(run(sys.argv[1:]))"
    )
    call = [
        sys.executable,
        "-c",
        program,
        "cluster",
        *given,
        "-o",
        str(tmp_path / "p"),
        "--checkpoint",
        str(tmp_path / "c"),
    ]
    process = subprocess.Popen(call)
    while not (tmp_path / "c").exists() and process.poll() is None:
        time.sleep(0.002)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL
    assert not (tmp_path / "p").exists()
    subprocess.run(call, check=True)
    assert (tmp_path / "p").read_bytes() == (tmp_path / "whole").read_bytes()
    assert not (tmp_path / "c").exists()


@pytest.mark.parametrize(
    ("start", "name", "expected"),
    [
        (b"The cat sat .\nIt was red .\n\nA dog\n", "", "text"),
        (b"EU NNP B-ORG\nrejects VBZ O\n\nPeter NNP B-PER\n", "", "columns"),
        (b"\n\nThe cat\nsat down\n", "", "text"),  # no blank line between rows
        (b"one\n" * 60, "", "columns"),
        (b"one\n" * 10, "", "text"),
        (b'{"tokens": ["a"]}\n', "", "jsonl"),
        (b"# a\n", "x.conllu.gz", "conllu"),
        (b"", "", "text"),
        (b"\xef\xbb\xbfa b\nc d\n\ne f\n", "", "columns"),
    ],
)
def test_the_format_is_seen(start, name, expected):
    assert guess_format(start, name) == expected


def test_a_terminal_gets_a_bar(text, tmp_path, monkeypatch):
    config = ClusterConfig(clusters=8)
    assert type(clusterbar.display_for(config, quiet=False)) is clusterbar.ClusterBar
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert type(clusterbar.display_for(config, quiet=True)) is clusterbar.ClusterBar
    shown = clusterbar.display_for(config, quiet=False)
    assert isinstance(shown, clusterbar.TerminalBar)
    with shown:
        shown.reading(12345)
        (task,) = shown._bar.tasks
        assert task.description == "reading, 12,345 tokens"
        shown.on_slice(ExchangeState(np.zeros(62, np.int32), sweep=1, word=20, moved=7))
        assert task.description == "sweep 2 of at most 20, 7 words moved"
        assert (task.completed, task.total) == (20, 62)
        shown.on_slice(ExchangeState(np.zeros(62, np.int32), sweep=2, word=0, moved=9))
        assert task.description == "sweep 2 of at most 20, 9 words moved"
        assert task.completed == 62
