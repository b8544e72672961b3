# Two commands do everything on a fresh machine with Python and a C++ compiler: `make demo` and `make test`.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
NATIVE := CMakeLists.txt pyproject.toml $(shell find native -type f)

.PHONY: setup demo test test-full bench lint format sanitize stub clean

setup: $(STAMP)

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet "scikit-build-core>=0.11" "nanobind>=2.4" "cmake>=3.26" "ninja>=1.11"
	touch $@

# An editable install: Python files are used in place, the native module is rebuilt when its sources change.
$(STAMP): $(VENV)/.created $(NATIVE)
	$(BIN)/python -m pip install --quiet --no-build-isolation -e ".[dev]"
	touch $@

test: $(STAMP)
	$(BIN)/python -m pytest -m "not full"

test-full: $(STAMP)
	$(BIN)/python -m pytest

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run --Werror $(shell find native -name '*.hpp' -o -name '*.cpp')

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/clang-format -i $(shell find native -name '*.hpp' -o -name '*.cpp')

# The stub of the native module; a test checks that it is up to date.
stub: $(STAMP)
	$(BIN)/python -m nanobind.stubgen -q -m swvm._native -o src/swvm/_native.pyi
	$(BIN)/ruff format --quiet src/swvm/_native.pyi

clean:
	rm -rf $(VENV) build dist
