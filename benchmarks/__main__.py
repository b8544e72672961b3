"""`python -m benchmarks`: measure, print, write the record and the pages."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from benchmarks.models import Models
from benchmarks.needs import MissingError
from benchmarks.plan import SECTIONS
from benchmarks.report import line, save


def main() -> None:
    """Measure all sections, or those that are named; the record keeps the others."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("sections", nargs="*", choices=[[], *SECTIONS], help="default: all")
    parser.add_argument("--models", type=Path, help="a folder whose models are used again")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        models = Models(options.models or Path(folder))
        for name in options.sections or SECTIONS:
            try:
                measure(name, models)
            except MissingError as reason:
                print(reason, file=sys.stderr, flush=True)


def measure(name: str, models: Models) -> None:
    """Measure one section and keep what was found."""
    rows = []
    for row in SECTIONS[name](models):
        print(line(row), flush=True)
        rows.append(row)
    save(name, rows)


if __name__ == "__main__":
    main()
