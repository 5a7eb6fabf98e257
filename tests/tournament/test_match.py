"""One game of a league: who is asked, what faults cost, and what is written down."""

import io
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pytest

from tavern_bots import api
from tavern_bots.api import Clock
from tavern_engine import Event, Game, InfoSet, Rng, Table, game
from tavern_tournament import match as matches
from tavern_tournament.match import GRACE, Match
from tavern_tournament.players.player import BotFault
from tavern_tournament.results import FAULT_KINDS, GameResult
from tavern_tournament.schedule import Planned, Seeds
from tavern_tournament.specs import Setup, TableSpec, Times

VAULT = game("dragon-vault")
SEEDS = Seeds("an evening", "")

Deed = Callable[[int], int | None]  # the number of its decision, from 1; None for an ordinary answer


class Actor:
    """A player that does what a test says, and plays by lot otherwise."""

    def __init__(self, deed: Deed | None = None, sit: BotFault | None = None, end: BotFault | None = None) -> None:
        self.deed = deed
        self.sit_fault = sit
        self.end_fault = end
        self.asked = 0
        self.sees = True
        self.told: list[int] | None = None
        self.seen: list[Event] = []
        self.clocks: list[float | None] = []
        self.banks: list[float] = []

    def load(self) -> None:
        """Nothing to do."""

    def sit(
        self, game: Game, seat: int, seats: int, seed: int, table_options: Mapping[str, object] | None = None
    ) -> "Actor":
        if self.sit_fault:
            raise self.sit_fault
        self.rng = Rng(seed)
        return self

    def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
        self.asked += 1
        self.seen += events
        self.clocks.append(clock.seconds)
        self.banks.append(clock.bank)
        answer = self.deed(self.asked) if self.deed else None
        legal = infoset.legal()
        return legal[int(self.rng.below(len(legal)))] if answer is None else answer

    def explain(self) -> str:
        return ""

    def end(self, placement: Sequence[int]) -> None:
        self.told = list(placement)
        if self.end_fault:
            raise self.end_fault

    def stop(self) -> None:
        """Nothing to do."""


def raising(fault: BotFault, at: int) -> Deed:
    def deed(number: int) -> int | None:
        if number == at:
            raise fault
        return None

    return deed


def play(actors: Sequence[Actor], policy: str = "forfeit", times: Times | None = None, **keys: Any) -> GameResult:
    names = tuple("abcdef"[: len(actors)])
    planned = Planned("vault", "+".join(names), deal=3, turn=0, bots=names, stamp="s")
    policies = dict.fromkeys(FAULT_KINDS, policy) | keys
    table = TableSpec("vault", VAULT.id, len(actors), VAULT.checked_options({}))
    setup = Setup("an evening", (table,), (), times or Times(), 60.0, policies)
    return Match(planned, setup, actors).play()


def test_a_game_without_faults_is_written_down_whole() -> None:
    actors = [Actor(), Actor(), Actor()]
    result = play(actors)
    assert result.faults == ()
    assert not result.void
    assert not result.clocked
    assert result.decisions == tuple(actor.asked for actor in actors)
    assert len(result.actions) == sum(result.decisions)
    table = Table(VAULT, 3, SEEDS.deal("dragon-vault", 3))
    for action in result.actions:
        table.answer(action)
    assert table.over
    assert tuple(table.placement()) == result.placement
    assert [actor.told for actor in actors] == [list(result.placement)] * 3
    assert result.scores == tuple(int(table.truth().score(seat)) for seat in range(3))


def test_a_seat_is_told_what_it_saw_and_nothing_twice() -> None:
    actors = [Actor(), Actor()]
    result = play(actors)
    table = Table(VAULT, 2, SEEDS.deal("dragon-vault", 3))
    expected: list[Event] = []
    for action in result.actions:
        if table.ask()[0] == 0:
            expected += table.news(0)
        table.answer(action)
    assert actors[0].seen == expected


def test_a_substituted_move_costs_nothing_more() -> None:
    actors = [Actor(raising(BotFault("raise", "ValueError: no"), at=2)), Actor()]
    result = play(actors, "substitute")
    [fault] = result.faults
    assert (fault.seat, fault.kind, fault.said) == (0, "raise", "ValueError: no")
    assert result.actions[: fault.move]
    assert actors[0].asked == result.decisions[0] > 2
    table = Table(VAULT, 2, SEEDS.deal("dragon-vault", 3))
    for action in result.actions:
        table.answer(action)
    assert tuple(table.placement()) == result.placement


def test_the_same_fault_leads_to_the_same_game() -> None:
    games = [play([Actor(raising(BotFault("raise", "no"), at=2)), Actor()], "substitute") for _ in range(2)]
    assert games[0].actions == games[1].actions


def test_whoever_forfeits_is_last_and_is_not_asked_again() -> None:
    actors = [Actor(), Actor(raising(BotFault("raise", "no"), at=3)), Actor()]
    result = play(actors)
    assert actors[1].asked == 3
    assert result.placement[1] == 3
    assert {result.placement[0], result.placement[2]} <= {1, 2}
    assert result.decisions[1] > 3


def test_two_who_forfeit_share_the_last_place() -> None:
    fault = BotFault("raise", "no")
    result = play([Actor(raising(fault, 1)), Actor(), Actor(raising(fault, 2))])
    assert result.placement == (2, 1, 2)


def test_a_void_game_ends_at_once_and_says_why() -> None:
    actors = [Actor(raising(BotFault("crash", "It exited."), at=2)), Actor()]
    result = play(actors, "forfeit", crash="void")
    assert result.void == "a in seat 0: crash: It exited."
    assert result.placement == result.scores == ()
    assert len(result.actions) < 20
    assert actors[1].told == []


