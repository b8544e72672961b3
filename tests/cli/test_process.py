"""What only a process of its own can show: start-up, pipes, signals."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

import pytest

from swvm.cli.progress import HEADER

SWVM = [sys.executable, "-m", "swvm"]
posix = pytest.mark.skipif(os.name != "posix", reason="signals and pipes of POSIX")


def start(*arguments: object, **streams: object) -> subprocess.Popen[bytes]:
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    return subprocess.Popen([*SWVM, *map(str, arguments)], **{**pipes, **streams})


def test_the_exit_code_reaches_the_shell(tmp_path):
    assert subprocess.run([*SWVM, "--version"], capture_output=True, check=True).stdout.startswith(b"swvm ")
    done = subprocess.run([*SWVM, "info", tmp_path / "none"], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (2, f"error: {tmp_path / 'none'}: there is no such model file\n".encode())


def test_a_start_imports_little():
    code = (
        "import sys; from swvm.cli.app import run; run(['--version']); "
        "print([m for m in ('numpy', 'rich', 'matplotlib', 'pooch', 'swvm.data') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout.endswith(b"[]\n")


def test_tagging_imports_no_learning(model):
    code = (
        f"import sys; from swvm.cli.app import run; run(['tag', {str(model)!r}, '-']); "
        "print([m for m in sys.modules if m.startswith(('swvm.learn', 'swvm.evaluate', 'rich', 'pooch', 'tomllib'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, input=b"")
    assert done.stdout == b"[]\n"


@pytest.mark.parametrize("threads", [1, 2])
def test_a_pipe_is_answered_at_once(model, threads):
    with start("tag", model, "--threads", threads) as process:
        for word in (b"Dear", b"Jordan"):
            process.stdin.write(word + b"\n\n")
            process.stdin.flush()
            assert process.stdout.readline().split()[0] == word
            assert process.stdout.readline() == b"\n"
        process.stdin.close()
        assert process.wait(60) == 0


@posix
@pytest.mark.parametrize("threads", [1, 2])
def test_a_reader_that_goes_away_is_no_error(model, threads):
    with start("tag", model, "--threads", threads) as process:
        process.stdin.write(b"Dear\n\n" * 10)
        process.stdin.flush()
        process.stdout.readline()
        process.stdout.close()
        try:
            process.stdin.write(b"Dear\n\n" * 1_000_000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(60) == 141
        assert process.stderr.read() == b""


@posix
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_while_waiting_for_input(model, threads):
    with start("tag", model, "--threads", threads) as process:
        process.stdin.write(b"Dear\n\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().strip() == b"interrupted"


@posix
def test_ctrl_c_in_training_saves_a_model(tmp_path):
    with start("train", "demo", "-o", tmp_path / "m", "--epochs", 1_000_000, "--verbose") as process:
        for _ in range(3):
            process.stderr.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr.read().endswith(b"is saved in " + os.fsencode(tmp_path / "m") + b"\n")
    done = subprocess.run([*SWVM, "info", tmp_path / "m", "--verify"], capture_output=True, check=True)
    assert b"training was interrupted" in done.stdout


@posix
def test_memory_does_not_grow_with_the_input(model, tmp_path):
    text = b"".join(b"word%d\nJordan\n\n" % (k % 5000) for k in range(20_000))

    def peak(copies: int) -> int:
        (tmp_path / "in").write_bytes(text * copies)
        process = subprocess.Popen([*SWVM, "tag", model, tmp_path / "in", "-o", tmp_path / "out"])
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        assert process.returncode == 0
        return usage.ru_maxrss

    few, many = peak(2), peak(40)
    assert many < few + 8_000  # kilobytes; the input is 14 MB larger, its codes and features many times that


@posix
def test_a_terminal_shows_a_table_that_grows(tmp_path):
    import pty

    leader, follower = pty.openpty()
    with start("train", "demo", "-o", tmp_path / "m", "--epochs", 3, stderr=follower) as process:
        os.close(follower)
        shown = b""
        while b"in all" not in shown:
            shown += os.read(leader, 4096)
        assert process.wait(60) == 0
    os.close(leader)
    text = re.sub(rb"\x1b\[[?0-9;]*[a-zA-Z]", b"", shown).decode()
    assert HEADER in text
    assert "epoch 3/3" in text
    assert re.findall(r"(?m)^ +([123]) +\d+\.\d\d %", text.replace("\r", "\n")) == [*"123"]
