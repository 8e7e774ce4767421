# Every target makes the environment it needs in .venv; on a fresh machine `make app` or `make test` is all it takes.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
PYTEST_ARGS ?=
WORKERS = $$($(BIN)/python -c 'import os; print(os.cpu_count() + 1)')
# Rooms whose tests start no server, no worker and no other command.
QUICK_TESTS := $(addprefix tests/,data evidence figures formats fourier learners measures mining parallel pruning rules \
	studies trees) $(wildcard tests/test_*.py)
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Tests start many processes, each of which would read all sources again.
unexport PYTHONDONTWRITEBYTECODE

# The newest Python from 3.11 on that can make an environment.
PROBE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	if $$python -c '$(PROBE)' >/dev/null 2>&1; then echo $$python; break; fi; done)

.DEFAULT_GOAL := help
.PHONY: help app check test texts coverage soak lint format types bench docs lock wheel chromium clean

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */make \1 · /' | column -t -s '·'

app: $(VENV)/.compiled ## open the app at http://localhost:8501 (PORT=8600 for another port)
	$(BIN)/ksdt app --port $(PORT)

check: $(VENV)/.installed-test ## style, types, imports and the quick tests, for everyday work
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not browser and not slow" $(QUICK_TESTS) $(PYTEST_ARGS)

# Kernels are compiled once beforehand; otherwise each worker, server and command that starts meanwhile compiles them.
test: $(VENV)/.installed-test $(VENV)/.compiled chromium ## run every test
	@# One worker more than cores: many tests wait for a process, a server or a browser that they started.
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal --ignore tests/browser $(PYTEST_ARGS) || [ $$? -eq 5 ]  # 5: nothing was chosen
	@# A worker has a server, a store and a browser. Most files stay with one worker.
	$(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup -m browser $(if $(PYTEST_ARGS),$(PYTEST_ARGS),tests/browser) || [ $$? -eq 5 ]

texts: $(VENV)/.installed-test ## write the words in tests/messages again after they were changed; read the difference
	$(BIN)/python -m tests.messages

coverage: $(VENV)/.installed-test ## measure which lines the tests run; htmlcov/index.html shows them
	$(BIN)/python -m pytest -n auto --dist worksteal -m "not browser" --cov --cov-report=term:skip-covered --cov-report=html $(PYTEST_ARGS)

soak: $(VENV)/.installed-test ## run the long forms of the kill, fuzz, load, cluster and install tests
	$(BIN)/python -m pytest -n 0 -m soak -s --timeout 3600 -o faulthandler_timeout=3900 $(PYTEST_ARGS)

lint: $(VENV)/.installed-test ## check style and format
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

format: $(VENV)/.installed-test ## put the code into the house format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

types: $(VENV)/.installed-test ## check the types of the core
	$(BIN)/mypy

bench: $(VENV)/.installed-bench ## measure speed and memory against named peers; fails if a ratio has grown by half
	$(BIN)/python -m benchmarks

docs: $(VENV)/.installed-bench ## regenerate docs/licences.md, docs/study.md and docs/reproduction.md (a stopped run goes on)
	$(BIN)/python -m benchmarks.licences
	$(BIN)/python -m benchmarks.study
	$(BIN)/python -m benchmarks.reproduction

lock: $(VENV)/.installed-bench ## write locks/ and lists of packages after a change of constraints.txt or pyproject.toml
	$(BIN)/python -m benchmarks.lock
	@$(MAKE) --no-print-directory $(VENV)/.installed-bench
	$(BIN)/python -m benchmarks.licences
	$(BIN)/python -m benchmarks.sbom

wheel: $(VENV)/.installed-test ## build wheel and source archive into dist/, the same bytes each time
	$(BIN)/python -m hatchling build -d dist

chromium: $(VENV)/.installed-test
	@$(BIN)/python -m benchmarks.chromium

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "No Python 3.11 or newer with the venv module was found; install one (on Debian: python3 and python3-venv)." >&2; \
		exit 1; fi
	$(PYTHON) -m venv $(VENV)

# Only files whose hashes are in locks/ are installed. pip would fetch what builds a package without looking at hashes,
# so that comes first, from its own lock, and pip builds with nothing else.
PIP := $(BIN)/python -m pip install --quiet
define install
	$(PIP) --require-hashes -r locks/build.txt
	$(PIP) --require-hashes --no-build-isolation --use-pep517 -r locks/$(1).txt
	$(PIP) --no-deps --no-build-isolation -e .
endef

# Stamps: pip runs again only when what is to be installed has changed.
$(VENV)/.installed-app: pyproject.toml locks/build.txt locks/app.txt | $(BIN)/python
	$(call install,app)
	@touch $@

# Machine code of the kernels, so that the first reader does not wait for it. The server compiles what is missing.
KERNELS = $(shell grep -rlE '^@(inner_)?kernel' ksdt_core)
$(VENV)/.compiled: $(KERNELS) | $(VENV)/.installed-app
	@echo "Compiling. This takes about half a minute, once."
	$(BIN)/python -m ksdt_core.background.kernels > /dev/null
	@touch $@

$(VENV)/.installed-test: pyproject.toml locks/build.txt locks/app.txt locks/test.txt | $(BIN)/python
	$(call install,test)
	@touch $@ $(VENV)/.installed-app

$(VENV)/.installed-bench: $(VENV)/.installed-test locks/bench.txt
	$(call install,bench)
	@touch $@
