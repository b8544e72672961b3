"""Python files of a user's own, run before a command: what they register can then be used by name."""

from __future__ import annotations

import traceback
from collections.abc import Sequence
from pathlib import Path
from runpy import run_path

from swvm.cli.command import Function, option
from swvm.errors import SettingError, SwvmError


def python_option(section: str = "Options") -> Function:
    """Give a command the option `--python`."""
    return option(
        "--python",
        "python_files",
        multiple=True,
        metavar="FILE",
        section=section,
        help="Run this Python file first; the SetGammas, template sets and word functions it registers are then known.",
    )


def run_files(paths: Sequence[str]) -> None:
    """Run the files; what goes wrong in one is an error with its line."""
    for path in paths:
        if not Path(path).is_file():
            raise SettingError(f"{path}: there is no such Python file")
        try:
            run_path(path)
        except SwvmError:
            raise
        except SyntaxError as error:
            raise SettingError(f"{path}:{error.lineno}: {error.msg}") from error
        except Exception as error:
            raise SettingError(f"{path}{_line(error, path)}: {type(error).__name__}: {error}") from error


def _line(error: Exception, path: str) -> str:
    lines = [frame.lineno for frame in traceback.extract_tb(error.__traceback__) if frame.filename == path]
    return f":{lines[-1]}" if lines else ""
