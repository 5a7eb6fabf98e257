"""How strong a bot is: one against copies of another, the same deals from every seat, with an interval over deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from multiprocessing import get_context

from tavern_bots.api import BadBot, Clock
from tavern_bots.discover import choose_bot
from tavern_bots.shipped import OracleBot
from tavern_engine import Rng, Table, TavernError, game
from tavern_engine.chance import seed_words


@dataclass(frozen=True)
class Pairing:
    """One bot against copies of another at a table of a size."""

    game: str
    bot: str
    others: str
    seats: int
    seed: str = "strength"


@dataclass(frozen=True)
class Result:
    """The share of wins over all deals; a shared win counts in part."""

    shares: Sequence[float]

    @property
    def share(self) -> float:
        return sum(self.shares) / len(self.shares)

    @property
    def margin(self) -> float:
        """Half of the 95 % interval, from the spread between deals."""
        if len(self.shares) < 2:
            return 1.0
        variance = sum((share - self.share) ** 2 for share in self.shares) / (len(self.shares) - 1)
        return 1.96 * sqrt(variance / len(self.shares))

    def __str__(self) -> str:
        return f"{100 * self.share:.1f} % +- {100 * self.margin:.1f} of wins over {len(self.shares)} deals"


def measure(pairing: Pairing, deals: int, workers: int) -> Iterator[Result]:
    """Play the deals, each from every seat, and give the result so far after each of them."""
    for text in (pairing.bot, pairing.others):
        choose_bot(text)  # a wrong name is refused before anything is played
    game(pairing.game).checked_seats(pairing.seats)
    shares: list[float] = []
    with get_context("spawn").Pool(workers) as pool:
        for share in pool.imap(play_deal, [(pairing, deal) for deal in range(deals)]):
            shares.append(share)
            yield Result(tuple(shares))


def play_deal(work: tuple[Pairing, int]) -> float:
    """One deal with the bot in every seat in turn: its share of wins."""
    pairing, deal = work
    return sum(play_game(pairing, deal, seat) for seat in range(pairing.seats)) / pairing.seats


def play_game(pairing: Pairing, deal: int, mine: int) -> float:
    """One game with the bot in this seat, and in those of its team: 1 if it wins alone, a part if it shares the win."""
    rules = game(pairing.game)
    table = Table(rules, pairing.seats, f"{pairing.seed} deal {deal}")
    teams = teams_of(table)
    bots = []
    for seat in range(pairing.seats):
        choice = choose_bot(pairing.bot if teams[seat] == teams[mine] else pairing.others)
        luck = Rng(seed_words(f"{pairing.seed} {deal} {mine} {seat}")[0])
        bots.append(choice.seat(rules, seat, pairing.seats, luck))
    while not table.over:
        seat, infoset = table.ask()
        bot = bots[seat]
        # Only our own oracle is shown the truth, to measure the ceiling; a bot cannot ask for it by a method's name.
        action = bot.choose_seeing(table.truth()) if type(bot) is OracleBot else bot.choose(infoset, Clock())
        try:
            table.answer(action)
        except TavernError as error:
            raise BadBot(f"The bot in seat {seat} made a move that cannot be: {error}") from None
    winners = {team for team, place in zip(teams, table.placement(), strict=True) if place == 1}
    return 1 / len(winners) if teams[mine] in winners else 0.0


def teams_of(table: Table) -> list[int]:
    """The team of every seat."""
    truth = table.truth()
    return [int(truth.team(seat)) for seat in range(table.seats)]


def par(game_id: str, seats: int) -> float:
    """The share of wins among equals."""
    return 1 / len(set(teams_of(Table(game(game_id), seats))))
