"""The project itself: lint, types, the direction of imports, runnable documents, doctests."""

import ast
import contextlib
import doctest
import importlib
import pkgutil
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

import tavern_bots.cli
import tavern_engine.cli
import tavern_tournament.cli
import tavern_tournament.solo.cli
from tavern_engine.compiling import written_for_it

ROOT = Path(__file__).parent.parent.parent
LAYERS = {"tavern_engine": "engine", "tavern_bots": "bots", "tavern_tournament": "tournament"}
MODULES = [
    module.name
    for package in (tavern_engine, tavern_bots, tavern_tournament)
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
    if not module.name.endswith(("__main__", "__mypyc", "web.warm"))  # nor what is imported for what that does
]


@pytest.mark.slow  # `make quick` runs them before the tests
@pytest.mark.parametrize("command", [["ruff", "check"], ["ruff", "format", "--check"], ["mypy"]], ids=" ".join)
def test_lint_and_types(command: list[str]) -> None:
    run = subprocess.run([sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr


def test_imports_go_one_way() -> None:
    """The engine knows no bots, bots know no tournament."""
    order = list(LAYERS)
    wrong = []
    for place, (package, folder) in enumerate(LAYERS.items()):
        later = order[place + 1 :]
        for path in (ROOT / folder / package).rglob("*.py"):
            text = path.read_text(encoding="utf-8")
            if not any(name in text for name in later):
                continue  # nor does it import them
            for node in ast.walk(ast.parse(text)):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                wrong += [f"{path}: {name}" for name in names if name.split(".")[0] in later]
    assert wrong == []


@pytest.mark.parametrize("name", MODULES)
def test_docstrings_run(name: str) -> None:
    if name.startswith("tavern_bots.openspiel"):
        pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install 'tavern-tourney[openspiel]'")
    module = importlib.import_module(name)
    source = Path(str(module.__file__).split(".cpython")[0]).with_suffix(".py")
    parser, runner, text = doctest.DocTestParser(), doctest.DocTestRunner(), source.read_text(encoding="utf-8")
    for node in ast.walk(ast.parse(text)) if ">>>" in text else ():
        if isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef)) and (words := ast.get_docstring(node)):
            names = {**vars(module)}
            runner.run(parser.get_doctest(words, names, f"{name}.{getattr(node, 'name', '')}", str(source), 0))
    assert runner.summarize(verbose=False).failed == 0


@pytest.mark.slow
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


@pytest.mark.skipif(not tavern_engine.COMPILED, reason="nothing is compiled in this build")
def test_every_module_that_is_written_for_the_compiler_is_compiled() -> None:
    written = [
        ".".join(path.relative_to(folder).with_suffix("").parts)
        for folder in (ROOT / "engine", ROOT / "bots")
        for path in map(Path, written_for_it([str(folder)]))
    ]
    assert len(written) > 20
    assert [name for name in written if str(importlib.import_module(name).__file__).endswith(".py")] == []


MAKE, COMMAND = re.compile(r"^make (\w+)"), re.compile(r"^\.venv/bin/(?:python -m )?([\w-]+)(.*)")
PROGRAMS: dict[str, click.Group] = {
    "tavern-tourney": tavern_tournament.cli.main,
    "tavern-play": tavern_tournament.solo.cli.main,
    "tavern-bots": tavern_bots.cli.main,
    "tavern_engine": tavern_engine.cli.main,
}


def commands(document: str) -> list[str]:
    """The lines of a document's plain code blocks and what it has between backticks, without comments, part by part."""
    text = (ROOT / document).read_text(encoding="utf-8")
    blocks = re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    quoted = re.findall(r"`([^`\n]+)`", text)
    lines = [line for block in blocks for line in block.splitlines()] + quoted
    return [part.strip() for line in lines for part in line.split("  # ")[0].split(" && ")]


@pytest.mark.parametrize("document", ["README.md", "CONTRIBUTING.md"])
def test_commands_in_the_documents_are_known(document: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Targets of the Makefile, and arguments that the programs take."""
    monkeypatch.chdir(ROOT)
    (phony,) = re.findall(r"^\.PHONY: (.*)$", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    found = 0
    for line in commands(document):
        if make := MAKE.match(line):
            assert make[1] in phony.split(), line
            found += 1
        elif (command := COMMAND.match(line)) and command[1] in PROGRAMS:
            take(PROGRAMS[command[1]], shlex.split(command[2]))
            found += 1
    assert found > 2


def take(program: click.Group, arguments: list[str]) -> None:
    """Read the arguments as the program would, or fail with what it would say."""
    word, *rest = arguments
    if word in program.commands:
        program.commands[word].make_context(word, rest)
    elif "play" in program.commands:  # the word may be left out
        program.commands["play"].make_context("play", arguments)
    else:
        with contextlib.suppress(click.exceptions.Exit):  # as --version does
            program.make_context("program", arguments)
