"""docs/learning.md tells the truth: its examples run, and its commands print what it says."""

import doctest
import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import tavern_engine.cli

PAGE = Path(__file__).parent.parent.parent / "docs" / "learning.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", TEXT, re.MULTILINE | re.DOTALL)
COMMANDS = [line for block in BLOCKS for line in block.splitlines()]


def test_the_examples_run() -> None:
    test = doctest.DocTestParser().get_doctest(TEXT, {}, PAGE.name, str(PAGE), 0)
    assert len(test.examples) > 15
    assert doctest.DocTestRunner().run(test).failed == 0


@pytest.mark.parametrize("command", [line for line in COMMANDS if line.startswith("python -m tavern_engine ")])
def test_the_commands_run(command: str) -> None:
    result = CliRunner().invoke(tavern_engine.cli.main, shlex.split(command)[3:])
    assert result.exit_code == 0, result.output
    assert result.output.count("\n") > 20


def test_every_command_of_the_page_is_tried() -> None:
    assert COMMANDS
    assert all(line.startswith("python -m tavern_engine ") for line in COMMANDS)
