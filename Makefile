# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin

.PHONY: demo test check audit bench browser torture faults schemas slow clean

demo: $(VENV)/.run
	@$(BIN)/referee demo

test: $(VENV)/.test
	$(BIN)/python -m pytest

# ruff, mypy --strict, tests with the schemas and the docs compared with the code among them.
check: $(VENV)/.check test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# The pages in a real Chromium, which `make test` tries too where all of this is there.
browser: $(VENV)/.test $(VENV)/.browser $(VENV)/axe.min.js
	REFEREE_BROWSER=required $(BIN)/python -m pytest tests/browser

# Minutes long: every floor of Quadrille counted, and whatever else is marked slow.
slow: $(VENV)/.test
	$(BIN)/python -m pytest -m slow

# The code for what is unsafe in itself, the packages it needs for known holes (asks a service).
audit: $(VENV)/.audit
	$(BIN)/bandit --quiet --configfile pyproject.toml --recursive referee
	$(BIN)/pip-audit --skip-editable --progress-spinner off

# One table of ratios; exit 1 where a bar is missed. FULL=1: logs of up to 1,000,000 events.
bench: $(VENV)/.bench
	@mkdir -p build
	$(BIN)/python -m tests.bench --json build/bench.json --chart build/bench.svg $(if $(FULL),--full)

# The log: processes killed, power lost, disks full, many writers. SHORT=1: a minute, not many.
faults: $(VENV)/.test
	@mkdir -p build
	$(BIN)/python -m tests.torture.faults --json build/faults.json $(if $(SHORT),--short)

# The faults of the log, then its readers fuzzed with what the fixtures hold: guided by coverage
# where atheris can be installed.
torture: faults
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

# The accessibility checks of the tests, never of a page: one file of a package of npm.
$(VENV)/axe.min.js: $(VENV)/.run
	cd $(VENV) && tar -xzOf "$$(npm pack --silent axe-core@4)" package/axe.min.js > axe.new
	mv $(VENV)/axe.new $@

$(VENV)/.test $(VENV)/.check $(VENV)/.bench $(VENV)/.audit $(VENV)/.browser: $(VENV)/.%: $(VENV)/.run
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --group $*
	@touch $@

clean:
	rm -rf $(VENV)
