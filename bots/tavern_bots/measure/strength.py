"""How strong a bot is: one against others, the same deals from every seat, with an interval over deals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from math import sqrt
from typing import Final

from tavern_bots.api import BadBot, Clock, Place
from tavern_bots.asked import Asked, BotFault, own_output
from tavern_bots.discover import Choice, choose_bot
from tavern_bots.measure.side_by_side import side_by_side
from tavern_engine import Event, Game, IllegalAction, InfoSet, Rng, Table, game
from tavern_engine.chance import seed_words
from tavern_engine.guard import line_of

UNSEEN: Final = 0.05  # how likely it was that what may still happen did not show

bot_of = cache(choose_bot)


@cache
def game_of(game_id: str, data: str) -> Game:
    """The game with its own components, those of a file, or those of a file beside its own: `micro`."""
    rules = game(game_id)
    if not data:
        return rules
    beside = rules.data_file.parent / f"{data}.toml"
    return rules.with_data(beside if data.isidentifier() and beside.is_file() else data)


def thinking(text: str, seconds: float) -> str:
    """The bot with so many seconds a move, and as many simulations as fit in, as far as its text leaves that open."""
    choice = bot_of(text)
    most = {one.name: one.high for one in choice.plugin.options}
    if not seconds or "seconds" not in most:
        return text
    budget = {"seconds": f"{seconds:g}", "simulations": f"{most.get('simulations', 0):.0f}"}
    more = [f"{name}={value}" for name, value in budget.items() if name in most and name not in choice.given]
    return ("," if choice.given else ":").join((text, ",".join(more))) if more else text


@dataclass(frozen=True)
class Pairing:
    """One bot against others at one kind of table."""

    game: str
    bot: str
    others: tuple[str, ...]  # they take the other seats in turn; who begins changes from deal to deal
    seats: int
    seed: str = "strength"
    options: Mapping[str, bool | int | str] = field(default_factory=dict)  # of the table
    data: str = ""  # a file with other component data; empty for the game's own

    @property
    def rules(self) -> Game:
        """What they play."""
        return game_of(self.game, self.data)

    def table(self, seed: str = "") -> Table:
        """A table as they play at."""
        return Table(self.rules, self.seats, seed, self.options)

    def check(self, *more: str) -> None:
        """Refuse what cannot be played, before anything is: by these bots, and by more."""
        self.rules.checked_table(self.seats, self.options)
        seed_words(self.seed)
        for text in (self.bot, *self.others, *more):
            if not bot_of(text).plays(self.rules):
                raise BadBot(f"The bot {text!r} does not play {self.rules.title}.")

    def line_up(self, teams: Sequence[int], deal: int, mine: int) -> list[Choice]:
        """Who sits where if the bot is in this seat, and in those of its team."""
        order = sorted(set(teams))
        first = order.index(teams[mine])
        others = order[first + 1 :] + order[:first]
        seated = {team: self.others[(place + deal) % len(self.others)] for place, team in enumerate(others)}
        return [bot_of(seated.get(team, self.bot)) for team in teams]

    def seated(self, choice: Choice, table: Table, seat: int, luck: str) -> Asked:
        """A bot in its seat, with luck of this name."""
        rng = Rng(seed_words(f"{self.seed} {luck}")[0])
        return Asked(choice, choice.place(table.game, seat, self.seats, rng, self.options), sys.stderr)

    @property
    def par(self) -> float:
        """The share of wins among equals."""
        return 1 / len(set(teams_of(self.table())))


@dataclass(frozen=True)
class Result:
    """The share of wins over all deals; a shared win counts in part."""

    shares: Sequence[float]

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, from the spread between deals.

        Where all came out alike there is none to see: then it is how often something else may happen that has not yet.
        """
        number = len(self.shares)
        if number < 2:
            return 1.0
        if min(self.shares) == max(self.shares):
            return float(1 - UNSEEN ** (1 / number))
        variance = sum((share - self.share) ** 2 for share in self.shares) / (number - 1)
        return 1.96 * sqrt(variance / number)

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % +- {100 * self.margin:.1f} of wins over {len(self.shares)} deals"


