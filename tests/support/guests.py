"""Guests of a league under test: how a bot is made, seated, asked, and struck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import psutil
import pytest

from tavern_bots.api import Clock
from tavern_engine import InfoSet, Table, game
from tavern_tournament.players.player import BotFault, Player, Seat

VAULT = game("dragon-vault")
LONG = 120.0  # seconds: it bounds how long a failure takes, however busy the machine is
SHORT = 2.0  # for those who never answer, once they have done what they do before

Make = Callable[..., Player]


def running() -> set[int]:
    """The processes that descend from this one."""
    return {child.pid for child in psutil.Process().children(recursive=True)}


def logged(folder: Path) -> list[str]:
    """What the guest printed, without the headings."""
    return [line for line in (folder / "logs" / "guest.log").read_text().splitlines() if line[:1] != "["]


def sit(one: Player, seat: int = 0) -> Seat:
    return one.sit(VAULT, seat, 2, 1)


def ask(seat: Seat, clock: Clock | None = None) -> int:
    """What the seat does at the first decision of a game."""
    return seat.choose(question(), [], clock or Clock())


def question() -> InfoSet:
    return VAULT.new(2, 1).observe(0)


def strike(one: Player) -> BotFault:
    """The fault that comes at a hostile bot's second move; the first is played well."""
    seat = sit(one)
    assert ask(seat) in question().legal()
    return fault_of(seat)


def fault_of(seat: Seat) -> BotFault:
    """The fault that the seat answers a question with."""
    with pytest.raises(BotFault) as caught:
        ask(seat)
    assert len(caught.value.said) <= 500
    assert caught.value.said.isprintable()
    return caught.value


def whole_game(players: Sequence[Player], seed: int = 1) -> list[int]:
    """All decisions of a game."""
    table = Table(VAULT, len(players), seed)
    seats = [one.sit(VAULT, number, len(players), number) for number, one in enumerate(players)]
    while not table.over:
        number, infoset = table.ask()
        table.answer(seats[number].choose(infoset, table.news(number), Clock()))
    for seat in seats:
        seat.end(table.placement())
    assert table.record is not None
    return table.record.actions
