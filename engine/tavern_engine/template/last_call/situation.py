"""Sets a table up as a scenario describes it; what it does not name is drawn at random from what is left.

The keys, all optional (mugs by name, "?" for any mug; seats by number):

    turns                 how many turns have been taken
    [situation.seats.N]   hand (if not named: as many mugs as are dealt), shown (a part of it), drunk

Chance: `drawn`, the mugs that come out of the barrel, in order.
"""

from __future__ import annotations

from typing import Any

from tavern_engine.chance import Rng
from tavern_engine.errors import BadScenario
from tavern_engine.multiset import copies, nth, of, several, size
from tavern_engine.situations import index_of, known_keys, listed, script_draws, seat_tables, whole_number
from tavern_engine.state import PRIVATE, PUBLIC, SEATS, SEED_A, fresh_digest

from . import rules as r

ANY = "?"


def set_up(state: r.Evening, situation: dict[str, Any], chance: dict[str, Any], mugs: tuple[str, ...]) -> None:
    """Make the fresh state the position of a scenario; with no situation it is simply the start of the game."""
    known_keys("situation", situation, ("turns", "seats"))
    coming = listed("drawn", known_keys("chance", chance, ("drawn",)).get("drawn", []), "mugs")
    drawn = [index_of("drawn", mug, mugs) for mug in coming]
    if situation:
        _place(state, situation, mugs)
    taken = int(state.taken(state.w))
    script_draws(state, {(r.BARREL, taken + count): mug for count, mug in enumerate(drawn)})
    if situation:
        state.ask_next()
        state.settle()
    else:
        state.begin_game()


def _place(state: r.Evening, situation: dict[str, Any], mugs: tuple[str, ...]) -> None:
    """Named mugs first, then any for those that are not named."""
    w, barrel = state.w, state.barrel
    seats = int(w[SEATS])
    w[r.TURNS] = whole_number("turns", situation.get("turns", 0), 0, int(barrel.rounds) * seats)
    given = seat_tables(situation, seats, ("hand", "shown", "drunk"))
    for seat, table in enumerate(given):
        hand = listed("hand", table.get("hand", [ANY] * int(barrel.hand)), "mugs")
        named = [index_of("hand", mug, mugs) for mug in hand if mug != ANY]
        w[r.HAND + seat], w[r.SIZE + seat] = of(named), len(hand)
        for key, word in (("shown", r.SHOWN), ("drunk", r.DRUNK)):
            w[word + seat] = of([index_of(key, mug, mugs) for mug in listed(key, table.get(key, []), "mugs")])
    rng = Rng(int(w[SEED_A]))
    for kind, name in enumerate(mugs):
        used = sum(int(copies(w[word + seat], kind)) for word in (r.HAND, r.DRUNK) for seat in range(seats))
        if used > int(copies(barrel.mugs, kind)):
            raise BadScenario(f"The situation has {used} mugs of {name}, and there are {copies(barrel.mugs, kind)}.")
    if int(state.taken(w)) > int(size(barrel.mugs)):
        raise BadScenario(f"The situation has {state.taken(w)} mugs, and there are {size(barrel.mugs)}.")
    for seat in range(seats):
        while size(w[r.HAND + seat]) < w[r.SIZE + seat]:
            pool = state.in_barrel(w)
            w[r.HAND + seat] += several(nth(pool, rng.below(size(pool))), 1)
        for kind, name in enumerate(mugs):
            if copies(w[r.SHOWN + seat], kind) > copies(w[r.HAND + seat], kind):
                raise BadScenario(f"Seat {seat} has shown {name}, which is not in its hand.")
        w[PRIVATE + seat] = fresh_digest(w[PUBLIC], w[r.HAND + seat], seat)
