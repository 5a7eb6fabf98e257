"""Builds the compiled core with mypyc where a C compiler is at hand; without one the package installs pure.

Everything compiled goes through one `mypycify` call: calls between two separately compiled groups would be slow.
`TAVERN_PURE=1` asks for the pure build.
"""

import os
import re
import runpy
import shutil
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from setuptools import Extension, setup  # type: ignore[import-untyped]
from setuptools.command.build_ext import build_ext  # type: ignore[import-untyped]
from setuptools.command.build_py import build_py  # type: ignore[import-untyped]


def compiled() -> list[str]:
    """The modules that are written for the compiler: they import its types."""
    sources = sorted([*Path("engine").rglob("*.py"), *Path("bots").rglob("*.py")])
    return [str(path) for path in sources if "\nfrom mypy_extensions import " in path.read_text(encoding="utf-8")]


SAFE = ["-ffp-contract=off", "-fwrapv"]  # the same arithmetic as in plain Python
FAST = ["-fno-semantic-interposition", "-flto=auto"]  # calls between modules can be inlined
# For gcc: -O3's inlining without what else it does, which makes the hot code larger than the first cache.
INLINING = {"max-inline-insns-auto": 30, "inline-min-speedup": 15, "early-inlining-insns": 14}
SMALL = ["-O2", "-fpeel-loops", "-falign-functions=64", *(f"--param={name}={most}" for name, most in INLINING.items())]


def working_flags() -> list[str] | None:
    """Flags with which a C file that needs Python's headers compiles and links; None if none do."""
    import sysconfig

    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    problem: Exception | None = None
    for flags in ([*SAFE, *FAST, *SMALL], [*SAFE, *FAST], SAFE, []):
        with tempfile.TemporaryDirectory() as folder:
            source = Path(folder, "probe.c")
            source.write_text("#include <Python.h>\nint probe(void) { return 0; }\n")
            try:
                compiler = new_compiler()
                customize_compiler(compiler)
                include = [sysconfig.get_paths()["include"]]
                objects = compiler.compile([str(source)], folder, include_dirs=include, extra_postargs=flags)
                compiler.link_shared_object(objects, str(Path(folder, "probe.so")), extra_postargs=flags)
                return flags
            except Exception as error:
                problem = error
    print(f"tavern-tourney: no usable C compiler ({problem}), installing pure Python", file=sys.stderr)
    return None


# When plain Python hands a vector to compiled code, mypyc 2.4 counts one reference too many and the vector is never
# freed: its unboxing does not know of borrowed values. `tests/properties/test_memory.py` shows it.
BORROWED = re.compile(
    r"(\b(arg_\w+|tmp) = VecI64Api\.unbox\((?:obj_\w+|value)\);\s*if \(VEC_IS_ERROR\(\2\)\) \{\n.*\n\s*\}\n)"
)


def give_back(path: Path) -> None:
    """Let C code of mypyc's drop the references to vectors that it only borrows."""
    text = path.read_text(encoding="utf-8")
    path.write_text(BORROWED.sub(r"\1VEC_I64_DECREF(\2);\n", text), encoding="utf-8")


def extensions() -> list[Extension]:
    """The compiled modules, or none; only a real build needs them, not a question about metadata."""
    if "bdist_wheel" not in sys.argv or os.environ.get("TAVERN_PURE") == "1":
        return []
    flags = working_flags()
    if flags is None:
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = "engine:bots"
    modules = mypycify(
        ["--config-file=pyproject.toml", "--explicit-package-bases", *compiled()],
        multi_file=True,
        group_name="tavern",
        debug_level="0",
    )
    for path in {Path(source) for module in modules for source in module.sources}:
        if path.name.startswith("__native"):
            give_back(path)
    for module in modules:
        module.extra_compile_args += flags
        module.extra_link_args += flags
    return modules


class BuildTogether(build_ext):  # type: ignore[misc]
    """Compiles as many C files at once as there are cores."""

    def build_extensions(self) -> None:
        """Compile and link everything."""
        one_by_one = self.compiler.compile

        def together(sources: list[str], **options: object) -> list[str]:
            with ThreadPoolExecutor(os.cpu_count()) as pool:
                made = pool.map(lambda source: one_by_one([source], **options), sources)
                return [path for paths in made for path in paths]

        self.compiler.compile = together
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


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildTogether, "build_py": WithPages})
