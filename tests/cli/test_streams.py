"""Every command, when it cannot be heard, and when Ctrl-C comes before anything has begun: a sentence at most.

What a start leaves of streams is the same for all commands of a program: one command of each is started in earnest by
a shell, and the others begin with their streams as Python leaves them then.
"""

import contextlib
import os
import shlex
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
import warm
from leagues import LONG, tourney, write_league

ROOT = Path(__file__).parent.parent.parent
SCRIPTS: dict[str, str] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["scripts"]
COMMANDS = [
    "tavern_engine --version",
    "tavern_engine games",
    "tavern_engine actions dragon-vault",
    "tavern_bots --help",
    "tavern_bots list",
    "tavern_bots page dragon-vault",
    "tavern_tournament --help",
    "tavern_tournament schema",
    "tavern_tournament.solo.cli --help",
    "tavern_tournament.solo.cli dragon-vault --seed 1 --save game.json",
]
FIRST = {command.partition(" ")[0]: command for command in reversed(COMMANDS)}.values()  # of every program
NUMBERS = {"<": 0, ">": 1, "2>": 2}  # of streams, as a shell writes them
# Python has nothing in the place of a stream that is closed when it starts.
BEGINS_WITH_CLOSED = """
import os, runpy, sys
closed, module, *sys.argv[1:] = sys.argv[1:]
for number in map(int, closed):
    os.close(number)
    name = ("stdin", "stdout", "stderr")[number]
    setattr(sys, name, None)
    setattr(sys, f"__{name}__", None)
sys.modules.pop("tavern_tournament.solo.cli", None)  # or Python wonders that a program is there before it runs
runpy.run_module(module, run_name="__main__", alter_sys=True)
"""
ARRIVES = """
import os, signal, sys
class Presses:
    def find_spec(self, name, path=None, target=None):
        if name == {late!r}:
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Presses())
sys.argv = ["the-command", "--help"]
from {module} import {function} as main
sys.exit(main())
"""


