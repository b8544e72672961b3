#!/usr/bin/env bash
# Builds the native module with the address and undefined-behaviour sanitizers into an environment of its own and runs
# the tests marked `native` on it. Any report ends the run. Runs by `make sanitize`; needs GCC or Clang on Linux.
#   tools/sanitize.sh PYTHON [pytest arguments]     PYTHON: that of the development environment
set -euo pipefail
python=$(realpath -s "$1")
shift
cd "$(dirname "$0")/.."
venv=build/sanitize/venv
compiler=${CXX:-c++}

# It sees the packages of the development environment, but not the editable install of swvm: .pth files do not nest.
"$python" -m venv --without-pip "$venv"
"$python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))' \
    > "$("$venv/bin/python" -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/development.pth"
# Debug: asserts are checked; so are the bounds of every std::vector.
"$venv/bin/python" -m pip --disable-pip-version-check -qq install --no-deps --no-build-isolation --force-reinstall . \
    -C build-dir=build/sanitize/cmake -C cmake.build-type=Debug -C install.strip=false \
    -C cmake.define.SWVM_SANITIZE=ON -C cmake.define.CMAKE_CXX_FLAGS=-D_GLIBCXX_ASSERTIONS

# Python itself is not built with the sanitizers, so they are loaded before it; what it never frees is not our leak.
libraries="$("$compiler" -print-file-name=libasan.so):$("$compiler" -print-file-name=libubsan.so)"
export ASAN_OPTIONS=detect_leaks=0:detect_stack_use_after_return=1:strict_string_checks=1:check_initialization_order=1
export UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
export PYTHONMALLOC=malloc  # so that an overrun of a Python object is seen too
LD_PRELOAD="$libraries" "$venv/bin/python" - <<'END'
import sys
from pathlib import Path
from swvm import _native
if b"__asan_report" not in Path(_native.__file__).read_bytes():
    sys.exit(f"the module is not built with the sanitizers: {_native.__file__}")
END
# A report is written past Python: --capture=sys lets it through.
LD_PRELOAD="$libraries" "$venv/bin/python" -m pytest -m "native and not full" -p no:cacheprovider --capture=sys \
    --timeout 1200 "$@"
