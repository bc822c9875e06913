# Short commands for those who work on goed; `make` lists them. PYTHON=... takes another environment's Python.
PYTHON ?= .venv/bin/python
BIN = $(dir $(PYTHON))

.DEFAULT_GOAL := help
.PHONY: help install quick test slow lint format types contracts check docs walks

help:  ## this list
	@sed -n 's/^\([a-z]*\):.*## /make \1|/p' $(MAKEFILE_LIST) | column -t -s '|'

install:  ## .venv with goed as it stands here, its learners, and what tests need
	python3 -m venv .venv
	.venv/bin/pip install -e '.[neural,test]'

quick:  ## tests of every room, in less than a minute
	$(BIN)pytest -q -m "quick and not slow"

test:  ## the normal suite
	$(BIN)pytest -q

slow:  ## what takes minutes, with new cases
	$(BIN)pytest -m slow -n 0 -s

lint:  ## ruff: faults and form
	$(BIN)ruff check .
	$(BIN)ruff format --check .

format:  ## put into form what ruff can
	$(BIN)ruff check --fix .
	$(BIN)ruff format .

types:  ## mypy, strict
	$(BIN)mypy

contracts:  ## who may import whom
	$(BIN)lint-imports --no-cache

check: lint types contracts quick  ## all that is fast, before a commit

docs:  ## write anew what the README and docs/ show of goed's output
	$(PYTHON) tests/test_readme.py
	$(PYTHON) tests/walks.py --write

walks:  ## which files run in three actions, with their functions
	$(PYTHON) tests/walks.py
