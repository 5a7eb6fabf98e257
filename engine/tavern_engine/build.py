"""Which build runs, and whether it is older than the sources it was made from."""

from functools import cache
from pathlib import Path

from tavern_engine import COMPILED

INSTALLED = Path(__file__).parent.parent
PACKAGES = {"tavern_engine": "engine", "tavern_bots": "bots", "tavern_tournament": "tournament"}


def describe_build() -> str:
    """Which build runs, in words."""
    return "compiled" if COMPILED else "pure Python: no compiled core, searches are slow"


def stale_note() -> str:
    """A sentence if the command runs in a checkout whose sources are newer than its build, else nothing."""
    try:
        stale = stale_files(Path.cwd())
    except OSError:  # a source that cannot be read is no reason to stop
        return ""
    return f"Note: this build is older than the sources here ({stale[0].name}): run `make build`." if stale else ""


@cache  # hundreds of files, and tests give many commands in one process
def stale_files(checkout: Path) -> tuple[Path, ...]:
    """Sources in a checkout that differ from those the running build was made from."""
    if checkout / "engine" == INSTALLED:
        return ()
    stale = []
    for package, folder in PACKAGES.items():
        for path in sorted((checkout / folder / package).rglob("*")):
            installed = INSTALLED / path.relative_to(checkout / folder)
            if path.is_file() and "__pycache__" not in path.parts and not _same(path, installed):
                stale.append(path)
    return tuple(stale)


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()
