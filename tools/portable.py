"""Builds the core with every compiler and for every processor at hand, and shows that the bits are the same.

Runs by `make portable`. A compiler that is not installed is left out, and said so. Python's binding is not built here.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FLAGS = ("-std=c++17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-ffp-contract=off", "-pthread")


@dataclass(frozen=True, slots=True)
class Build:
    """One way to build and run the program of tests/native/portable.cpp."""

    name: str
    compiler: str
    flags: tuple[str, ...] = ("-O2",)
    avx2: bool = True
    runner: tuple[str, ...] = ()


BUILDS = (
    Build("gcc", "g++"),
    Build("gcc, plain loops", "g++", ("-O2", "-DSWVM_PLAIN_SIMD"), avx2=False),
    Build("gcc, not optimised", "g++", ("-O0",)),
    Build("gcc, thread sanitizer", "g++", ("-O1", "-g", "-fsanitize=thread")),
    Build("clang", "clang++"),
    Build("clang, plain loops", "clang++", ("-O2", "-DSWVM_PLAIN_SIMD"), avx2=False),
    Build("gcc for aarch64", "aarch64-linux-gnu-g++", ("-O2", "-static"), avx2=False, runner=("qemu-aarch64-static",)),
)


def core() -> list[Path]:
    """Return the sources of the core, and the program."""
    folders = ("native", "native/kernels", "native/learners")
    found = [path for folder in folders for path in sorted((ROOT / folder).glob("*.cpp"))]
    return [*found, ROOT / "tests/native/portable.cpp"]


def compile_one(build: Build, source: Path, folder: Path) -> Path:
    """Compile one source; return its object file."""
    wide = ("-mavx2",) if build.avx2 and source.name == "avx2.cpp" else ()
    target = folder / f"{source.parent.name}-{source.stem}.o"
    call(build.compiler, *FLAGS, *build.flags, *wide, "-I", str(ROOT / "native"), "-c", str(source), "-o", str(target))
    return target


def results(build: Build, folder: Path) -> dict[str, list[str]]:
    """Build and run; return for each instruction set the lines that it printed."""
    objects = [str(compile_one(build, source, folder)) for source in core()]
    program = folder / "portable"
    call(build.compiler, *build.flags, "-pthread", *objects, "-o", str(program))
    parts = call(*build.runner, str(program)).split("# ")
    sets = {part.split("\n", 1)[0]: part.split("\n", 1)[1].splitlines() for part in parts[1:]}
    return {name: parts[0].splitlines() + lines for name, lines in sets.items()}


def call(*command: str) -> str:
    """Run a command; return what it printed. Its errors go to ours."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True).stdout


def missing(build: Build) -> list[str]:
    """Return the programs of a build that this machine lacks."""
    return [name for name in (build.compiler, *build.runner) if shutil.which(name) is None]


def compare(builds: tuple[Build, ...]) -> int:
    """Print a line for each build; return how many gave other bits than the first."""
    expected: list[str] = []
    wrong = 0
    for build in builds:
        if missing(build):
            print(f"{build.name}: left out, {' and '.join(missing(build))} is not installed")
            continue
        with tempfile.TemporaryDirectory() as folder:
            found = results(build, Path(folder))
        for name, lines in found.items():
            expected = expected or lines
            same = lines == expected
            wrong += not same
            print(f"{build.name} ({name}): {'the same bits' if same else 'OTHER BITS'}, {len(lines)} hashes")
            print("".join(f"    {a}  expected {b}\n" for a, b in zip(lines, expected, strict=True) if a != b), end="")
    return wrong


if __name__ == "__main__":
    sys.exit(compare(BUILDS) > 0)
