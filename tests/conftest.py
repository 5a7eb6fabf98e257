"""Makes sure that the build under test is the one that was asked for, and not an old one."""

import os
from pathlib import Path

import hypothesis
import pytest

import tavern_engine

# The same examples every time: a test that fails, fails for everybody. TAVERN_EXPLORE=1 looks for new ones.
hypothesis.settings.register_profile("tavern", deadline=None, derandomize=os.environ.get("TAVERN_EXPLORE") != "1")
hypothesis.settings.load_profile("tavern")

ROOT = Path(__file__).parent.parent
SOURCES = {"tavern_engine": "engine", "tavern_bots": "bots", "tavern_tournament": "tournament"}


def stale_files() -> list[str]:
    """Source files that differ from the installed ones, if an installed build is under test."""
    installed = Path(tavern_engine.__file__).parent.parent
    if installed == ROOT / "engine":
        return []
    stale = []
    for package, folder in SOURCES.items():
        for source in (ROOT / folder / package).rglob("*"):
            if source.is_file() and "__pycache__" not in source.parts:
                copy = installed / source.relative_to(ROOT / folder)
                if not copy.exists() or copy.read_bytes() != source.read_bytes():
                    stale.append(str(source.relative_to(ROOT)))
    return stale


def pytest_configure(config: pytest.Config) -> None:
    """Stop with a sentence rather than test something else than was meant."""
    wanted = os.environ.get("TAVERN_BUILD")
    running = "compiled" if tavern_engine.COMPILED else "pure"
    if wanted in ("compiled", "pure") and wanted != running:
        pytest.exit(f"The {wanted} build was to be tested, but the {running} one is running: run `make build`.", 2)
    if stale := stale_files():
        pytest.exit(f"The installed build is older than the sources ({stale[0]}): run `make build`.", 2)


@pytest.fixture(scope="session")
def effort() -> float:
    """How much the conformance kit plays and samples: the pure build is up to a hundred times slower."""
    return 4.0 if tavern_engine.COMPILED else 0.1
