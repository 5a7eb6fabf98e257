"""Builds the compiled core with mypyc where a C compiler is at hand; without one the package installs pure.

How it is compiled is in engine/tavern_engine/compiling.py, which packages with games of their own use, too.
"""

import os
import runpy
import shutil
from concurrent.futures import ThreadPoolExecutor
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

from setuptools import setup  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]
from setuptools.command.build_py import build_py  # type: ignore[import-untyped]


def compiling() -> ModuleType:
    """The module by its file: the package that it belongs to needs what is about to be built."""
    spec = spec_from_file_location("compiling", Path(__file__).parent / "engine/tavern_engine/compiling.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class BuildTogether(build_ext):  # type: ignore[misc]
    """Compiles as many C files at once as there are cores, and modules beside each other."""

    def build_extensions(self) -> None:
        """Compile and link everything."""
        one_by_one = self.compiler.compile

        def together(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: one_by_one([source], **options), sources)
                return [path for paths in made for path in paths]

        self.compiler.compile = together
        self.parallel = os.cpu_count()
        super().build_extensions()


class WithPages(build_py):  # type: ignore[misc]
    """Puts the pages and sample leagues, which are outside of the packages, into the wheel beside them."""

    def run(self) -> None:
        """Build the packages, and copy the pages."""
        super().run()
        meant = runpy.run_path("engine/tavern_engine/pages.py")
        for path in meant["found"]((*meant["PAGES"], *meant["SAMPLES"]), Path()):
            target = Path(self.build_lib, meant["FOLDER"], path)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)


setup(
    ext_modules=compiling().extensions(["engine", "bots"], ["engine", "bots"], "tavern"),
    cmdclass={"build_ext": BuildTogether, "build_py": WithPages},
)
