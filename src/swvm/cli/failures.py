"""Errors -> one sentence on standard error and an exit code.

| code | what happened |
|---|---|
| 1 | something that swvm did not foresee: a fault of its own, or of the machine |
| 2 | the input, an option or a file is not as it must be |
| 130 | Ctrl-C |
| 141 | the reader of our output went away |
"""

from __future__ import annotations

import os
import sys
import threading
import traceback
from contextlib import suppress
from difflib import get_close_matches
from typing import NoReturn

import click

from swvm.errors import SwvmError

UNFORESEEN, WRONG_INPUT, INTERRUPTED, NO_READER = 1, 2, 130, 141


def report(error: BaseException, *, debug: bool) -> int:
    """Say what went wrong, where there is something to say, and return the exit code."""
    if isinstance(error, click.exceptions.Exit):
        return int(error.exit_code)
    if isinstance(error, SystemExit):
        return error.code if isinstance(error.code, int) else UNFORESEEN
    if isinstance(error, BrokenPipeError):
        _discard_output()
        return NO_READER
    if debug:
        traceback.print_exception(error)
    if isinstance(error, (KeyboardInterrupt, click.Abort)):
        _say("interrupted")
        return INTERRUPTED
    _say(sentence(error))
    return WRONG_INPUT if isinstance(error, (SwvmError, click.ClickException, OSError)) else UNFORESEEN


def sentence(error: BaseException) -> str:
    """Return what a user is told."""
    if isinstance(error, SwvmError):
        return str(error)
    if isinstance(error, click.UsageError):
        return _usage(error)
    if isinstance(error, click.ClickException):
        return error.format_message()
    if isinstance(error, OSError):
        return f"{error.filename or 'input or output failed'}: {error.strerror or error}"
    if isinstance(error, MemoryError):
        return "there is not enough memory for this"
    return f"this should not have happened ({type(error).__name__}: {error}); --debug shows where. Please report it"


def _usage(error: click.UsageError) -> str:
    """Return click's message as a sentence, with the nearest option and where to read more."""
    message = error.format_message().rstrip(".")
    if isinstance(error, click.exceptions.NoArgsIsHelpError) and error.ctx is not None:
        message = f"name a command of {error.ctx.command_path}"
    elif isinstance(error, click.NoSuchOption):
        message = f"no such option: {error.option_name}{_nearest(error)}"
    elif isinstance(error, click.MissingParameter) and error.param is not None:
        name = error.param.opts[0] if isinstance(error.param, click.Option) else error.param.human_readable_name
        message = f"missing {error.param.param_type_name}: {name}"
    help_of = f" ({error.ctx.command_path} --help lists what there is)" if error.ctx is not None else ""
    return message[0].lower() + message[1:] + help_of


def _nearest(error: click.NoSuchOption) -> str:
    known = [name for param in error.ctx.command.params for name in param.opts] if error.ctx is not None else []
    found = get_close_matches(error.option_name, known, n=1)
    return f". Did you mean {found[0]}?" if found else ""


def _say(text: str) -> None:
    with suppress(OSError):
        click.echo(f"error: {text}" if text != "interrupted" else text, err=True)


def _discard_output() -> None:
    """Let what is still buffered go nowhere: the interpreter flushes at its end, and would complain."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def leave(code: int) -> NoReturn:
    """End the process. A thread that waits for input cannot be stopped; the process must not wait for it."""
    if threading.active_count() > 1:
        with suppress(OSError):
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)
    sys.exit(code)
