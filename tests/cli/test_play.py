"""Solo play as a person meets it: scripted input, and what the screen and the saved game show."""

import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tavern_bots.discover import choose_bot
from tavern_engine import Record
from tavern_tournament.solo import guest as play_guest
from tavern_tournament.solo.cli import main
from tavern_tournament.solo.file import YOU, Saved, short_name, split_bots, steps
from tavern_tournament.solo.guest import MOVE, OWN_BUDGET, seconds_for
from tavern_tournament.solo.screen import Screen

FIRSTS = "1\n" * 20_000  # enough to finish any game
START = ("dragon-vault", "--against", "random", "--seed", "5")
BAD_BOT = """
import sys
from tavern_bots.api import Setting

class Boom(BaseException):
    pass

class Unprintable(Exception):
    def __str__(self):
        raise ValueError("no words")

class Liar(int):
    def __eq__(self, other):
        return True
    __hash__ = int.__hash__

class Bot:
    summary = "fails"
    games = ("dragon-vault",)
    options = (Setting("simulations", 1, "how much it thinks"),)

    def __init__(self, place):
        self.place = place

    def choose(self, infoset, clock):
        {body}
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments: object, typed: str = "") -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], input=typed, catch_exceptions=False)


def saved(path: str = "tavern-dragon-vault-5.json") -> Saved:
    return Saved.load(Path(path))


def bad_bot(body: str) -> str:
    Path("bad.py").write_text(BAD_BOT.format(body=body))
    return "bad.py:Bot"


def test_a_game_is_played_to_the_end() -> None:
    result = run(*START, "--seats", 3, typed=FIRSTS)
    assert result.exit_code == 0
    assert "You are seat 0; seat 1 is random, seat 2 is random." in result.output
    assert "Seat 1 (random) plays" in result.output
    assert "The result:\n  1. seat" in result.output
    assert "seat 0 (you), score -" in result.output
    assert "You took 0 hints and 0 undos." in result.output
    assert "See it again: tavern-play replay tavern-dragon-vault-5.json" in result.output
    assert saved().record.replay(saved().game).over


def test_the_same_seed_gives_the_same_game() -> None:
    assert run(*START, typed=FIRSTS).output.splitlines()[5:-1] == run(*START, typed=FIRSTS).output.splitlines()[5:-1]


def test_a_seed_is_made_and_shown() -> None:
    result = run("dragon-vault", typed="q\n")
    path = next(Path.cwd().glob("*.json"))
    assert f"Dragon's Vault, seed {saved(path.name).record.seed}" in result.output
    assert path.name == f"tavern-dragon-vault-{saved(path.name).record.seed}.json"


def test_the_human_can_have_any_seat_and_bots_are_reused() -> None:
    result = run("dragon-vault", "--against", "rules,random", "--seats", 4, "--seat", 2, "--seed", 5, typed="q\n")
    assert "You are seat 2; seat 0 is rules, seat 1 is random, seat 3 is rules." in result.output


def test_nothing_of_other_hands_is_shown_before_the_end() -> None:
    result = run(*START, typed="1\n1\nq\n")
    dealt = [line for line in result.output.splitlines() if "Seat 1 (random) is dealt" in line]
    assert dealt == ["  Seat 1 (random) is dealt 5 cards."]
    hands = [line for line in result.output.splitlines() if line.startswith("  seat 1 (random): hand")]
    assert hands
    assert all("?" in line.partition("|")[0] for line in hands)


def test_a_text_is_as_good_as_a_number() -> None:
    run(*START, "--save", "number.json", typed="1\nq\n")
    run(*START, "--save", "text.json", typed="  Keep \nq\n")
    assert saved("number.json") == saved("text.json")


def test_a_choice_in_two_halves_says_so() -> None:
    assert "You chose: swap 1. It needs one more decision." in run(*START, typed="swap 1\nq\n").output


def test_bad_input_is_refused_and_asked_again() -> None:
    output = run(*START, typed="0\n99\nplay banana\ntake\n\uff11\n9999999999999999\nq\n").output
    assert "There is no choice 0: they are 1 to 5." in output
    assert "There is no choice 99: they are 1 to 5." in output
    assert "Dragon's Vault has no action 'play banana'." in output
    assert output.count("Type a number from 1 to 5, or ? for help.") == 4
    assert saved().record.actions == []


def test_bytes_that_are_no_text_are_refused() -> None:
    result = CliRunner().invoke(main, list(START), input=b"\xff\xfe\nq\n", catch_exceptions=False)
    assert "has no action" in result.output
    assert result.exit_code == 0


def test_enter_shows_the_table_again() -> None:
    assert run(*START, typed="\nq\n").output.count("The table:") == 2


def test_help_says_what_can_be_typed_and_where_the_rules_are() -> None:
    output = run(*START, typed="?\nq\n").output
    assert "h         a hint, with its reason" in output
    assert "RULES.md" in output


def test_help_finds_rules_by_number_and_by_word() -> None:
    output = run(*START, typed="? d27\n? skipped\n? banana\nq\n").output
    assert "**D27 Fire-breather.**" in output
    assert "**D24 5, skip.**" in output
    assert "No rule has the word 'banana'." in output


def test_a_hint_has_a_reason_and_marks_the_game() -> None:
    output = run(*START, typed="h\nq\n").output
    assert "rules would choose: " in output
    assert "It swaps " in output or "It keeps " in output
    assert (saved().hints, saved().undos) == (1, 0)


def test_a_hint_comes_from_the_bot_that_was_named() -> None:
    output = run(*START, "--hints", "mcts:simulations=20", typed="h\nq\n").output
    assert "mcts:simulations=20 would choose: " in output
    assert "After 20 simulations: " in output


def test_a_hint_bot_that_fails_is_named() -> None:
    output = run(*START, "--hints", bad_bot("return 1 // 0"), typed="h\nq\n").output
    assert "The bot 'bad.py:Bot' failed: ZeroDivisionError: " in output


def test_undo_goes_back_to_the_last_decision_and_marks_the_game() -> None:
    output = run(*START, typed="1\nu\nq\n").output
    assert "Your last decision is taken back." in output
    assert output.count("1  keep") == 2
    assert saved().record.actions == []
    assert saved().undos == 1


def test_undo_goes_back_again_and_stops_at_the_start() -> None:
    output = run(*START, typed="1\n1\n1\nu\nu\nu\nu\nq\n").output
    assert "There is no decision of yours to take back." in output
    assert saved().undos == 3


def test_after_an_undo_the_same_decision_leads_to_the_same_game() -> None:
    run(*START, "--save", "straight.json", typed="1\n1\n1\nq\n")
    run(*START, "--save", "undone.json", typed="1\n1\n1\nu\n1\nq\n")
    assert saved("straight.json").record == saved("undone.json").record


def test_the_log_has_all_that_was_seen() -> None:
    output = run(*START, typed="1\nl\nq\n").output
    assert output.count("Round 1 begins, seat 0 (you) starts.") == 2
    assert output.count("Seat 1 (random) is dealt 5 cards.") == 2


@pytest.mark.parametrize("bots", ["random", "mcts:simulations=3,memory=64,rules"])
def test_quit_and_resume_give_the_same_game_as_without(bots: str) -> None:
    start = ("dragon-vault", "--against", bots, "--seed", "8", "--save")
    run(*start, "whole.json", typed=FIRSTS)
    left = run(*start, "parts.json", typed="1\n1\n1\nq\n")
    assert left.output.endswith("The game is saved. Go on with: tavern-play --resume parts.json\n")
    run("--resume", "parts.json", typed="1\n1\nq\n")
    assert "The result:" in run("--resume", "parts.json", typed=FIRSTS).output
    assert saved("parts.json") == saved("whole.json")


def test_a_bot_that_draws_lots_on_its_seat_draws_the_same_when_resumed() -> None:
    seating = "open('drawn', 'a').write(f'{place.rng.below(10**6)} ')"
    Path("lots.py").write_text(BAD_BOT.replace("self.place = place", seating).replace("{body}", "return 0 // 0"))
    run("dragon-vault", "--against", "lots.py:Bot", "--seed", 5, typed="1\n1\nq\n")
    run("--resume", "tavern-dragon-vault-5.json", typed="u\nq\n")
    drawn = Path("drawn").read_text().split()
    assert (len(drawn), len(set(drawn))) == (3, 1)


def test_a_resumed_game_shows_what_happened_since_the_last_decision() -> None:
    before = run(*START, typed="1\n1\nq\n").output.split("Since your last decision:")[-1]
    after = run("--resume", "tavern-dragon-vault-5.json", typed="q\n").output.split("Since your last decision:")[-1]
    assert before == after


def test_the_end_of_the_input_saves() -> None:
    result = run(*START, typed="1\n1\n")
    assert result.exit_code == 0
    assert "Go on with: tavern-play --resume tavern-dragon-vault-5.json" in result.output
    assert len(saved().record.actions) >= 2


def test_ctrl_c_at_the_prompt_saves(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Screen, "ask", ctrl_c)
    result = run(*START)
    assert result.exit_code == 130
    assert "Go on with: tavern-play --resume tavern-dragon-vault-5.json" in result.output


def ctrl_c(*_arguments: object) -> str:
    raise KeyboardInterrupt


def test_ctrl_c_while_a_bot_thinks_keeps_the_decision_before_it() -> None:
    result = run("dragon-vault", "--against", bad_bot("raise KeyboardInterrupt"), "--seed", 5, typed="1\n")
    assert result.exit_code == 130
    assert saved().record.actions == [saved().game.parse_action("keep")]


def test_ctrl_c_saves_what_other_bots_decided_before_it() -> None:
    run("dragon-vault", "--against", f"random,{bad_bot('raise KeyboardInterrupt')}", "--seed", 5, typed="1\n")
    assert len(saved().record.actions) > 1


def test_ctrl_c_during_an_undo_loses_nothing() -> None:
    seating = "Bot.seated = getattr(Bot, 'seated', 0) + 1\n        if Bot.seated == 2: raise KeyboardInterrupt"
    Path("once.py").write_text(BAD_BOT.replace("self.place = place", seating).format(body="return infoset.legal()[0]"))
    result = run("dragon-vault", "--against", "once.py:Bot", "--seed", 5, typed="1\n1\nu\n")
    assert result.exit_code == 130
    assert (len(saved().record.actions) >= 2, saved().undos) == (True, 0)


@pytest.mark.parametrize(
    ("body", "reason"),
    [
        ("raise ValueError('boom')", "failed: ValueError: boom."),
        ("raise ValueError", "failed: ValueError: no reason given."),
        ("raise Boom('no Exception')", "failed: Boom: no Exception."),
        ("raise Unprintable", "failed: Unprintable: it cannot be shown."),
        ("sys.exit(3)", "failed: SystemExit: 3."),
        ("return 'nonsense'", "answered nonsense: Dragon's Vault has no action 'nonsense'"),
        ("return None", "answered nonsense: Dragon's Vault has no action None"),
        ("return True", "answered nonsense: Dragon's Vault has no action True"),
        ("return 10**30", "answered nonsense: Dragon's Vault has no action 1000"),
        ("for i in range(len(infoset.view.w)): infoset.view.w[i] = 0", "answered nonsense: "),
        ("return self.place.game.parse_action('turn up')", "answered nonsense: 'turn up' is not legal now."),
        ("return Liar(self.place.game.parse_action('turn up'))", "answered nonsense: 'turn up' is not legal now."),
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
    monkeypatch.setattr(play_guest, "OVERTIME", 0.02)
    start = ("dragon-vault", "--against", bad_bot(body), "--seed", 5, "--seconds", 0.02)
    output = run(*start, typed=FIRSTS).output
    assert output.count("The bot 'bad.py:Bot' hangs: it took longer than 0.04 seconds.") == 1
    assert "From now on random moves are played for seat 1." in output
    assert "The result:" in output


def test_a_bot_that_fails_when_it_is_told_the_result_is_named_after_it() -> None:
    body = "raise ValueError('so bad')\n\n    def end(self, placement):\n        raise ValueError('lost again')"
    output = run("dragon-vault", "--against", bad_bot(body), "--seed", 5, typed=FIRSTS).output
    assert "The bot 'bad.py:Bot' failed: ValueError: lost again." in output.partition("The result:")[2]


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


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["dragon-valt"], "There is no game 'dragon-valt'. Did you mean 'dragon-vault'?"),
        (["dragon-vault", "--against", "mtcs"], "There is no bot 'mtcs'. Did you mean 'mcts'?"),
        (["dragon-vault", "--against", "mcts:luck=3"], "There is no option 'luck'."),
        (["dragon-vault", "--against", "no.py:Bot"], "There is no file no.py"),
        (["dragon-vault", "--against", "oracle"], "The bot 'oracle' sees all cards"),
        (["dragon-vault", "--hints", "oracle"], "The bot 'oracle' sees all cards"),
        (["dragon-vault", "--option", "trick=true"], "has no option 'trick'. Did you mean 'tricks'?"),
        (["dragon-vault", "--option", "tricks=some"], "The option tricks cannot be 'some': it is one of false, true."),
        (["dragon-vault", "--option", "tricks="], "The option tricks cannot be ''"),
        (["dragon-vault", "--option", "tricks"], "An option is written name=value, and 'tricks' is not."),
        (["dragon-vault", *["--option", "tricks=true"] * 2], "The option tricks is given twice."),
        (["dragon-vault", "--hints", "mtcs"], "There is no bot 'mtcs'."),
        (["dragon-vault", "--seats", "9"], "Dragon's Vault is played with 2 to 6 seats, not with 9."),
        (["dragon-vault", "--seats", "3", "--seat", "3"], "There is no seat 3 at a table of 3"),
        (["dragon-vault", "--against", "rules,rules", "--seats", "2"], "2 bots are too many for a table of 2"),
        (["dragon-vault", "--save", "no/folder/x.json"], "cannot be written"),
        (["--resume", "nothing.json"], "The saved game nothing.json cannot be read"),
        (["dragon-vault", "--resume", "nothing.json"], "leave them out"),
        (["--option", "tricks=true", "--resume", "nothing.json"], "leave them out"),
        (["--plain"], "Name a game (dragon-vault), or --resume FILE."),
        (["replay", "nothing.json"], "The saved game nothing.json cannot be read"),
    ],
)
def test_a_mistake_gets_a_sentence(arguments: list[str], sentence: str) -> None:
    result = run(*arguments)
    assert result.exit_code == 1
    assert sentence in result.output
    assert "Traceback" not in result.output
    assert not list(Path.cwd().glob("*.json"))


def changed(**fields: object) -> str:
    content = json.loads(Path("tavern-dragon-vault-5.json").read_text())
    return json.dumps({**content, **fields})


@pytest.mark.parametrize(
    "fields",
    [
        {"format": "other"},
        {"seat": 2},
        {"seat": -1},
        {"seat": True},
        {"players": ["you"]},
        {"players": ["random", "you"]},
        {"players": ["you", 3]},
        {"hints": "many"},
        {"record": None},
        {"more": 1},
    ],
)
def test_a_changed_file_is_refused(fields: dict[str, object]) -> None:
    run(*START, typed="q\n")
    Path("changed.json").write_text(changed(**fields))
    result = run("--resume", "changed.json")
    assert result.exit_code == 1
    assert "The saved game changed.json cannot be read: " in result.output


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff\xfe", b"[" * 100_000, b'{"format":1}'])
def test_a_file_of_something_else_is_refused(content: bytes) -> None:
    Path("other.json").write_bytes(content)
    for arguments in (["--resume", "other.json"], ["replay", "other.json"]):
        result = run(*arguments)
        assert result.exit_code == 1
        assert "The saved game other.json cannot be read: " in result.output
    assert Path("other.json").read_bytes() == content


@pytest.mark.parametrize("entry", [{"game": "chess"}, {"version": 99}, {"seats": 7}, {"actions": [0]}, {"seed": True}])
def test_a_record_that_cannot_be_played_is_refused(entry: dict[str, object]) -> None:
    run(*START, typed="q\n")
    record = json.loads(Path("tavern-dragon-vault-5.json").read_text())["record"]
    Path("changed.json").write_text(changed(record={**record, **entry}))
    result = run("--resume", "changed.json")
    assert result.exit_code == 1
    assert "The saved game changed.json cannot be read: " in result.output


def test_no_saved_game_is_lost() -> None:
    run(*START, typed="1\nq\n")
    run(*START, typed="q\n")
    assert len(saved().record.actions) > 0
    assert saved("tavern-dragon-vault-5-2.json").record.actions == []
    refused = run(*START, "--save", "tavern-dragon-vault-5.json")
    assert refused.exit_code == 1
    assert "go on with --resume tavern-dragon-vault-5.json" in refused.output


def test_a_finished_game_resumed_shows_its_result() -> None:
    run(*START, typed=FIRSTS)
    assert "The result:" in run("--resume", "tavern-dragon-vault-5.json").output


def test_the_command_shown_at_the_end_replays_the_game() -> None:
    output = run(*START, "--save", "my game.json", typed=FIRSTS).output
    command = shlex.split(output.splitlines()[-1].partition("tavern-play ")[2])
    result = run(*command, "--all")
    assert result.exit_code == 0
    assert "Seat 0 (you) chooses: keep" in result.output
    assert "The game is over: seat" in result.output


def test_options_are_saved_and_come_back_with_the_game() -> None:
    start = run(*START, "--option", "tricks=TRUE", "--option", "hindrances=false", typed="1\nq\n").output
    assert start.startswith("Dragon's Vault with tricks=true, seed 5\n")
    assert saved().record.options == {"hindrances": False, "tricks": True}
    resumed = run("--resume", "tavern-dragon-vault-5.json", typed=FIRSTS).output
    assert resumed.startswith("Dragon's Vault with tricks=true, seed 5\n")
    assert "  tricks: " in resumed
    replayed = run("replay", "tavern-dragon-vault-5.json", "--all").output
    assert replayed.startswith("Dragon's Vault with tricks=true, seed 5\nYou see what seat 0 (you) saw.\n")
    assert replayed.count("is turned up.") > 1


def test_the_command_for_the_same_deal_begins_the_same_game() -> None:
    bots = ("--against", "random,mcts:simulations=3,memory=64", "--seats", 4, "--seat", 1)
    output = run("dragon-vault", *bots, "--seed", 5, "--option", "tricks=true", typed=FIRSTS).output
    line = next(line for line in output.splitlines() if line.startswith("The same deal again: tavern-play "))
    run(*shlex.split(line)[5:], "--save", "again.json", typed="q\n")
    first, again = saved(), saved("again.json")
    assert (again.players, again.seat, again.record.options) == (first.players, first.seat, first.record.options)
    assert again.record.actions == first.record.actions[: len(again.record.actions)]


def test_several_seats_in_a_sentence_are_all_named() -> None:
    game = Saved(saved_record(), 0, [YOU, "rules", "mcts:goal=win"])
    assert game.named("seats 1, 2 are skipped") == "seat 1 (rules) and seat 2 (mcts) are skipped"
    assert game.named("seat 1, 2 cards") == "seat 1 (rules), 2 cards"


def saved_record() -> Record:
    run(*START, "--seats", 3, "--save", "three.json", typed="q\n")
    return saved("three.json").record


def test_a_replay_shows_no_hidden_cards_of_other_seats() -> None:
    run(*START, typed=FIRSTS)
    for seat, other in ((0, "1 (random)"), (1, "0 (you)")):
        output = run("replay", "tavern-dragon-vault-5.json", "--seat", seat, "--all").output
        dealt = [line for line in output.splitlines() if line.startswith(f"Seat {other} is dealt")]
        assert dealt
        assert all(line.endswith(" cards.") for line in dealt)
        assert f"Seat {other} chooses" not in output
        assert f"seat {other}: hand ? x5" in output


def test_an_open_replay_shows_all() -> None:
    run(*START, typed=FIRSTS)
    output = run("replay", "tavern-dragon-vault-5.json", "--open", "--all").output
    assert "Seat 1 (random) is dealt 5 cards (" in output
    assert "Seat 1 (random) chooses: " in output
    assert "hand ? x" not in output


def test_a_replay_waits_for_enter_and_stops_when_told() -> None:
    run(*START, typed=FIRSTS)
    assert run("replay", "tavern-dragon-vault-5.json", typed="\n\nq\n").output.count("Enter for more") == 3
    assert run("replay", "tavern-dragon-vault-5.json", typed="\n").output.count("Enter for more") == 2


@pytest.mark.parametrize("view", [("--open",), ("--seat", "1")])
def test_an_unfinished_game_is_replayed_from_the_humans_seat_only(view: tuple[str, ...]) -> None:
    run(*START, typed="1\n1\nq\n")
    refused = run("replay", "tavern-dragon-vault-5.json", *view, "--all")
    assert refused.exit_code == 1
    assert "This game is not over" in refused.output
    assert run("replay", "tavern-dragon-vault-5.json", "--all").exit_code == 0


def test_a_replay_view_is_chosen_once_and_exists() -> None:
    run(*START, typed=FIRSTS)
    assert "either --seat or --open" in run("replay", "tavern-dragon-vault-5.json", "--seat", 0, "--open").output
    assert "There is no seat 7" in run("replay", "tavern-dragon-vault-5.json", "--seat", 7).output


def test_a_game_with_a_long_past_can_be_stepped_through_twice() -> None:
    run(*START, typed=FIRSTS)
    assert list(steps(saved(), 0)) == list(steps(saved(), 0))


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


def test_a_failed_write_leaves_the_old_file(monkeypatch: pytest.MonkeyPatch) -> None:
    run(*START, typed="1\nq\n")
    before = Path("tavern-dragon-vault-5.json").read_bytes()
    monkeypatch.setattr("os.replace", no_space)
    result = run("--resume", "tavern-dragon-vault-5.json", typed="1\n")
    assert result.exit_code == 1
    assert "cannot be written: no space" in result.output
    assert Path("tavern-dragon-vault-5.json").read_bytes() == before


def no_space(*_paths: object) -> None:
    raise OSError("no space")


def test_a_saved_game_is_read_as_it_was_written() -> None:
    run(*START, typed="h\n1\nu\n1\nq\n")
    again = Saved.from_json(Path("tavern-dragon-vault-5.json").read_text())
    assert again.players == [YOU, "random"]
    assert isinstance(again.record, Record)
    assert (again.hints, again.undos) == (1, 1)
