"""Bots in solo play: those that fail or hang are named and passed over, and all have time for a move."""

from pathlib import Path

import pytest
from solo_games import FIRSTS, bad_bot, run

from tavern_bots.discover import choose_bot
from tavern_tournament.solo import bots as play_bots
from tavern_tournament.solo.bots import MOVE, OWN_BUDGET, seconds_for
from tavern_tournament.solo.new import split_bots
from tavern_tournament.solo.telling import short_name


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError('boom')", "failed: ValueError: boom (bad.py, line 26)."),
        ("raise ValueError", "failed: ValueError: no reason given (bad.py, line 26)."),
        ("raise Boom('no Exception')", "failed: Boom: no Exception (bad.py, line 26)."),
        ("raise Unprintable", "failed: Unprintable: it cannot be shown (bad.py, line 26)."),
        ("sys.exit(3)", "failed: SystemExit: 3 (bad.py, line 26)."),
        ("return 'nonsense'", "gave no legal answer: It answered 'nonsense', which is not an action code."),
        ("return None", "gave no legal answer: It answered None, which is not an action code."),
        ("return True", "gave no legal answer: It answered True, which is not an action code."),
        ("return 10**30", "gave no legal answer: It answered a number of 100 bits, which is not an action code."),
        ("for i in range(len(infoset.view.w)): infoset.view.w[i] = 0", "gave no legal answer: "),
        ("return self.place.game.parse_action('turn up')", "gave no legal answer: 'turn up' is not legal now."),
        ("return Liar(self.place.game.parse_action('turn up'))", "gave no legal answer: 'turn up' is not legal now."),
    ],
)
def test_a_bad_bot_is_named_and_replaced(body: str, reason: str) -> None:
    result = run("dragon-vault", "--against", bad_bot(body), "--seed", 5, typed="1\n1\nq\n")
    assert f"The bot 'bad.py:Bot' {reason}" in result.output
    assert "A random move is played for seat 1." in result.output
    assert "Seat 1 (Bot) plays" in result.output or "Seat 1 (Bot) swaps" in result.output
    assert result.exit_code == 0


@pytest.mark.parametrize("body", ["while True: pass", "import time; time.sleep(1000)"])
def test_a_bot_that_hangs_is_stopped_and_not_asked_again(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_bots, "OVERTIME", 0.02)
    start = ("dragon-vault", "--against", bad_bot(body), "--seed", 5, "--seconds", 0.02)
    output = run(*start, typed=FIRSTS).output
    assert output.count("The bot 'bad.py:Bot' did not answer: it took longer than 0.04 seconds.") == 1
    assert "From now on random moves are played for seat 1." in output
    assert "The result:" in output


def test_a_bot_that_fails_when_it_is_told_the_result_is_named_after_it() -> None:
    body = "raise ValueError('so bad')\n\n    def end(self, placement):\n        raise ValueError('lost again')"
    output = run("dragon-vault", "--against", bad_bot(body), "--seed", 5, typed=FIRSTS).output
    assert (
        "The bot 'bad.py:Bot' failed: ValueError: lost again (bad.py, line 29)." in output.partition("The result:")[2]
    )


@pytest.mark.parametrize(("arguments", "seconds"), [((), "1.0"), (("--seconds", 3), "3.0")])
def test_a_bot_has_a_second_for_a_move(arguments: tuple[object, ...], seconds: str) -> None:
    body = "open('clock', 'w').write(str(clock.seconds)); return infoset.legal()[0]"
    run("dragon-vault", "--against", bad_bot(body), *arguments, typed="1\n1\nq\n")
    assert Path("clock").read_text() == seconds


@pytest.mark.parametrize(
    ("text", "wanted", "seconds"),
    [
        ("mcts", None, MOVE),
        ("mcts:goal=win", None, MOVE),
        ("mcts:simulations=50000", None, OWN_BUDGET),
        ("mcts:goal=win,seconds=5", None, OWN_BUDGET),
        ("mcts:simulations=50000", 2.0, 2.0),
    ],
)
def test_a_bot_that_was_told_how_much_to_think_has_the_time_for_it(
    text: str, wanted: float | None, seconds: float
) -> None:
    assert seconds_for(choose_bot(text), wanted) == seconds


def test_what_a_bot_prints_is_not_shown() -> None:
    body = "print('my hand is', infoset); return infoset.legal()[0]"
    assert "my hand is" not in run("dragon-vault", "--against", bad_bot(body), typed="1\n1\nq\n").output


def test_bots_hear_what_their_seat_saw_and_how_it_ended() -> None:
    body = """return infoset.legal()[int(self.place.rng.below(len(infoset.legal())))]

    def see(self, events):
        assert all(event == event.seen_by(self.place.seat) for event in events)

    def end(self, placement):
        open("heard", "w").write(str(sorted(placement)))
"""
    output = run("dragon-vault", "--against", bad_bot(body), "--seed", 5, typed=FIRSTS).output
    assert "failed" not in output
    assert Path("heard").read_text() == "[1, 2]"


def test_bots_are_split_at_commas_but_not_inside_options() -> None:
    assert split_bots(["mcts:simulations=9,goal=win,rules", "a/b.py:Bot:x=1,y=2"]) == [
        "mcts:simulations=9,goal=win",
        "rules",
        "a/b.py:Bot:x=1,y=2",
    ]


@pytest.mark.parametrize(
    ("text", "name"), [("mcts", "mcts"), ("mcts:goal=win", "mcts"), ("a/b.py:Bot", "Bot"), ("a/b.py:Bot:x=1", "Bot")]
)
def test_names_on_the_screen_are_short(text: str, name: str) -> None:
    assert short_name(text) == name
