"""Solo play in a terminal: colours that only add, bots that think long, and a terminal that is closed."""

import contextlib
import fcntl
import os
import pty
import re
import select
import shlex
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from solo_games import FIRSTS

from tavern_tournament.solo import screen as play_screen
from tavern_tournament.solo.cli import main
from tavern_tournament.solo.saved import SavedGame

START = ("dragon-vault", "--against", "random", "--seed", "5", "--save", "game.json")
TYPED = "?\n? take\nh\nl\n99\n1\n\n1\nu\n" + FIRSTS
PROMPT = "? for help): "
PATIENCE = 300.0  # seconds: it bounds how long a failure takes, however busy the machine is
BOT = """
class Bot:
    summary, games, options = "looks at the clock", ("dragon-vault",), ()

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        while clock.spent() < {seconds}:
            pass
        return infoset.legal()[0]

    def explain(self):
        return "[red]It[/red] likes :smile: and \\x1b[2J, 100%"
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder of its own, and none of the tester's wishes for colours."""
    monkeypatch.chdir(tmp_path)
    for name in ("NO_COLOR", "FORCE_COLOR", "COLORTERM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "500")
    monkeypatch.setenv("LINES", "200")


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Output goes to a terminal, as far as the game can tell."""
    monkeypatch.setattr(play_screen, "is_terminal", lambda: True)


def play(*arguments: str, typed: str = "q\n") -> str:
    Path("game.json").unlink(missing_ok=True)
    return CliRunner().invoke(main, arguments, input=typed, catch_exceptions=False).output


def slow_bot(seconds: float) -> str:
    Path("slow.py").write_text(BOT.format(seconds=seconds))
    return "slow.py:Bot"


def without_colour(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.usefixtures("terminal")
def test_colour_adds_to_the_words_and_changes_none() -> None:
    coloured, plain = play(*START, typed=TYPED), play(*START, "--plain", typed=TYPED)
    assert "\x1b[" in coloured
    assert "\x1b" not in plain
    assert "The result:" in plain
    assert without_colour(coloured) == plain


@pytest.mark.usefixtures("terminal")
def test_headings_seats_cards_and_choices_are_coloured() -> None:
    output = play(*START)
    assert "\x1b[1mThe table:\x1b[0m" in output
    assert "\x1b[33mseat 1 (random)\x1b[0m: hand \x1b[2m? x5\x1b[0m" in output
    assert "\x1b[1;32m   1  \x1b[0mkeep" in output
    assert "\x1b[35mZero\x1b[0m" in output


def test_no_colour_without_a_terminal() -> None:
    assert "\x1b" not in play(*START, typed="1\nh\nq\n")


@pytest.mark.usefixtures("terminal")
@pytest.mark.parametrize(("name", "value"), [("NO_COLOR", "1"), ("TERM", "dumb")])
def test_no_colour_for_who_declines_it(name: str, value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(name, value)
    assert "\x1b" not in play(*START)


@pytest.mark.usefixtures("terminal")
def test_a_replay_has_the_same_colours() -> None:
    play(*START, typed=TYPED)
    coloured = CliRunner().invoke(main, ["replay", "game.json", "--all"]).output
    plain = CliRunner().invoke(main, ["replay", "game.json", "--all", "--plain"]).output
    assert "\x1b[33mseat 1 (random)\x1b[0m" in coloured
    assert without_colour(coloured) == plain


@pytest.mark.usefixtures("terminal")
def test_lines_are_broken_between_words_where_the_terminal_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    wide = without_colour(play(*START, typed="1\n1\nq\n"))
    monkeypatch.setenv("COLUMNS", "60")
    narrow = without_colour(play(*START, typed="1\n1\nq\n"))
    assert "The game is saved. Go on with: tavern-play --resume game.json" in narrow  # it is to be copied
    widths = [max(len(line) for line in text.splitlines() if "tavern-play" not in line) for text in (wide, narrow)]
    assert widths[0] > 60 >= widths[1]
    assert narrow.replace("|", "").split() == wide.replace("|", "").split()


@pytest.mark.parametrize("arguments", [(), ("--plain",)])
@pytest.mark.usefixtures("terminal")
def test_what_a_bot_says_is_shown_and_not_obeyed(arguments: tuple[str, ...]) -> None:
    output = play(*START, "--hints", slow_bot(0), *arguments, typed="h\nq\n")
    assert "[red]It[/red] likes :smile: and ?[2J, 100%" in without_colour(output)


def test_off_a_terminal_a_bot_that_thinks_long_is_said_so_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_screen, "THINKING", 0.01)
    output = play("dragon-vault", "--against", slow_bot(0.1), "--save", "game.json", typed="1\nq\n")
    assert output.count("Bot is thinking ...\n") == 1
    assert "failed" not in output


@pytest.mark.usefixtures("terminal")
def test_among_several_bots_it_is_not_said_which_one_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_screen, "THINKING", 0.01)
    output = play("dragon-vault", "--against", f"{slow_bot(0.1)},random", "--save", "game.json", typed="1\nq\n")
    assert "A bot is thinking ..." in output
    assert "Bot is thinking" not in output.replace("A bot is", "")


@pytest.mark.usefixtures("terminal")
def test_a_hint_that_takes_long_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_screen, "THINKING", 0.01)
    output = play(*START, "--hints", slow_bot(0.1), typed="h\nq\n")
    line = output.partition("Bot is thinking ... ")[2].partition("Bot would choose")[0]
    assert line.endswith("\r\x1b[2K\x1b[32mslow.py:")
    assert "\n" not in line


class Terminal:
    """The game in a terminal of its own, as a person has it, whatever signals the tests were started to ignore."""

    def __init__(self, *arguments: str, ignoring: Collection[signal.Signals] = ()) -> None:
        def set_signals() -> None:
            for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
                signal.signal(number, signal.SIG_IGN if number in ignoring else signal.SIG_DFL)

        self.screen, inside = pty.openpty()
        fcntl.ioctl(inside, termios.TIOCSWINSZ, struct.pack("HHHH", 50, 500, 0, 0))
        command = [sys.executable, "-m", "tavern_tournament.solo.cli", *arguments]
        self.process = subprocess.Popen(
            command, stdin=inside, stdout=inside, stderr=inside, start_new_session=True, preexec_fn=set_signals
        )
        os.close(inside)
        self.seen = ""

    def wait_for(self, text: str) -> None:
        """Read until the text is on the screen, below what was waited for before."""
        while text not in self.seen:
            assert select.select([self.screen], [], [], PATIENCE)[0], f"no {text!r} in {self.seen!r}"
            self.seen += os.read(self.screen, 10_000).decode()
        self.seen = self.seen.partition(text)[2]

    def type(self, line: str) -> None:
        os.write(self.screen, f"{line}\n".encode())

    def end(self) -> int:
        """Wait for the game to end, and return its exit code."""
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def begun(*ignoring: signal.Signals) -> Iterator[Terminal]:
    """A terminal in which a game against a bot that never answers has begun."""
    arguments = ("dragon-vault", "--against", slow_bot(10**6), "--save", "game.json", "--seconds", "1000")
    terminal = Terminal(*arguments, ignoring=ignoring)
    try:
        terminal.wait_for(PROMPT)
        yield terminal
    finally:
        terminal.process.kill()
        terminal.process.wait()


@pytest.fixture
def opened() -> Iterator[Terminal]:
    with begun() as terminal:
        yield terminal


def decisions() -> list[str]:
    saved = SavedGame.load(Path("game.json"))
    return [saved.game.action_text(action) for action in saved.record.actions]


def test_ctrl_c_leaves_a_bot_that_hangs_and_saves(opened: Terminal) -> None:
    opened.type("keep")
    opened.wait_for("Bot is thinking ... 2 s")
    opened.process.send_signal(signal.SIGINT)
    opened.wait_for("The game is saved. Go on with: tavern-play --resume game.json")
    assert opened.end() == 130
    assert decisions() == ["keep"]


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGTERM])
def test_a_hang_up_and_a_shutdown_save(opened: Terminal, number: signal.Signals) -> None:
    opened.type("keep")
    opened.wait_for("Bot is thinking ...")
    opened.process.send_signal(number)
    opened.wait_for("The game is saved.")
    assert opened.end() == 130
    assert decisions() == ["keep"]


def test_at_a_terminal_ctrl_c_works_though_it_was_switched_off_before() -> None:
    with begun(signal.SIGINT) as terminal:
        terminal.type("keep")
        terminal.wait_for("Bot is thinking ...")
        terminal.process.send_signal(signal.SIGINT)
        terminal.wait_for("The game is saved.")
        assert terminal.end() == 130


def test_under_nohup_a_hang_up_ends_nothing() -> None:
    with begun(signal.SIGHUP) as terminal:
        terminal.process.send_signal(signal.SIGHUP)
        terminal.type("")
        terminal.wait_for(PROMPT)
        terminal.type("q")
        assert terminal.end() == 0


def played(streams: str) -> subprocess.CompletedProcess[str]:
    command = f"{shlex.quote(sys.executable)} -m tavern_tournament.solo.cli dragon-vault --save game.json {streams}"
    return subprocess.run(["sh", "-c", command], input="1\n", capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.parametrize("streams", ["<&-", "2>&-", "</dev/null", "| head -n 1"])
def test_without_input_or_somebody_who_reads_the_game_is_saved_and_says_nothing_strange(streams: str) -> None:
    result = played(streams)
    assert (result.returncode, result.stderr) == (0, "")
    assert SavedGame.load(Path("game.json")).undos == 0


def test_when_the_output_is_full_the_game_is_saved() -> None:
    result = played(">/dev/full")
    assert (result.returncode, result.stderr) == (1, "The output cannot be written: No space left on device.\n")
    assert SavedGame.load(Path("game.json")).undos == 0


@pytest.mark.parametrize("streams", [">&-", "<&- >&- 2>&-"])
def test_nobody_plays_with_a_closed_screen(streams: str) -> None:
    assert played(streams).returncode == 1
    assert not Path("game.json").exists()


def test_a_terminal_that_is_gone_saves(opened: Terminal) -> None:
    opened.type("h")
    opened.wait_for(PROMPT)
    os.close(opened.screen)
    assert opened.end() == 0
    assert SavedGame.load(Path("game.json")).hints == 1
