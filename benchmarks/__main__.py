"""`python -m benchmarks`: measure, print, write the record and the page."""

from __future__ import annotations

from benchmarks.plan import measure
from benchmarks.report import line, save


def main() -> None:
    rows = []
    for row in measure():
        print(line(row), flush=True)
        rows.append(row)
    save(rows)


if __name__ == "__main__":
    main()
