"""One game of a league: the referee asks the seats, keeps their time, and settles what bots do instead of answering.

A fault costs what the league's policy for its kind says: `substitute` plays a random legal move for the bot and asks it
again next time, `forfeit` plays on with random moves and puts the seat (with its team) last, `void` ends the game
without a result. A bot that is gone is not asked again in this game. Substituted moves are drawn by the game's id, so
that the same fault leads to the same game.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from time import perf_counter
from typing import Final

from tavern_bots.api import Clock
from tavern_bots.asked import own_output
from tavern_bots.frames import LONGEST_REASON
from tavern_engine import BadGame, Event, IllegalAction, InfoSet, Rng, Table
from tavern_tournament.players.inside import InsideSeat
from tavern_tournament.players.output import visible
from tavern_tournament.players.player import BotFault, Player, Seat
from tavern_tournament.results import Fault, GameResult
from tavern_tournament.schedule import Planned
from tavern_tournament.specs import Setup, Times

SUBSTITUTE: Final = "substitute"
FORFEIT: Final = "forfeit"
VOID: Final = "void"
TICK: Final = 0.5  # seconds after which a game says that it goes on
MOST_DECISIONS: Final = 100_000  # of a game; the longest of ours have a few thousand
GRACE: Final = 0.5  # seconds a game that answers may be late beyond the bank: nobody loses to a busy machine


Choose = Callable[[InfoSet, Sequence[Event], Clock], int]


@dataclass(slots=True)
class Chair:
    """A seat of the table during one game: who sits there, and how that goes."""

    player: Player
    bank: float
    clock: Clock  # the bot is handed the same one for every move, wound up
    grace: float = GRACE
    seat: Seat | None = None  # nobody, if the bot could not be seated or is gone
    choose: Choose | None = None  # how it is asked; not at all, if nobody is there or the seat has forfeited
    sees: bool = False
    forfeited: bool = False
    decisions: int = 0
    seconds: float = 0.0
    faults: list[Fault] = field(default_factory=list)

    def wind(self, times: Times) -> float:
        """Set the clock for the next move: the seconds that it may take."""
        budget = (times.move or 0.0) + (times.first if self.decisions == 1 else 0.0)
        self.clock.seconds, self.clock.bank = budget, self.bank
        return budget

    def pay(self, spent: float, budget: float) -> None:
        """Take what a move took beyond its time from the bank, then from the grace; a BotFault if that is too much."""
        over = max(0.0, spent - budget)
        if over > self.bank + self.grace:
            raise BotFault("timeout", f"It answered after {spent:.2f} s.")
        self.grace -= max(0.0, over - self.bank)
        self.bank = max(0.0, self.bank - over)


class Void(Exception):
    """The game ends without a result."""


class Match:
    """One planned game, from its deal to its result."""

    def __init__(self, planned: Planned, setup: Setup, players: Sequence[Player]) -> None:
        self.planned = planned
        self.setup = setup
        self.spec = setup.table(planned.table)
        self.seeds = setup.seeds
        self.clocked = False
        self.reasons: dict[int, str] = {}  # by decision, where the league wants them
        times = setup.times
        self.chairs = [Chair(player, times.bank, Clock(times.move, times.bank)) for player in players]
        self.table = new_table(planned, setup)

    @cached_property
    def lots(self) -> Rng:
        """The luck of moves that are played in a bot's place."""
        return Rng(self.seeds.number("substitute", self.planned.id))

    def play(self, tick: Callable[[], None] = lambda: None) -> GameResult:
        """The whole game; `tick` is called now and then, and after every decision that took long.

        BadGame if its rules fail: no bot is to blame.
        """
        void = ""
        with own_output():
            try:
                self._sit_down(tick)
                self._decide_all(tick)
            except Void as reason:
                void = str(reason)
            except BadGame:
                self._get_up([], tick)
                raise
            placement = [] if void else self.table.placement()
            self._get_up(placement, tick)
        return self._result(void, placement)

    def _sit_down(self, tick: Callable[[], None]) -> None:
        for number, chair in enumerate(self.chairs):
            tick()
            seed = self.seeds.bot(self.planned.id, number)
            try:
                seat = chair.player.sit(self.table.game, number, self.table.seats, seed, self.spec.options)
            except BotFault as fault:
                self._settle(number, fault.kind, fault.said, gone=True)
                continue
            chair.seat, chair.sees = seat, seat.sees
            chair.choose = self._shown(seat) if isinstance(seat, InsideSeat) and seat.oracle else seat.choose

    def _decide_all(self, tick: Callable[[], None]) -> None:
        """Ask seat after seat until the game is over. What stands here is paid for at every decision, so it is flat."""
        table, chairs, times = self.table, self.chairs, self.setup.times
        ask, answer = table.ask, table.answer
        timed, tells = times.move is not None, self.setup.reasons
        due = perf_counter() + TICK
        while True:
            try:
                number, infoset = ask()
            except IllegalAction:  # the game is over: to ask whether it is would cost as much each time
                return
            chair = chairs[number]
            chair.decisions += 1
            choose = chair.choose
            if choose is None:
                self._play_by_lot(infoset)
                continue
            events = table.news(number) if chair.sees else ()
            clock = chair.clock
            if timed:
                budget = chair.wind(times)
            started = clock.started = perf_counter()  # the bot can turn the hands of its own clock
            try:
                try:
                    action = choose(infoset, events, clock)
                finally:
                    now = perf_counter()
                    chair.seconds += now - started
                if timed:
                    chair.pay(now - started, budget)
                answer(action)
                if tells:
                    self._hear_why(chair)
            except BotFault as fault:
                self._settle(number, fault.kind, fault.said, fault.gone)
                self._play_by_lot(infoset)
            except IllegalAction as refusal:
                self._settle(number, "illegal", str(refusal), gone=False)
                self._play_by_lot(infoset)
            if now > due:
                tick()
                due = now + TICK
                self._require_an_end()

    def _require_an_end(self) -> None:
        """Rules of others may go round in circles, which nobody would notice: every decision is a sign of life."""
        if self._moves() > MOST_DECISIONS:
            raise BadGame(
                f"The rules of {self.table.game.title} failed: after {MOST_DECISIONS:,} decisions there is no end."
            )

    def _hear_why(self, chair: Chair) -> None:
        """Write down why a bot decided as it just did, if it says so: cleaned, and cut if that is long."""
        assert self.table.record is not None
        assert chair.seat is not None
        said = " ".join(chair.seat.explain()[:LONGEST_REASON].split())
        self.reasons[len(self.table.record.actions) - 1] = visible(said)[:LONGEST_REASON]

    def _shown(self, oracle: InsideSeat) -> Choose:
        """How our own oracle is asked, in a league that allows it: it is shown everything."""
        return lambda infoset, events, clock: oracle.choose_seeing(self.table.truth())

    def _play_by_lot(self, infoset: InfoSet) -> None:
        """A decision in the place of a bot that made none."""
        legal = infoset.legal()
        if not legal:
            raise BadGame(f"The rules of {self.table.game.title} failed: a seat is asked that can do nothing.")
        self.table.answer(legal[int(self.lots.below(len(legal)))])

    def _settle(self, number: int, kind: str, said: str, gone: bool) -> None:
        """Write the fault down and let the policy take its course."""
        chair = self.chairs[number]
        chair.faults.append(Fault(number, self._moves(), kind, said))
        self.clocked = self.clocked or kind in ("timeout", "hang")
        policy = self.setup.policies[kind]
        chair.forfeited = chair.forfeited or policy == FORFEIT
        if gone:
            chair.seat = None
        if gone or chair.forfeited:
            chair.choose = None
        if policy == VOID:
            raise Void(f"{self.planned.bots[number]} in seat {number}: {kind}: {said}")

    def _moves(self) -> int:
        """The number of the decision that is being made."""
        return sum(chair.decisions for chair in self.chairs)

    def _get_up(self, placement: Sequence[int], tick: Callable[[], None]) -> None:
        """Tell the bots how it ended. A fault now is written down, but the game stands."""
        for number, chair in enumerate(self.chairs):
            tick()
            if chair.seat is not None:
                try:
                    chair.seat.end(placement)
                except BotFault as fault:
                    chair.faults.append(Fault(number, self._moves(), fault.kind, fault.said))

    def _result(self, void: str, placement: Sequence[int]) -> GameResult:
        state = self.table.truth()
        assert self.table.record is not None
        seats = range(self.table.seats)
        teams = [int(state.team(seat)) for seat in seats]
        faults = sorted((fault for chair in self.chairs for fault in chair.faults), key=lambda fault: fault.move)
        return GameResult(
            game=self.table.game.id,
            **vars(self.planned),
            teams=tuple(teams),
            placement=tuple(self._places(teams, placement)),
            scores=() if void else tuple(int(state.score(seat)) for seat in seats),
            actions=tuple(self.table.record.actions),
            decisions=tuple(chair.decisions for chair in self.chairs),
            faults=tuple(faults),
            void=void,
            clocked=self.clocked,
            seconds=tuple(round(chair.seconds, 6) for chair in self.chairs),
            reasons=tuple(
                self.reasons.get(move, "") for move in range(len(self.table.record.actions) * self.setup.reasons)
            ),
        )

    def _places(self, teams: Sequence[int], placement: Sequence[int]) -> Sequence[int]:
        """The places at the table, teams with a seat that forfeited sharing the last."""
        out = {team for team, chair in zip(teams, self.chairs, strict=True) if chair.forfeited}
        if not out or not placement:
            return placement
        order = [(team in out, 0 if team in out else place) for team, place in zip(teams, placement, strict=True)]
        return [1 + sum(other < mine for other in order) for mine in order]


def new_table(planned: Planned | GameResult, setup: Setup) -> Table:
    """The table of a game before its first decision."""
    return deal_out(setup, planned.table, planned.deal)


def deal_out(setup: Setup, label: str, deal: int) -> Table:
    """A kind of table with the luck of a deal."""
    spec = setup.table(label)
    return Table(spec.rules(), spec.seats, setup.seeds.deal(spec.game, deal), spec.options)


def void_result(planned: Planned, game: str, why: str) -> GameResult:
    """The result of a game that came to none, and whose teams nobody knows: it is `lost`."""
    return GameResult(game=game, **vars(planned), teams=(), placement=(), scores=(), actions=(), decisions=(), void=why)
