"""The builds: compiled and pure play the same games, and without a C compiler the install succeeds, pure."""

import ast
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

import tavern_engine
from tavern_engine.compiling import written_for_it

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent

DIGEST = """
import hashlib, sys
from tavern_bots.api import Clock
from tavern_bots.discover import choose_bot
from tavern_engine import COMPILED, RandomPolicy, Rng, game, games
from tavern_engine.batch import Batch
vault, digest = game("dragon-vault"), hashlib.sha256()
for seats in range(2, 7):
    for options in ({}, {"hindrances": True, "tricks": True}):
        state, rng = vault.new(seats, seats, options), Rng(seats)
        for _ in range(40):
            state.playout(RandomPolicy(), rng, 5)
            digest.update(state.to_bytes())
            for seat in range(-1, seats):
                infoset = state.observe(seat)
                digest.update(infoset.to_bytes() + str(infoset.key).encode() + infoset.sample(rng).to_bytes())
for text in ("rules", "flat", "determinized", "mcts", "mcts:opponents=search"):
    option = ("," if ":" in text else ":") + "simulations=60" if text != "rules" else ""
    state = vault.new(4, text)
    state.playout(RandomPolicy(), Rng(1), 20)
    bot = choose_bot(text + option).seat(vault, int(state.seat()), 4, Rng(2))
    digest.update(f"{bot.choose(state.observe(int(state.seat())), Clock())} {bot.explain()}".encode())
for one in games():
    batch = Batch(one, one.usual_size, 4, 5, opponents={1: RandomPolicy()})
    for _ in range(60):
        for array in batch.step(batch.random_actions()):
            digest.update(array.tobytes())
print(COMPILED, digest.hexdigest())
"""


def tracked() -> list[str]:
    """The files of the project, as git knows them."""
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone")
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in listed.splitlines() if (ROOT / name).is_file()]


def python(*arguments: object, **environment: str) -> str:
    """What a fresh interpreter prints."""
    command = [sys.executable, *map(str, arguments)]
    env = {**os.environ, **environment}
    return subprocess.run(command, env=env, capture_output=True, text=True, check=True).stdout


def test_both_builds_play_byte_identical_games() -> None:
    installed = python("-c", DIGEST).split()
    pure = python("-c", DIGEST, PYTHONPATH=f"{ROOT / 'engine'}{os.pathsep}{ROOT / 'bots'}").split()
    assert [installed[0], pure[0]] == [str(tavern_engine.COMPILED), "False"]
    assert installed[1] == pure[1]


def test_without_a_compiler_the_install_succeeds_pure(tmp_path: Path) -> None:
    for name in ("engine", "bots", "tournament"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "setup.py", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tmp_path)
    pip = ["-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    python(*pip, "--target", tmp_path / "site", tmp_path, CC="false")
    assert (tmp_path / "site/tavern_pages/bots/PROTOCOL.md").read_bytes() == (ROOT / "bots/PROTOCOL.md").read_bytes()
    version = python("-m", "tavern_engine", "--version", PYTHONPATH=str(tmp_path / "site"))
    assert "(pure Python: no compiled core, searches are slow)" in version
    inside = [name.partition("/")[2] for name in tracked() if name.startswith(("engine/", "bots/", "tournament/"))]
    packaged = [name for name in inside if name.startswith("tavern_")]
    assert len(packaged) > 300
    assert [name for name in packaged if not (tmp_path / "site" / name).is_file()] == []


def test_the_source_package_holds_all_that_is_needed(tmp_path: Path) -> None:
    names = tracked()
    for name in names:
        (tmp_path / "tree" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / "tree" / name)
    build = f"from setuptools import build_meta; build_meta.build_sdist({str(tmp_path)!r})"
    subprocess.run([sys.executable, "-c", build], cwd=tmp_path / "tree", capture_output=True, check=True)
    (package,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(package) as file:
        held = {name.partition("/")[2] for name in file.getnames()}
    assert [name for name in names if name not in held and not name.startswith(".gitignore")] == []


def test_the_release_is_called_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    assert {project["version"], tavern_engine.__version__, citation["version"]} == {tavern_engine.__version__}
    assert citation["title"] == f"{project['name']}: {project['description']}"
    workflow = yaml.safe_load((ROOT / ".github/workflows/wheels.yml").read_text(encoding="utf-8"))
    assert {"ubuntu-latest", "windows-latest"} < set(workflow["jobs"]["wheels"]["strategy"]["matrix"]["system"])


def test_the_compiler_finds_all_that_compiled_modules_lead_to() -> None:
    """Where pip builds the package, only what the build asks for is there; the compiler reads imports of imports."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    there = {re.split(r"[^\w-]", one)[0].replace("-", "_") for one in project["build-system"]["requires"]}
    can_be_missing = {
        name.removesuffix(".*")
        for override in project["tool"]["mypy"]["overrides"]
        if override.get("ignore_missing_imports")
        for name in override["module"]
    }
    left = [ROOT / path for path in written_for_it([str(ROOT / "engine"), str(ROOT / "bots")])]
    seen, others = set(left), set()
    while left:
        for name in imported(left.pop()):
            ours = [path for path in modules(name) if path.is_file()]
            others |= {name.partition(".")[0]} - {"tavern_engine", "tavern_bots"} if not ours else set()
            left += set(ours) - seen
            seen |= set(ours)
    assert others - sys.stdlib_module_names - there - can_be_missing == set()


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def modules(name: str) -> list[Path]:
    inside = Path(*name.split("."))
    return [
        ROOT / top / path for top in ("engine", "bots") for path in (inside.with_suffix(".py"), inside / "__init__.py")
    ]
