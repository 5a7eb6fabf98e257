"""Every deal of a small deck of Dragon's Vault with its chance: the first round, two seats, the usual options."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations

from tavern_engine import BadSetup, Game, State
from tavern_engine.chance import Script
from tavern_engine.games.dragon_vault.components import Components
from tavern_engine.games.dragon_vault.deal import CARDS, purpose
from tavern_engine.games.dragon_vault.names import CARDS as NAMES

MOST = 9  # cards of which all orders are dealt


def every_deal(game: Game) -> Iterator[tuple[float, State]]:
    """Each order of the deck in which it is dealt out, equal cards counted apart only in the chance."""
    box: Components = game.box  # type: ignore[attr-defined]
    deck = [kind for kind, name in enumerate(NAMES) for _ in range(box.copies[name])]
    if len(deck) > MOST:
        raise BadSetup(f"The deck has {len(deck)} cards, and every deal can be played with {MOST}: try --data micro.")
    dealt = 2 * (2 * box.values["stacks"] + box.values["hand"]) + box.values["trouble_pile"]
    orders: dict[tuple[int, ...], int] = {}
    for order in permutations(deck, dealt):
        orders[order] = orders.get(order, 0) + 1
    for order, times in orders.items():
        script = Script((1, 2), {(int(purpose(CARDS, 1)), count): kind for count, kind in enumerate(order)})
        state = game.start(2, script.words, game.checked_options({}))
        game.begin(state)
        yield times / sum(orders.values()), state
        script.close()