def measure(pairing: Pairing, deals: int, workers: int) -> Iterator[Result]:
    """Play the deals, each from every seat, and give the result so far after each; BadBot if a bot fails."""
    pairing.check()
    shares: list[float] = []
    for share in side_by_side(play_deal, [(pairing, deal) for deal in range(deals)], workers):
        shares.append(share)
        yield Result(tuple(shares))


def play_deal(work: tuple[Pairing, int]) -> float:
    """One deal with the bot in every seat in turn: its share of wins."""
    pairing, deal = work
    return sum(play_game(pairing, deal, seat) for seat in range(pairing.seats)) / pairing.seats


#: Is told of a decision of the bot before it is carried out: the table, what the seat knows, its news, what it chose.
Watch = Callable[[Table, InfoSet, Sequence[Event], int], None]


def play_game(pairing: Pairing, deal: int, mine: int, watch: Watch | None = None) -> float:
    """One game with the bot in this seat, and in those of its team: 1 if it wins alone, a part if it shares the win."""
    table = pairing.table(f"{pairing.seed} deal {deal}")
    teams = teams_of(table)
    choices = pairing.line_up(teams, deal, mine)
    bots: list[Asked] = []
    seat = 0
    with own_output():
        try:
            for seat, choice in enumerate(choices):
                bots.append(pairing.seated(choice, table, seat, f"{deal} {mine} {seat}"))
            while not table.over:
                seat, infoset = table.ask()
                watched = watch is not None and seat == mine
                events = table.news(seat) if bots[seat].sees or watched else ()
                action = decision(bots[seat], table, infoset, events)
                if watch is not None and watched:
                    watch(table, infoset, events, action)
                table.answer(action)
        except (BotFault, IllegalAction) as error:
            said = f"failed in seat {seat} of deal {deal}: {told(error, choices[seat])}"
            raise BadBot(f"{choices[seat].full_name} {said}") from None
    return share_of(teams, table.placement(), mine)


def decision(bot: Asked, table: Table, infoset: InfoSet, events: Sequence[Event]) -> int:
    """What a bot does. Only our own that are marked so are shown the truth, to measure; no other can ask for it."""
    if bot.oracle:
        return bot.choose_seeing(table.truth())
    return bot.choose(infoset, events if bot.sees else (), Clock())


def answered(choice: Choice, place: Place, infoset: InfoSet, ask: Callable[[Asked], int]) -> int:
    """The answer of a bot that takes its seat for one decision, or BadBot."""
    with own_output():
        try:
            action = ask(Asked(choice, place, sys.stderr))
            if action not in infoset.legal():
                raise IllegalAction(f"It answered {action}, which is not legal there.")
        except (BotFault, IllegalAction) as error:
            raise BadBot(f"{choice.full_name} failed in seat {place.seat}: {told(error, choice)}") from None
    return action


def told(error: BotFault | IllegalAction, choice: Choice) -> str:
    """What a bot did instead of answering, with its own line: where it raised, or where it chose what is not legal."""
    if isinstance(error, BotFault) and error.kind != "illegal":
        return error.said
    said = error.said if isinstance(error, BotFault) else str(error)
    return f"{said.removesuffix('.')}{line_of(choice.plugin.choose)}."  # type: ignore[attr-defined]


def share_of(teams: Sequence[int], placement: Sequence[int], seat: int) -> float:
    """How much of the win is the seat's: all, nothing, or a part if several teams share it."""
    winners = {team for team, place in zip(teams, placement, strict=True) if place == 1}
    return 1 / len(winners) if teams[seat] in winners else 0.0


def teams_of(table: Table) -> list[int]:
    """The team of every seat."""
    truth = table.truth()
    return [int(truth.team(seat)) for seat in range(table.seats)]
