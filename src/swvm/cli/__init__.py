"""The command line: one file a command.

Reading order: `app` (finds a command and imports it when it is called), `failures` (errors -> one sentence and an exit
code), `command` (how options and help look), `settings` (configurations -> options), `reading` and `sources` (inputs),
`show` (tables and numbers), then the commands. No algorithm is here, and nothing else prints.
"""

from __future__ import annotations

import io
import sys


def main() -> None:
    """Run the command that the arguments name, and end the process."""
    from swvm.cli.app import run  # noqa: PLC0415 (the package itself imports nothing)
    from swvm.cli.failures import leave  # noqa: PLC0415

    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a formula on a console without Greek letters is no error
    leave(run(sys.argv[1:]))
