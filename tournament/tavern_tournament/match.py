"""One game of a league: the referee asks the seats, keeps their time, and settles what bots do instead of answering.

A fault costs what the league's policy for its kind says: `substitute` plays a random legal move for the bot and asks it
again next time, `forfeit` plays on with random moves and puts the seat (with its team) last, `void` ends the game
without a result. A bot that is gone is not asked again in this game. Substituted moves are drawn by the game's id, so
that the same fault leads to the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter
from typing import Final

from tavern_bots.api import Clock
from tavern_engine import Game, IllegalAction, InfoSet, Rng, Table
from tavern_tournament.players.inside import InsideSeat
from tavern_tournament.players.player import BotFault, Player, Seat
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.schedule import Planned, Seeds

SUBSTITUTE: Final = "substitute"
FORFEIT: Final = "forfeit"
VOID: Final = "void"
TICK: Final = 0.5  # seconds of thinking after which a game says that it goes on
GRACE: Final = 0.1  # seconds that an answer may take on its way: nobody loses a game to a busy machine


@dataclass(frozen=True)
class Times:
    """How long bots may think; without `move` nobody looks at the clock."""

    move: float | None = None  # seconds a move
    bank: float = 0.0  # seconds a game that moves may take beyond that
    first: float = 0.0  # seconds more for the first move of a game


@dataclass(frozen=True)
class Conditions:
    """What is the same for all games at one kind of table."""

    game: Game
    seats: int
    options: Mapping[str, bool | int | str]
    times: Times
    policies: Mapping[str, str]  # by the kind of fault


@dataclass
class Chair:
    """A seat of the table during one game: who sits there, and how that goes."""

    player: Player
    bank: float
    seat: Seat | None = None  # nobody to ask, if the bot could not be seated or is gone
    forfeited: bool = False
    decisions: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)


class Void(Exception):
    """The game ends without a result."""


class Match:
    """One planned game, from its deal to its result."""

    def __init__(self, planned: Planned, conditions: Conditions, players: Sequence[Player], seeds: Seeds) -> None:
        self.planned = planned
        self.conditions = conditions
        self.seeds = seeds
        self.clocked = False
        self.thought = 0.0  # seconds, by all bots
        self.chairs = [Chair(player, conditions.times.bank) for player in players]
        deal = seeds.deal(conditions.game.id, planned.deal)
        self.table = Table(conditions.game, conditions.seats, deal, conditions.options)
        self.lots = Rng(seeds.number("substitute", planned.id))

    def play(self, tick: Callable[[], None] = lambda: None) -> GameResult:
        """The whole game; `tick` is called now and then, and after every decision that took long."""
        void = ""
        ticked = 0.0
        try:
            self._sit_down(tick)
            while not self.table.over:
                seat, infoset = self.table.ask()
                self._decide(seat, infoset)
                if self.thought - ticked > TICK:
                    tick()
                    ticked = self.thought
        except Void as reason:
            void = str(reason)
        self._get_up(bool(void), tick)
        return self._result(void)

    def _sit_down(self, tick: Callable[[], None]) -> None:
        for number, chair in enumerate(self.chairs):
            tick()
            seed = self.seeds.bot(self.planned.id, number)
            try:
                chair.seat = chair.player.sit(self.conditions.game, number, self.conditions.seats, seed)
            except BotFault as fault:
                self._settle(number, fault.kind, fault.said, gone=True)

    def _decide(self, number: int, infoset: InfoSet) -> None:
        """One decision of a seat, by its bot or, if that fails, by lot."""
        chair = self.chairs[number]
        chair.decisions += 1
        if chair.seat is not None and not chair.forfeited:
            action = self._ask(number, chair, chair.seat, infoset)
            try:
                if action is not None:
                    self.table.answer(action)
                    return
            except IllegalAction as refusal:
                self._settle(number, "illegal", str(refusal), gone=False)
        legal = infoset.legal()
        self.table.answer(legal[int(self.lots.below(len(legal)))])

    def _ask(self, number: int, chair: Chair, seat: Seat, infoset: InfoSet) -> int | None:
        """The bot's answer if it came in time, else None: the fault is settled then."""
        times = self.conditions.times
        budget = None if times.move is None else times.move + (times.first if chair.decisions == 1 else 0.0)
        events = self.table.news(number) if seat.sees else ()
        started = perf_counter()
        try:
            if isinstance(seat, InsideSeat) and seat.oracle:  # our own, and only in a league that allows it
                action = seat.choose_seeing(self.table.truth())
            else:
                action = seat.choose(infoset, events, Clock(budget, chair.bank))
        except BotFault as fault:
            self._settle(number, fault.kind, fault.said, fault.gone)
            return None
        finally:
            spent = perf_counter() - started
            chair.seconds += spent
            self.thought += spent
        if budget is not None and not self._in_time(chair, spent - budget):
            self._settle(number, "timeout", f"It answered after {spent:.2f} s.", gone=False)
            return None
        return action

    def _in_time(self, chair: Chair, over: float) -> bool:
        if over > chair.bank + GRACE:
            return False
        chair.bank -= max(0.0, min(over, chair.bank))
        return True

    def _settle(self, number: int, kind: str, said: str, gone: bool) -> None:
        """Write the fault down and let the policy take its course."""
        chair = self.chairs[number]
        chair.faults.append(Fault(number, self._moves(), kind, said))
        self.clocked = self.clocked or kind in ("timeout", "hang")
        if gone:
            chair.seat = None
        policy = self.conditions.policies[kind]
        chair.forfeited = chair.forfeited or policy == FORFEIT
        if policy == VOID:
            raise Void(f"{self.planned.bots[number]} in seat {number}: {kind}: {said}")

    def _moves(self) -> int:
        """The number of the decision that is being made."""
        return sum(chair.decisions for chair in self.chairs)

    def _get_up(self, void: bool, tick: Callable[[], None]) -> None:
        """Tell the bots how it ended. A fault now is written down, but the game stands."""
        for number, chair in enumerate(self.chairs):
            tick()
            if chair.seat is not None:
                try:
                    chair.seat.end(() if void else self.table.placement())
                except BotFault as fault:
                    chair.faults.append(Fault(number, self._moves(), fault.kind, fault.said))

    def _result(self, void: str) -> GameResult:
        state = self.table.truth()
        assert self.table.record is not None
        seats = range(self.conditions.seats)
        teams = [int(state.team(seat)) for seat in seats]
        faults = sorted((fault for chair in self.chairs for fault in chair.faults), key=lambda fault: fault.move)
        return replace(
            void_result(self.planned, self.conditions.game.id, void),
            teams=tuple(teams),
            placement=() if void else tuple(self._places(teams)),
            scores=() if void else tuple(int(state.score(seat)) for seat in seats),
            actions=tuple(self.table.record.actions),
            decisions=tuple(chair.decisions for chair in self.chairs),
            faults=tuple(faults),
            clocked=self.clocked,
            seconds=tuple(round(chair.seconds, 6) for chair in self.chairs),
        )

    def _places(self, teams: Sequence[int]) -> list[int]:
        """The places at the table, teams with a seat that forfeited sharing the last."""
        out = {team for team, chair in zip(teams, self.chairs, strict=True) if chair.forfeited}
        order = [
            (team in out, 0 if team in out else place)
            for team, place in zip(teams, self.table.placement(), strict=True)
        ]
        return [1 + sum(other < mine for other in order) for mine in order]


def void_result(planned: Planned, game: str, why: str) -> GameResult:
    """The result of a game that came to none."""
    return GameResult(
        game=game,
        table=planned.table,
        line_up=planned.line_up,
        deal=planned.deal,
        turn=planned.turn,
        stamp=planned.stamp,
        bots=planned.bots,
        teams=(),
        placement=(),
        scores=(),
        actions=(),
        decisions=(),
        void=why,
    )
