"""Calls of the command line within this process: exit code, standard output, standard error."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass

from swvm.cli.app import run


@dataclass(frozen=True)
class Call:
    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one sentence of an error."""
        assert self.err.startswith("error: "), self.err
        assert self.err.count("\n") == 1, self.err
        return self.err.removeprefix("error: ").rstrip("\n")


def swvm(*arguments: object, stdin: bytes = b"") -> Call:
    """Run `swvm ARGUMENTS` and return what it printed."""
    out, err = _stream(), _stream()
    with redirect_stdout(out), redirect_stderr(err), _stdin(stdin):
        code = run([str(argument) for argument in arguments])
    return Call(code, _text(out), _text(err))


def ok(*arguments: object, stdin: bytes = b"") -> Call:
    """Run a command that must succeed."""
    call = swvm(*arguments, stdin=stdin)
    assert call.code == 0, call.err
    return call


@contextmanager
def _stdin(content: bytes) -> Iterator[None]:
    before = sys.stdin
    sys.stdin = io.TextIOWrapper(io.BytesIO(content), encoding="utf-8")
    try:
        yield
    finally:
        sys.stdin = before


def _stream() -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    content: io.BytesIO = stream.buffer  # type: ignore[assignment]
    return content.getvalue().decode()
