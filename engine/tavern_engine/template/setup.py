"""Compiles the rules with mypyc if tavern-tourney, mypy and a C compiler are at hand; without them it installs pure."""

from setuptools import Extension, setup  # type: ignore[import-untyped]


def extensions() -> list[Extension]:
    """The compiled modules, or none: pip hides tavern-tourney from the build unless told --no-build-isolation."""
    try:
        from tavern_engine.compiling import extensions
    except ImportError:
        return []
    return extensions(["."], ["last_call"], "last_call")


setup(ext_modules=extensions())
