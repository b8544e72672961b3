"""Runs: a task in a fresh process, a command with its peak of memory, rounds that alternate, medians.

The machine's speed changes while we measure: only what alternates within one run can be compared.
"""

from __future__ import annotations

import importlib
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from benchmarks.measure import megabytes, pin

Numbers = dict[str, Any]


def task(name: str, cores: int = 1, **options: Any) -> Numbers:
    """Run `module.function` of this package in a fresh process; return its numbers."""
    pin(cores)
    command = [sys.executable, "-m", "benchmarks.run", name, json.dumps(options)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True)
    numbers: Numbers = json.loads(done.stdout.splitlines()[-1])
    return numbers


def command(*arguments: str, cores: int = 1, stdin: str = "") -> Numbers:
    """Run a command; return its wall time in seconds and its peak of memory in megabytes."""
    pin(cores)
    begin = perf_counter()
    process = subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(stdin.encode())
    process.stdin.close()
    output = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = perf_counter() - begin
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        raise SystemExit(f"{' '.join(arguments)} failed:\n{output}")
    return {"seconds": seconds, "peak": megabytes(usage.ru_maxrss), "output": output}


def alternate(rounds: int, **variants: Callable[[], Numbers]) -> dict[str, Numbers]:
    """Run all variants in turn, `rounds` times; return for each the median of every number."""
    seen: dict[str, list[Numbers]] = {name: [] for name in variants}
    for _ in range(rounds):
        for name, run in variants.items():
            seen[name].append(run())
    return {name: _medians(runs) for name, runs in seen.items()}


def _medians(runs: list[Numbers]) -> Numbers:
    keys = [key for key, value in runs[0].items() if isinstance(value, int | float)]
    return {key: statistics.median(run[key] for run in runs) for key in keys}


def _main() -> None:
    module, _, function = sys.argv[1].partition(".")
    run = getattr(importlib.import_module(f"benchmarks.{module}"), function)
    print(json.dumps(run(**json.loads(sys.argv[2]))))


if __name__ == "__main__":
    _main()