def shell(command: str, streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    line = f"{shlex.quote(sys.executable)} -m {command} {streams}"
    return subprocess.run(["sh", "-c", line], cwd=folder, capture_output=True, text=True, timeout=LONG)


def begun(command: str, streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """What `shell` would see of it, without a start."""
    closed = [NUMBERS[stream.removesuffix("&-")] for stream in streams.split() if stream.endswith("&-")]
    words = ["-c", BEGINS_WITH_CLOSED, "".join(map(str, closed)), *command.split()]
    ends = {1: subprocess.PIPE, 2: subprocess.PIPE}
    with contextlib.ExitStack() as files:
        for stream in streams.split():
            if stream.endswith("/dev/full"):
                number = NUMBERS[stream.removesuffix("/dev/full")]
                ends[number] = files.enter_context(open("/dev/full", "w")).fileno()
        line = [sys.executable, *words]
        run = warm.run(line, cwd=folder, text=True, timeout=LONG, stdout=ends[1], stderr=ends[2])
    return subprocess.CompletedProcess(command, run.returncode, run.stdout or "", run.stderr or "")


def told(command: str, streams: str, folder: Path) -> subprocess.CompletedProcess[str]:
    return (shell if command in FIRST else begun)(command, streams, folder)


@cache
def heard(command: str) -> tuple[int, str]:
    """Its exit code and what it says where all streams are open."""
    with TemporaryDirectory() as folder:
        run = begun(command, "", Path(folder))
    return run.returncode, run.stdout


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a disk that is always full")
@pytest.mark.parametrize("command", COMMANDS)
def test_a_full_disk_is_told_in_a_sentence(tmp_path: Path, command: str) -> None:
    run = told(command, ">/dev/full", tmp_path)
    assert run.returncode == (4 if command.startswith("tavern_tournament ") else 1)
    assert run.stderr == "The output cannot be written: No space left on device.\n"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_closed_output_is_told_in_a_sentence(tmp_path: Path, command: str) -> None:
    run = told(command, ">&-", tmp_path)
    assert run.returncode == (4 if command.startswith("tavern_tournament ") else 1)
    assert run.stderr == "The output is closed. If nobody is to read it, add >/dev/null to the command.\n"


@pytest.mark.parametrize("streams", ["2>&-", "<&-", "<&- 2>&-", "2>/dev/full"])
@pytest.mark.parametrize("command", COMMANDS)
def test_nothing_else_has_to_be_open(tmp_path: Path, command: str, streams: str) -> None:
    run = told(command, streams, tmp_path)
    assert (run.returncode, run.stdout) == heard(command)
    assert run.stderr == ""


@pytest.mark.parametrize("command", ["tavern_bots info no-such-bot", "tavern_engine actions chess"])
@pytest.mark.parametrize("streams", ["2>&-", "2>/dev/full"])
def test_a_mistake_that_nobody_hears_of_shows_in_the_exit_code(tmp_path: Path, command: str, streams: str) -> None:
    run = told(command, streams, tmp_path)
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "")


@pytest.mark.slow
@pytest.mark.parametrize("streams", ["2>&-", "<&- 2>&-", "2>/dev/full"])
def test_a_league_that_nobody_hears_is_played(tmp_path: Path, streams: str) -> None:
    """What it says must not go into its files, which would have the numbers of closed streams."""
    write_league(tmp_path, deals=1)
    run = begun("tavern_tournament --config league.toml -v", streams, tmp_path)
    assert run.returncode == 0
    assert run.stdout.startswith("Dragon's Vault\n")
    assert tourney(tmp_path, "verify", "run").returncode == 0


@pytest.mark.slow
def test_a_league_whose_table_cannot_be_written_is_played_all_the_same(tmp_path: Path) -> None:
    write_league(tmp_path, deals=1)
    run = begun("tavern_tournament --config league.toml --quiet", ">/dev/full", tmp_path)
    assert (run.returncode, run.stderr) == (4, "The output cannot be written: No space left on device.\n")
    assert (tmp_path / "run" / "report.html").exists()


@pytest.mark.parametrize("late", ["click", "tavern_engine", "tavern_engine.streams", "tavern_engine.chance"])
@pytest.mark.parametrize("script", SCRIPTS)
def test_ctrl_c_while_a_command_is_imported_ends_it_without_a_word(script: str, late: str) -> None:
    """As pip's scripts call it, with Ctrl-C pressed when a module is looked for."""
    module, function = SCRIPTS[script].split(":")
    code = ARRIVES.format(late=late, module=module, function=function)
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "")


@pytest.mark.parametrize(
    ("script", "arguments", "late"),
    [
        ("tavern-bots", ["check", "rules"], "tavern_bots.testing"),
        ("tavern-tourney", ["rate", "run"], "tavern_tournament.run"),
        ("tavern-tourney", ["schema"], "pydantic"),
    ],
)
def test_ctrl_c_where_a_command_imports_what_it_needs_is_a_line(script: str, arguments: list[str], late: str) -> None:
    module, function = SCRIPTS[script].split(":")
    code = ARRIVES.format(late=late, module=module, function=function).replace('"--help"', str(arguments)[1:-1])
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stdout, run.stderr) == (130, "", "Interrupted.\n")


def test_ctrl_c_before_a_league_has_begun_says_that_nothing_is_lost(tmp_path: Path) -> None:
    write_league(tmp_path)
    code = ARRIVES.format(late="pydantic", module="tavern_tournament.start", function="tourney")
    code = code.replace('"--help"', '"--config", "league.toml"')
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=LONG)
    said = "Interrupted. Finished games are safe: the same command goes on.\n"
    assert (run.returncode, run.stdout, run.stderr) == (4, "", said)


@pytest.mark.parametrize("module", ["tavern_engine", "tavern_bots", "tavern_tournament", "tavern_tournament.solo.cli"])
def test_a_folder_that_is_gone_is_told_in_a_sentence(tmp_path: Path, module: str) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()
    line = f"rmdir {gone}; exec {shlex.quote(sys.executable)} -m {module} --help"
    run = subprocess.run(["sh", "-c", line], cwd=gone, capture_output=True, text=True, timeout=LONG)
    assert (run.returncode, run.stderr) == (2, "The current folder cannot be found: No such file or directory.\n")
