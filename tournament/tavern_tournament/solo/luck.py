"""The luck ledger: what the cards and dice of a game were worth by themselves, whoever had played them.

Equal players play the same deals many times, and other deals as often. Who won more than these shares earned it; who
was dealt more by some hidden hand would show it here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from tavern_bots.api import Clock
from tavern_bots.discover import Choice, choose_bot
from tavern_engine import Table
from tavern_tournament.solo.bots import rng_of
from tavern_tournament.solo.saved import SavedGame

EQUALS: Final = "rules:errors=0.05"  # they err now and then, or every game would be the same
GAMES: Final = 100


class Luck(NamedTuple):
    """The share of wins that equal players have in a seat."""

    these: float  # with the deals of this game
    others: float  # with other deals: some seats are better than others


def luck_ledger(saved: SavedGame, games: int = GAMES) -> list[Luck]:
    """By seat; empty if nobody knows how to play the game. It tells what was hidden: for games that are over."""
    equals = choose_bot(EQUALS)
    if not equals.plays(saved.game):
        return []
    seed = saved.record.seed
    these = _shares(saved, equals, [(seed, number) for number in range(games)])
    others = _shares(saved, equals, [(f"{seed} other {number}", number) for number in range(games)])
    return [Luck(*both) for both in zip(these, others, strict=True)]


def _shares(saved: SavedGame, equals: Choice, deals: list[tuple[int | str, int]]) -> list[float]:
    """The share of wins of every seat, over deals that are played with luck of the players' own."""
    won = [0.0] * saved.record.seats
    for seed, number in deals:
        table = Table(saved.game, saved.record.seats, seed, saved.record.options)
        lots = [rng_of(f"{saved.record.seed} equals {number} {seat}") for seat in range(table.seats)]
        bots = [equals.seat(table.game, seat, table.seats, rng, saved.record.options) for seat, rng in enumerate(lots)]
        while not table.over:
            seat, infoset = table.ask()
            table.answer(bots[seat].choose(infoset, Clock()))
        truth, places = table.truth(), table.placement()
        winners = {int(truth.team(seat)) for seat, place in enumerate(places) if place == 1}
        for seat in range(table.seats):
            won[seat] += (int(truth.team(seat)) in winners) / len(winners) / len(deals)
    return won


def ledger_lines(names: list[str], ledger: list[Luck]) -> list[str]:
    """The ledger in sentences."""
    return [
        f"{name}: equal players win {luck.these:.0%} of games with these deals, {luck.others:.0%} with others."
        for name, luck in zip(names, ledger, strict=True)
    ]
