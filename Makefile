# `make run` starts the site, `make test` checks everything; `make help` lists the rest.
# Written for GNU make 3.81 and a POSIX shell, so that it works on macOS as it comes.

VENV_PYTHON = .venv/bin/python
PYTEST = $(VENV_PYTHON) -m pytest
MAKEMESSAGES = makemessages --locale=fr --no-location --no-obsolete \
	--ignore=.venv --ignore=var --ignore=tests

# Settings as in production, for the deployment check; nothing is connected to.
PRODUCTION = SECRET_KEY=not-a-secret-but-long-enough-for-the-check-0123456789-abcdef \
	SITE_URL=https://botanik.example TRUSTED_PROXIES=1 SMTP_HOST=mail.botanik.example \
	DATABASE_URL=postgres://db.botanik.example/botanik REDIS_URL=redis://redis.botanik.example

# Whoever sets it for others' sake: each process would compile all modules and tests anew.
unexport PYTHONDONTWRITEBYTECODE

.NOTPARALLEL:
.PHONY: help run web sockets worker bots reviews mail beat prepare backup restore verify test check \
	deploy-check bench strength soak messages lock clean \
	venv venv-dev set-up separate lint types imports templates migrations \
	translations deployment tests tests-real tests-outside

help:
	@echo "make run      start the whole site in one process, http://localhost:8000"
	@echo "make test     everything that is checked"
	@echo "make check    the quick part of it, before every commit"
	@echo "make deploy-check   the files in deploy/, by nginx and systemd"
	@echo "make bench    benchmarks, as ratios measured in one run"
	@echo "make strength   how strong the bots are, into docs/bots.md; 36 minutes on two cores"
	@echo "make soak     long runs: kill -9, storms, self-play, an attack"
	@echo "make web | sockets | worker | bots | reviews | mail | beat   the separate processes, with DATABASE_URL and REDIS_URL"
	@echo "make prepare  migrate, compile translations, collect static files"
	@echo "make backup   write the database of the running site into a file; TO=folder"
	@echo "make restore FILE=...   fill an empty database from it, and verify every game"
	@echo "make verify   replay every game that is stored, and hold it against its deck"
	@echo "make messages collect the texts to translate"
	@echo "make lock     pin the dependencies anew, after a change in pyproject.toml"
	@echo "make clean    remove what the other commands made (the database too)"

# --- Running -----------------------------------------------------------------------------------

run: venv
	@$(VENV_PYTHON) manage.py prepare
	@exec $(VENV_PYTHON) manage.py serve

prepare: venv
	@$(VENV_PYTHON) manage.py prepare

backup: venv
	@$(VENV_PYTHON) manage.py backup $(if $(TO),--to "$(TO)")

restore: venv
	@if [ -z "$(FILE)" ]; then echo "botanik: name the backup: make restore FILE=..." >&2; exit 1; fi
	@$(VENV_PYTHON) manage.py restore "$(FILE)"

verify: venv
	@$(VENV_PYTHON) manage.py verify

web: venv separate
	@$(VENV_PYTHON) -c "import botanik_site.settings" # says in one line what is wrong
	@exec $(VENV_PYTHON) -m botanik_site.pages

sockets: venv separate
	@$(VENV_PYTHON) -c "import botanik_site.settings"
	@exec $(VENV_PYTHON) -m botanik_site.server

worker: venv separate
	@exec .venv/bin/celery --app botanik_site --quiet worker --queues botanik --loglevel WARNING

bots: venv separate
	@exec nice -n 10 .venv/bin/celery --app botanik_site --quiet worker --queues botanik-bots \
		--hostname bots@%h --loglevel WARNING

# One at a time, and only when nothing else wants the processor.
reviews: venv separate
	@exec nice -n 19 .venv/bin/celery --app botanik_site --quiet worker --queues botanik-reviews \
		--hostname reviews@%h --concurrency 1 --loglevel WARNING

mail: venv separate
	@exec .venv/bin/celery --app botanik_site --quiet worker --queues botanik-mail \
		--hostname mail@%h --loglevel WARNING

beat: venv separate
	@exec .venv/bin/celery --app botanik_site --quiet beat --loglevel WARNING

separate:
	@if [ -z "$$REDIS_URL" ]; then \
		echo "botanik: REDIS_URL is missing: separate processes need it to reach each other." >&2; \
		exit 1; \
	fi

venv:
	@scripts/venv requirements.txt

# --- Checking ----------------------------------------------------------------------------------

test: set-up check tests tests-real tests-outside
	@echo "make test: everything passed"

# On a fresh clone types take longer than all the others, and use one core.
check: venv-dev
	@scripts/side-by-side "$(MAKE) --no-print-directory types" "$(MAKE) --no-print-directory \
		lint imports templates migrations translations deployment"

venv-dev:
	@scripts/venv requirements-dev.txt

# Both at once: each waits for the network, and unpacks on one core.
set-up:
	@scripts/venv requirements-dev.txt scripts/system-packages

lint:
	.venv/bin/ruff check .
	.venv/bin/ruff format --check .

types:
	.venv/bin/mypy

imports:
	.venv/bin/lint-imports

templates:
	.venv/bin/djlint templates --lint --quiet

migrations:
	$(VENV_PYTHON) manage.py makemigrations --check --dry-run

translations:
	$(VENV_PYTHON) scripts/check_translations.py $(MAKEMESSAGES)

deployment:
	$(PRODUCTION) $(VENV_PYTHON) manage.py check --deploy --fail-level WARNING

tests:
	$(PYTEST) -n 2 tests/site tests/accounts tests/games tests/engine

# The same tests again, those that touch a database, the channel layer or Celery, against a
# PostgreSQL and a Redis of their own. Both are thrown away afterwards, so nothing is dropped before.
tests-real:
	$(VENV_PYTHON) -m tests.real_services $(PYTEST) --reuse-db -n 2 tests/site tests/accounts tests/games

# The site from outside: processes, and pages in a browser. Apart from the others, because
# Playwright keeps an event loop running, which async tests do not bear.
tests-outside:
	$(PYTEST) -n 2 --dist loadfile --no-loadscope-reorder tests/processes tests/browser

# What is in deploy/, by nginx and systemd themselves where there are any.
deploy-check: venv-dev
	@$(VENV_PYTHON) -m tests.nginx
	@$(VENV_PYTHON) -m tests.units

bench: venv-dev
	$(VENV_PYTHON) -m bench

strength: venv-dev
	$(VENV_PYTHON) -m bench.strength --write

soak: set-up
	$(PYTEST) tests/soak

# --- Upkeep ------------------------------------------------------------------------------------

messages: venv-dev
	$(VENV_PYTHON) manage.py $(MAKEMESSAGES)

COMPILE = .venv/bin/uv pip compile --quiet --universal --python-version 3.11 \
	--generate-hashes --no-header --no-annotate pyproject.toml

lock: venv-dev
	$(COMPILE) --output-file requirements.txt
	$(COMPILE) --group dev --output-file requirements-dev.txt

clean:
	rm -rf .venv var .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	find . -name __pycache__ -prune -exec rm -rf {} +
