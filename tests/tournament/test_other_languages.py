"""Bots in other languages: whole games, and whatever they do instead of answering is a fault of their own."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from guests import LONG, SHORT, VAULT, Make, ask, logged, question, sit, whole_game

from tavern_bots.api import Clock
from tavern_bots.confine import Limits
from tavern_engine import Table
from tavern_tournament.players.player import BotFault

pytestmark = pytest.mark.slow
TESTS = Path(__file__).parent.parent
SAMPLE = f"{TESTS / 'sample_bot' / 'sample_bot.py'}:SampleBot"
OTHERS = Path(__file__).parent / "other_languages"


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_a_bot_in_javascript_plays_whole_games(make: Make) -> None:
    """In two seats of one game, and always legally, or the table would refuse."""
    one, other = make(command=("node", "shedder.js"), folder=str(OTHERS)), make("random", isolation="inprocess")
    for seed in (2, 7):
        assert whole_game([one, one, other], seed)


def test_a_bot_in_shell_decides_as_the_same_bot_in_python(make: Make) -> None:
    shell = make(command=("sh", "last.sh"), folder=str(OTHERS))
    python = make(SAMPLE, given={"end": "last"}, isolation="inprocess")
    for seed in (1, 5):
        assert whole_game([shell] * 2, seed) == whole_game([python] * 2, seed)


GREET = """read -r hello; echo '{"protocol": 2}'; read -r begin; echo '{}'; """
LINE_FAULTS = {
    "read -r ask; echo garbage": ("protocol", "It answered 'garbage', which is no JSON object."),
    "read -r ask; echo '{}'": ("protocol", "It was asked to choose, and named no action."),
    "read -r ask; yes | tr -d '\\n'": ("protocol", "It answered what is no message: a line of more than 65536 bytes."),
    "read -r ask; echo '{\"action\": true}'": ("illegal", "It answered True, which is not an action code."),
    "read -r ask; echo '{\"action\": 1.5}'": ("illegal", "It answered 1.5, which is not an action code."),
    'read -r ask; echo \'{"action": "dance"}\'': ("illegal", "Dragon's Vault has no action 'dance'."),
    'read -r ask; echo \'{"error": "I am lost"}\'': ("raise", "It said: I am lost"),
    f'read -r ask; echo \'{{"error": "{"a" * 190} 0x7f12ab34cd56"}}\'': ("raise", f"It said: {'a' * 190} 0x..."),
    f"read -r ask; echo '{'a' * 50} 0x7f12ab34cd56'": ("protocol", f"It answered '{'a' * 50} 0x...', which is"),
    "echo oops >&2; exit 4": ("crash", "Its process ended with exit code 4. Printed last: oops"),
    "sleep 3600": ("hang", "It did not answer in time."),
}


@pytest.mark.parametrize("script", LINE_FAULTS, ids=[kind for kind, _ in LINE_FAULTS.values()])
def test_faults_of_programs(make: Make, script: str) -> None:
    kind, said = LINE_FAULTS[script]
    seat = sit(make(command=("sh", "-c", GREET + script), patience=SHORT if kind == "hang" else LONG))
    with pytest.raises(BotFault) as caught:
        ask(seat)
    assert caught.value.kind == kind
    assert said in caught.value.said


def test_a_program_may_answer_with_an_actions_text(make: Make) -> None:
    text = VAULT.action_text(question().legal()[0])
    seat = sit(make(command=("sh", "-c", f"""{GREET} read -r ask; echo '{{"action": "{text}"}}'; read -r end""")))
    assert ask(seat) == question().legal()[0]


def test_a_bot_that_listens_to_nothing_cannot_block_the_referee(make: Make) -> None:
    """A question longer than a pipe holds, to a bot that does not read it."""
    seat = sit(make(command=("sh", "-c", f"{GREET} sleep 3600"), patience=SHORT))
    events = Table(VAULT, 2, 1).news(0) * 2000
    with pytest.raises(BotFault, match="It did not answer in time"):
        seat.choose(question(), events, Clock())


def test_a_bot_that_talks_and_does_not_listen_cannot_block_the_referee(make: Make) -> None:
    """It fills its stderr while the referee sends a long question, which it then answers."""
    action = question().legal()[0]
    noise = "head -c 3000000 /dev/zero >&2; read -r ask;"
    seat = sit(make(command=("sh", "-c", f"""{GREET} {noise} echo '{{"action": {action}}}'; read -r end""")))
    assert seat.choose(question(), Table(VAULT, 2, 1).news(0) * 300, Clock()) == action


def test_the_session_in_the_protocol_is_a_real_one(make: Make, tmp_path: Path) -> None:
    """A bot that keeps what it is told hears messages of just the form that the document shows."""
    document = (TESTS.parent / "bots" / "PROTOCOL.md").read_text(encoding="utf-8").split("```")[1].splitlines()
    shown = [json.loads(line[2:]) for line in document if line.startswith("> ")]
    answers = [line[2:] for line in document if line.startswith("< ")]
    script = "".join(f"read -r line; echo \"$line\" >&2; echo '{answer}'; " for answer in answers)
    seat = make(command=("sh", "-c", script), reasons=True).sit(VAULT, 0, 2, 4242)
    table = Table(VAULT, 2, 16)
    _, infoset = table.ask()
    assert seat.choose(infoset, table.news(0), Clock(2.0)) == 65
    assert seat.explain() == "No swap makes my reserve better."
    seat.end([2, 1])
    told = [json.loads(line) for line in logged(tmp_path)]
    assert [list(message) for message in told] == [list(message) for message in shown]
    assert (told[0], told[1], told[3]) == (shown[0], shown[1], shown[3])
    assert told[2]["legal"] == shown[2]["legal"]
    assert told[2]["actions"] == shown[2]["actions"] == infoset.actions()
    assert shown[2]["facts"].items() <= told[2]["facts"].items()
    assert set(shown[2]["events"]) <= set(told[2]["events"])


FAMILY = """
import json, os, sys, time

for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "choose":
        for _ in range(int(sys.argv[2])):
            if os.fork() == 0:
                hoard = bytearray(b"x" * int(sys.argv[1]))
                time.sleep(600)
        time.sleep(600)
    print(json.dumps({"protocol": 2} if kind == "hello" else {}), flush=True)
"""


@pytest.mark.parametrize("isolation", ["process", "jail"])
@pytest.mark.parametrize(("size", "kind"), [(10_000, "crash"), (40_000_000, "memory")])
def test_the_processes_of_a_command_have_limits_together(
    make: Make, tmp_path: Path, isolation: str, size: int, kind: str
) -> None:
    (tmp_path / "family.py").write_text(FAMILY)
    many = 100 if kind == "crash" else 20
    command = (sys.executable, str(tmp_path / "family.py"), str(size), str(many))
    limits = Limits(memory_mb=256) if kind == "memory" else Limits()
    one = make(command=command, isolation=isolation, limits=limits)
    with pytest.raises(BotFault) as caught:
        ask(sit(one))
    assert caught.value.kind == kind
    assert "processes" in caught.value.said
