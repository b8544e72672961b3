# Two commands do everything on a fresh machine with Python and a C++ compiler: `make demo` and `make test`.
PYTHON ?= $(firstword $(foreach name,python3 python3.14 python3.13 python3.12 python3.11, \
              $(shell $(name) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
VENV ?= .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check --no-input -qq
STAMP := $(VENV)/.installed
CXX_FILES := $(shell find native tests -name '*.hpp' -o -name '*.cpp')
NATIVE := CMakeLists.txt pyproject.toml $(shell find native -type f)
PYTEST := $(BIN)/python -m pytest
# Tests of different files run side by side; pytest's own closing line stays the last.
TWO_CORES := -n auto --maxprocesses 4 --dist loadfile

.PHONY: setup demo test test-full bench docs lint format sanitize portable stub clean

setup: $(STAMP)

$(VENV)/.created:
	@test -n "$(PYTHON)" || { echo "swvm needs Python 3.11 or later: none was found; name one with PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(PIP) install --upgrade pip
	@touch $@

# An editable install: Python files are used in place, the native module is rebuilt when its sources change. Without
# build isolation what is unchanged is not compiled again.
$(STAMP): $(VENV)/.created $(NATIVE)
	$(PIP) install --group dev
	$(PIP) install --no-build-isolation -e ".[corpora,plots]"
	@touch $@

# A look at everything, on the corpus in the package: a model, its scores, a picture of its training, a sentence.
demo: $(STAMP)
	@mkdir -p demo
	$(BIN)/swvm train demo --dev demo -o demo/model.swvm --learner swvp --verbose --plot demo/training.png
	$(BIN)/swvm tag demo/model.swvm demo:test -o demo/tagged.txt
	$(BIN)/swvm evaluate demo/tagged.txt
	echo "Ada Lovelace met Tom in Paris ." | $(BIN)/swvm tag demo/model.swvm --input-format text --format brackets
	@echo "In the folder demo: model.swvm, tagged.txt (the last column is predicted), training.png"

test: $(STAMP)
	$(PYTEST) $(TWO_CORES) -m "not full"

# Also what takes long: the sanitizers, other compilers and processors where they are here, a wheel from nothing.
test-full: $(STAMP) sanitize portable
	$(PYTEST) $(TWO_CORES)

# Measures swvm beside python-crfsuite, in one run on this machine; `make bench SECTIONS="decoding tagging"` only some.
bench: $(STAMP)
	$(PIP) install --group bench
	$(BIN)/python -m benchmarks $(SECTIONS)

# The documentation as a site, build/site/index.html; a warning is an error.
docs: $(STAMP)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/clang-format --dry-run --Werror $(CXX_FILES)

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	@$(BIN)/clang-format -i $(CXX_FILES)

# The tests marked `native` on a module built with the address and undefined-behaviour sanitizers.
sanitize: $(STAMP)
	tools/sanitize.sh $(BIN)/python

# The core with every compiler that is here, for every instruction set that can run here: the same bits.
portable: $(STAMP)
	$(BIN)/python tools/portable.py

# The stub of the native module; a test checks that it is up to date.
stub: $(STAMP)
	$(BIN)/python -m nanobind.stubgen -q -m swvm._native -o src/swvm/_native.pyi
	$(BIN)/ruff format --quiet src/swvm/_native.pyi

clean:
	rm -rf $(VENV) build dist
