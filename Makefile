# Every target makes the environment it needs in .venv; on a fresh machine `make app` or `make test` is all it takes.

SHELL := /bin/bash
VENV := .venv
BIN := $(VENV)/bin
PORT ?= 8501
PYTEST_ARGS ?=
export PIP_DISABLE_PIP_VERSION_CHECK := 1

# The newest Python from 3.11 on that can make an environment.
PROBE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	if $$python -c '$(PROBE)' >/dev/null 2>&1; then echo $$python; break; fi; done)

.DEFAULT_GOAL := help
.PHONY: help app test soak lint format types bench docs wheel chromium clean

help: ## what can be made
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## */make \1 · /' | column -t -s '·'

app: $(VENV)/.installed-app ## open the app at http://localhost:8501 (PORT=8600 for another port)
	$(BIN)/ksdt app --port $(PORT)

test: $(VENV)/.installed-test chromium ## run every test
	$(BIN)/python -m pytest -n auto -m "not browser" $(PYTEST_ARGS) || [ $$? -eq 5 ]  # 5: nothing was chosen
	@# One browser at a time; on a busy machine a page can be slower than a test waits, so failures get one more try.
	$(BIN)/python -m pytest -m browser $(PYTEST_ARGS) || [ $$? -eq 5 ] || \
		$(BIN)/python -m pytest -m browser --last-failed --last-failed-no-failures none $(PYTEST_ARGS)

soak: $(VENV)/.installed-test ## run the long forms of the kill, fuzz, load, cluster and install tests
	$(BIN)/python -m pytest -n 0 -m soak -s $(PYTEST_ARGS)

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

wheel: $(VENV)/.installed-test ## build wheel and source archive into dist/, the same bytes each time
	$(BIN)/python -m hatchling build -d dist

chromium: $(VENV)/.installed-test
	@$(BIN)/python -m tests.browser.chromium

clean: ## remove the environment and everything that was built
	rm -rf $(VENV) build dist .pytest_cache .mypy_cache .ruff_cache .hypothesis test-results
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@if [ -z "$(PYTHON)" ]; then \
		echo "No Python 3.11 or newer with the venv module was found; install one (on Debian: python3 and python3-venv)." >&2; \
		exit 1; fi
	$(PYTHON) -m venv $(VENV)

# Stamps: pip runs again only when what is to be installed has changed.
$(VENV)/.installed-app: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -c constraints.txt -e .
	@touch $@

$(VENV)/.installed-test: pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[test,dev,genes]'
	@touch $@ $(VENV)/.installed-app

$(VENV)/.installed-bench: $(VENV)/.installed-test
	$(BIN)/python -m pip install --quiet -c constraints.txt -e '.[bench]'
	@touch $@
