# Short names for what one does often. The check and the start need no make: see run.py.
PYTHON ?= python3
UV ?= uv
VENV := .venv/bin
COMPILE := $(UV) pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate --no-emit-index-url --quiet $(UPGRADE)

.PHONY: check serve format lock messages postgres soak bench

check: ## everything that must hold: formatting, lint, types, tests
	$(PYTHON) run.py test

serve: ## start the table
	$(PYTHON) run.py

format: ## put the code in order
	$(VENV)/ruff check --fix .
	$(VENV)/ruff format .

lock: ## pin the packages again; all of them anew with `make lock UPGRADE=--upgrade`
	$(COMPILE) --extra test -o requirements-test.lock
	$(COMPILE) --constraint requirements-test.lock -o requirements.lock

# Babel skips folders that begin with an underscore unless told which to ignore.
messages: ## collect the sentences and bring every language's .po up to date
	$(VENV)/pybabel extract --mapping=locales/babel.cfg --output=locales/messages.pot \
		--ignore-dirs='.*' --add-location=file --add-comments=Translators: \
		--project=Ramal --copyright-holder='The Ramal authors' app templates
	for po in locales/*/LC_MESSAGES/messages.po; do \
		test ! -f "$$po" || $(VENV)/pybabel update --no-fuzzy-matching --ignore-obsolete \
			--ignore-pot-creation-date \
			--input-file=locales/messages.pot --output-file="$$po" \
			--locale="$$(basename "$$(dirname "$$(dirname "$$po")")")" || exit 1; \
	done

postgres: ## all tests of the app on PostgreSQL, which is started for them
	$(VENV)/python -m pytest --database postgres tests/app

soak: ## the long runs that the check leaves out
	$(VENV)/python -m pytest -m soak

bench: ## measure
	for bench in tests/bench/bench_*.py; do \
		$(VENV)/python -m "tests.bench.$$(basename "$$bench" .py)" || exit 1; \
	done
