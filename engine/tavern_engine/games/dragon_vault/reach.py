"""Which actions can ever be legal at a table of Dragon's Vault."""

from __future__ import annotations

from collections.abc import Iterator

from tavern_engine.games.dragon_vault import cards as c
from tavern_engine.games.dragon_vault import rules as r
from tavern_engine.games.dragon_vault import zones as z
from tavern_engine.multiset import copies
from tavern_engine.state import SEATS


def reachable(blank: r.VaultState) -> Iterator[int]:
    """By the deck and the options; `blank` is a table that is just set out."""
    vault, rules = blank.vault, int(blank.w[z.RULES])
    number = [int(copies(vault.deck, kind)) for kind in range(c.KINDS)]
    kinds = [kind for kind in range(c.KINDS) if number[kind]]
    yield from (r.A_PLAY + 4 * kind + more for kind in kinds for more in range(min(number[kind], 4)))
    yield from (r.A_REMOVE + kind for kind in kinds if number[kind] >= 4)
    yield from (r.A_TAKE, r.A_DRAW, r.A_PASS, r.A_TURN_UP + z.LOWEST, r.A_KEEP)
    if rules & z.WITH_HINDRANCES and any(vault.row_doubles):
        yield r.A_TURN_UP + z.TALLEST
    yield from (first + kind for first in (r.A_GIVE, r.A_FOR) for kind in kinds)
    if rules & z.WITH_TRICKS:
        yield from (r.A_STRAIGHT, r.A_REVERSE)
        yield from (r.A_SHOW + kind for kind in kinds)
        yield from (r.A_ROB_ME + seat for seat in range(int(blank.w[SEATS])))
