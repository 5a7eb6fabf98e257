"""Builds the compiled core with mypyc where a C compiler is at hand; without one the package installs pure.

Everything compiled goes through one `mypycify` call: calls between two separately compiled groups would be slow.
`TAVERN_PURE=1` asks for the pure build.
"""

import os
import sys
import tempfile
from pathlib import Path

from setuptools import Extension, setup  # type: ignore[import-untyped]

VAULT = "engine/tavern_engine/games/dragon_vault"
COMPILED = [
    "engine/tavern_engine/multiset.py",
    "engine/tavern_engine/chance.py",
    "engine/tavern_engine/state.py",
    f"{VAULT}/cards.py",
    f"{VAULT}/zones.py",
    f"{VAULT}/deal.py",
    f"{VAULT}/knowledge.py",
    f"{VAULT}/legal.py",
    f"{VAULT}/scoring.py",
    f"{VAULT}/rules.py",
    "bots/tavern_bots/search.py",
    "bots/tavern_bots/dragon_vault.py",
]


def has_compiler() -> bool:
    """Whether a C file that needs Python's headers compiles."""
    import sysconfig

    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#include <Python.h>\n")
        try:
            compiler = new_compiler()
            customize_compiler(compiler)
            compiler.compile([str(source)], output_dir=folder, include_dirs=[sysconfig.get_paths()["include"]])
        except Exception as error:
            print(f"tavern-tourney: no usable C compiler ({error}), installing pure Python", file=sys.stderr)
            return False
    return True


def extensions() -> list[Extension]:
    """The compiled modules, or none; only a real build needs them, not a question about metadata."""
    if "bdist_wheel" not in sys.argv or os.environ.get("TAVERN_PURE") == "1" or not has_compiler():
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "engine:bots"
    modules = mypycify(
        ["--config-file=pyproject.toml", "--explicit-package-bases", *COMPILED],
        multi_file=True,
        group_name="tavern",
        debug_level="0",
    )
    for module in modules:
        module.extra_compile_args += ["-ffp-contract=off", "-fwrapv", "-fno-semantic-interposition", "-flto=2"]
    return modules


setup(ext_modules=extensions())
