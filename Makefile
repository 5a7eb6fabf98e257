# `make league` and `make test` are all a newcomer needs: each sets up what it needs, from nothing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
# Most of what others wrote is never imported, and Python compiles the rest when it is.
INSTALL := $(PIP) install --no-compile
# Bytecode is kept, whatever the shell says: hundreds of short programs are started.
unexport PYTHONDONTWRITEBYTECODE
SOURCES := pyproject.toml setup.py $(shell find engine bots tournament -type f -not -path '*/__pycache__/*')
PURE_PATH := $(CURDIR)/engine:$(CURDIR)/bots:$(CURDIR)/tournament
# More processes than cores: many tests wait for what they have started.
# One thread of numpy each: with more, they wait for each other by counting up, which costs more than the sums themselves.
PROCESSES := 4
PYTEST := OPENBLAS_NUM_THREADS=1 OMP_NUM_THREADS=1 $(BIN)/python -m pytest -n $(PROCESSES) --dist worksteal

.PHONY: league test quick test-compiled tests-compiled tests-beside test-pure prepared browser types build golden api docs packages bench lint clean

league: build  ## run the default league, print its table, write its report
	$(BIN)/tavern-tourney --config configs/league.toml

test: prepared  ## everything: lint, types, and all tests on both builds
	@$(MAKE) --no-print-directory -j2 tests-compiled tests-beside; result=$$?; cat $(VENV)/beside.log; exit $$result

quick: lint  ## for every day: lint, types, and the tests that do not take long, on the source as it is
	test -e $(VENV)/built || $(MAKE) build  # once: bots are found by what is installed
	TAVERN_BUILD=pure PYTHONPATH=$(PURE_PATH) $(PYTEST) -m "not slow"

test-compiled: prepared
	@$(MAKE) --no-print-directory tests-compiled

tests-compiled:
	TAVERN_BUILD=$$(cat $(VENV)/built) $(PYTEST)

# Tests of the pure build only compute: one process of them takes the time in which those of the compiled build wait.
tests-beside:
	@$(MAKE) --no-print-directory test-pure PROCESSES=1 > $(VENV)/beside.log 2>&1

test-pure: build  # rules, knowledge, golden games and search again, on the same source uncompiled; what is slow has been proven compiled
	TAVERN_BUILD=pure PYTHONPATH=$(PURE_PATH) $(PYTEST) -m "not slow" tests/rulings tests/conformance tests/properties tests/golden \
	  tests/bots/test_search.py tests/bots/test_dragon_vault_rules.py tests/bots/test_red_dragon_inn_rules.py tests/bots/test_tavern_brawl_rules.py \
	  tests/bots/test_tiefenthal_rules.py tests/bots/test_solver.py tests/bots/test_beliefs.py tests/bots/test_evaluation.py

prepared: browser
	@$(MAKE) --no-print-directory -j2 $(VENV)/built types

# On a machine of a CI the browser for tests/web is installed if that can be done; elsewhere they say what is missing.
browser:
	@if [ "$$CI" = true ] && ! command -v chromium > /dev/null && command -v apt-get > /dev/null; then \
	  (apt-get update -qq && apt-get install -y -qq chromium) > /dev/null 2>&1 || echo "Chromium could not be installed."; fi

# While the compiler leaves a core idle: what mypy finds out is kept, and the test that asks it is soon done. So are the
# test modules that pytest has compiled: four processes would begin by doing it at the same time.
types: $(VENV)/tools
	@$(BIN)/mypy > /dev/null || true  # the test says what is wrong
	@TAVERN_BUILD=pure PYTHONPATH=$(PURE_PATH) $(BIN)/python -m pytest --collect-only > /dev/null 2>&1 || true

build:  ## rebuild and install what changed
	@$(MAKE) --no-print-directory -j2 $(VENV)/built

# What the compiler needs comes first: it works while everything else is installed.
$(VENV)/compiler: pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(INSTALL) --upgrade pip  # Python brings an old one, which takes twice as long to find out what to install
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb')); print(*p['build-system']['requires'], sep='\n')" \
	  > $(VENV)/compiler.txt
	$(INSTALL) -r $(VENV)/compiler.txt
	touch $@

$(VENV)/tools: $(VENV)/compiler
	$(BIN)/python -c "import tomllib; p = tomllib.load(open('pyproject.toml', 'rb'))['project']; \
	  print(*p['dependencies'], *p['optional-dependencies']['test'], sep='\n')" > $(VENV)/tools.txt
	$(INSTALL) -r $(VENV)/tools.txt
	touch $@

# Never in place: the wheel is the compiled build, the source tree the pure one.
$(VENV)/wheel: $(VENV)/compiler $(SOURCES)
	rm -rf build $(VENV)/wheels
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir $(VENV)/wheels .
	rm -rf build *.egg-info
	touch $@

# `built` says which build it became.
$(VENV)/built: $(VENV)/tools $(VENV)/wheel
	$(PIP) install --no-deps --force-reinstall $(VENV)/wheels/*.whl
	$(BIN)/python -m tavern_engine --version
	$(BIN)/python -c "import tavern_engine; print('compiled' if tavern_engine.COMPILED else 'pure')" > $@

golden: build  ## write the golden games anew; review them as a diff
	$(BIN)/python -m tavern_engine golden --write

api: $(VENV)/tools  ## write docs/API.md anew from the docstrings
	$(BIN)/python tests/support/api_page.py

docs: $(VENV)/tools  ## the pages as a site, in docs/_build; warnings are errors
	$(BIN)/python -m sphinx --fail-on-warning --keep-going --quiet --fresh-env --conf-dir docs . docs/_build

packages:  ## build all packages for the Pythons of this machine, and test each in a clean environment; into dist/
	$(PYTHON) tests/packages/packages.py

bench: build  ## speed, compiled against pure and against other frameworks
	$(INSTALL) "open_spiel>=2.0" "rlcard>=1.2" "pygame>=2.5"
	$(BIN)/python tests/bench/ratios.py
	$(BIN)/python tests/bench/learners.py
	$(BIN)/python tests/bench/league.py
	$(BIN)/python tests/bench/isolation.py
	$(BIN)/python tests/bench/ratings.py
	$(BIN)/python tests/bench/cluster.py

lint: $(VENV)/tools
	$(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

clean:
	rm -rf $(VENV) build dist docs/_build *.egg-info .mypy_cache .pytest_cache .ruff_cache .hypothesis
