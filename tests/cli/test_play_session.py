"""A session without any screen: questions, answers, undo, hints, what was seen, faults, and its file, all as data."""

from pathlib import Path

import pytest
from solo_games import bad_bot

from tavern_bots.discover import choose_bot
from tavern_engine import Game, IllegalAction, Rng, Table, games
from tavern_tournament.solo import bots as play_bots
from tavern_tournament.solo.new import new_game
from tavern_tournament.solo.saved import SavedGame
from tavern_tournament.solo.session import Hint, Pending, Session, StaleAnswer

FILE = Path("game.json")
FIRST = "return infoset.legal()[0]"
ONCE = """if not getattr(Bot, "interrupted", False):
            Bot.interrupted = True
            raise KeyboardInterrupt
        return infoset.legal()[0]"""
LISTENS = """return infoset.legal()[0]

    def see(self, events):
        self.heard = getattr(self, "heard", 0) + len(events)
        open("heard", "w").write(str(self.heard))
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def begin(
    game: str = "dragon-vault", *bots: str, hints: str = "", seconds: float | None = None, seed: int = 5
) -> Session:
    saved = new_game(game, bots or ["random"], seed=seed)
    return Session(saved, FILE, choose_bot(hints) if hints else None, seconds)


def asked(session: Session) -> Pending:
    """The next question to the person; bots decide until then."""
    while session.pending is None:
        session.advance()
    return session.pending


def answer(session: Session, times: int = 1) -> None:
    """Give the first answer to so many questions."""
    for _ in range(times):
        session.answer(asked(session).legal[0])


def finish(session: Session) -> None:
    while not session.over:
        if session.pending is None:
            session.advance()
        else:
            session.answer(session.pending.legal[0])


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_every_game_is_played_to_its_end_without_a_word(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    session = begin(game)
    assert session.result is None
    finish(session)
    assert session.result is not None
    assert sorted(session.result.placement) in ([1, 1], [1, 2])
    assert len(session.result.scores) == 2
    assert session.pending is None
    assert session.view is not None
    assert session.end() == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("game", [game.id for game in games()])
def test_a_game_that_is_resumed_at_every_question_is_the_same_game(game: str) -> None:
    whole = begin(game)
    answer(whole, 12)
    parts = begin(game)
    for _ in range(12):
        answer(parts)
        parts = Session(SavedGame.load(FILE), FILE)
    assert asked(parts).number == asked(whole).number
    assert parts.saved.record == whole.saved.record
    assert (parts.seen, parts.news, parts.last_choice) == (whole.seen, whole.news, whole.last_choice)


def test_a_question_has_what_the_seat_knows_and_what_it_may_choose() -> None:
    question = asked(begin())
    assert question.number == 0
    assert question.infoset.seat == 0
    assert question.legal == question.infoset.legal()
    assert question.concerns
    assert question.passing is None


def test_nothing_is_seen_while_bots_decide() -> None:
    session = begin("dragon-vault", "random", "random")
    answer(session)
    before = len(session.seen)
    while session.pending is None:
        assert len(session.seen) == before
        assert session.view is None
        session.advance()
    assert len(session.seen) > before
    assert session.news == session.seen[before:]


def test_what_was_seen_is_what_the_seat_saw() -> None:
    session = begin()
    finish(session)
    assert all(event == event.seen_by(0) for event in session.seen)
    assert any(event.witnesses >= 0 for event in session.seen)


def test_an_answer_that_is_not_legal_changes_nothing() -> None:
    session = begin()
    question = asked(session)
    with pytest.raises(IllegalAction, match="cannot choose 'turn up' now"):
        session.answer("turn up")
    with pytest.raises(IllegalAction, match="no action"):
        session.answer(10**6)
    assert session.pending is question
    assert session.saved.record.actions == []


def test_an_answer_to_an_earlier_question_is_stale() -> None:
    session = begin()
    first = asked(session)
    session.answer(first.legal[0], first.number)
    with pytest.raises(StaleAnswer):
        session.answer(first.legal[0], first.number)
    asked(session)
    with pytest.raises(StaleAnswer):
        session.answer(first.legal[0], first.number)
    assert session.last_choice == first.legal[0]


def test_undo_goes_back_to_the_question_before() -> None:
    session = begin()
    first = asked(session)
    answer(session)
    second = asked(session)
    answer(session, 2)
    assert session.undo()
    assert session.undo()
    again = asked(session)
    assert (again.number, again.infoset.key) == (second.number, second.infoset.key)
    assert session.undo()
    assert asked(session).infoset.key == first.infoset.key
    assert not session.undo()
    assert SavedGame.load(FILE).undos == 3


def test_what_taught_nothing_is_taken_back_for_nothing() -> None:
    session = begin()
    question = asked(session)
    swap = next(code for code in question.legal if session.game.action_parts(code)["verb"] == "swap")
    session.answer(swap)
    assert asked(session).number == question.number + 1
    assert not session.learned
    assert session.undo()
    assert SavedGame.load(FILE).undos == 0
    session.answer("keep")
    asked(session)
    assert session.learned
    assert session.undo()
    assert SavedGame.load(FILE).undos == 1


def test_a_finished_game_can_be_taken_back() -> None:
    session = begin()
    finish(session)
    actions = list(session.saved.record.actions)
    assert session.undo()
    assert not session.over
    finish(session)
    assert session.saved.record.actions == actions


def test_the_file_is_as_new_as_the_last_answer() -> None:
    session = begin()
    for _ in range(5):
        answer(session)
        assert SavedGame.load(FILE).record.actions == session.saved.record.actions


def test_waiting_passes_until_something_concerns_the_person() -> None:
    session = begin("red-dragon-inn", "random", "random", "random", seed=3)
    while asked(session).concerns:
        answer(session)
    began = session.made
    assert session.wait()
    while session.pending is None:
        session.advance()
    assert session.pending.concerns
    waited = session.saved.waited
    assert all(number > began for number in waited)
    assert {session.game.action_text(session.saved.record.actions[number]) for number in waited} == {"pass"}
    assert session.undo()
    assert asked(session).number == began


def test_who_cannot_pass_cannot_wait() -> None:
    session = begin()
    assert not session.wait()
    assert session.saved.record.actions == []


@pytest.mark.parametrize(
    ("body", "kind", "said"),
    [
        ("raise ValueError('boom')", "raise", "ValueError: boom (bad.py, line 26)."),
        ("return None", "illegal", "It answered None, which is not an action code."),
        ("while True: pass", "hang", "it took longer than 0.04 seconds."),
    ],
)
def test_what_a_bot_does_instead_of_answering_is_a_fault(
    body: str, kind: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "hang":  # the others may be slow on a busy machine
        monkeypatch.setattr(play_bots, "OVERTIME", 0.02)
    session = begin("dragon-vault", bad_bot(body), seconds=0.02 if kind == "hang" else 1.0)
    answer(session)
    fault = session.advance()
    assert fault is not None
    assert (fault.seat, fault.move, fault.kind, fault.said) == (1, 2, kind, said)
    assert session.made == 2
    finish(session)
    assert len(session.faults) == (1 if kind == "hang" else sum(seat == 1 for seat in deciders(session)))
    while session.undo():
        pass
    assert session.faults == []


def deciders(session: Session) -> list[int]:
    """Who was asked, decision by decision."""
    table, seats = session.saved.fresh_table(), []
    for action in session.saved.record.actions:
        seats.append(table.ask()[0])
        table.answer(action)
    return seats


def test_a_bot_that_is_interrupted_is_asked_again_and_hears_all() -> None:
    straight = begin("dragon-vault", bad_bot(LISTENS))
    finish(straight)
    heard = Path("heard").read_text()
    session = begin("dragon-vault", bad_bot(LISTENS.replace(FIRST, ONCE)))
    answer(session)
    with pytest.raises(KeyboardInterrupt):
        session.advance()
    assert session.made == 1
    finish(session)
    assert session.saved.record == straight.saved.record
    assert session.faults == []
    assert Path("heard").read_text() == heard


def test_a_hint_is_an_action_with_a_reason_and_is_counted() -> None:
    session = begin(hints="rules")
    question = asked(session)
    hint = session.hint()
    assert isinstance(hint, Hint)
    assert hint.action in question.legal
    assert hint.reason.startswith("It ")
    assert session.hint() == hint
    assert SavedGame.load(FILE).hints == 2
    assert session.pending is question


def test_a_hint_bot_that_fails_is_a_fault_and_one_without_reasons_gives_none() -> None:
    fault = begin(hints=bad_bot("return 1 // 0")).hint()
    assert fault is not None
    assert not isinstance(fault, Hint)
    assert (fault.kind, fault.seat) == ("raise", 0)
    hint = begin(hints=bad_bot(FIRST)).hint()
    assert isinstance(hint, Hint)
    assert hint.reason == ""


def test_without_a_hint_bot_or_a_question_there_is_no_hint() -> None:
    session = begin()
    assert session.hint() is None
    session = begin(hints="rules")
    answer(session)
    assert session.hint() is None
    assert session.saved.hints == 0


def test_bots_that_fail_at_the_end_are_named_by_seat() -> None:
    body = f"{FIRST}\n\n    def end(self, placement):\n        raise ValueError('lost again')"
    session = begin("dragon-vault", bad_bot(body))
    finish(session)
    assert [(fault.seat, fault.kind) for fault in session.end()] == [(1, "raise")]


@pytest.mark.parametrize("rules", games(), ids=lambda rules: rules.id)
def test_what_a_seat_sees_is_enough_to_say_why_it_cannot_choose_something(rules: Game) -> None:
    table, rng = Table(rules, rules.min_seats, 7), Rng(7)
    for _ in range(40):
        infoset = table.ask()[1]
        legal = infoset.legal()
        for code in {int(rng.below(rules.actions)) for _ in range(8)} - set(legal):
            assert rules.refusal(infoset.view, code) == rules.refusal(table.truth(), code)
        table.answer(legal[int(rng.below(len(legal)))])
