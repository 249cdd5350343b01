# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check bench torture schemas slow clean

demo: $(VENV)/.run
	@$(BIN)/referee demo

test: $(VENV)/.test
	$(BIN)/python -m pytest

# ruff, mypy --strict, tests with the schemas and the docs compared with the code among them.
check: $(VENV)/.check test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Minutes long: every floor of Quadrille counted, and whatever else is marked slow.
slow: $(VENV)/.test
	$(BIN)/python -m pytest -m slow

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench

# Readers fuzzed with what the fixtures hold: guided by coverage where atheris can be installed.
torture: $(VENV)/.test
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check atheris
	$(BIN)/python -m tests.torture --seconds $(or $(SECONDS),60)

schemas: $(VENV)/.test
	$(BIN)/python -m tests.contract.schemas

$(VENV)/.run: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

# mypy reads the benchmark too, and so what that is measured against.
$(VENV)/.check: $(VENV)/.bench

$(VENV)/.test $(VENV)/.check $(VENV)/.bench: $(VENV)/.%: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group $*
	@touch $@

clean:
	rm -rf $(VENV)
