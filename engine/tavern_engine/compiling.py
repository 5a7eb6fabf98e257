"""Compiles modules that are written for it with mypyc, for setup.py: our own, and that of a package with a game.

It imports nothing of the engine: our own setup.py takes it as a file, before there is a package. `TAVERN_PURE=1` asks
for plain Python, and without a C compiler it comes to that, too.
"""

import ast
import os
import re
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

TEMPLATE = "tavern_engine/template/"  # of packages with games, which are compiled by themselves
COMPILED = ("tavern_engine", "tavern_bots")
SAFE = ["-ffp-contract=off", "-fwrapv"]  # the same arithmetic as in plain Python
FAST = ["-fno-semantic-interposition", "-flto=auto"]  # calls between modules can be inlined
# For gcc: -O3's inlining without what else it does, which makes the hot code larger than the first cache.
INLINING = {"max-inline-insns-auto": 30, "inline-min-speedup": 15, "early-inlining-insns": 14}
SMALL = ["-O2", "-fpeel-loops", "-falign-functions=64", *(f"--param={name}={most}" for name, most in INLINING.items())]
# It takes a third less time to compile what nobody outside sees, without looking for vectors where there are none.
QUICK = ["-fvisibility=hidden", "-fno-tree-slp-vectorize"]


def extensions(roots: Sequence[str], folders: Sequence[str], group: str) -> list[Any]:
    """The compiled modules of these folders, or none; only a real build needs them, not a question about metadata.

    `roots` are the folders in which packages begin. All go through one `mypycify` call, under the name of the group:
    calls between two separately compiled groups are slow.
    """
    if "bdist_wheel" not in sys.argv or os.environ.get("TAVERN_PURE") == "1":
        return []
    flags = working_flags(group)
    if flags is None:
        return []
    try:
        from mypyc.build import mypycify
    except ImportError:
        print(f"{group}: mypy is not there, installing pure Python", file=sys.stderr)
        return []
    sources = written_for_it(folders)
    require_own_bases(sources)
    os.environ["MYPYPATH"] = os.pathsep.join(roots)
    modules = mypycify(
        ["--config-file=pyproject.toml", "--explicit-package-bases", *sources],
        multi_file=True,
        group_name=group,
        debug_level="0",
    )
    for path in {Path(source) for module in modules for source in module.sources}:
        if path.name.startswith("__native"):
            mend(path)
    for module in modules:  # their lists are one: what is added to it would be there once for each of them
        module.extra_compile_args = [*module.extra_compile_args, *flags]
        module.extra_link_args = [*module.extra_link_args, *flags]
    return list(modules)


def written_for_it(folders: Sequence[str]) -> list[str]:
    """The modules that are written for the compiler: they import its types."""
    sources = sorted(path for folder in folders for path in Path(folder).rglob("*.py"))
    own = [path for path in sources if TEMPLATE not in path.as_posix()]
    return [str(path) for path in own if "\nfrom mypy_extensions import " in path.read_text(encoding="utf-8")]


def require_own_bases(sources: Sequence[str]) -> None:
    """Stop with a sentence at a class that would crash: a native one whose base was compiled in another group."""
    trees = {source: ast.parse(Path(source).read_text(encoding="utf-8")) for source in sources}
    ours = any("tavern_engine" in Path(source).parts for source in sources)
    for source, tree in {} if ours else trees.items():
        imported = {
            alias.asname or alias.name
            for node in ast.walk(tree)
            if isinstance(node, ast.ImportFrom) and str(node.module).partition(".")[0] in COMPILED
            for alias in node.names
        }
        for node in ast.walk(tree):
            if not isinstance(node, ast.ClassDef) or any(
                "native_class=False" in ast.unparse(d) for d in node.decorator_list
            ):
                continue
            if bases := [base for base in map(ast.unparse, node.bases) if base.partition(".")[0] in imported]:
                raise SystemExit(
                    f"{source}, line {node.lineno}: {node.name} derives from {bases[0]}, which is compiled already: "
                    "write @mypyc_attr(native_class=False) above it."
                )


def working_flags(group: str) -> list[str] | None:
    """Flags with which a C file that needs Python's headers compiles and links; None if none do."""
    import sysconfig

    from setuptools._distutils.ccompiler import new_compiler
    from setuptools._distutils.sysconfig import customize_compiler

    problem: Exception | None = None
    # Microsoft's compiler takes flags that it does not know for a reason to complain, not to stop.
    all_of_them = [*SAFE, *FAST, *SMALL, *QUICK]
    known = [[]] if new_compiler().compiler_type == "msvc" else [all_of_them, [*SAFE, *FAST], SAFE, []]
    for flags in known:
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
    print(f"{group}: no usable C compiler ({problem}), installing pure Python", file=sys.stderr)
    return None


# When plain Python hands a vector to compiled code, mypyc 2.4 counts one reference too many and the vector is never
# freed: its unboxing does not know of borrowed values. `tests/properties/test_memory.py` shows it.
BORROWED = re.compile(
    r"(\b(arg_\w+|tmp) = VecI64Api\.unbox\((?:obj_\w+|value)\);\s*if \(VEC_IS_ERROR\(\2\)\) \{\n.*\n\s*\}\n)"
)
# In C almost every line can fail, and the way to its error stands between what is run. Told what is rarely called, gcc
# puts the way there behind all other code, so that more of it fits into the first cache: at the Inn an eighth fewer
# instructions are missed. What plain Python calls, and what runs once at an import, is kept small, too.
RARE = """\
#ifdef __GNUC__
#define CPY_RARE __attribute__((cold))
__attribute__((cold)) void CPy_AddTraceback(const char *filename, const char *funcname, int line, PyObject *globals);
__attribute__((cold)) PyObject *PyErr_Occurred(void);
__attribute__((cold)) void _Py_Dealloc(PyObject *object);
#else
#define CPY_RARE
#endif
"""
FROM_OUTSIDE = re.compile(r"^(?= *PyObject \*CPyPy_|char CPyDef_\w+_____top_level__\()", re.MULTILINE)


def mend(path: Path) -> None:
    """Let C code of mypyc's drop the references to vectors that it only borrows, and keep errors out of the way."""
    headers, code = path.read_text(encoding="utf-8").split("\n", 1)
    code = FROM_OUTSIDE.sub("CPY_RARE ", BORROWED.sub(r"\1VEC_I64_DECREF(\2);\n", code))
    path.write_text(f"{headers}\n{RARE}{code}", encoding="utf-8")
