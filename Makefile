# Everything here works on a machine with only Python 3.11+, make and git.
PYTHON ?= python3
BIN := .venv/bin
VENV := .venv/.made
PLAY := .venv/.play
TEST := .venv/.test
# The tests start many processes: what Python compiles is kept, whatever the environment says.
export PYTHONDONTWRITEBYTECODE :=
# Tests of the bot wait for Discord's rate limits half of their time.
WORKERS := $(shell $(PYTHON) -c 'import os; print(2 * (os.cpu_count() or 1))')

.PHONY: play test check check-long bench bench-shortest soak lint install format clean

play: $(PLAY) ## the bot on the local Discord, with a page in the browser (or on Discord, with a token)
	$(BIN)/python -m bot

test: install ## the test suite, import directions among it, without its exhaustive forms
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal -m "not long"

check: lint bench-shortest test ## format, lint, types, every benchmark once, and the tests

check-long: install ## the exhaustive forms of the tests
	$(BIN)/python -m pytest --numprocesses $(WORKERS) --dist worksteal -m long --durations 25

soak: install ## 200 tables on three processes for five minutes, while much goes wrong; SOAK="--minutes 30" for longer
	$(BIN)/python -m bot soak $(SOAK)

lint: install ## format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

bench: install ## the benchmarks, as ratios taken in one run
	$(BIN)/python -m benchmarks

bench-shortest: install ## every benchmark once: that it runs, not how fast
	$(BIN)/python -m benchmarks --shortest

install: $(TEST) ## the virtual environment alone

$(VENV):
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Motordrome needs Python 3.11 or newer; try: make PYTHON=python3.12")'
	$(PYTHON) -m venv .venv
	touch $@

$(PLAY): requirements.txt | $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement $<
	touch $@

$(TEST): requirements-dev.txt | $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement $<
	touch $@

format: install ## put the code in the house's form
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

clean: ## remove the virtual environment and caches
	rm -rf .venv .mypy_cache .pytest_cache .ruff_cache .hypothesis
