"""What each word of a state means, how far its numbers go, and who may see it; and whether the mugs add up."""

from __future__ import annotations

from tavern_engine.layout import ASKED_SEAT, PART, Layout, Row, number, packed, require
from tavern_engine.multiset import copies, size
from tavern_engine.state import CHOSEN, LEFT, PHASE, SEATS, TRUTH, VIEWER

from . import rules as r


def layout(barrel: r.Barrel) -> Layout:
    """The rows for these components."""
    mugs = packed(4, int(barrel.kinds))
    most = int(size(barrel.mugs))
    return Layout(
        (
            Row("the kind of decision", PHASE, number(r.TURN), sight=ASKED_SEAT),
            Row("the half-made choice", CHOSEN, number(0)),
            Row("the repetition", LEFT, number(0)),
            Row("a hand", r.HAND, mugs, r.MAX_SEATS, sight=PART),
            Row("the shown part of a hand", r.SHOWN, mugs, r.MAX_SEATS),
            Row("the size of a hand", r.SIZE, number(most), r.MAX_SEATS),
            Row("the empty mugs", r.DRUNK, mugs, r.MAX_SEATS),
            Row("the number of turns", r.TURNS, number(int(barrel.rounds) * r.MAX_SEATS)),
            Row("the limit", r.LIMITED, number(1)),
        ),
        r.LENGTH,
    )


def check_mugs(state: r.Evening) -> None:
    """Raise BadBytes unless no mug of a state or view is lost or made."""
    w = state.w
    require(int(w[r.TURNS]) <= int(state.barrel.rounds * w[SEATS]), "the number of turns")
    for kind in range(int(state.barrel.kinds)):
        zones = [w[place + seat] for place in (r.HAND, r.DRUNK) for seat in range(int(w[SEATS]))]
        there = sum(int(copies(zone, kind)) for zone in zones)
        require(there <= int(copies(state.barrel.mugs, kind)), "a mug in two places")
    require(int(state.taken(w)) <= int(size(state.barrel.mugs)), "a mug that is not in the box")
    for seat in range(int(w[SEATS])):
        hand, shown, held = w[r.HAND + seat], w[r.SHOWN + seat], int(w[r.SIZE + seat])
        part = all(copies(shown, kind) <= copies(hand, kind) for kind in range(int(state.barrel.kinds)))
        require(part, "a hand without a mug that everybody saw")
        whole = w[VIEWER] in (TRUTH, seat)
        require(int(size(hand)) == held if whole else hand == shown and int(size(hand)) <= held, "a hand")
