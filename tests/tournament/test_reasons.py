"""Reasons of bots in a league that keeps them: from every kind of process, in any shape, and at no cost."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tavern_engine import game
from tavern_tournament.host import Host
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import BotSpec, Setup, TableSpec, Times

VAULT = game("dragon-vault")
KEPT = 400  # letters
BY_LOT = "It was drawn by lot."  # what the other bot says
Play = Callable[..., GameResult]

BOT = """
class Bot:
    summary, games, options = "says why", "all games", ()

    def __init__(self, place):
        pass

    def choose(self, infoset, clock):
        return infoset.legal()[0]

    def explain(self):
        {deed}
"""
SHELL = """while IFS= read -r line; do
  case $line in
    '{"type":"hello"'*) echo '{"protocol":2}' ;;
    '{"type":"choose"'*) codes=${line#*'"legal":['}; codes=${codes%%[],]*};
      printf '%s\\n' "{\\"action\\":${codes}REASON}" ;;
    *) echo '{}' ;;
  esac
done"""
CLEANED = {
    "It likes the first one.": "It likes the first one.",
    "two lines\n\tand  a gap": "two lines and a gap",
    "\x1b[2Jclears \u202ethe screen": "\\x1b[2Jclears \\u202ethe screen",
    "<b>bold</b>": "<b>bold</b>",
    "long " * 1_000: ("long " * 1_000)[:KEPT].rstrip(),
    "\ud800 half a letter": "\\ud800 half a letter",
}
NONE = {
    "raises": "raise ValueError('no')",
    "has no words": "raise KeyboardInterrupt",
    "ends the process's patience": "\n        while True: pass",
    "gives what cannot be shown": "return type('Odd', (), {'__str__': lambda self: 1 / 0})()",
}


@pytest.fixture
def play(tmp_path: Path) -> Iterator[Play]:
    """Plays one game of a bot against `random`, whose results have reasons unless it is told otherwise."""
    hosts: list[Host] = []

    def play_one(bot: BotSpec, reasons: bool = True) -> GameResult:
        table = TableSpec("vault", VAULT.id, 2, VAULT.checked_options({}))
        bots = (bot, BotSpec("other", "random", isolation="inprocess"))
        policies = dict.fromkeys(FAULT_KINDS, "forfeit")
        hosts.append(Host(Setup("an evening", (table,), bots, Times(), 60.0, policies, reasons=reasons)))
        return hosts[-1].play(Planned("vault", "guest+other", deal=3, turn=0, bots=(bot.name, "other"), stamp="s"))

    yield play_one
    for host in hosts:
        host.stop()


def written(folder: Path, deed: str, **keys: str) -> BotSpec:
    (folder / "bot.py").write_text(BOT.replace("{deed}", deed), encoding="utf-8")
    return BotSpec("guest", f"{folder / 'bot.py'}:Bot", **keys)  # type: ignore[arg-type]


def reasons_of(result: GameResult) -> set[str]:
    assert result.faults == ()
    assert len(result.reasons) == len(result.actions)
    return set(result.reasons) - {"", BY_LOT}


@pytest.mark.parametrize("isolation", ["inprocess", "process", "jail"])
def test_a_bot_by_rules_says_why_wherever_it_plays(play: Play, isolation: str) -> None:
    said = play(BotSpec("guest", "rules", isolation=isolation))
    assert said.reasons == play(BotSpec("guest", "rules", isolation="inprocess")).reasons
    assert "It plays the card it needs least." in reasons_of(said)


def test_nobody_is_asked_why_in_a_league_that_does_not_keep_it(play: Play, tmp_path: Path) -> None:
    assert play(written(tmp_path, "open('/nowhere/to/be/found', 'w')"), reasons=False).reasons == ()


@pytest.mark.parametrize("said", CLEANED, ids=range(len(CLEANED)))
def test_a_reason_is_cleaned_and_cut(play: Play, tmp_path: Path, said: str) -> None:
    assert reasons_of(play(written(tmp_path, f"return {said!a}"))) == {CLEANED[said]}


@pytest.mark.parametrize("deed", NONE.values(), ids=NONE)
def test_a_bot_that_cannot_say_why_plays_on(play: Play, tmp_path: Path, deed: str) -> None:
    assert reasons_of(play(written(tmp_path, deed))) == set()


def test_programs_say_why_with_their_answer(play: Play) -> None:
    def shell(more: str) -> BotSpec:
        return BotSpec("guest", command=("sh", "-c", SHELL.replace("REASON", more)))

    assert reasons_of(play(shell(r",\"reason\":\"first\\nof all\""))) == {"first of all"}
    assert play(shell(r",\"reason\":\"first\""), reasons=False).reasons == ()
    for nothing in ("", r",\"reason\":null", r",\"reason\":[1,2]", r",\"reason\":{\"a\":7}"):
        assert reasons_of(play(shell(nothing))) == set()
