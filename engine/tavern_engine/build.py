"""Which build runs, and whether it is older than the sources it was made from."""

from pathlib import Path

from tavern_engine import COMPILED

PACKAGE = Path(__file__).parent


def describe_build() -> str:
    """Which build runs, in words."""
    return "compiled" if COMPILED else "pure Python: no compiled core, searches are slow"


def stale_files(checkout: Path) -> list[Path]:
    """Sources of the engine in a checkout that differ from those the running build was made from."""
    sources = checkout / "engine" / "tavern_engine"
    if sources == PACKAGE:
        return []
    files = [path for path in sorted(sources.rglob("*")) if path.is_file() and "__pycache__" not in path.parts]
    return [path for path in files if not _same(path, PACKAGE / path.relative_to(sources))]


def _same(one: Path, other: Path) -> bool:
    return other.is_file() and one.read_bytes() == other.read_bytes()
