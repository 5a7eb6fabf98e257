"""Which actions can ever be legal at a table of The Taverns of Tiefenthal."""

from __future__ import annotations

from collections.abc import Iterator

from tavern_engine.games.tiefenthal import actions as a
from tavern_engine.games.tiefenthal import cards as c
from tavern_engine.games.tiefenthal import zones as z
from tavern_engine.games.tiefenthal.cards import TavernTables
from tavern_engine.pack import copies


def reachable(tavern: TavernTables) -> Iterator[int]:
    """By the components: the rounds' bonuses, the guests, the cards of each kind, the faces that spaces take."""
    guests, faces = int(tavern.guests), range(1, 7)
    bonuses = {int(bonus) for bonus in tavern.round_bonus}
    yield from (a.A_PASS, a.A_END)
    yield from (bonus for bonus in range(a.A_CHEAP, a.A_TURN) if bonus in bonuses)
    if a.A_TURN in bonuses:
        yield from (a.A_TURN + token for token in range(c.TOKENS))
    if a.BAR_GUEST_FOR_ALL in bonuses:
        yield from (a.A_START_OVER, a.A_STEP)
    yield from (a.A_PICK + face - 1 for face in faces)
    yield from (a.A_NOBLES + more for more in range(min(3, int(copies(tavern.supply, c.NOBLE)))))
    yield from (a.A_BUY + kind - c.HELPER for kind in range(c.HELPER, c.GUEST) if copies(tavern.supply, kind))
    for token in range(c.TOKENS):
        most = int(copies(tavern.supply, c.offer_card(token))) if token < c.SPECIAL_OFFERS else 0
        yield from (int(a.upgrade_action(token, returned)) for returned in range(min(most + 1, a.MOST_RETURNED)))
    yield from (a.A_WIN + guest for guest in range(guests))
    yield from (a.A_REMOVE + person for person in range(c.NOBLE + guests))
    for face in faces:
        spaces = range(c.ON_GUEST + guests)
        fitting = (space for space in spaces if z.washers_needed(tavern.accepts[space], face) <= 5)
        yield from (int(a.serve_action(face, space)) for space in fitting)
    yield from (a.A_RAISE + face - 1 for face in faces if face < 6)
