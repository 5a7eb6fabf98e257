"""The project itself: lint, types, the direction of imports, runnable documents, doctests."""

import ast
import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path

import pytest

import tavern_bots
import tavern_engine
import tavern_tournament

ROOT = Path(__file__).parent.parent.parent
LAYERS = {"tavern_engine": "engine", "tavern_bots": "bots", "tavern_tournament": "tournament"}
MODULES = [
    module.name
    for package in (tavern_engine, tavern_bots, tavern_tournament)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith(("__main__", "__mypyc"))
]


@pytest.mark.parametrize("command", [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]], ids=" ".join)
def test_lint_and_types(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_imports_go_one_way() -> None:
    """The engine knows no bots, bots know no tournament."""
    order = list(LAYERS)
    wrong = []
    for place, (package, folder) in enumerate(LAYERS.items()):
        for path in (ROOT / folder / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                wrong += [f"{path}: {name}" for name in names if name.split(".")[0] in order[place + 1 :]]
    assert wrong == []


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str) -> None:
    module = importlib.import_module(name)
    source = Path(str(module.__file__).split(".cpython")[0]).with_suffix(".py")
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (text := ast.get_docstring(node)):
            names = {**vars(module)}
            runner.run(parser.get_doctest(text, names, f"{name}.{getattr(node, 'name', '')}", str(source), 0))
    assert runner.summarize(verbose=False).failed == 0


def test_the_readme_runs() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    blocks = [part.split("```")[0] for part in text.split("```python\n")[1:]]
    assert blocks
    names: dict[str, object] = {}
    for block in blocks:
        if ">>>" in block:
            test = doctest.DocTestParser().get_doctest(block, names, "README.md", "README.md", 0)
            assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, clear_globs=False).failed == 0
            names.update(test.globs)
        else:
            exec(compile(block, "README.md", "exec"), names)


def test_every_compiled_module_is_listed_once_and_exists() -> None:
    lines = (ROOT / "setup.py").read_text(encoding="utf-8").splitlines()
    folders = dict(re.findall(r'^([A-Z]+) = "(engine/.+)"$', "\n".join(lines), re.MULTILINE))
    listed = [line.split('"')[1] for line in lines if line.strip().endswith('.py",')]
    listed = [re.sub(r"{([A-Z]+)}", lambda name: folders[name[1]], path) for path in listed]
    assert len(listed) == len(set(listed)) > 0
    assert [path for path in listed if not (ROOT / path).is_file()] == []
