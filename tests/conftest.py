"""Makes sure that the build under test is the one that was asked for, and that commands hear signals."""

import gc
import os
import signal
from collections.abc import Iterator
from itertools import chain, groupby
from pathlib import Path

import hypothesis
import pytest
import warm

import tavern_engine
from tavern_engine.build import stale_files

# The same examples every time: a test that fails, fails for everybody. TAVERN_EXPLORE=1 looks for new ones.
hypothesis.settings.register_profile("tavern", deadline=None, derandomize=os.environ.get("TAVERN_EXPLORE") != "1")
hypothesis.settings.load_profile("tavern")

ROOT = Path(__file__).parent.parent
MANY = 500  # tests of one module: then they are short


def pytest_configure(config: pytest.Config) -> None:
    """Stop with a sentence rather than test something else than was meant."""
    wanted = os.environ.get("TAVERN_BUILD")
    running = "compiled" if tavern_engine.COMPILED else "pure"
    if wanted in ("compiled", "pure") and wanted != running:
        pytest.exit(f"The {wanted} build was to be tested, but the {running} one is running: run `make build`.", 2)
    if stale := stale_files(ROOT):
        pytest.exit(f"The installed build is older than the sources ({stale[0].name}): run `make build`.", 2)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Every process begins with modules that have slow tests and ends with short ones, so that all end together.

    `--dist worksteal` cuts the list into one piece for each process; whoever is done takes from the ends of the others.
    Modules stay whole, for what their tests share.
    """
    processes = getattr(config, "workerinput", {}).get("workercount", 1)
    turns: tuple[list[pytest.Item], ...] = ([], [], [])
    for _, module in groupby(items, key=lambda item: item.path):
        tests = list(module)
        slow = any(test.get_closest_marker("slow") for test in tests)
        turns[0 if slow else 2 if len(tests) > MANY else 1].extend(tests)
    items[:] = chain.from_iterable(
        turn[len(turn) * process // processes : len(turn) * (process + 1) // processes]
        for process in range(processes)
        for turn in turns
    )


def pytest_collection_finish() -> None:
    """Six thousand tests and what they import stay to the end: nobody needs to look through them for garbage."""
    gc.collect()
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _commands_run_as_a_person_runs_them() -> Iterator[None]:
    """Whoever runs tests under nohup or in the background has some signals ignored, and programs inherit that.

    A handler that does nothing ignores them too, and is not inherited: what tests start begins with the defaults.
    Nor do programs inherit that Python writes all at once, which hides what happens when output cannot be written.
    """
    os.environ.pop("PYTHONUNBUFFERED", None)
    warm.VARIABLES.clear()
    warm.VARIABLES.update(os.environ)  # with what modules have set that were imported for tests
    by_python = {signal.SIGPIPE, signal.SIGXFSZ}  # ignored for itself; `subprocess` gives them back to programs
    ignored = [one for one in signal.valid_signals() - by_python if signal.getsignal(one) == signal.SIG_IGN]
    for number in ignored:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else lambda _number, _frame: None)
    yield
    for number in ignored:
        signal.signal(number, signal.SIG_IGN)


@pytest.fixture(scope="session")
def effort() -> float:
    """How much the conformance kit plays and samples.

    All planted faults are caught with 1.0; the pure build is up to a hundred times slower.
    """
    return 1.0 if tavern_engine.COMPILED else 0.1
