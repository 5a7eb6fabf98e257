"""A second referee, who reads the rules of The Red Dragon Inn on its own, agrees with all that games do."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest
from inn_referee import PLAYERS, Referee, set_ups, watch_game, watch_short_game
from inn_referee_table import Decision, DisagreementError, Feed

import tavern_engine
from tavern_engine import Event, Table, game
from tavern_engine.games.red_dragon_inn import zones as z

MANY = 9_000 if tavern_engine.COMPILED else 1000


def watch_many(name: str, decisions: int, watch: Callable[..., int]) -> None:
    """Games of one player at tables of every kind until there were so many decisions."""
    for seed, (seats, options) in enumerate(set_ups()):
        decisions -= watch(seats, seed, options, name)
        if decisions <= 0:
            return


@pytest.mark.parametrize("name", PLAYERS)
def test_a_second_reading_of_the_rules_agrees(name: str) -> None:
    watch_many(name, MANY, watch_game)


@pytest.mark.slow
@pytest.mark.parametrize("name", PLAYERS)
def test_it_agrees_where_decks_are_short(name: str) -> None:
    """R91, R101, R106, RA7: every deck runs out."""
    watch_many(name, MANY // 3, watch_short_game)


# A referee that overlooks faults is worth nothing: some are made.


class FaultyFeed(Feed):
    """A game that is told with one fault, at the first item after so many that the fault fits."""

    def __init__(self, table: Table, seed: int, fault: Callable[[Event | Decision], Event | Decision | None]) -> None:
        super().__init__(table, PLAYERS["random"](seed, table.game))
        self.fault = fault
        self.sound = 40
        self.made = False

    def take(self) -> Event | Decision | None:
        item = super().take()
        self.sound -= 1
        if self.sound < 0 and not self.made and (upcoming := super().peek()) is not None:
            faulty = self.fault(upcoming)
            if faulty is not upcoming:
                self.made = True
                self.waiting.popleft()
                if faulty is not None:
                    self.waiting.appendleft(faulty)
        return item


def less_gold(item: Event | Decision) -> Event | Decision:
    return item._replace(amount=item.amount + 1) if isinstance(item, Event) and item.op == z.PAYS else item


def stronger(item: Event | Decision) -> Event | Decision:
    return item._replace(amount=item.amount + 1) if isinstance(item, Event) and item.op == z.INTOXICATE else item


def gentler(item: Event | Decision) -> Event | Decision:
    return item._replace(amount=item.amount // 2 + 1) if isinstance(item, Event) and item.op == z.FORTIFY else item


def someone_else(item: Event | Decision) -> Event | Decision:
    return item._replace(seat=item.seat ^ 1) if isinstance(item, Event) and item.op == z.REVEAL else item


def no_discard(item: Event | Decision) -> Event | Decision | None:
    return None if isinstance(item, Event) and item.op == z.RESOLVED else item


def two_turns(item: Event | Decision) -> Event | Decision:
    return item._replace(seat=item.seat ^ 1) if isinstance(item, Event) and item.op == z.TURN_BEGINS else item


def not_offered(item: Event | Decision) -> Event | Decision:
    """A response that is legal is missing."""
    if not isinstance(item, Decision) or item.facts["phase"] != "respond":
        return item
    others = sorted(item.legal - {item.chosen, "pass"})
    return Decision(item.seat, item.facts, item.legal - {others[0]}, item.chosen) if others else item


def offered_too_much(item: Event | Decision) -> Event | Decision:
    """A Gambling card in a window of responses."""
    if not isinstance(item, Decision) or item.facts["phase"] != "respond":
        return item
    return Decision(item.seat, item.facts, item.legal | {"play i_raise"}, item.chosen)


FAULTS = (less_gold, stronger, gentler, someone_else, no_discard, two_turns, not_offered, offered_too_much)


@pytest.mark.parametrize("fault", FAULTS, ids=lambda fault: fault.__name__)
def test_a_fault_is_seen(fault: Callable[[Event | Decision], Event | Decision | None]) -> None:
    seed = random.Random(fault.__name__).randrange(1000)
    options = {"boxes": "both"}
    table = Table(game("red-dragon-inn"), 4, seed, options)
    feed = FaultyFeed(table, seed, fault)
    with pytest.raises(DisagreementError):
        Referee(feed, {**table.view(-1).options(), **options}).watch()
    assert feed.made