def test_a_game_can_be_void_after_somebody_forfeited() -> None:
    actors = [Actor(raising(BotFault("raise", "no"), at=1)), Actor(raising(BotFault("crash", "It exited."), at=2))]
    result = play(actors, "forfeit", crash="void")
    assert [fault.kind for fault in result.faults] == ["raise", "crash"]
    assert result.void
    assert result.placement == ()


def test_a_bot_that_is_gone_is_not_asked_again_even_if_moves_are_substituted() -> None:
    actors = [Actor(raising(BotFault("hang", "It did not answer."), at=2)), Actor()]
    result = play(actors, "substitute")
    assert actors[0].asked == 2
    assert len(result.faults) == 1
    assert result.clocked
    assert not result.void


def test_a_bot_that_cannot_sit_down_has_a_fault_before_the_first_move() -> None:
    actors = [Actor(), Actor(sit=BotFault("raise", "ImportError", gone=True))]
    result = play(actors)
    assert (result.faults[0].seat, result.faults[0].move) == (1, 0)
    assert result.placement == (1, 2)


@pytest.mark.parametrize("answer", [-1, 10**12, VAULT.actions])
def test_an_illegal_move_is_refused_in_a_sentence(answer: int) -> None:
    result = play([Actor(lambda number: answer if number == 1 else None), Actor()], "substitute")
    assert [fault.kind for fault in result.faults] == ["illegal"]
    assert result.faults[0].said.endswith(".")


def test_a_fault_after_the_end_is_written_down_but_the_game_stands() -> None:
    result = play([Actor(end=BotFault("raise", "too late")), Actor()], "void")
    assert result.faults[0].said == "too late"
    assert sorted(result.placement) == [1, 2]
    assert not result.void


def test_after_a_game_this_process_prints_where_it_did_whatever_bots_changed() -> None:
    before = sys.stdout, sys.stderr

    def deed(number: int) -> None:
        sys.stdout = sys.stderr = io.StringIO()

    for policy in ("forfeit", "void"):
        play([Actor(deed), Actor(raising(BotFault("raise", "no"), at=2))], policy)
        assert (sys.stdout, sys.stderr) == before


class Hours:
    """A clock that only moves when somebody thinks."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> Hours:
    clock = Hours()
    for module in (api, matches):
        monkeypatch.setattr(module, "perf_counter", clock)
    return clock


def thinking(hours: Hours, seconds: dict[int, float]) -> Deed:
    def deed(number: int) -> None:
        hours.now += seconds.get(number, 0.0)

    return deed


def test_a_late_answer_is_a_timeout(hours: Hours) -> None:
    result = play([Actor(thinking(hours, {3: 6.0})), Actor()], "substitute", Times(move=5.0))
    assert [fault.kind for fault in result.faults] == ["timeout"]
    assert result.clocked
    assert result.seconds == (6.0, 0.0)


def test_the_bank_is_overdrawn_once(hours: Hours) -> None:
    times = Times(move=5.0, bank=2.0)
    result = play([Actor(thinking(hours, {2: 6.5, 4: 6.5})), Actor()], "substitute", times)
    assert [fault.kind for fault in result.faults] == ["timeout"]
    assert not play([Actor(thinking(hours, {2: 5.9, 4: 5.9})), Actor()], "substitute", times).faults


def test_grace_is_for_a_whole_game(hours: Hours) -> None:
    """A busy machine may cost a little here and there, and nobody can use that at every move."""
    times = Times(move=5.0)
    bit = GRACE / 3
    once = play([Actor(thinking(hours, {2: 5.0 + bit, 3: 5.0 + bit})), Actor()], "substitute", times)
    assert once.faults == ()
    always = play([Actor(thinking(hours, dict.fromkeys(range(1, 9999), 5.0 + bit))), Actor()], "substitute", times)
    assert [fault.kind for fault in always.faults] == ["timeout"] * (always.decisions[0] - 3)


def test_grace_is_only_taken_when_the_bank_is_empty(hours: Hours) -> None:
    late = {1: 5.0 + 2.0, 2: 5.0 + GRACE / 2, 3: 5.0 + GRACE / 4}
    actor = Actor(thinking(hours, late))
    assert play([actor, Actor()], "substitute", Times(move=5.0, bank=2.0)).faults == ()
    assert actor.banks[:3] == [2.0, 0.0, 0.0]


def test_a_bot_can_see_its_bank(hours: Hours) -> None:
    actor = Actor(thinking(hours, {2: 6.5}))
    play([actor, Actor()], "substitute", Times(move=5.0, bank=2.0))
    assert actor.banks[:3] == [2.0, 2.0, 0.5]


def test_the_first_move_has_more_time(hours: Hours) -> None:
    actor = Actor(thinking(hours, {1: 14.0}))
    assert not play([actor, Actor()], "substitute", Times(move=5.0, first=10.0)).faults
    assert actor.clocks[:2] == [15.0, 5.0]


def test_without_a_clock_nobody_is_late(hours: Hours) -> None:
    actor = Actor(thinking(hours, {1: 1e6}))
    result = play([actor, Actor()])
    assert result.faults == ()
    assert not result.clocked
    assert actor.clocks[0] is None


def test_a_bot_cannot_turn_back_the_clock(hours: Hours) -> None:
    class Turning(Actor):
        def choose(self, infoset: InfoSet, events: Sequence[Event], clock: Clock) -> int:
            action = super().choose(infoset, events, clock)
            clock.started = hours.now
            return action

    result = play([Turning(thinking(hours, {2: 6.0})), Actor()], "substitute", Times(move=5.0))
    assert [fault.kind for fault in result.faults] == ["timeout"]
