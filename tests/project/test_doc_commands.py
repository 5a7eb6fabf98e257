"""Every command in the documents is run by a test: those of the tutorials here, page by page, the others elsewhere.

A page's commands stand in code blocks without a language. A block of TOML or Python whose first line is a comment with
the name of a file is that file.
"""

import importlib.util
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import warm
from click.testing import CliRunner

import tavern_bots.cli
import tavern_engine.cli
import tavern_tournament.cli
import tavern_tournament.solo.cli

ROOT = Path(__file__).parent.parent.parent
#: Pages of which all is run here that is not run elsewhere, in order, in one folder.
TUTORIALS = [
    "docs/playing.md",
    "docs/running-a-league.md",
    "docs/adding-a-bot.md",
    "docs/adding-a-game.md",
    "docs/learning.md",
]
OTHERS = [
    *("README.md", "CONTRIBUTING.md", "docs/SCALE.md", "docs/PLATFORMS.md", "docs/adding-a-game-option.md"),
    *("docs/adding-a-language.md", "docs/adding-a-report-section.md", "docs/openspiel.md", "bots/README.md"),
]
#: Commands that are run by other tests, with what is named in them or in a smaller way, and where.
ELSEWHERE = {
    r"make \w+": "tests/project/test_project.py",
    r"tavern-play (.* )?--web( .*)?": "tests/web/test_tables.py",
    r"tavern-play play": "tests/cli/test_play.py",
    r"tavern-tourney replay .* --web": "tests/web/test_watching.py",
    r"tavern-tourney .*--cluster .*|dask .*": "tests/tournament/test_cluster.py",
    r"tavern-tourney (secret|merge) .*|tavern-tourney --config (league|configs/quick)\.toml.* --shard .*": (
        "tests/tournament/test_shards.py"
    ),
    r"tavern-tourney --config configs/quick\.toml|tavern-tourney \w+ runs/quick .*": "tests/tournament/test_league.py",
    r"pip install .*/my-game|python -m tavern_engine (new-game|check) my-game": "tests/project/test_template.py",
    r"tavern-play my-game|tavern-bots strength .* --game my-game": "tests/project/test_plugin_games.py",
    r"pip install .*/my-bot|tavern-bots (new|check) my-bot": "tests/bots/test_bots_cli.py",
    r"python bots/examples/learn\.py .*|pip install .*/vault-learner|tavern-bots check vault-learner": (
        "tests/bots/test_learn_example.py"
    ),
    r"tavern-tourney --config vault-learner/league\.toml": "tests/bots/test_learn_example.py",
    r"tavern-bots strength bots/examples/openspiel_ismcts\.py:Ismcts .*": "tests/bots/test_openspiel.py",
    r"tavern-bots check shedder\.py:Shedder": "tests/bots/test_writing_a_bot.py",
    r"python -m tavern_engine scenario .*|python -m tavern_engine check|python -m pytest .*": (
        "tests/cli/test_engine_cli.py"
    ),
}
PROGRAMS: dict[str, tuple[click.Group, str]] = {
    "tavern-play": (tavern_tournament.solo.cli.main, "tavern_tournament.solo.cli"),
    "tavern-bots": (tavern_bots.cli.main, "tavern_bots"),
    "tavern-tourney": (tavern_tournament.cli.main, "tavern_tournament"),
    "tavern_engine": (tavern_engine.cli.main, "tavern_engine"),
}
IN_A_PROCESS = re.compile(r"tavern-tourney (--config|verify|gate|merge)|tavern-bots (gate|check)")  # it starts others
KNOWN = re.compile(r"(tavern-|python |pip |make |dask )")


def blocks(page: str) -> Iterator[tuple[str, list[str]]]:
    """The code blocks of a page: their language and their lines."""
    language: str | None = None
    lines: list[str] = []
    for line in (ROOT / page).read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            if language is not None:
                yield language, lines
            language, lines = (line[3:], []) if language is None else (None, [])
        elif language is not None:
            lines.append(line)


