"""What people and bots read: actions with their parts, events as sentences, facts, a picture, refusals."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tavern_engine.multiset import copies, kinds, size
from tavern_engine.state import ASKED, HIDDEN, SEATS, Event
from tavern_engine.words import Action, Happening, Names, Words, counted, listing, seen_by

from . import rules as r


class Talk(Words[r.Evening]):
    """All that is said of the game; the mugs are named as the data name them."""

    phases = ("", "turn")

    def __init__(self, mugs: Sequence[str]) -> None:
        self.mugs = mugs
        self.actions = [Action(f"{verb} {{mug}}", verb, mug=mug) for verb in ("drink", "boast") for mug in mugs]
        self.events = {
            r.DRAW: Happening("drawn seat what", self.draws, listed=" draws "),
            r.DRINK: Happening("drank seat what", "{who} drinks {thing}", things=mugs),
            r.BOAST: Happening("boasted seat what", "{who} boasts of {thing}", things=mugs),
        }

    def draws(self, event: Event, names: Names) -> str:
        """A drawn mug, for its guest and for the others."""
        return f"{names(event.seat)} draws {'a mug' if event.what == HIDDEN else self.mugs[event.what]}"

    def named(self, zone: int) -> list[str]:
        """The mugs of a zone by name."""
        return [self.mugs[kind] for kind in kinds(zone)]

    def facts(self, state: r.Evening) -> dict[str, Any]:
        w = state.w
        return {
            "turns": int(w[r.TURNS]),
            "barrel": int(size(state.barrel.mugs) - state.taken(w)),
            "seats": tuple(
                {
                    "hand": self.named(w[r.HAND + seat]),
                    "mugs": int(w[r.SIZE + seat]),
                    "shown": self.named(w[r.SHOWN + seat]),
                    "drunk": self.named(w[r.DRUNK + seat]),
                    "strength": int(state.strength(seat)),
                }
                for seat in range(int(w[SEATS]))
            ),
        }

    def picture(self, state: r.Evening, names: Names) -> str:
        w, facts = state.w, self.facts(state)
        seats = int(w[SEATS])
        rounds = int(state.barrel.rounds)
        lines = [f"round {min(facts['turns'] // seats + 1, rounds)} of {rounds}{seen_by(state, names)}"]
        lines.append(f"barrel: {counted(facts['barrel'], 'mug')}")
        for seat, one in enumerate(facts["seats"]):
            unknown = one["mugs"] - len(one["hand"])
            hand = listing([*one["hand"], *["?"] * unknown]) or "empty"
            shown = f", shown {listing(one['shown'])}" if one["shown"] else ""
            drunk = listing(one["drunk"]) or "nothing"
            lines.append(f"{names.column(seat)}: hand {hand}{shown}; drunk {drunk} ({one['strength']})")
        return "\n".join(lines)

    def why_not(self, state: r.Evening, action: int) -> str:
        seat, mug = int(state.w[ASKED]), action % len(self.mugs)
        if not copies(state.w[r.HAND + seat], mug):
            return f"there is no {self.mugs[mug]} in the hand (L4, L5)"
        return f"everybody has seen the {self.mugs[mug]} already (L5)"
