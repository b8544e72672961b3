"""What is shipped: the source archive, a wheel built from it with nothing but a compiler, and the wheel at work."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SMOKE = ROOT / "tests" / "smoke.py"
BUILD_TOOLS = ("cmake", "ninja", "make", "ctest", "cpack")
MEGABYTE = 1 << 20

full = [pytest.mark.full, pytest.mark.timeout(1200), pytest.mark.xdist_group("wheel")]


def run(*command: str | Path, **options: object) -> str:
    done = subprocess.run(command, capture_output=True, text=True, check=False, **options)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_smoke():
    run(sys.executable, SMOKE)


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    folder = tmp_path_factory.mktemp("sdist")
    run(
        sys.executable, "-c", f"from scikit_build_core.build import build_sdist; build_sdist({str(folder)!r})", cwd=ROOT
    )
    (archive,) = folder.glob("swvm-*.tar.gz")
    return archive


@pytest.fixture(scope="module")
def only_a_compiler(tmp_path_factory):
    """An environment whose PATH has everything that it had, but for the tools that come from PyPI."""
    folder = tmp_path_factory.mktemp("bin")
    for part in os.environ["PATH"].split(os.pathsep):
        if Path(part).is_dir() and Path(part) != Path(sys.executable).parent:
            for program in Path(part).iterdir():
                link = folder / program.name
                if program.name.startswith(BUILD_TOOLS) or link.is_symlink():
                    continue
                link.symlink_to(program)
    return {**os.environ, "PATH": str(folder)}


@pytest.fixture(scope="module")
def wheel(sdist, only_a_compiler, tmp_path_factory):
    """The wheel as `pip install swvm` builds it where no wheel fits: from the archive, in isolation."""
    folder = tmp_path_factory.mktemp("wheel")
    command = (sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-cache-dir", "--wheel-dir", folder, sdist)
    run(*command, env=only_a_compiler)
    (built,) = folder.glob("swvm-*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel, tmp_path_factory):
    """The Python of an empty environment into which the wheel was installed."""
    folder = tmp_path_factory.mktemp("venv")
    venv.create(folder, with_pip=True)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    run(python, "-m", "pip", "install", "--quiet", wheel)
    return python


class TestShipped:
    pytestmark = full

    def test_sdist_holds_the_sources_and_no_more(self, sdist):
        assert sdist.stat().st_size < 2 * MEGABYTE
        with tarfile.open(sdist) as archive:
            names = {name.partition("/")[2] for name in archive.getnames()}
            contents = {m.name: archive.extractfile(m).read() for m in archive.getmembers() if m.isfile()}
        needed = {"CMakeLists.txt", "LICENSE", "README.md", "pyproject.toml", "src/swvm/py.typed", "tests/smoke.py"}
        assert needed <= names
        known = {"native", "src", "tests", "docs", "tools", "examples"}
        assert {name.partition("/")[0] for name in names if "/" in name} <= known
        assert not [name for name in names if name.endswith((".so", ".pyc", ".pyd"))]
        assert not [name for name, content in contents.items() if str(ROOT).encode() in content]
        assert {name: len(content) for name, content in contents.items() if len(content) > MEGABYTE} == {}

    def test_wheel_holds_the_package_alone(self, wheel):
        assert wheel.stat().st_size < 2 * MEGABYTE
        with zipfile.ZipFile(wheel) as archive:
            names = archive.namelist()
            contents = {name: archive.read(name) for name in names}
        assert {name.partition("/")[0] for name in names} == {"swvm", "swvm-0.1.0.dist-info"}
        assert {"swvm/py.typed", "swvm/_native.pyi", "swvm/data/corpora.toml", "swvm/data/demo/train.txt"} <= {*names}
        assert not [name for name in names if name.endswith((".cpp", ".hpp", ".inc", ".pyc"))]
        places = [str(ROOT).encode(), str(wheel.parent.parent).encode()]
        assert not [name for name, content in contents.items() if any(place in content for place in places)]

    def test_wheel_needs_three_packages(self, wheel):
        with zipfile.ZipFile(wheel) as archive:
            metadata = message_from_bytes(archive.read("swvm-0.1.0.dist-info/METADATA"))
        plain = [line for line in metadata.get_all("Requires-Dist") if "extra ==" not in line]
        assert sorted(line.partition(">")[0] for line in plain) == ["click", "numpy", "rich"]

    def test_wheel_works_in_an_empty_environment(self, installed, tmp_path):
        present = {package["name"] for package in json.loads(run(installed, "-m", "pip", "list", "--format", "json"))}
        assert {"swvm", "numpy", "click", "rich"} <= present
        assert not present & {"pooch", "matplotlib", "scipy", "pytest", "nanobind", "safetensors", "scikit-build-core"}
        # -I: neither the repository nor PYTHONPATH can help.
        assert "works" in run(installed, "-I", SMOKE, cwd=tmp_path)
