"""The package that `new-game` writes: it installs, pure and compiled, passes its own tests, and takes hostile names."""

import ast
import os
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest
from click.testing import CliRunner

import tavern_engine
from tavern_engine.cli import main
from tavern_engine.compiling import require_own_bases
from tavern_engine.new_game import files, forms

PIP = ("-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index", "--target")
DIGEST = """
import hashlib, my_game.rules
from tavern_engine import RandomPolicy, Rng, game
mine, digest, rng = game("my-game"), hashlib.sha256(), Rng(1)
for seats in (2, 3, 4):
    for seed in range(20):
        state = mine.new(seats, seed)
        while state.seat() >= 0:
            for seat in range(-1, seats):
                infoset = state.observe(seat)
                digest.update(infoset.to_bytes() + str(infoset.key).encode() + infoset.sample(rng).to_bytes())
            state.playout(RandomPolicy(), rng, 1)
        digest.update(state.to_bytes())
print(my_game.rules.__file__.endswith(".py"), digest.hexdigest())
"""


def python(*arguments: object, site: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """A fresh interpreter that finds the packages in this folder too."""
    paths = os.pathsep.join(filter(None, [str(site), os.environ.get("PYTHONPATH")]))
    env = {**os.environ, "PYTHONPATH": paths, **environment}
    return subprocess.run([sys.executable, *map(str, arguments)], env=env, capture_output=True, text=True)


def write(folder: Path, name: str = "my-game") -> str:
    """What `new-game` says."""
    result = CliRunner().invoke(main, ["new-game", name, "--folder", str(folder)], catch_exceptions=False)
    return f"{result.exit_code} {result.output}"


def install(package: Path, site: Path, **environment: str) -> None:
    """Install the package in a folder of its own."""
    installed = python(*PIP, site, package, site=site, **environment)
    assert installed.returncode == 0, installed.stderr


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is written."""
    folder = tmp_path_factory.mktemp("new")
    assert "Next: pip install --no-build-isolation " in write(folder)
    return folder / "my-game"


@pytest.fixture(scope="module")
def pure(package: Path) -> Path:
    """A folder in which it is installed as plain Python."""
    site = package.with_name("pure")
    install(package, site, TAVERN_PURE="1")
    return site


@pytest.mark.slow
def test_it_installs_and_passes_at_once(package: Path, pure: Path) -> None:
    tested = python("-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider", package / "tests", site=pure)
    assert tested.returncode == 0, tested.stdout
    assert " passed" in tested.stdout


@pytest.mark.slow
@pytest.mark.skipif(not tavern_engine.COMPILED, reason="it compiles against the compiled engine")
def test_compiled_it_plays_the_same_games(package: Path, pure: Path, tmp_path: Path) -> None:
    compiler = tmp_path / "compiler"
    usual = os.environ.get("CC") or sysconfig.get_config_var("CC")
    compiler.write_text(f'#!/bin/sh\nexec {usual} "$@" -O0 -fno-lto\n')  # to play the same it need not play fast
    compiler.chmod(0o755)
    install(package, tmp_path / "site", TAVERN_PURE="", CC=str(compiler))
    played = [python("-c", DIGEST, site=site).stdout.split() for site in (pure, tmp_path / "site")]
    assert [one[0] for one in played] == ["True", "False"]
    assert played[0][1] == played[1][1]


def test_a_class_that_would_crash_when_compiled_stops_the_build(tmp_path: Path) -> None:
    source = files("my-game")["my_game/rules.py"].replace("@mypyc_attr(native_class=False)", "@mypyc_attr()", 1)
    path = tmp_path / "rules.py"
    path.write_text(source)
    with pytest.raises(SystemExit) as stopped:
        require_own_bases([str(path)])
    assert "Barrel derives from Tables, which is compiled already: write @mypyc_attr(native_class=False)" in str(
        stopped.value
    )


def test_everything_in_it_is_called_as_its_maker_says() -> None:
    made = files("two-left_feet")
    assert not [path for path, text in made.items() if "last" in path or "Last Call" in text or "last_call" in text]
    assert "two_left_feet/rules.py" in made
    assert 'title = "Two Left Feet"' in made["two_left_feet/components.toml"]
    assert 'two-left-feet = "two_left_feet.game:ThisGame"' in made["pyproject.toml"]
    assert all(ast.parse(text) for path, text in made.items() if path.endswith(".py") and text)


def test_forms_of_a_name() -> None:
    assert forms("3rd-try") == ("3rd-try", "3rd_try", "3rd Try")


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("My-Game", "cannot be the name of a package: use small letters, digits and dashes, such as my-game."),
        ("", "cannot be the name of a package"),
        ("../up", "cannot be the name of a package"),
        ("my--game", "cannot be the name of a package"),
        ("my-game\n", "cannot be the name of a package"),
        ("schön", "cannot be the name of a package"),
        ("-h2", "cannot be the name of a package"),
        ("a" * 300, "has 300 letters, and the name of a package here at most 60."),
        ("json", "is a word of Python or of the tavern"),
        ("class", "is a word of Python or of the tavern"),
        ("none", "is a word of Python or of the tavern"),
        ("setup", "is a word of Python or of the tavern"),
        ("tavern-tourney", "is a word of Python or of the tavern"),
        ("tavern-engine", "is the name of a module that is installed already, with tavern-tourney: take another."),
        ("numpy", "is the name of a module that is installed already, with numpy: take another."),
        ("con", "is a device on Windows"),
        ("dragon-vault", "There is a game 'dragon-vault' already, of tavern-tourney: take another name."),
        ("dragon_vault", "There is a game 'dragon-vault' already, of tavern-tourney: take another name."),
    ],
)
def test_a_name_that_cannot_be_is_refused_in_a_sentence(name: str, reason: str, tmp_path: Path) -> None:
    folder = tmp_path / "here"
    result = CliRunner().invoke(main, ["new-game", "--folder", str(folder), "--", name])
    assert result.exit_code == 1
    assert reason in result.output
    assert not folder.exists()


def test_what_is_there_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "my-game").write_text("mine")
    assert "1 Error: There is something at " in write(tmp_path)
    (tmp_path / "file").write_text("")
    result = CliRunner().invoke(main, ["new-game", "my-game", "--folder", str(tmp_path / "file" / "below")])
    assert "The package cannot be written to" in result.output