def commands(page: str) -> list[str]:
    """The commands of a page, without comments and without the folder or the surroundings of a program."""
    lines = [line.split("  #")[0] for language, block in blocks(page) if not language for line in block]
    parts = [part.strip() for line in lines for part in re.split(r" &&? |&$", line)]
    plain = [re.sub(r"^(\w+=\S+ )*(\.venv/bin/)?", "", part) for part in parts]
    return [part for part in plain if KNOWN.match(part)]


def place_of(command: str) -> str:
    """The test that runs a command elsewhere; empty if none does."""
    return next((place for pattern, place in ELSEWHERE.items() if re.fullmatch(pattern, command)), "")


@pytest.mark.parametrize("page", OTHERS)
def test_commands_of_other_pages_are_run_elsewhere(page: str) -> None:
    named = {command for tutorial in TUTORIALS for command in commands(tutorial)}
    alike = {" ".join(command.split()[:2]) for command in named}  # the same with other options
    assert [line for line in commands(page) if not place_of(line) and " ".join(line.split()[:2]) not in alike] == []


PAGES = sorted(
    {*TUTORIALS, *OTHERS, "bots/PROTOCOL.md", *(f"docs/{path.name}" for path in (ROOT / "docs").glob("*.md"))}
)


@pytest.mark.parametrize("page", PAGES)
def test_commands_within_sentences_have_the_names_and_options_that_they_are_told_with(page: str) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    named = re.findall(r"`(tavern-(?:play|bots|tourney)(?: [^`]*)?|python -m tavern_engine(?: [^`]*)?)`", text)
    assert [command for command in named if not exists(command)] == []


def exists(command: str) -> bool:
    """Whether a program has such a command, with these options; what is written large stands for something else."""
    words = command.removeprefix("python -m ").split()
    program, _ = PROGRAMS[words[0]]
    names = [word for word in words[1:2] if not word.startswith(("-", "..."))]
    chosen = program.commands.get(names[0] if names else "")
    if names and chosen is None and program is not tavern_tournament.solo.cli.main:
        return False
    if chosen is None:
        chosen = program.commands.get("play")  # as that program's own does
    known = {name for one in (program, chosen) if one for parameter in one.params for name in parameter.opts}
    return {word.partition("=")[0] for word in words if word.startswith("--")} <= {*known, "--help", "--version"}


def test_where_they_are_run_there_are_tests() -> None:
    assert [place for place in ELSEWHERE.values() if "def test_" not in (ROOT / place).read_text()] == []
    used = [command for page in (*TUTORIALS, *OTHERS) for command in commands(page)]
    assert [pattern for pattern in ELSEWHERE if not any(re.fullmatch(pattern, command) for command in used)] == []


@pytest.mark.slow
@pytest.mark.parametrize("page", TUTORIALS)
def test_a_tutorial_runs(page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for language, block in blocks(page):
        if language in ("toml", "python") and (named := re.fullmatch(r"# ([\w-]+\.\w+)", block[0])):
            Path(named[1]).write_text("\n".join(block) + "\n")
    found = commands(page)
    assert found
    for command in found:
        if not place_of(command):
            run(command)


def run(command: str) -> None:
    """Run a command as a person would, who plays a move and quits."""
    words = shlex.split(command.removeprefix("python -m "))
    program, module = PROGRAMS[words[0]]
    if IN_A_PROCESS.match(command):
        done = warm.run([sys.executable, "-m", module, *words[1:]], capture_output=True, text=True)
        assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
        return
    result = CliRunner().invoke(program, words[1:], input="1\nq\n")
    assert result.exit_code == 0, f"{command}\n{result.output}{result.exception!r}"


@pytest.mark.slow
@pytest.mark.skipif(importlib.util.find_spec("furo") is None, reason="the site needs the extra `docs`")
def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    options = ["--fail-on-warning", "--keep-going", "--quiet", "--fresh-env", "--conf-dir", "docs"]
    command = [sys.executable, "-m", "sphinx", *options, ".", str(tmp_path)]
    built = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert built.returncode == 0, built.stderr
    for page in ("docs/index", "docs/API", "README", "engine/tavern_engine/games/tiefenthal/RULES"):
        assert (tmp_path / f"{page}.html").is_file()
