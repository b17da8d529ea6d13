# Every target only calls programs; the README lists the same lines for whoever has no make.
PY      ?= python3
PORT    ?= 8000
ARGS    ?=
VENV    := .venv
PYTHON  := $(VENV)/bin/python
UV      := $(VENV)/bin/uv
INSTALL := $(UV) pip install --quiet --require-hashes --compile-bytecode --python $(PYTHON)
COMPILE := $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-header --no-annotate

# uv looks past the system's certificates, would fetch an interpreter and read a user's settings: none of it here.
export UV_SYSTEM_CERTS = 1
export UV_PYTHON_DOWNLOADS = never
export UV_NO_CONFIG = 1
export UV_NO_PROGRESS = 1
export PYTHONUNBUFFERED = 1

.PHONY: help play install test test-python test-browser check fix soak bench lock
.DEFAULT_GOAL := help

help:
	@echo "make play    run the site (PORT=$(PORT); DEMO=0 without sample games)"
	@echo "make test    every test (ARGS=tests/engine for some of them)"
	@echo "make check   format, lint, types, imports, migrations, templates; changes nothing"
	@echo "make fix     repair what can be repaired"
	@echo "make soak    the long runs      make bench   the benchmarks      make lock   new lock files"

# --- installing what is missing -----------------------------------------------------------------------

$(UV): requirements/uv.txt
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || \
	  { echo "Night Mail needs Python 3.11 or newer. Name one with: make PY=/path/to/python3.11"; exit 1; }
	@$(PY) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "This Python cannot make virtual environments. On Debian and Ubuntu: apt-get install python3-venv"; exit 1; }
	$(PY) -m venv $(VENV)
	$(PYTHON) -m pip install --quiet --disable-pip-version-check --require-hashes -r requirements/uv.txt
	@touch $@

$(VENV)/.runtime: requirements/runtime.txt requirements/embedded.txt $(UV)
	$(INSTALL) -r requirements/runtime.txt -r requirements/embedded.txt
	@touch $@

$(VENV)/.dev: requirements/dev.txt $(VENV)/.runtime
	$(INSTALL) -r requirements/dev.txt
	@touch $@

install: $(VENV)/.dev

# --- playing ------------------------------------------------------------------------------------------

# exec: Ctrl-C and SIGTERM reach the supervisor itself, not a shell in between; when make is killed, it stops.
play: $(VENV)/.runtime
	@exec $(PYTHON) manage.py play --port $(PORT) --with-parent

# --- testing and checking -----------------------------------------------------------------------------

# ARGS narrows the run to what it names; without it the browser tests, and after them those of the bare rules, run beside
# the others: Playwright and pytest-asyncio cannot share one event loop, and two cores are better than one.
test: $(VENV)/.dev
	@$(PYTHON) -m tools.run_tests $(ARGS)

check: $(VENV)/.dev
	@$(PYTHON) -m tools.check

fix: $(VENV)/.dev
	@$(PYTHON) -m tools.check --fix

soak: $(VENV)/.dev
	$(PYTHON) -m pytest -m soak $(ARGS)

bench: $(VENV)/.dev
	$(PYTHON) manage.py bench $(ARGS)

# --- locking ------------------------------------------------------------------------------------------

# One file at a time and in this order: the later ones take the earlier ones as constraints.
lock: $(UV)
	for set in uv runtime embedded dev; do $(COMPILE) $(ARGS) requirements/$$set.in -o requirements/$$set.txt || exit 1; done
	@! grep -n '://' requirements/*.txt
