# Héraut. `make run` starts it, `make test` proves it; the README says more.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PYTHONDONTWRITEBYTECODE := # what was compiled once need not be again
PIP := $(BIN)/python -m pip --disable-pip-version-check --quiet

# The tests of what is sent to the doors, of pages at every state, of words and looks, and of the command that starts a server of its own.
SAME_ON_ANY_STORE := anything every_state hostile look no_codes odds openapi serve words

.PHONY: run install test check unit lint torture bench cluster fmt clauses golden mutants clean bundle docs pictures

run: $(VENV)/.installed ## start the server; the first start loads three samples
	@$(BIN)/heraut serve

install: $(VENV)/.installed ## the virtual environment with the `heraut` command

test: $(VENV)/.installed-test ## everything: lint, types, contracts, unit, property, golden, PostgreSQL, browser
	@tools/need.sh
	@# On a new machine the lab is compiled on the core that the type checker leaves free; its tests would wait for it.
	@$(BIN)/heraut lab formats --players 8 --try saga:rounds=2 --runs 8 --cores 1 --anew > /dev/null 2>&1 & \
	  $(MAKE) --no-print-directory lint; code=$$?; wait; exit $$code
	@$(BIN)/pytest -n 2 -m "not browser"
	@echo "The web tests once more, on PostgreSQL …"
	@$(BIN)/python tests/postgres_server.py $(BIN)/pytest -n 2 -m django_db tests/web $(SAME_ON_ANY_STORE:%=--ignore=tests/web/test_%.py)
	@# A worker is a server and a browser. What failed is tried once more, alone, and said so: a busy machine may make a
	@# browser miss its moment; a real fault fails twice.
	@$(BIN)/pytest -n 2 --dist loadfile tests/browser || { echo "Trying again what failed in the browser …"; \
	  $(BIN)/pytest tests/browser --last-failed --last-failed-no-failures none; }

check: $(VENV)/.installed-test lint unit ## seconds: lint, types, contracts, the tests of the core

unit: # what needs no Django: the rest of tests/ minus what is long by nature
	@$(BIN)/pytest -n 2 -p no:django -p no:schemathesis -m "not slow" --ignore=tests/web --ignore=tests/browser

lint:
	@$(BIN)/ruff check
	@$(BIN)/ruff format --check --quiet
	@$(BIN)/djlint --check --quiet src || $(BIN)/djlint --check src
	@$(BIN)/mypy
	@$(BIN)/lint-imports --no-logo > .lint-imports.log || { cat .lint-imports.log; exit 1; }

torture: $(VENV)/.installed-test ## minutes: writers killed while they write, hundreds of writers at once; docs/reliability.md
	@PYTHONPATH=src:tests $(BIN)/python -m torture
	@echo "Every field of every form and address with everything nobody should type in …"
	@HERAUT_HOSTILE=all $(BIN)/pytest -n 2 tests/web/test_hostile.py

bench: $(VENV)/.installed-bench ## the figures we promise, measured; fails when one is missed
	@$(BIN)/python -m bench

docs: $(VENV)/.installed-docs ## the documentation as a site, in build/docs
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet
	@echo "build/docs/index.html"

pictures: $(VENV)/.installed-test ## minutes: the pictures of the README and the guides, taken anew by a browser that plays
	@rm -f docs/guide/img/*.png
	@$(BIN)/pytest -q -n 2 --dist loadfile tests/browser/test_tournament_day.py tests/browser/test_weekend.py tests/browser/test_badge.py
	@$(BIN)/python tools/screenshots.py

bundle: $(VENV)/.installed ## dist/heraut-bundle, and a zip: starts from a USB stick without a network, on any system
	@$(BIN)/python tools/bundle.py

cluster: $(VENV)/.installed-test ## a Dask scheduler and two workers here, for heraut lab … --cluster tcp://127.0.0.1:8786
	@tools/cluster.sh $(BIN)

fmt: $(VENV)/.installed-test
	@$(BIN)/ruff check --fix --quiet
	@$(BIN)/ruff format --quiet
	@$(BIN)/djlint --reformat --quiet src || true # it fails when it has changed something
	@$(BIN)/python -m heraut.web.translations

mutants: $(VENV)/.installed-test ## minutes: would the tests notice? make mutants PACKAGE=campaign COUNT=40 SEED=1
	@nice $(BIN)/python tools/mutants.py --package $(or $(PACKAGE),skirmish) --count $(or $(COUNT),40) --seed $(or $(SEED),1)

clauses: $(VENV)/.installed ## per sheet: clauses, tested, exempt, missing
	@$(BIN)/heraut clauses

golden: $(VENV)/.installed-test ## write the golden playthroughs anew, to be reviewed like code
	@HERAUT_GOLDEN=write $(BIN)/pytest -q -k golden

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(VENV)/bin/pip: # written last, so a broken environment is made anew
	@tools/venv.sh $(PYTHON) $(VENV)

$(VENV)/.installed: $(VENV)/bin/pip pyproject.toml
	@echo "Installing Héraut into $(VENV) …"
	@$(PIP) install -e .
	@$(BIN)/python -m compileall -q src/heraut
	@touch $@

$(VENV)/.installed-test: $(VENV)/.installed
	@echo "Installing what the tests need …"
	@$(PIP) install -e '.[test]'
	@touch $@

$(VENV)/.installed-docs: $(VENV)/.installed
	@echo "Installing what the documentation needs …"
	@$(PIP) install -e '.[docs]'
	@touch $@

$(VENV)/.installed-bench: $(VENV)/.installed-test
	@echo "Installing what we measure ourselves against …"
	@$(PIP) install -e '.[bench]' || echo "make: some second opinions are missing; the bench says which"
	@touch $@
