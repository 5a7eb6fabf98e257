"""Which actions can ever be legal at a table of The Red Dragon Inn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tavern_engine.games.red_dragon_inn import choices as c
from tavern_engine.games.red_dragon_inn import rules as r
from tavern_engine.games.red_dragon_inn import tables as t
from tavern_engine.games.red_dragon_inn import zones as z
from tavern_engine.games.red_dragon_inn.language import WAYS
from tavern_engine.games.red_dragon_inn.tables import InnTables, at_bit
from tavern_engine.state import SEATS


def reachable(blank: r.InnState, decks: Sequence[int]) -> Iterator[int]:
    """By the characters that can sit there and the options; `blank` is a table that is just set out."""
    inn, rules = blank.inn, int(blank.w[z.RULES])
    hands = {kind for deck in decks for kind in _kinds(inn, deck)}
    before = _kinds(inn, t.FRONTS) if rules & z.WITH_SIDES else set()
    staked = _kinds(inn, t.PRIZES) if rules & z.WITH_PRIZES else set()
    yield c.A_PASS
    yield from (c.A_PLAY + kind for kind in hands | before | staked)
    yield from (c.A_THROW + kind for kind in hands)
    yield from (c.A_SEAT + seat for seat in range(int(blank.w[SEATS])))
    yield from (c.A_DRINK + row for row in range(z.MAX_ROWS))
    if rules & z.WITH_SIDES or any(int(inn.effects[kind]) & t.EFFECTS for kind in _kinds(inn, t.DRINKS)):
        yield from (c.A_WAY + way for way, name in enumerate(WAYS) if name)


def _kinds(inn: InnTables, deck: int) -> set[int]:
    """The cards of a deck."""
    return {int(inn.kind[at_bit(deck, bit)]) for bit in range(t.BITS - 1) if int(inn.full[deck]) >> bit & 1}
